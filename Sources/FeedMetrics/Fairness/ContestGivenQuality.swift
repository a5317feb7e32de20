/// Whether earlier entries end higher than their quality explains.
struct EarlyMoverTauGivenQuality: Metric {
  let definition = MetricDefinition(
    id: "early_mover_tau_given_quality",
    family: .entrants,
    tier: .extended,
    name: "How far earlier entries end higher, quality held fixed",
    formula: """
      Kendall's partial τ of −(time of submission) and final votes given latent quality, \
      (τxy − τxz τyz) / √((1 − τxz²)(1 − τyz²)); mean over contests with two or more entries that start \
      and end in the window.
      """,
    unit: "",
    direction: .target(0),
    range: "[−1, 1]",
    undefined:
      "without a contest whose entries differ in time, votes and quality, none settling another",
    source: "Kendall, Biometrika 1942")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      kendallPartialTau(
        contest.submittedAt.map { -$0 }, contest.votes.map(Double.init),
        given: contest.post.map { run.posts.quality[$0] })
    }
  }
}

/// How far the first votes decide beyond what quality explains.
struct VoteLockInTauGivenQuality: Metric {
  let definition = MetricDefinition(
    id: "vote_lock_in_tau_given_quality",
    family: .entrants,
    tier: .extended,
    name: "How far a contest's first votes foretell the later ones, quality held fixed",
    formula: """
      Kendall's partial τ of votes before and votes after the first quarter of a contest given latent \
      quality, over the entries submitted by then; mean over contests with two or more entries that \
      start and end in the window. Above 0: herding.
      """,
    unit: "",
    direction: .target(0),
    range: "[−1, 1]",
    undefined: "without a contest whose early entries differ in all three, none settling another",
    source: "Kendall, Biometrika 1942; after Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      let entries = contest.post.indices.filter { contest.submittedAt[$0] <= contest.earlyEnd }
      return kendallPartialTau(
        entries.map { Double(contest.earlyVotes[$0]) },
        entries.map { Double(contest.lateVotes[$0]) },
        given: entries.map { run.posts.quality[contest.post[$0]] })
    }
  }
}
