internal import SocialFeed

/// How often members act on what they look at.
struct ActionRate: Metric {
  let definition: MetricDefinition
  private let count: @Sendable (ActionTally) -> Int

  static let like = Self("like", plural: "Likes") { $0.count(of: .like) }
  static let comment = Self("comment", plural: "Comments") { $0.count(of: .comment) }
  static let save = Self("save", plural: "Saves") { $0.count(of: .save) }
  static let vote = Self("vote", plural: "Votes") { $0.count(of: .vote) }

  /// Impressions with any of the four.
  static let engagement = Self(
    id: "engagement_rate",
    name: "Share of posts looked at that led to a like, a comment, a save or a vote",
    formula: "Impressions that led to at least one of the four / examined impressions.",
    range: "[0, 1]"
  ) { $0.engagedImpressions }

  private init(_ action: String, plural: String, count: @escaping @Sendable (ActionTally) -> Int) {
    self.init(
      id: "\(action)_rate", name: "\(plural) for each post looked at",
      formula: "\(plural) that an impression led to / examined impressions.",
      range: action == "comment" ? "[0, ∞)" : "[0, 1]", count: count)
  }

  private init(
    id: String, name: String, formula: String, range: String,
    count: @escaping @Sendable (ActionTally) -> Int
  ) {
    definition = MetricDefinition(
      id: id, family: .utility, name: name, formula: formula, unit: "", direction: .higher,
      range: range, undefined: "when nothing was looked at", source: "Product practice")
    self.count = count
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(count(run.actions)), over: run.actions.examined)
  }
}
