/// What part of the exposure, or of the posts, is new authors'.
struct NewCreatorShare: Metric {
  private enum Whole { case exposure, posts }

  let definition: MetricDefinition
  private let whole: Whole

  static let exposure = Self(
    whole: .exposure, id: "new_creator_exposure_share",
    name: "Share of exposure that goes to new authors' posts",
    formula: "Σ E over new authors' posts / ΣE", undefined: "when no post was shown")

  static let supply = Self(
    whole: .posts, id: "new_creator_supply_share",
    name: "Share of posts that are new authors'",
    formula: "New authors' posts / posts", undefined: "without posts")

  private init(whole: Whole, id: String, name: String, formula: String, undefined: String) {
    self.whole = whole
    definition = MetricDefinition(
      id: id,
      family: .creators,
      tier: .extended,
      name: name,
      formula: """
        \(formula), posts created before the end of the run. A post is a new author's when it is created \
        less than 7 days after its author joined.
        """,
      unit: "",
      direction: .describes,
      range: "[0, 1]",
      undefined: undefined,
      source: "Product practice; the parts of new_creator_exposure_ratio")
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let new = run.newCreators
    switch whole {
    case .exposure:
      let total = run.totalExposure
      return MetricValue(total > 0 ? new.exposure / total : nil, support: new.posts)
    case .posts:
      return MetricValue(mean: Double(new.posts), over: run.population)
    }
  }
}

extension ScopeTallies {
  /// For so many seconds after joining, an author is new.
  private static let newcomerAge = 7 * 86_400.0

  /// The posts of new authors: how many there are, and their exposure.
  var newCreators: (posts: Int, exposure: Double) {
    var exposure = CompensatedSum()
    var count = 0
    for post in 0..<population {
      let origin = posts.origin[post]
      let joinedAt = members.joinedAt[Int(origin.author)]
      guard Double(origin.createdAt) - joinedAt < Self.newcomerAge else { continue }
      exposure.add(counts.exposure[post])
      count += 1
    }
    return (count, exposure.value)
  }
}
