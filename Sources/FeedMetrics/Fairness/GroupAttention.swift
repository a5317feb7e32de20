/// How many more examinations posts of the most exposed group of authors get.
struct GroupExposureGap: Metric {
  let definition = MetricDefinition(
    id: "group_exposure_gap",
    family: .creators,
    tier: .extended,
    name: "Exposure of a post of the most exposed group of authors less that of the least exposed",
    formula: """
      max Ē − min Ē over the groups of authors, Ē the mean exposure of a post whose author is in the \
      group, unexposed posts included.
      """,
    unit: "exposure",
    direction: .lower,
    range: "[0, ∞)",
    undefined: "with fewer than two groups that have posts, or when no post was shown",
    source: "Demographic parity of exposure, Singh & Joachims, KDD 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let groups = run.authorGroups.filter { $0.posts > 0 }
    let means = groups.map { $0.exposure.value / Double($0.posts) }
    guard means.count >= 2, let least = means.min(), let most = means.max(), most > 0 else {
      return MetricValue(nil, support: means.count)
    }
    return MetricValue(most - least, support: means.count)
  }
}

/// How the exposure that groups of authors get compares with what relevance would give them.
struct GroupExpectedExposure: Metric {
  let definition: MetricDefinition
  private let part: @Sendable (ExpectedExposure) -> Double

  static let disparity = Self(
    id: "group_ee_d", name: "How unequally exposure is spread over groups of authors",
    formula: "EE-D = Σ ε²", range: "[0, (Σ w)²]", direction: .describes
  ) { $0.disparity }

  static let relevance = Self(
    id: "group_ee_r", name: "How much exposure goes to groups of authors where relevance is",
    formula: "EE-R = Σ ε ε*", range: "[0, (Σ w)²]", direction: .higher
  ) { $0.relevance }

  static let loss = Self(
    id: "group_ee_l",
    name: "How far the exposure of groups of authors is from what relevance gives",
    formula: "EE-L = Σ (ε − ε*)² = EE-D − 2 EE-R + Σ ε*²", range: "[0, (Σ w)²]", direction: .lower
  ) { $0.loss }

  private init(
    id: String, name: String, formula: String, range: String,
    direction: MetricDefinition.Direction, _ part: @escaping @Sendable (ExpectedExposure) -> Double
  ) {
    definition = MetricDefinition(
      id: id,
      family: .creators,
      tier: .extended,
      name: name,
      formula: """
        \(formula) over groups, ε the mean exposure of a group on the first 10 places of a slate, ε* the \
        same when the most relevant candidates come first and equally relevant ones share their places; \
        over a keyed sample of requests whose candidates were looked at.
        """,
      unit: "",
      direction: direction,
      range: range,
      undefined: "without such a request, or with fewer than two groups that have posts",
      source: "Diaz et al., CIKM 2020 (arXiv 2004.13157)")
    self.part = part
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
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

/// How near the groups' shares of a slate are to their shares of posts.
struct AttentionWeightedFairness: Metric {
  let definition = MetricDefinition(
    id: "awrf",
    family: .creators,
    tier: .extended,
    name: "How near the groups' shares of a slate's exposure are to their shares of posts",
    formula: """
      1 − JSD₂(p, q), p the shares of the groups of authors in the exposure of the first 10 places, q \
      their shares of the posts created before the end of the run, JSD₂ the Jensen–Shannon divergence in \
      bits; mean over requests.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined:
      "without requests, with fewer than two groups that have posts, or with more than 83 groups",
    source:
      "Attention-weighted rank fairness, Sapiezynski et al., WWW Companion 2019; TREC Fair 2022")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
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
