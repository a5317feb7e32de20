import FeedMetrics
internal import SocialFeed
import Testing

/// Member 0 looks, members 1… enter; the contest of the tests runs from day 1 to day 5, so that its first
/// quarter ends with day 2.
@Suite struct ContestFairnessTests {
  private static let day = Trace.day

  @Test func `entries are compared by their exposure inside the contest`() {
    var trace = Trace(days: 10, members: 3)
    trace.open(1, 5)
    trace.publish(by: 1, at: 0)
    trace.publish(by: 2, at: Self.day)
    trace.show([0], to: 0, at: Self.day - 1)  // before the contest
    trace.show([0], to: 0, at: Self.day)  // inside, before it was submitted
    trace.enter(0, into: 0, at: Self.day + 3600)
    trace.enter(1, into: 0, at: Self.day + 3600)
    for _ in 0..<3 { trace.show([1], to: 0, at: 5 * Self.day - 1) }
    trace.show([0], to: 0, at: 5 * Self.day)  // after it
    // exposures 1 and 3: (−1·1 + 1·3) / (2·4)
    #expect(trace.metric("contest_exposure_gini").isAbout(0.25, support: 1))
  }

  @Test func `earlier entries that end higher have a positive tau`() {
    var trace = Trace.contest(qualities: [0, 0, 0])
    trace.vote([3, 1, 2], at: 3 * Self.day)
    // pairs (1,2) and (1,3) agree with the order of submission, (2,3) does not: (2 − 1) / 3
    #expect(trace.metric("early_mover_tau").isAbout(1.0 / 3, support: 1))
  }

  @Test func `the first third of the entries is compared with the last`() {
    var trace = Trace.contest(qualities: [0, 0, 0, 0, 0, 0, 0])
    for post in [0, 0, 0, 1, 2, 3, 4, 4, 5, 6] { trace.show([post], to: 0, at: 2 * Self.day) }
    // ⌊7/3⌋ = 2: A = (3 + 1) / 2, B = (1 + 1) / 2, (2 − 1) / (2 + 1)
    #expect(trace.metric("early_mover_exposure_gap").isAbout(1.0 / 3, support: 1))
  }

  @Test func `entries of one time are in order of post`() {
    var trace = Trace(days: 10, members: 4)
    trace.open(1, 5)
    for author in 1...3 { trace.publish(by: author, at: Self.day) }
    for post in [2, 0, 1] { trace.enter(post, into: 0, at: Self.day) }
    for post in [0, 0, 0, 2] { trace.show([post], to: 0, at: 2 * Self.day) }
    // post 0 first, post 2 last: (3 − 1) / (3 + 1)
    #expect(trace.metric("early_mover_exposure_gap").isAbout(0.5, support: 1))
  }

  @Test func `quality that wins votes has a positive tau, ties corrected`() {
    var trace = Trace.contest(qualities: [1, 2, 3])
    trace.vote([0, 2, 2], at: 3 * Self.day)
    // pairs (1,2), (1,3) agree, (2,3) is tied in votes: 2 / √(3·2)
    #expect(trace.metric("rank_quality_tau").isAbout(2 / 6.0.squareRoot(), support: 1))
  }

  @Test func `the winner's regret is the mean over those tied for most votes`() {
    var trace = Trace.contest(qualities: [0.25, 1, 0.5, 0])
    trace.vote([3, 0, 3, 1], at: 3 * Self.day)
    // best 1, winners ¼ and ½: 1 − 0.375
    #expect(trace.metric("winner_quality_regret").isAbout(0.625, support: 1))
  }

  @Test func `lock-in compares early votes with later ones, of early entries only`() {
    var trace = Trace.contest(qualities: [0, 0, 0])
    trace.join()
    trace.enter(trace.publish(by: 4, at: 2 * Self.day + 1), into: 0, at: 2 * Self.day + 1)
    trace.vote([3, 1, 2], at: 2 * Self.day - 1)
    trace.vote([0, 1, 2], at: 2 * Self.day)
    trace.vote([0, 0, 0, 9], at: 3 * Self.day)
    // early 3, 1, 2, late 0, 1, 2: pairs (1,2) and (1,3) oppose, (2,3) agrees: (1 − 2) / 3
    #expect(trace.metric("vote_lock_in_tau").isAbout(-1.0 / 3, support: 1))
  }

  @Test func `votes outside the contest do not count`() {
    var trace = Trace.contest(qualities: [1, 2])
    trace.vote([0, 1], at: 5 * Self.day - 1)
    trace.vote([9, 0], at: 5 * Self.day)
    #expect(trace.metric("rank_quality_tau").isAbout(1, support: 1))
  }

  @Test func `contests that reach beyond the window do not count`() {
    var trace = Trace(days: 10, warmUp: 1, members: 3)
    trace.open(0.5, 3)
    trace.open(1, 5)
    trace.open(6, 10)
    trace.open(7, 10.5)
    trace.publish(by: 1, at: 0, quality: 1)
    trace.publish(by: 2, at: 0, quality: 2)
    for contest in trace.contests.indices {
      let start = trace.contests[contest].startsAt
      trace.enter(0, into: contest, at: start)
      trace.enter(1, into: contest, at: start)
      trace.act(.vote, by: 0, on: contest == 1 ? 0 : 1, at: start + 1, request: nil)
    }
    // contest 1 has the worse entry win, contest 2 the better: mean of −1 and 1
    #expect(trace.metric("rank_quality_tau").isAbout(0, support: 2))
  }

  @Test func `a post in two contests at once has the exposure and votes of each`() {
    var trace = Trace(days: 10, members: 3)
    trace.open(1, 5)
    trace.open(3, 9)
    trace.publish(by: 1, at: 0, quality: 1)
    trace.publish(by: 2, at: 0, quality: 2)
    for contest in 0...1 {
      for post in 0...1 {
        trace.enter(post, into: contest, at: trace.contests[contest].startsAt)
      }
    }
    for (post, day) in [(0, 2.0), (1, 4), (0, 6), (0, 7)] {
      trace.show([post], to: 0, at: day * Self.day)
      trace.act(.vote, by: 0, on: post, at: day * Self.day, request: nil)
    }
    // first contest 1 and 1: 0; second 2 and 1: (−1·1 + 1·2) / (2·3)
    #expect(trace.metric("contest_exposure_gini").isAbout(1.0 / 12, support: 2))
    // first: tied in votes, left out; second: the worse entry wins
    #expect(trace.metric("rank_quality_tau").isAbout(-1, support: 1))
  }

  @Test(arguments: [
    "contest_exposure_gini", "early_mover_tau", "early_mover_exposure_gap", "rank_quality_tau",
    "winner_quality_regret", "vote_lock_in_tau",
  ])
  func `without votes, exposure or a second entry the metrics are undefined`(id: String) {
    #expect(Trace(members: 1).metric(id).isAbout(nil, support: 0))
    #expect(Trace.contest(qualities: [1, 2, 3]).metric(id).isAbout(nil, support: 0))
    var single = Trace.contest(qualities: [1])
    single.vote([3], at: 2 * Self.day)
    single.show([0], to: 0, at: 2 * Self.day)
    #expect(single.metric(id).isAbout(nil, support: 0))
  }

  @Test func `a contest that starts before a page already seen is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var trace = Trace(members: 2)
      trace.publish(by: 1)
      let sink = MetricSink()
      trace.show([0], to: 0, at: Trace.day)
      trace.replay(to: sink)
      trace.open(1, 5)
      sink.observe(trace.contests[0])
    }
  }
}
