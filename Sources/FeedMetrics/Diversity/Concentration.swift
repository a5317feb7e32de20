internal import PortableMath

/// How many posts and authors are shown, and how evenly.
extension Metric {
  static let postCoverage = Metric(
    "post_coverage", .diversity, label: "Post coverage",
    name: "Share of posts that anybody was shown",
    formula: "Different posts shown / posts created before the end of the run.", direction: .higher,
    margin: .absolute(0.01),
    range: "[0, 1]", undefined: "without posts",
    source: "Catalogue coverage, Ge et al., RecSys 2010"
  ) { run in
    let population = run.population
    let shown = run.counts.exposure[..<population].count { $0 > 0 }
    return MetricValue(mean: Double(shown), over: population)
  }

  static let authorCoverage = Metric(
    "author_coverage", .diversity, .extended,
    label: "Author coverage", name: "Share of authors of whom anybody was shown a post",
    formula: "Authors with an impression / authors with a post created before the end of the run.",
    direction: .higher, range: "[0, 1]", undefined: "without posts",
    source: "Catalogue coverage, Ge et al., RecSys 2010, of authors"
  ) { run in
    let authors = run.authors
    return MetricValue(
      mean: Double(authors.count { $0.exposure.value > 0 }), over: authors.count)
  }

  static let postEffectiveNumber = effectiveNumber("post_effective_number", of: "posts") {
    Array($0.counts.exposure[..<$0.population])
  }

  static let authorEffectiveNumber = effectiveNumber("author_effective_number", of: "authors") {
    $0.authors.map(\.exposure.value)
  }

  private static func effectiveNumber(
    _ id: String, of things: String,
    _ exposures: @escaping @Sendable (borrowing ScopeTallies) -> [Double]
  ) -> Metric {
    Metric(
      id, .diversity, .extended, label: "Effective \(things)",
      name: "Effective number of \(things) that share the exposure",
      formula: "exp(H), H the entropy of the shares of \(things) in exposure.",
      unit: things, direction: .higher, range: "[1, n]", undefined: "when no post was shown",
      source: "Hill number of order 1, Hill, Ecology 1973"
    ) { run in
      let exposures = exposures(run)
      let total = CompensatedSum(exposures).value
      guard total > 0 else { return MetricValue(nil, support: exposures.count) }
      let entropy = entropy(ofShares: exposures.map { $0 / total })
      return MetricValue(FeedMetrics.effectiveNumber(entropy: entropy), support: exposures.count)
    }
  }

  static let distributionalCoverage = Metric(
    "distributional_coverage_bits", .diversity, .extended,
    label: "Exposure entropy", name: "Entropy of the posts' shares of impressions",
    formula: "−Σ s log₂ s over posts, s the share of a post in all impressions.", unit: "bits",
    direction: .higher, range: "[0, log₂ n]", undefined: "without impressions",
    source: "Shannon entropy, Shani & Gunawardana, Recommender Systems Handbook 2011"
  ) { run in
    guard run.counts.impressions > 0 else { return MetricValue(nil, support: run.population) }
    let total = Double(run.counts.impressions)
    let shares = run.counts.detail[..<run.population].map { Double($0.impressions) / total }
    return MetricValue(entropy(ofShares: shares) / Portable.log(2), support: run.population)
  }
}
