/// Inequality of exposure among posts.
struct PostExposureGini: Metric {
  let definition = MetricDefinition(
    id: "post_exposure_gini",
    family: .creators,
    tier: .extended,
    name: "Inequality of exposure among posts",
    formula: "Gini coefficient of the posts' exposures, the unexposed included.",
    unit: "",
    direction: .lower,
    range: "[0, 1 − 1/n]",
    undefined: "when no post was shown",
    source: "As creator_exposure_gini")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let exposures = Array(run.counts.exposure[..<run.population])
    return MetricValue(giniCoefficient(exposures), support: exposures.count)
  }
}

/// How far the shares of posts in exposure are from their shares in quality.
struct PostAttentionMeritGap: Metric {
  let definition = MetricDefinition(
    id: "post_attention_merit_gap",
    family: .creators,
    tier: .extended,
    name: "Share of exposure that would have to move for each post to get what it merits",
    formula: "½ Σ |E / ΣE − q / Σq| over posts, E the exposure and q the latent quality of a post.",
    unit: "",
    direction: .lower,
    range: "[0, 1]",
    undefined: "when no post was shown, or all are of quality 0",
    source: "Equity of amortised attention, Biega, Gummadi & Weikum, SIGIR 2018, halved")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let exposures = Array(run.counts.exposure[..<run.population])
    let qualities = run.posts.quality[..<run.population]
    let exposure = CompensatedSum(exposures).value
    let quality = CompensatedSum(qualities).value
    guard exposure > 0, quality > 0 else { return MetricValue(nil, support: exposures.count) }
    let gaps = zip(exposures, qualities).lazy.map { ($0 / exposure - $1 / quality).magnitude }
    return MetricValue(CompensatedSum(gaps).value / 2, support: exposures.count)
  }
}

/// Whether better posts get more exposure.
struct PostExposureQualityTau: Metric {
  let definition = MetricDefinition(
    id: "post_exposure_quality_tau",
    family: .creators,
    tier: .extended,
    name: "How far better posts get more exposure",
    formula: """
      Kendall's τ-b of latent quality and exposure over posts; exposures are rounded to nine decimals, so \
      that those equal but for the order of addition are tied.
      """,
    unit: "",
    direction: .higher,
    range: "[−1, 1]",
    undefined: "unless posts differ both in quality and in exposure",
    source: "Kendall 1938; Knight, JASA 1966")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let exposures = Array(run.counts.exposure[..<run.population])
    let qualities = Array(run.posts.quality[..<run.population])
    return MetricValue(
      kendallTauB(qualities, exposures.map(exposureRank)), support: exposures.count)
  }
}
