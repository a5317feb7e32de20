/// What new authors and new posts get.
extension Metric {
  static let newCreatorExposureRatio = ParametricMetric(
    "new_creator_exposure_ratio(days=#)", in: 1...365, default: 7
  ) { id, days in
    Metric(
      id, .creators, label: "New-creator exposure ratio",
      name: "Exposure of new authors' posts against their share of posts",
      formula: """
        (Σ E over new authors' posts / ΣE) / (new authors' posts / posts). \(newCreators(days)).
        """,
      direction: .target(1), margin: .absolute(0.02), range: "[0, ∞)",
      undefined: "without a new author's post, or when no post was shown",
      source: "Product practice; a group parity ratio"
    ) { run in
      let new = run.newCreators(days: days)
      let total = run.totalExposure
      guard new.posts > 0, total > 0 else { return MetricValue(nil, support: new.posts) }
      let supply = Double(new.posts) / Double(run.population)
      return MetricValue(new.exposure / total / supply, support: new.posts)
    }
  }

  static let newCreatorExposureShare = ParametricMetric(
    "new_creator_exposure_share(days=#)", in: 1...365, default: 7
  ) { id, days in
    newCreatorShare(
      id, days, label: "New creators' exposure share",
      name: "Share of exposure that goes to new authors' posts",
      formula: "Σ E over new authors' posts / ΣE", undefined: "when no post was shown"
    ) { run, new in
      let total = run.totalExposure
      return MetricValue(total > 0 ? new.exposure / total : nil, support: new.posts)
    }
  }

  static let newCreatorSupplyShare = ParametricMetric(
    "new_creator_supply_share(days=#)", in: 1...365, default: 7
  ) { id, days in
    newCreatorShare(
      id, days, label: "New creators' post share", name: "Share of posts that are new authors'",
      formula: "New authors' posts / posts", undefined: "without posts"
    ) { run, new in MetricValue(mean: Double(new.posts), over: run.population) }
  }

  private static func newCreatorShare(
    _ id: String, _ days: Double, label: String, name: String, formula: String, undefined: String,
    _ share:
      @escaping @Sendable (borrowing ScopeTallies, (posts: Int, exposure: Double)) -> MetricValue
  ) -> Metric {
    Metric(
      id, .creators, .extended, label: label, name: name,
      formula: "\(formula), posts created before the end of the run. \(newCreators(days)).",
      direction: .describes, range: "[0, 1]", undefined: undefined,
      source: "Product practice; the parts of new_creator_exposure_ratio"
    ) { run in share(run, run.newCreators(days: days)) }
  }

  private static func newCreators(_ days: Double) -> String {
    "A post is a new author's when it is created less than \(Int(days)) days after its author joined"
  }

  static let coldStartReachRate = ParametricMetric(
    "cold_start_reach_rate(hours=#)", in: 1...720, default: 24
  ) { id, hours in
    firstHours(
      id, .core, label: "Cold-start reach in \(Int(hours)) h",
      name: "Share of new posts looked at 10 times within \(Int(hours)) h",
      formula: "Share of posts with 10 or more examined impressions", hours, direction: .higher
    ) { run, post, horizon in run.ageAtEnough[post] <= horizon }
  }

  static let zeroImpressionShare = ParametricMetric(
    "zero_impression_share(hours=#)", in: 1...720, default: 24
  ) { id, hours in
    firstHours(
      id, .extended, label: "Posts unshown in \(Int(hours)) h",
      name: "Share of new posts without an impression within \(Int(hours)) h",
      formula: "Share of posts without an impression", hours, direction: .lower
    ) { run, post, horizon in run.ageAtFirst[post] > horizon }
  }

  /// A share of the posts whose first hours lie in the window.
  private static func firstHours(
    _ id: String, _ tier: MetricDefinition.Tier, label: String, name: String, formula: String,
    _ hours: Double,
    direction: MetricDefinition.Direction,
    _ isCounted: @escaping @Sendable (borrowing ScopeTallies, _ post: Int, Int32) -> Bool
  ) -> Metric {
    Metric(
      id, .creators, tier, label: label, name: name,
      formula: """
        \(formula) within \(Int(hours)) h of creation, among those created in the window and at least \
        \(Int(hours)) h before the end of the run.
        """,
      direction: direction, margin: .absolute(0.01), range: "[0, 1]",
      undefined: "when no post was created early enough",
      source: "Discoverable corpus, Wang et al., KDD 2023 (arXiv 2306.01720)", breakdown: .feeds
    ) { run in
      let horizon = Int32(hours * 3600)
      let latest = run.end - Double(horizon)
      var (posts, counted) = (0, 0)
      for post in run.createdInWindow
      where Double(run.posts.origin[post].createdAt) <= latest {
        posts += 1
        counted += isCounted(run, post, horizon) ? 1 : 0
      }
      return MetricValue(mean: Double(counted), over: posts)
    }
  }
}

extension ScopeTallies {
  /// The posts of authors who are new for `days` days after joining: their number and their exposure.
  fileprivate func newCreators(days: Double) -> (posts: Int, exposure: Double) {
    var exposure = CompensatedSum()
    var count = 0
    for post in 0..<population {
      let origin = posts.origin[post]
      let joinedAt = members.joinedAt[Int(origin.author)]
      guard Double(origin.createdAt) - joinedAt < days * 86_400 else { continue }
      exposure.add(counts.exposure[post])
      count += 1
    }
    return (count, exposure.value)
  }
}
