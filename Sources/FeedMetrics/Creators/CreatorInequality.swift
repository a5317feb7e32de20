/// Further measures of how unequally exposure is shared out among authors, the unexposed included.
extension Metric {
  static let creatorExposureGiniUnbiased = creatorInequality(
    "creator_exposure_gini_unbiased",
    label: "Creator Gini (unbiased)",
    name: "Inequality of exposure among authors, without the bias of small numbers",
    formula: "G · n / (n − 1), G the Gini coefficient of the authors' exposures.",
    range: "[0, 1]", undefined: "with fewer than two authors, or when no post was shown",
    source: "Deltas, Review of Economics and Statistics 2003", unbiasedGiniCoefficient)

  static let creatorTheilT = creatorInequality(
    "creator_theil_t", label: "Creator Theil T",
    name: "Inequality of exposure among authors, as Theil's T",
    formula: "Mean over authors of (E / μ) ln(E / μ), μ the mean exposure; 0 ln 0 = 0.",
    unit: "nats", range: "[0, ln n]", source: "Theil 1967; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.theilT }

  static let creatorTheilL = creatorInequality(
    "creator_theil_l", label: "Creator Theil L",
    name: "Inequality of exposure among authors, as Theil's L",
    formula: "Mean over authors of ln(μ / E), the mean log deviation.",
    unit: "nats", range: "[0, ∞)", undefined: "when some author has no exposure",
    source: "Theil 1967; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.theilL }

  static let creatorAtkinson = ParametricMetric(
    "creator_atkinson(epsilon=#)", in: 0.01...10, step: .hundredth, default: 0.5
  ) { id, epsilon in
    let form = epsilon == 0.5 ? "(mean of √(E / μ))²" : "(mean of (E / μ)^(1 − ε))^(1 / (1 − ε))"
    let edge = epsilon < 1 ? "" : "; 1 when some author has no exposure"
    let shown = ParametricMetric.text(epsilon)
    return creatorInequality(
      id, label: "Creator Atkinson (ε \(shown))",
      name: "Share of exposure that inequality among authors wastes, at aversion \(shown)",
      formula: """
        1 − \(epsilon == 1 ? "geometric mean of E / μ" : form) over authors: Atkinson's index with \
        ε = \(shown)\(edge).
        """,
      range: epsilon < 1 ? "[0, 1 − 1/n]" : "[0, 1]",
      source: "Atkinson, Journal of Economic Theory 1970"
    ) { Inequality(of: $0)?.atkinson(aversion: epsilon) }
  }

  static let creatorPalma = creatorInequality(
    "creator_palma",
    label: "Creator Palma ratio",
    name: "Exposure of the most exposed tenth of authors against the least exposed four tenths",
    formula: """
      Share of the top 10 % of authors in exposure / share of the bottom 40 %, both on the Lorenz curve, \
      straight between its points; ¼ when all get the same.
      """,
    range: "[¼, ∞)", undefined: "when the bottom 40 % have no exposure",
    source: "Palma, Development and Change 2011"
  ) { LorenzCurve(of: $0)?.palmaRatio }

  static let creatorHoover = creatorInequality(
    "creator_hoover",
    label: "Creator Hoover index",
    name: "Share of exposure that would have to move for all authors to get the same",
    formula: "Σ |E − μ| / (2 ΣE) over authors.",
    range: "[0, 1 − 1/n]", source: "Hoover 1936; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.hoover }

  static let creatorTopShare = ParametricMetric("creator_top#_share", in: 1...99) { id, percent in
    creatorInequality(
      id, label: "Top \(Int(percent)) % creators' share",
      name: "Share of exposure of the most exposed \(Int(percent)) % of authors",
      formula: """
        1 − L(1 − \(percent / 100)), L the Lorenz curve of the authors' exposures, straight between its points.
        """,
      range: "[\(percent / 100), 1]", source: "Lorenz 1905"
    ) { LorenzCurve(of: $0)?.topShare(percent: Int(percent)) }
  }

  static let creatorBottomShare = ParametricMetric(
    "creator_bottom#_share", in: 1...99
  ) { id, percent in
    creatorInequality(
      id, label: "Bottom \(Int(percent)) % creators' share",
      name: "Share of exposure of the least exposed \(Int(percent)) % of authors",
      formula:
        "L(\(percent / 100)), L the Lorenz curve of the authors' exposures, straight between its points.",
      direction: .higher, range: "[0, \(percent / 100)]", source: "Lorenz 1905"
    ) { LorenzCurve(of: $0)?.bottomShare(percent: Int(percent)) }
  }

  static let creatorJain = creatorInequality(
    "creator_jain", label: "Creator evenness (Jain)",
    name: "Evenness of exposure among authors, as Jain's index",
    formula: "(ΣE)² / (n ΣE²) over the n authors; k/n when k get the same and the others zero.",
    direction: .higher, range: "[1/n, 1]", source: "Jain, Chiu & Hawe, DEC TR-301, 1984"
  ) { Inequality(of: $0)?.jain }

  static let creatorCV = creatorInequality(
    "creator_cv", label: "Creator exposure CV",
    name: "Coefficient of variation of the authors' exposures",
    formula: "√(mean of (E − μ)²) / μ over authors.",
    range: "[0, √(n − 1)]", source: "Pearson 1896; Cowell, Measuring Inequality"
  ) { Inequality(of: $0)?.coefficientOfVariation }

  private static func creatorInequality(
    _ id: String, label: String, name: String, formula: String, unit: String = "",
    direction: MetricDefinition.Direction = .lower, range: String,
    undefined: String = "when no post was shown", source: String,
    _ measure: @escaping @Sendable ([Double]) -> Double?
  ) -> Metric {
    Metric(
      id, .creators, .extended, label: label, name: name, formula: formula, unit: unit,
      direction: direction,
      range: range, undefined: undefined, source: source
    ) { run in
      let exposures = run.authors.map(\.exposure.value)
      return MetricValue(measure(exposures), support: exposures.count)
    }
  }
}
