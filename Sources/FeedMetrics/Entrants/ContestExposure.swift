/// What exposure the entries of a contest get.
extension Metric {
  static let contestExposureGini = Metric(
    "contest_exposure_gini", .entrants,
    label: "Entry inequality", name: "Inequality of exposure among the entries of a contest",
    formula: """
      Gini coefficient of the entries' exposures from start to end of the contest; mean over contests \
      with two or more entries that start and end in the window.
      """,
    direction: .lower, margin: .absolute(0.01), range: "[0, 1 − 1/n]",
    undefined: "when no entry of such a contest was shown", source: "As creator_exposure_gini",
    breakdown: .feeds
  ) { run in
    run.meanOverContests { giniCoefficient($0.exposure) }
  }

  static let earlyMoverExposureGap = earlyMoverGap(
    "early_mover_exposure_gap", .core,
    label: "Early-entry exposure gap",
    name: "Exposure of the earliest third of a contest's entries against the latest third",
    of: "exposure",
    note: "Early entries are live longer: read it beside the value of the random ranker."
  ) { $0.exposure }

  static let earlyMoverExposureRateGap = earlyMoverGap(
    "early_mover_exposure_rate_gap", .extended,
    label: "Early-entry exposure rate",
    name: "Exposure per time of the earliest third of a contest's entries against the latest third",
    of: "exposure per live second",
    note: "An entry is live from its submission to the end of the contest."
  ) { contest in
    zip(contest.exposure, contest.submittedAt).map { exposure, submittedAt in
      exposure / (contest.endsAt - max(contest.startsAt, submittedAt))
    }
  }

  /// - Parameter gain: What each entry gets.
  private static func earlyMoverGap(
    _ id: String, _ tier: MetricDefinition.Tier, label: String, name: String, of what: String,
    note: String,
    _ gain: @escaping @Sendable (ContestTally.Contest) -> [Double]
  ) -> Metric {
    Metric(
      id, .entrants, tier, label: label, name: name,
      formula: """
        (A − B) / (A + B), A and B the mean \(what) of the first and the last ⌊n/3⌋ entries by time of \
        submission, then by post; mean over contests that start and end in the window. \(note)
        """,
      direction: .describes, margin: .absolute(0.02), range: "[−1, 1]",
      undefined: "without a contest of three or more entries whose first or last third was shown",
      source: "Bounded contrast of means; after Salganik, Dodds & Watts, Science 2006",
      breakdown: .feeds
    ) { run in
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

  static let exposureQualityTau = Metric(
    "exposure_quality_tau", .entrants, .extended, label: "Exposure–quality (τ)",
    name: "How far better entries get more exposure",
    formula: """
      Kendall's τ-b of latent quality and exposure from start to end of the contest, rounded to nine \
      decimals; mean over contests with two or more entries that start and end in the window.
      """,
    direction: .higher, range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in quality and in exposure",
    source: "Kendall 1938", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      kendallTauB(
        contest.exposure.map(exposureRank), contest.post.map { run.posts.quality[$0] })
    }
  }

  static let exposureVotesTau = Metric(
    "exposure_votes_tau", .entrants, .extended,
    label: "Exposure–votes (τ)", name: "How far entries with more exposure end higher",
    formula: """
      Kendall's τ-b of final votes and exposure from start to end of the contest, rounded to nine \
      decimals; mean over contests with two or more entries that start and end in the window.
      """,
    direction: .describes, range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in exposure and in votes",
    source: "Kendall 1938", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      kendallTauB(contest.exposure.map(exposureRank), contest.votes.map(Double.init))
    }
  }
}
