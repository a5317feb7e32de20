internal import FeedMetrics
internal import SocialFeed
import Testing

/// Member 0 looks, members 1… enter; the contest of the tests runs from day 1 to day 5, so that its first
/// quarter ends with day 2.
@Suite struct ContestWinnersTests {
  private static let day = Trace.day

  private func show(_ times: [Int], in trace: inout Trace) {
    for (post, count) in times.enumerated() {
      for _ in 0..<count { trace.show([post], to: 0, at: 4 * Self.day) }
    }
  }

  @Test func `being early is compared with quality`() {
    var trace = Trace.contest(qualities: [0.4, 0.2, 0.1, 0.3])
    trace.vote([3, 4, 2, 1], at: 3 * Self.day)
    // of six pairs one disagrees with the order of submission in votes, two in quality, and three of
    // votes with quality: τ = 2/3, 1/3, 0; (2/3) / √(1 − 1/9)
    #expect(
      trace.metric("early_mover_tau_given_quality").isAbout(0.5.squareRoot(), support: 1))
    for index in trace.posts.indices { trace.posts[index].quality = 0.5 }
    #expect(trace.metric("early_mover_tau_given_quality").isAbout(nil, support: 0))
  }

  @Test func `the lead is compared with quality`() {
    var trace = Trace.contest(qualities: [0.3, 0.1, 0.2, 0.4])
    trace.vote([1, 2, 3, 4], at: 1.5 * Self.day)
    trace.vote([1, 2, 4, 3], at: 3 * Self.day)
    // τ = 2/3 of early and late votes, 1/3 of early votes and quality, 0 of late votes and quality
    #expect(
      trace.metric("vote_lock_in_tau_given_quality").isAbout(0.5.squareRoot(), support: 1))
  }

  @Test func `early entries are compared by exposure for the time they were there`() {
    var trace = Trace.contest(qualities: [0.5, 0.5])
    let late = trace.publish(by: 1, at: 3 * Self.day)
    trace.enter(late, into: 0, at: 3 * Self.day)
    show([4, 0, 1], in: &trace)
    // 4 in four days against 1 in two: (1 − ½) / (1 + ½)
    #expect(trace.metric("early_mover_exposure_rate_gap").isAbout(1.0 / 3, support: 1))
    // not so the exposures: (4 − 1) / (4 + 1)
    #expect(trace.metric("early_mover_exposure_gap").isAbout(0.6, support: 1))
  }

  @Test func `exposure is compared with quality and with votes`() {
    var trace = Trace.contest(qualities: [0.1, 0.2, 0.3])
    show([3, 1, 2], in: &trace)
    trace.vote([3, 1, 2], at: 4 * Self.day)
    // only the second and third are in the order of quality: (1 − 2) / 3
    #expect(trace.metric("exposure_quality_tau").isAbout(-1.0 / 3, support: 1))
    #expect(trace.metric("exposure_votes_tau").isAbout(1, support: 1))
  }

  @Test func `votes are more or less unequal`() {
    var trace = Trace.contest(qualities: [0.1, 0.2, 0.3])
    trace.vote([0, 1, 3], at: 4 * Self.day)
    // (−2·0 + 0·1 + 2·3) / (3·4)
    #expect(trace.metric("votes_gini").isAbout(0.5, support: 1))
  }

  @Test func `the best entry wins, perhaps`() {
    var trace = Trace.contest(qualities: [0.9, 0.5, 0.9])
    trace.vote([2, 2, 1], at: 4 * Self.day)
    // two are tied, one of them is one of the best
    #expect(trace.metric("hit@1").isAbout(0.5, support: 1))
    trace.vote([0, 0, 2], at: 4 * Self.day)
    #expect(trace.metric("hit@1").isAbout(1, support: 1))
    trace.vote([0, 7, 0], at: 4 * Self.day)
    #expect(trace.metric("hit@1").isAbout(0, support: 1))
  }

  @Test func `the three best end among the first three, perhaps`() {
    var trace = Trace.contest(qualities: [0.4, 0.3, 0.2, 0.1])
    trace.vote([5, 1, 1, 1], at: 4 * Self.day)
    // the first for certain, three others for two positions: (1 + 2/3 + 2/3) / 3
    #expect(trace.metric("overlap@3").isAbout(7.0 / 9, support: 1))
    trace.vote([0, 0, 1, 2], at: 4 * Self.day)
    // 5, 1, 2, 3: the first and the third
    #expect(trace.metric("overlap@3").isAbout(2.0 / 3, support: 1))
    var pair = Trace.contest(qualities: [0.4, 0.3])
    pair.vote([1, 2], at: 4 * Self.day)
    #expect(pair.metric("overlap@3").isAbout(nil, support: 0))
  }

  @Test func `who leads early wins, perhaps`() {
    var trace = Trace.contest(qualities: [0.4, 0.3, 0.2])
    trace.vote([2, 2, 1], at: 1.5 * Self.day)
    trace.vote([0, 3, 3], at: 3 * Self.day)
    // 2, 5, 4: of two leaders one wins
    #expect(trace.metric("leader_persistence").isAbout(0.5, support: 1))
    trace.vote([3, 0, 1], at: 3 * Self.day)
    // all tied with 5
    #expect(trace.metric("leader_persistence").isAbout(1, support: 1))
  }

  @Test(arguments: [
    "early_mover_tau_given_quality", "vote_lock_in_tau_given_quality",
    "early_mover_exposure_rate_gap", "exposure_quality_tau", "exposure_votes_tau", "votes_gini",
    "hit@1", "overlap@3", "leader_persistence",
  ])
  func `without votes, exposure or a second entry the metrics are undefined`(id: String) {
    #expect(Trace(members: 1).metric(id).isAbout(nil, support: 0))
    #expect(Trace.contest(qualities: [0.1, 0.2, 0.3]).metric(id).isAbout(nil, support: 0))
    var single = Trace.contest(qualities: [0.1])
    single.vote([3], at: 2 * Self.day)
    show([1], in: &single)
    #expect(single.metric(id).isAbout(nil, support: 0))
  }
}
