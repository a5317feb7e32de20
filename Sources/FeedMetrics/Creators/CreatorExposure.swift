/// How exposure is distributed over authors and over posts.
extension Metric {
  static let creatorExposureGini = Metric(
    "creator_exposure_gini", .creators, label: "Creator inequality",
    name: "Inequality of exposure among authors",
    formula: """
      Gini coefficient of the authors' exposures Eₐ, the unexposed included: \
      Σ (2i − n − 1) E₍ᵢ₎ / (n Σ E), E₍₁₎ ≤ … ≤ E₍ₙ₎. An impression at position k adds 1 / log₂(1 + k). \
      Comparable at equal numbers of authors only.
      """,
    direction: .lower, margin: .absolute(0.01), range: "[0, 1 − 1/n]",
    undefined: "when no post was shown",
    source:
      "Gini; Fleder & Hosanagar, Management Science 2009; exposure as in Singh & Joachims, KDD 2018"
  ) { run in
    let exposures = run.authors.map(\.exposure.value)
    return MetricValue(giniCoefficient(exposures), support: exposures.count)
  }

  static let creatorExposureGiniLog2 = creatorExposureGini(
    "log2", of: "exposures, an impression at position k worth 1 / log₂(1 + k)"
  ) { $0.counts.exposure[$1] }

  static let creatorExposureGiniGeometric = creatorExposureGini(
    "geometric", of: "exposures, an impression at position k worth 0.85^(k − 1)",
    source: "Rank-biased precision, Moffat & Zobel, TOIS 2008; Gini"
  ) { $0.counts.detail[$1].geometricExposure }

  static let creatorExposureGiniImpressions = creatorExposureGini(
    "impressions", of: "impressions"
  ) { Double($0.counts.detail[$1].impressions) }

  static let creatorExposureGiniExamined = creatorExposureGini(
    "examined", of: "examined impressions"
  ) { Double($0.counts.detail[$1].examined) }

  /// Inequality among authors under another model of exposure.
  ///
  /// - Parameter worth: The worth of all impressions of one post together.
  private static func creatorExposureGini(
    _ model: String, of what: String, source: String = "As creator_exposure_gini",
    _ worth: @escaping @Sendable (borrowing ScopeTallies, _ post: Int) -> Double
  ) -> Metric {
    Metric(
      "creator_exposure_gini(exposure=\(model))", .creators, .extended,
      label: "Creator Gini (\(model))", name: "Inequality of the authors' \(what)",
      formula: "Gini coefficient of the authors' \(what); the unexposed are included.",
      direction: .lower, range: "[0, 1 − 1/n]", undefined: "when their sum is 0", source: source
    ) { run in
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

  static let creatorExposurePerPostGini = Metric(
    "creator_exposure_per_post_gini", .creators, .extended,
    label: "Creator inequality per post",
    name: "Inequality among authors of the exposure of one of their posts",
    formula: "Gini coefficient of E / posts of the author, over authors.", direction: .lower,
    range: "[0, 1 − 1/n]", undefined: "when no post was shown", source: "As creator_exposure_gini"
  ) { run in
    let amounts = run.authors.map { $0.exposure.value / Double($0.posts) }
    return MetricValue(giniCoefficient(amounts), support: amounts.count)
  }

  static let postExposureGini = Metric(
    "post_exposure_gini", .creators, .extended, label: "Post inequality",
    name: "Inequality of exposure among posts",
    formula: "Gini coefficient of the posts' exposures, the unexposed included.", direction: .lower,
    range: "[0, 1 − 1/n]", undefined: "when no post was shown", source: "As creator_exposure_gini"
  ) { run in
    let exposures = Array(run.counts.exposure[..<run.population])
    return MetricValue(giniCoefficient(exposures), support: exposures.count)
  }

  static let creatorAttentionMeritGap = Metric(
    "creator_attention_merit_gap", .creators,
    label: "Creator attention off merit",
    name: "Share of exposure that would have to move for each author to get what it merits",
    formula: """
      ½ Σ |Eₐ / ΣE − Qₐ / ΣQ| over the authors, Eₐ the exposure and Qₐ the latent quality of an author's \
      posts, 0 to 1 each.
      """,
    direction: .lower, margin: .absolute(0.01), range: "[0, 1]",
    undefined: "when no post was shown, or all are of quality 0",
    source: "Equity of amortised attention, Biega, Gummadi & Weikum, SIGIR 2018, halved"
  ) { run in
    meritGap(run.authors.map(\.exposure.value), run.authors.map(\.quality.value))
  }

  static let postAttentionMeritGap = Metric(
    "post_attention_merit_gap", .creators, .extended,
    label: "Post attention off merit",
    name: "Share of exposure that would have to move for each post to get what it merits",
    formula: "½ Σ |E / ΣE − q / Σq| over posts, E the exposure and q the latent quality of a post.",
    direction: .lower, range: "[0, 1]",
    undefined: "when no post was shown, or all are of quality 0",
    source: "Equity of amortised attention, Biega, Gummadi & Weikum, SIGIR 2018, halved"
  ) { run in
    meritGap(run.counts.exposure[..<run.population], run.posts.quality[..<run.population])
  }

  /// Half of the sum of the gaps between shares in exposure and in quality.
  private static func meritGap(
    _ exposures: some Collection<Double>, _ qualities: some Collection<Double>
  ) -> MetricValue {
    let exposure = CompensatedSum(exposures).value
    let quality = CompensatedSum(qualities).value
    guard exposure > 0, quality > 0 else { return MetricValue(nil, support: exposures.count) }
    let gaps = zip(exposures, qualities).lazy.map { ($0 / exposure - $1 / quality).magnitude }
    return MetricValue(CompensatedSum(gaps).value / 2, support: exposures.count)
  }

  static let postExposureQualityTau = Metric(
    "post_exposure_quality_tau", .creators, .extended,
    label: "Post exposure–quality (τ)", name: "How far better posts get more exposure",
    formula: """
      Kendall's τ-b of latent quality and exposure over posts; exposures are rounded to nine decimals, so \
      that those equal but for the order of addition are tied.
      """,
    direction: .higher, range: "[−1, 1]",
    undefined: "unless posts differ both in quality and in exposure",
    source: "Kendall 1938; Knight, JASA 1966"
  ) { run in
    let exposures = Array(run.counts.exposure[..<run.population])
    let qualities = Array(run.posts.quality[..<run.population])
    return MetricValue(
      kendallTauB(qualities, exposures.map(exposureRank)), support: exposures.count)
  }
}
