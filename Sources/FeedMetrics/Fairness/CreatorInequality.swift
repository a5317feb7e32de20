/// Further measures of how unequally exposure is shared out among authors, the unexposed included.
struct CreatorInequality: Metric {
  let definition: MetricDefinition
  private let measure: @Sendable ([Double]) -> Double?

  static let unbiasedGini = Self(
    id: "creator_exposure_gini_unbiased",
    name: "Inequality of exposure among authors, without the bias of small numbers",
    formula: "G · n / (n − 1), G the Gini coefficient of the authors' exposures.",
    range: "[0, 1]", undefined: "with fewer than two authors, or when no post was shown",
    source: "Deltas, Review of Economics and Statistics 2003", unbiasedGiniCoefficient)

  static let theilT = Self(
    id: "creator_theil_t", name: "Inequality of exposure among authors, as Theil's T",
    formula: "Mean over authors of (E / μ) ln(E / μ), μ the mean exposure; 0 ln 0 = 0.",
    unit: "nats", range: "[0, ln n]", source: "Theil 1967; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.theilT }

  static let theilL = Self(
    id: "creator_theil_l", name: "Inequality of exposure among authors, as Theil's L",
    formula: "Mean over authors of ln(μ / E), the mean log deviation.",
    unit: "nats", range: "[0, ∞)", undefined: "when some author has no exposure",
    source: "Theil 1967; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.theilL }

  static let atkinson = Self(
    id: "creator_atkinson",
    name: "Share of exposure that inequality among authors wastes, at mild aversion",
    formula: "1 − (mean of √(E / μ))² over authors: Atkinson's index with ε = ½.",
    range: "[0, 1 − 1/n]", source: "Atkinson, Journal of Economic Theory 1970"
  ) { Inequality(of: $0)?.atkinson(aversion: 0.5) }

  static let atkinsonOne = Self(
    id: "creator_atkinson_1",
    name: "Share of exposure that inequality among authors wastes, at stronger aversion",
    formula: """
      1 − geometric mean of E / μ over authors: Atkinson's index with ε = 1; 1 when some author has no \
      exposure.
      """,
    range: "[0, 1]", source: "Atkinson, Journal of Economic Theory 1970"
  ) { Inequality(of: $0)?.atkinson(aversion: 1) }

  static let palma = Self(
    id: "creator_palma",
    name: "Exposure of the most exposed tenth of authors against the least exposed four tenths",
    formula: """
      Share of the top 10 % of authors in exposure / share of the bottom 40 %, both on the Lorenz curve, \
      straight between its points; ¼ when all get the same.
      """,
    range: "[¼, ∞)", undefined: "when the bottom 40 % have no exposure",
    source: "Palma, Development and Change 2011"
  ) { LorenzCurve(of: $0)?.palmaRatio }

  static let hoover = Self(
    id: "creator_hoover",
    name: "Share of exposure that would have to move for all authors to get the same",
    formula: "Σ |E − μ| / (2 ΣE) over authors.",
    range: "[0, 1 − 1/n]", source: "Hoover 1936; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.hoover }

  static let topShare = Self(
    id: "creator_top10_share", name: "Share of exposure of the most exposed tenth of authors",
    formula:
      "1 − L(0.9), L the Lorenz curve of the authors' exposures, straight between its points.",
    range: "[0.1, 1]", source: "Lorenz 1905"
  ) { LorenzCurve(of: $0)?.topShare(percent: 10) }

  static let bottomShare = Self(
    id: "creator_bottom50_share", name: "Share of exposure of the less exposed half of authors",
    formula: "L(0.5), L the Lorenz curve of the authors' exposures, straight between its points.",
    direction: .higher, range: "[0, 0.5]", source: "Lorenz 1905"
  ) { LorenzCurve(of: $0)?.bottomShare(percent: 50) }

  static let jain = Self(
    id: "creator_jain", name: "Evenness of exposure among authors, as Jain's index",
    formula: "(ΣE)² / (n ΣE²) over the n authors; k/n when k get the same and the others nothing.",
    direction: .higher, range: "[1/n, 1]", source: "Jain, Chiu & Hawe, DEC TR-301, 1984"
  ) { Inequality(of: $0)?.jain }

  static let variation = Self(
    id: "creator_cv", name: "Coefficient of variation of the authors' exposures",
    formula: "√(mean of (E − μ)²) / μ over authors.",
    range: "[0, √(n − 1)]", source: "Pearson 1896; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.coefficientOfVariation }

  private init(
    id: String, name: String, formula: String, unit: String = "",
    direction: MetricDefinition.Direction = .lower, range: String,
    undefined: String = "when no post was shown", source: String,
    _ measure: @escaping @Sendable ([Double]) -> Double?
  ) {
    definition = MetricDefinition(
      id: id, family: .creators, tier: .extended, name: name, formula: formula, unit: unit,
      direction: direction,
      range: range, undefined: undefined, source: source)
    self.measure = measure
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let exposures = run.authors.map(\.exposure.value)
    return MetricValue(measure(exposures), support: exposures.count)
  }
}
