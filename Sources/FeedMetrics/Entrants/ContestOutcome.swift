/// What decides how the entries of a contest end.
extension Metric {
  static let earlyMoverTau = Metric(
    "early_mover_tau", .entrants, label: "Early-entry advantage (τ)",
    name: "How far earlier entries end higher",
    formula: """
      Kendall's τ-b of −(time of submission) and final votes of the entries of a contest; mean over \
      contests with two or more entries that start and end in the window.
      """,
    direction: .target(0), margin: .absolute(0.02), range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in time and in votes",
    source: "Kendall 1938; after Salganik, Dodds & Watts, Science 2006", breakdown: .feeds
  ) { run in
    run.meanOverContests { kendallTauB($0.submittedAt.map { -$0 }, $0.votes.map(Double.init)) }
  }

  static let earlyMoverTauGivenQuality = Metric(
    "early_mover_tau_given_quality", .entrants, .extended,
    label: "Early-entry edge (partial τ)",
    name: "How far earlier entries end higher, quality held fixed",
    formula: """
      Kendall's partial τ of −(time of submission) and final votes given latent quality, \
      (τxy − τxz τyz) / √((1 − τxz²)(1 − τyz²)); mean over contests with two or more entries that start \
      and end in the window.
      """,
    direction: .target(0), range: "[−1, 1]",
    undefined:
      "without a contest whose entries differ in time, votes and quality, none settling another",
    source: "Kendall, Biometrika 1942", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      kendallPartialTau(
        contest.submittedAt.map { -$0 }, contest.votes.map(Double.init),
        given: contest.post.map { run.posts.quality[$0] })
    }
  }

  static let rankQualityTau = Metric(
    "rank_quality_tau", .entrants, label: "Rank–quality agreement (τ)",
    name: "How far better entries end higher",
    formula: """
      Kendall's τ-b of latent quality and final votes of the entries of a contest; mean over contests \
      with two or more entries that start and end in the window.
      """,
    direction: .higher, margin: .absolute(0.02), range: "[−1, 1]",
    undefined: "without a contest whose entries differ both in quality and in votes",
    source: "Kendall 1938; after Salganik, Dodds & Watts, Science 2006", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      kendallTauB(contest.post.map { run.posts.quality[$0] }, contest.votes.map(Double.init))
    }
  }

  static let winnerQualityRegret = Metric(
    "winner_quality_regret", .entrants, label: "Winner's quality regret",
    name: "How much better than the winner the best entry is",
    formula: """
      Largest latent quality among a contest's entries less the mean quality of those tied for most \
      votes; mean over contests with two or more entries that start and end in the window.
      """,
    unit: "quality", direction: .lower, margin: .absolute(0.01),
    range: "[0, 1], or above where a log has a quality above 1",
    undefined: "without a contest in which somebody voted",
    source: "After Salganik, Dodds & Watts, Science 2006", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      let votes = contest.votes
      let qualities = contest.post.map { run.posts.quality[$0] }
      guard let most = votes.max(), most > 0, let best = qualities.max() else { return nil }
      let winners = zip(votes, qualities).filter { $0.0 == most }.map { best - $0.1 }
      return CompensatedSum(winners).value / Double(winners.count)
    }
  }

  static let voteLockInTau = Metric(
    "vote_lock_in_tau", .entrants,
    label: "Vote lock-in (τ)",
    name: "How far the votes of a contest's first quarter foretell the later ones",
    formula: """
      Kendall's τ-b of votes before and votes after the first quarter of a contest, over the entries \
      submitted by then; mean over contests with two or more entries that start and end in the window. \
      High with a high rank_quality_tau is signal, high with a low one is herding.
      """,
    direction: .describes, margin: .absolute(0.02), range: "[−1, 1]",
    undefined: "without a contest whose early entries differ in both",
    source: "After Salganik, Dodds & Watts, Science 2006", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      let entries = contest.post.indices.filter { contest.submittedAt[$0] <= contest.earlyEnd }
      return kendallTauB(
        entries.map { Double(contest.earlyVotes[$0]) },
        entries.map { Double(contest.lateVotes[$0]) })
    }
  }

  static let voteLockInTauGivenQuality = Metric(
    "vote_lock_in_tau_given_quality", .entrants, .extended,
    label: "Vote lock-in (partial τ)",
    name: "How far a contest's first votes foretell the later ones, quality held fixed",
    formula: """
      Kendall's partial τ of votes before and votes after the first quarter of a contest given latent \
      quality, over the entries submitted by then; mean over contests with two or more entries that \
      start and end in the window. Above 0: herding.
      """,
    direction: .target(0), range: "[−1, 1]",
    undefined: "without a contest whose early entries differ in all three, none settling another",
    source: "Kendall, Biometrika 1942; after Salganik, Dodds & Watts, Science 2006",
    breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      let entries = contest.post.indices.filter { contest.submittedAt[$0] <= contest.earlyEnd }
      return kendallPartialTau(
        entries.map { Double(contest.earlyVotes[$0]) },
        entries.map { Double(contest.lateVotes[$0]) },
        given: entries.map { run.posts.quality[contest.post[$0]] })
    }
  }
}
