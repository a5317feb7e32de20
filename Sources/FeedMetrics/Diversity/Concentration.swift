internal import PortableMath

/// How many posts or authors share the exposure.
struct EffectiveNumber: Metric {
  let definition: MetricDefinition
  private let exposures: @Sendable (borrowing ScopeTallies) -> [Double]

  static let posts = Self(
    id: "post_effective_number", of: "posts", one: "post"
  ) { Array($0.counts.exposure[..<$0.population]) }

  static let authors = Self(
    id: "author_effective_number", of: "authors", one: "author"
  ) { $0.authors.map(\.exposure.value) }

  private init(
    id: String, of things: String, one: String,
    _ exposures: @escaping @Sendable (borrowing ScopeTallies) -> [Double]
  ) {
    definition = MetricDefinition(
      id: id,
      family: .diversity,
      tier: .extended,
      name: "Effective number of \(things) that share the exposure",
      formula: "exp(H), H the entropy of the shares of \(things) in exposure.",
      unit: things,
      direction: .higher,
      range: "[1, n]",
      undefined: "when no post was shown",
      source: "Hill number of order 1, Hill, Ecology 1973")
    self.exposures = exposures
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let exposures = exposures(run)
    let total = CompensatedSum(exposures).value
    guard total > 0 else { return MetricValue(nil, support: exposures.count) }
    let entropy = entropy(ofShares: exposures.map { $0 / total })
    return MetricValue(effectiveNumber(entropy: entropy), support: exposures.count)
  }
}

/// How evenly impressions are spread over posts.
struct DistributionalCoverage: Metric {
  let definition = MetricDefinition(
    id: "distributional_coverage_bits",
    family: .diversity,
    tier: .extended,
    name: "Entropy of the posts' shares of impressions",
    formula: "−Σ s log₂ s over posts, s the share of a post in all impressions.",
    unit: "bits",
    direction: .higher,
    range: "[0, log₂ n]",
    undefined: "without impressions",
    source: "Shannon entropy, Shani & Gunawardana, Recommender Systems Handbook 2011")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard run.counts.impressions > 0 else { return MetricValue(nil, support: run.population) }
    let total = Double(run.counts.impressions)
    let shares = run.counts.detail[..<run.population].map { Double($0.impressions) / total }
    return MetricValue(entropy(ofShares: shares) / Portable.log(2), support: run.population)
  }
}

/// How many authors are shown at all.
struct AuthorCoverage: Metric {
  let definition = MetricDefinition(
    id: "author_coverage",
    family: .diversity,
    tier: .extended,
    name: "Share of authors of whom anybody was shown a post",
    formula: "Authors with an impression / authors with a post created before the end of the run.",
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without posts",
    source: "Catalogue coverage, Ge et al., RecSys 2010, of authors")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let authors = run.authors
    return MetricValue(
      mean: Double(authors.count { $0.exposure.value > 0 }), over: authors.count)
  }
}
