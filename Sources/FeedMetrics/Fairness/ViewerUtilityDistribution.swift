/// How relevant the feeds of the worst, the middling and the best served members are.
struct UtilityQuantile: Metric {
  let definition: MetricDefinition
  private let p: Double

  static let low = Self(percent: 10)
  static let median = Self(percent: 50)
  static let high = Self(percent: 90)

  private init(percent: Int) {
    p = Double(percent) / 100
    definition = MetricDefinition(
      id: "utility_p\(percent)",
      family: .viewers,
      tier: .extended,
      name: percent == 50
        ? "Median relevance of members' feeds"
        : "Relevance of feeds that \(percent) % of members do not reach",
      formula: """
        \(percent)th percentile over members of U, between two of them by linear interpolation (type 7); U the \
        mean of relevance_at_k over a member's requests.
        """,
      unit: "relevance",
      direction: .higher,
      range: "[0, 1]",
      undefined: "without requests",
      source: "Quantile: Hyndman & Fan, The American Statistician 1996")
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let utilities = run.utilities.map(\.utility).sorted()
    return MetricValue(quantile(p, of: utilities), support: utilities.count)
  }
}

/// Whether new members' feeds are as relevant as old members'.
struct NewViewerUtilityGap: Metric {
  /// Seconds before the window within which a member who joined is new in it.
  private static let newcomerAge = 7 * 86_400.0

  let definition = MetricDefinition(
    id: "new_viewer_utility_gap",
    family: .viewers,
    tier: .extended,
    name: "Relevance of old members' feeds less that of new members'",
    formula: """
      Ū over old members − Ū over new ones, Ū the mean over members of the mean of relevance_at_k over a \
      member's requests; new: joined less than 7 days before the window begins, or later.
      """,
    unit: "relevance",
    direction: .target(0),
    range: "[−1, 1]",
    undefined: "without requests of both",
    source: "Cold start of users; after Ekstrand et al., FAT* 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let utilities = run.utilities
    let isNew = utilities.map { run.start - run.members.joinedAt[$0.member] < Self.newcomerAge }
    let new = zip(utilities, isNew).filter(\.1).map(\.0.utility)
    let old = zip(utilities, isNew).filter { !$0.1 }.map(\.0.utility)
    guard let ofNew = MetricValue(meanOf: new).value, let ofOld = MetricValue(meanOf: old).value
    else { return MetricValue(nil, support: utilities.count) }
    return MetricValue(ofOld - ofNew, support: utilities.count)
  }
}
