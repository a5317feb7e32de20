/// Inequality of exposure among the entries of a contest.
struct ContestExposureGini: Metric {
  let definition = MetricDefinition(
    id: "contest_exposure_gini",
    family: .entrants,
    name: "Inequality of exposure among the entries of a contest",
    formula: """
      Gini coefficient of the entries' exposures from start to end of the contest; mean over contests \
      with two or more entries that start and end in the window.
      """,
    unit: "",
    direction: .lower,
    range: "[0, 1 − 1/n]",
    undefined: "when no entry of such a contest was shown",
    source: "As creator_exposure_gini")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { giniCoefficient($0.exposure) }
  }
}

/// Whether being early brings exposure.
struct EarlyMoverExposureGap: Metric {
  let definition = MetricDefinition(
    id: "early_mover_exposure_gap",
    family: .entrants,
    name: "Exposure of the earliest third of a contest's entries against the latest third",
    formula: """
      (A − B) / (A + B), A and B the mean exposure of the first and the last ⌊n/3⌋ entries by time of \
      submission, then by post; mean over contests that start and end in the window. Early entries are \
      live longer: read it beside the value of the random ranker.
      """,
    unit: "",
    direction: .describes,
    range: "[−1, 1]",
    undefined: "without a contest of three or more entries whose first or last third was shown",
    source: "Bounded contrast of means; after Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      let order = contest.post.indices.sorted {
        (contest.submittedAt[$0], contest.post[$0]) < (contest.submittedAt[$1], contest.post[$1])
      }
      let third = order.count / 3
      let early = CompensatedSum(order.prefix(third).map { contest.exposure[$0] }).value
      let late = CompensatedSum(order.suffix(third).map { contest.exposure[$0] }).value
      return early + late > 0 ? (early - late) / (early + late) : nil
    }
  }
}
