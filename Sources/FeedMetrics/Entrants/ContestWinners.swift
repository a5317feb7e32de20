/// Who wins a contest.
extension Metric {
  static let votesGini = Metric(
    "votes_gini", .entrants, .extended, label: "Vote inequality",
    name: "Inequality of votes among the entries of a contest",
    formula: """
      Gini coefficient of the entries' final votes; mean over contests with two or more entries that \
      start and end in the window.
      """,
    direction: .describes, range: "[0, 1 − 1/n]",
    undefined: "without a contest in which somebody voted",
    source: "Inequality of success, Salganik, Dodds & Watts, Science 2006", breakdown: .feeds
  ) { run in
    run.meanOverContests { giniCoefficient($0.votes.map(Double.init)) }
  }

  static let hitAtOne = Metric(
    "hit@1", .entrants, .extended, label: "Best entry's win rate",
    name: "How often the best entry of a contest wins",
    formula: """
      Chance that the entry with most votes, ties broken at random, is one of the best in latent quality: \
      best among the winners / winners; mean over contests with two or more entries that start and end \
      in the window.
      """,
    direction: .higher, range: "[0, 1]", undefined: "without a contest in which somebody voted",
    source: "Precision at rank 1; after Salganik, Dodds & Watts, Science 2006",
    breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      guard let votes = contest.decisiveVotes else { return nil }
      let qualities = contest.post.map { run.posts.quality[$0] }
      let best = qualities.max()
      let hits = zip(topChances(1, of: votes), qualities).lazy.filter { $0.1 == best }.map(\.0)
      return CompensatedSum(hits).value
    }
  }

  static let overlap = ParametricMetric("overlap@#", in: 1...20) { id, entries in
    let (k, cutoff) = (Int(entries), entries)
    return Metric(
      id, .entrants, .extended,
      label: "Best-\(k) overlap",
      name: "Share of a contest's \(k) best entries that end among its first \(k)",
      formula: """
        Expected number of entries both among the \(k) of highest latent quality and among the \(k) with \
        most votes, ties broken at random, / \(k); mean over contests with \(k) or more entries that start \
        and end in the window. With \(k) entries it is 1.
        """,
      direction: .higher, range: "[0, 1]",
      undefined: "without a contest of \(k) or more entries in which somebody voted",
      source: "Overlap at depth k, Fagin, Kumar & Sivakumar, SIAM J. Discrete Math. 2003",
      breakdown: .feeds
    ) { run in
      run.meanOverContests { contest in
        guard let votes = contest.decisiveVotes, votes.count >= k else { return nil }
        let best = topChances(k, of: contest.post.map { run.posts.quality[$0] })
        let common = zip(topChances(k, of: votes), best).lazy.map { $0 * $1 }
        return CompensatedSum(common).value / cutoff
      }
    }
  }

  static let leaderPersistence = Metric(
    "leader_persistence", .entrants, .extended,
    label: "Early leader's win rate",
    name: "How often who leads after the first quarter of a contest wins",
    formula: """
      Share of the entries tied for most votes after the first quarter of a contest that are among those \
      tied for most votes at its end; mean over contests with two or more entries that start and end in \
      the window.
      """,
    direction: .describes, range: "[0, 1]",
    undefined: "without a contest in which somebody voted in the first quarter",
    source: "After Salganik, Dodds & Watts, Science 2006", breakdown: .feeds
  ) { run in
    run.meanOverContests { contest in
      guard let lead = contest.earlyVotes.max(), lead > 0 else { return nil }
      let votes = contest.votes
      let most = votes.max()
      let leaders = votes.indices.filter { contest.earlyVotes[$0] == lead }
      return Double(leaders.count { votes[$0] == most }) / Double(leaders.count)
    }
  }
}

extension ContestTally.Contest {
  /// The final votes, when there are any.
  fileprivate var decisiveVotes: [Double]? {
    let votes = self.votes
    return votes.contains { $0 > 0 } ? votes.map(Double.init) : nil
  }
}
