/// Whether earlier entries end higher.
struct EarlyMoverTau: Metric {
  let definition = MetricDefinition(
    id: "early_mover_tau",
    family: .entrants,
    name: "How far earlier entries end higher",
    formula: """
      Kendall's τ-b of −(time of submission) and final votes of the entries of a contest; mean over \
      contests with two or more entries that start and end in the window.
      """,
    unit: "",
    direction: .target(0),
    range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in time and in votes",
    source: "Kendall 1938; after Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { kendallTauB($0.submittedAt.map { -$0 }, $0.votes.map(Double.init)) }
  }
}

/// Whether better entries end higher.
struct RankQualityTau: Metric {
  let definition = MetricDefinition(
    id: "rank_quality_tau",
    family: .entrants,
    name: "How far better entries end higher",
    formula: """
      Kendall's τ-b of latent quality and final votes of the entries of a contest; mean over contests \
      with two or more entries that start and end in the window.
      """,
    unit: "",
    direction: .higher,
    range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in quality and in votes",
    source: "Kendall 1938; after Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      kendallTauB(contest.post.map { run.posts.quality[$0] }, contest.votes.map(Double.init))
    }
  }
}

/// How much better than the winner the best entry is.
struct WinnerQualityRegret: Metric {
  let definition = MetricDefinition(
    id: "winner_quality_regret",
    family: .entrants,
    name: "How much better than the winner the best entry is",
    formula: """
      Largest latent quality among a contest's entries less the mean quality of those tied for most \
      votes; mean over contests with two or more entries that start and end in the window.
      """,
    unit: "quality",
    direction: .lower,
    range: "[0, 1]",
    undefined: "without a contest in which somebody voted",
    source: "After Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      let votes = contest.votes
      let qualities = contest.post.map { run.posts.quality[$0] }
      guard let most = votes.max(), most > 0, let best = qualities.max() else { return nil }
      let winners = zip(votes, qualities).filter { $0.0 == most }.map { best - $0.1 }
      return CompensatedSum(winners).value / Double(winners.count)
    }
  }
}

/// How far the first votes decide.
struct VoteLockInTau: Metric {
  let definition = MetricDefinition(
    id: "vote_lock_in_tau",
    family: .entrants,
    name: "How far the votes of a contest's first quarter foretell the later ones",
    formula: """
      Kendall's τ-b of votes before and votes after the first quarter of a contest, over the entries \
      submitted by then; mean over contests with two or more entries that start and end in the window. \
      High with a high rank_quality_tau is signal, high with a low one is herding.
      """,
    unit: "",
    direction: .describes,
    range: "[−1, 1]",
    undefined: "without a contest whose early entries differ in both",
    source: "After Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      let entries = contest.post.indices.filter { contest.submittedAt[$0] <= contest.earlyEnd }
      return kendallTauB(
        entries.map { Double(contest.earlyVotes[$0]) },
        entries.map { Double(contest.lateVotes[$0]) })
    }
  }
}
