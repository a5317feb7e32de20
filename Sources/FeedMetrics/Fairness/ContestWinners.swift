/// Inequality of votes among the entries of a contest.
struct VotesGini: Metric {
  let definition = MetricDefinition(
    id: "votes_gini",
    family: .entrants,
    tier: .extended,
    name: "Inequality of votes among the entries of a contest",
    formula: """
      Gini coefficient of the entries' final votes; mean over contests with two or more entries that \
      start and end in the window.
      """,
    unit: "",
    direction: .describes,
    range: "[0, 1 − 1/n]",
    undefined: "without a contest in which somebody voted",
    source: "Inequality of success, Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { giniCoefficient($0.votes.map(Double.init)) }
  }
}

/// Whether the best entry wins.
struct TopHit: Metric {
  let definition = MetricDefinition(
    id: "top1_hit",
    family: .entrants,
    tier: .extended,
    name: "How often the best entry of a contest wins",
    formula: """
      Chance that the entry with most votes, ties broken at random, is one of the best in latent quality: \
      best among the winners / winners; mean over contests with two or more entries that start and end \
      in the window.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without a contest in which somebody voted",
    source: "Precision of the first place; after Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      guard let votes = contest.decisiveVotes else { return nil }
      let qualities = contest.post.map { run.posts.quality[$0] }
      let best = qualities.max()
      let hits = zip(topChances(1, of: votes), qualities).lazy.filter { $0.1 == best }.map(\.0)
      return CompensatedSum(hits).value
    }
  }
}

/// How many of the best three entries end among the first three.
struct TopThreeOverlap: Metric {
  let definition = MetricDefinition(
    id: "top3_overlap",
    family: .entrants,
    tier: .extended,
    name: "How many of a contest's three best entries end among its first three",
    formula: """
      Expected number of entries both among the three of highest latent quality and among the three with \
      most votes, ties broken at random, / 3; mean over contests with three or more entries that start \
      and end in the window. With three entries it is 1.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without a contest of three or more entries in which somebody voted",
    source: "Overlap at depth 3, Fagin, Kumar & Sivakumar, SIAM J. Discrete Math. 2003")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    run.meanOverContests { contest in
      guard let votes = contest.decisiveVotes, votes.count >= 3 else { return nil }
      let best = topChances(3, of: contest.post.map { run.posts.quality[$0] })
      let common = zip(topChances(3, of: votes), best).lazy.map { $0 * $1 }
      return CompensatedSum(common).value / 3
    }
  }
}

/// Whether who leads early wins.
struct LeaderPersistence: Metric {
  let definition = MetricDefinition(
    id: "leader_persistence",
    family: .entrants,
    tier: .extended,
    name: "How often who leads after the first quarter of a contest wins",
    formula: """
      Share of the entries tied for most votes after the first quarter of a contest that are among those \
      tied for most votes at its end; mean over contests with two or more entries that start and end in \
      the window.
      """,
    unit: "",
    direction: .describes,
    range: "[0, 1]",
    undefined: "without a contest in which somebody voted in the first quarter",
    source: "After Salganik, Dodds & Watts, Science 2006")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
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
