/// How exposure is distributed over groups of authors.
extension Metric {
  static let groupExposureRatio = Metric(
    "group_exposure_ratio", .creators,
    label: "Group exposure ratio",
    name: "Exposure of the least exposed group of authors against the most exposed",
    formula: """
      min Ē / max Ē over the groups of authors, Ē the mean exposure of a post whose author is in the \
      group, unexposed posts included.
      """,
    direction: .target(1), margin: .absolute(0.02), range: "[0, 1]",
    undefined: "with fewer than two groups that have posts, or when no post was shown",
    source: "Demographic parity of exposure, Singh & Joachims, KDD 2018"
  ) { run in
    let groups = run.authorGroups.filter { $0.posts > 0 }
    return ratio(groups.map { $0.exposure.value / Double($0.posts) })
  }

  static let groupExposureMeritRatio = Metric(
    "group_exposure_merit_ratio", .creators,
    label: "Group exposure for merit",
    name: "Exposure for merit of the worst treated group of authors against the best treated",
    formula: """
      min (Ē / Q̄) / max (Ē / Q̄) over the groups of authors, Ē the mean exposure and Q̄ the mean latent quality, \
      0 to 1, of a post whose author is in the group.
      """,
    direction: .target(1), margin: .absolute(0.02), range: "[0, 1]",
    undefined: "with fewer than two groups that have posts, or when no post was shown",
    source: "Disparate treatment ratio, Singh & Joachims, KDD 2018"
  ) { run in
    let groups = run.authorGroups.filter { $0.quality.value > 0 }
    return ratio(groups.map { $0.exposure.value / $0.quality.value })
  }

  /// The smallest of at least two numbers over the largest, where that is above 0.
  static func ratio(_ numbers: [Double]) -> MetricValue { contrast(numbers, /) }

  /// A contrast of the smallest of at least two numbers with the largest, where that is above 0.
  private static func contrast(
    _ numbers: [Double], _ contrast: (_ least: Double, _ most: Double) -> Double
  ) -> MetricValue {
    guard numbers.count >= 2, let least = numbers.min(), let most = numbers.max(), most > 0 else {
      return MetricValue(nil, support: numbers.count)
    }
    return MetricValue(contrast(least, most), support: numbers.count)
  }

  static let groupExposureGap = Metric(
    "group_exposure_gap", .creators, .extended,
    label: "Group exposure gap",
    name: "Difference in exposure of a post between the most and least exposed author group",
    formula: """
      max Ē − min Ē over the groups of authors, Ē the mean exposure of a post whose author is in the \
      group, unexposed posts included.
      """,
    unit: "exposure", direction: .lower, range: "[0, ∞)",
    undefined: "with fewer than two groups that have posts, or when no post was shown",
    source: "Demographic parity of exposure, Singh & Joachims, KDD 2018"
  ) { run in
    let groups = run.authorGroups.filter { $0.posts > 0 }
    return contrast(groups.map { $0.exposure.value / Double($0.posts) }) { $1 - $0 }
  }

  static let groupExposureDisparity = groupExpectedExposure(
    "group_ee_d", label: "Group exposure disparity",
    name: "How unequally exposure is spread over groups of authors",
    formula: "EE-D = Σ ε²", direction: .describes
  ) { $0.disparity }

  static let groupExposureRelevance = groupExpectedExposure(
    "group_ee_r", label: "Group exposure relevance",
    name: "How much exposure goes to groups of authors where relevance is",
    formula: "EE-R = Σ ε ε*", direction: .higher
  ) { $0.relevance }

  static let groupExposureLoss = groupExpectedExposure(
    "group_ee_l",
    label: "Group exposure loss",
    name: "How far the exposure of groups of authors is from what relevance gives",
    formula: "EE-L = Σ (ε − ε*)² = EE-D − 2 EE-R + Σ ε*²", direction: .lower,
    range: "[0, 2 (Σ w)²]"
  ) { $0.loss }

  private static func groupExpectedExposure(
    _ id: String, label: String, name: String, formula: String,
    direction: MetricDefinition.Direction, range: String = "[0, (Σ w)²]",
    _ part: @escaping @Sendable (ExpectedExposure) -> Double
  ) -> Metric {
    Metric(
      id, .creators, .extended, label: label, name: name,
      formula: """
        \(formula) over groups, ε the mean exposure of a group on the first 10 positions of a slate, ε* the \
        same when the most relevant candidates come first and equally relevant ones share their positions; \
        over a keyed sample of requests whose candidates were looked at.
        """,
      direction: direction, range: range,
      undefined: "without such a request, or with fewer than two groups that have posts",
      source: "Diaz et al., CIKM 2020 (arXiv 2004.13157)"
    ) { run in
      let requests = run.slates.pooledHeads
      guard requests > 0, run.authorGroups.count(where: { $0.posts > 0 }) >= 2 else {
        return MetricValue(nil, support: requests)
      }
      let exposure = ExpectedExposure(
        exposure: run.slates.groupExposure.map { $0.value / Double(requests) },
        target: run.slates.groupTarget.map { $0.value / Double(requests) })
      return MetricValue(part(exposure), support: requests)
    }
  }

  static let attentionWeightedRankFairness = Metric(
    "awrf", .creators, .extended,
    label: "Slate group fairness (AWRF)",
    name: "How near the groups' shares of a slate's exposure are to their shares of posts",
    formula: """
      1 − JSD₂(p, q), p the shares of the groups of authors in the exposure of the first 10 positions, q \
      their shares of the posts created before the end of the run, JSD₂ the Jensen–Shannon divergence in \
      bits; mean over requests.
      """,
    direction: .higher, range: "[0, 1]",
    undefined:
      "without requests, with fewer than two groups that have posts, or with more than 83 groups",
    source:
      "Attention-weighted rank fairness, Sapiezynski et al., WWW Companion 2019; TREC Fair 2022"
  ) { run in
    let supply = run.authorGroups.map { Double($0.posts) / Double(run.population) }
    let slates = run.slates
    guard slates.count > 0, supply.count(where: { $0 > 0 }) >= 2, slates.keepsGroupPatterns else {
      return MetricValue(nil, support: slates.count)
    }
    var sum = CompensatedSum()
    for (pattern, heads) in slates.groupPatterns.sorted(by: { $0.key < $1.key }) {
      let shares = SlateTally.groupShares(ofPattern: pattern, groups: supply.count)
      sum.add(Double(heads) * (1 - jensenShannonDivergence(shares, supply)))
    }
    return MetricValue(mean: sum.value, over: slates.count)
  }
}

extension TableMetric {
  static let groupMeanExposure = TableMetric(
    "group_mean_exposure", .creators, .extended,
    label: "Exposure by group", name: "Mean exposure of a post of each group of authors",
    formula: "Ē of each group, as in group_exposure_ratio; supported by the group's posts.",
    unit: "exposure", direction: .describes, range: "[0, ∞)",
    undefined: "for a group without posts", source: "Singh & Joachims, KDD 2018"
  ) { run in
    zip(run.run.groupNames, run.authorGroups).map { name, group in
      MetricTable.Row(
        label: name, value: MetricValue(mean: group.exposure.value, over: group.posts))
    }
  }
}
