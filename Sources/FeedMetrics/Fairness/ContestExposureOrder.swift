/// Whether better entries get more exposure.
struct ExposureQualityTau: Metric {
  let definition = MetricDefinition(
    id: "exposure_quality_tau",
    family: .entrants,
    tier: .extended,
    name: "How far better entries get more exposure",
    formula: """
      Kendall's τ-b of latent quality and exposure from start to end of the contest, rounded to nine \
      decimals; mean over contests with two or more entries that start and end in the window.
      """,
    unit: "",
    direction: .higher,
    range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in quality and in exposure",
    source: "Kendall 1938")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      kendallTauB(
        contest.exposure.map(exposureRank), contest.post.map { run.posts.quality[$0] })
    }
  }
}

/// How far exposure decides a contest.
struct ExposureVotesTau: Metric {
  let definition = MetricDefinition(
    id: "exposure_votes_tau",
    family: .entrants,
    tier: .extended,
    name: "How far entries with more exposure end higher",
    formula: """
      Kendall's τ-b of final votes and exposure from start to end of the contest, rounded to nine \
      decimals; mean over contests with two or more entries that start and end in the window.
      """,
    unit: "",
    direction: .describes,
    range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in exposure and in votes",
    source: "Kendall 1938")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      kendallTauB(contest.exposure.map(exposureRank), contest.votes.map(Double.init))
    }
  }
}
