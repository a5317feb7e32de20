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
  let definition: MetricDefinition
  /// What each entry gets.
  private let gain: @Sendable (ContestTally.Contest) -> [Double]

  static let exposure = Self(
    id: "early_mover_exposure_gap", tier: .core,
    name: "Exposure of the earliest third of a contest's entries against the latest third",
    of: "exposure",
    note: "Early entries are live longer: read it beside the value of the random ranker."
  ) { $0.exposure }

  static let rate = Self(
    id: "early_mover_exposure_rate_gap", tier: .extended,
    name: "Exposure per time of the earliest third of a contest's entries against the latest third",
    of: "exposure per live second",
    note: "An entry is live from its submission to the end of the contest."
  ) { contest in
    zip(contest.exposure, contest.submittedAt).map { exposure, submittedAt in
      exposure / (contest.endsAt - max(contest.startsAt, submittedAt))
    }
  }

  private init(
    id: String, tier: MetricDefinition.Tier, name: String, of what: String, note: String,
    _ gain: @escaping @Sendable (ContestTally.Contest) -> [Double]
  ) {
    definition = MetricDefinition(
      id: id,
      family: .entrants,
      tier: tier,
      name: name,
      formula: """
        (A − B) / (A + B), A and B the mean \(what) of the first and the last ⌊n/3⌋ entries by time of \
        submission, then by post; mean over contests that start and end in the window. \(note)
        """,
      unit: "",
      direction: .describes,
      range: "[−1, 1]",
      undefined: "without a contest of three or more entries whose first or last third was shown",
      source: "Bounded contrast of means; after Salganik, Dodds & Watts, Science 2006")
    self.gain = gain
  }

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      let order = contest.post.indices.sorted {
        (contest.submittedAt[$0], contest.post[$0]) < (contest.submittedAt[$1], contest.post[$1])
      }
      let gain = gain(contest)
      let third = order.count / 3
      let early = CompensatedSum(order.prefix(third).map { gain[$0] }).value
      let late = CompensatedSum(order.suffix(third).map { gain[$0] }).value
      return early + late > 0 ? (early - late) / (early + late) : nil
    }
  }
}
