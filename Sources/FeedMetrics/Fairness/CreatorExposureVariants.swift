/// Inequality among authors under other notions of what an impression is worth.
struct CreatorExposureVariant: Metric {
  let definition: MetricDefinition
  /// What a post's impressions are worth.
  private let worth: @Sendable (borrowing ScopeTallies, _ post: Int) -> Double

  static let log2 = Self(
    "log2", of: "exposures, an impression at position k worth 1 / log₂(1 + k)"
  ) { $0.counts.exposure[$1] }

  static let geometric = Self(
    "geometric", of: "exposures, an impression at position k worth 0.85^(k − 1)"
  ) { $0.counts.detail[$1].geometricExposure }

  static let impressions = Self("impressions", of: "impressions") {
    Double($0.counts.detail[$1].impressions)
  }

  static let examined = Self("examined", of: "examined impressions") {
    Double($0.counts.detail[$1].examined)
  }

  private init(
    _ variant: String, of what: String,
    _ worth: @escaping @Sendable (borrowing ScopeTallies, _ post: Int) -> Double
  ) {
    definition = MetricDefinition(
      id: "creator_exposure_gini_\(variant)",
      family: .creators,
      tier: .extended,
      name: "Inequality of the authors' \(what)",
      formula: "Gini coefficient of the authors' \(what); the unexposed are included.",
      unit: "",
      direction: .lower,
      range: "[0, 1 − 1/n]",
      undefined: "when there are none",
      source: variant == "geometric"
        ? "Rank-biased precision, Moffat & Zobel, TOIS 2008; Gini" : "As creator_exposure_gini")
    self.worth = worth
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    var sums = [(worth: CompensatedSum, posts: Int)](
      repeating: (CompensatedSum(), 0), count: run.members.count)
    for post in 0..<run.population {
      let author = Int(run.posts.origin[post].author)
      sums[author].worth.add(worth(run, post))
      sums[author].posts += 1
    }
    let amounts = sums.filter { $0.posts > 0 }.map(\.worth.value)
    return MetricValue(giniCoefficient(amounts), support: amounts.count)
  }
}

/// Inequality among authors of what one of their posts gets on average.
struct CreatorExposurePerPostGini: Metric {
  let definition = MetricDefinition(
    id: "creator_exposure_per_post_gini",
    family: .creators,
    tier: .extended,
    name: "Inequality among authors of the exposure of one of their posts",
    formula: "Gini coefficient of E / posts of the author, over authors.",
    unit: "",
    direction: .lower,
    range: "[0, 1 − 1/n]",
    undefined: "when no post was shown",
    source: "As creator_exposure_gini")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let amounts = run.authors.map { $0.exposure.value / Double($0.posts) }
    return MetricValue(giniCoefficient(amounts), support: amounts.count)
  }
}
