/// Inequality of exposure among authors.
struct CreatorExposureGini: Metric {
  let definition = MetricDefinition(
    id: "creator_exposure_gini",
    family: .creators,
    name: "Inequality of exposure among authors",
    formula: """
      Gini coefficient of the authors' exposures Eₐ, the unexposed included: \
      Σ (2i − n − 1) E₍ᵢ₎ / (n Σ E), E₍₁₎ ≤ … ≤ E₍ₙ₎. An impression at position k adds 1 / log₂(1 + k). \
      Comparable at equal numbers of authors only.
      """,
    unit: "",
    direction: .lower,
    range: "[0, 1 − 1/n]",
    undefined: "when no post was shown",
    source:
      "Gini; Fleder & Hosanagar, Management Science 2009; exposure as in Singh & Joachims, KDD 2018"
  )

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let exposures = run.authors.map(\.exposure.value)
    return MetricValue(giniCoefficient(exposures), support: exposures.count)
  }
}
