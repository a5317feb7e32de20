import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct DigestSinkTests {
  private func digest(_ replay: (DigestSink) -> Void) -> String {
    let sink = DigestSink()
    replay(sink)
    return sink.hexDigest
  }

  /// The digests of an observation and of all its variants are all different.
  private func expectAllDifferent<Observation>(
    _ original: Observation, _ changes: [(inout Observation) -> Void],
    _ observe: (DigestSink, Observation) -> Void
  ) {
    let variants = changes.map { change in
      var variant = original
      change(&variant)
      return variant
    }
    let digests = ([original] + variants).map { value in digest { observe($0, value) } }
    expectEqual(Set(digests).count, digests.count)
  }

  @Test func `every field of a run, a member and a post counts`() {
    expectAllDifferent(
      RunObservation(
        duration: 1, windowStart: 0, categoryCount: 2, groupNames: ["ab", "c"], rankerNames: ["d"]),
      [
        { $0.duration = 2 }, { $0.windowStart = -0.0 }, { $0.categoryCount = 3 },
        { $0.groupNames = ["a", "bc"] }, { $0.groupNames = ["ab"] }, { $0.rankerNames = ["e"] },
        {
          $0.groupNames = ["ab"]
          $0.rankerNames = ["c", "d"]
        },
      ]
    ) { $0.begin($1) }
    expectAllDifferent(
      MemberObservation(member: MemberID(1), group: 2, joinedAt: 3, taste: [0.5, 0.5]),
      [
        { $0.member = MemberID(2) }, { $0.group = 1 }, { $0.joinedAt = 4 }, { $0.taste = [0.5] },
        { $0.taste = [0.5, 0.25] }, { $0.taste = [0.25, 0.5] },
      ]
    ) { $0.observe($1) }
    expectAllDifferent(
      PostObservation(
        post: PostID(1), author: MemberID(2), category: CategoryID(3), createdAt: 4, quality: 5),
      [
        { $0.post = PostID(2) }, { $0.author = MemberID(3) }, { $0.category = CategoryID(2) },
        { $0.createdAt = 5 }, { $0.quality = 4 },
      ]
    ) { $0.observe($1) }
  }

  @Test func `every field of a page counts`() {
    let page = PageObservation(
      time: 1, request: 2, viewer: MemberID(3), surface: .home, ranker: 0, offset: 0,
      posts: [PostID(7), PostID(8), PostID(9)], examined: [true, false, true],
      relevance: [0.1, 0.2, 0.3])
    var changes: [(inout PageObservation) -> Void] = [
      { $0.time = 2 }, { $0.request = 3 }, { $0.viewer = MemberID(4) }, { $0.surface = .contest },
      { $0.ranker = 1 }, { $0.offset = 20 }, { $0.duplicates = 1 }, { $0.pool = [] },
      { $0.isShort = true }, { $0.isUnderfilled = true },
      { $0.breaches[.own] = 1 }, { $0.breaches[.hidden] = 1 }, { $0.breaches[.hidden] = 2 },
      { $0.pool = [CandidateObservation(post: PostID(1), relevance: 0.5)] },
      { $0.pool = [CandidateObservation(post: PostID(1), relevance: 0.25)] },
      { $0.pool = [CandidateObservation(post: PostID(2), relevance: 0.5)] },
      {
        $0.posts.removeLast()
        $0.examined.removeLast()
        $0.relevance.removeLast()
      },
      { $0.posts.swapAt(0, 1) }, { $0.posts.swapAt(0, 2) }, { $0.relevance.swapAt(0, 2) },
    ]
    for index in 0..<3 {
      changes += [
        { $0.posts[index] = PostID(0) }, { $0.examined[index].toggle() },
        { $0.relevance[index] = $0.relevance[index].nextUp },
      ]
    }
    expectAllDifferent(page, changes) { $0.observe($1) }
  }

  @Test func `every field of what else happens counts`() {
    expectAllDifferent(
      InteractionObservation(
        time: 1, member: MemberID(2), post: PostID(3), kind: .like, request: 4),
      [
        { $0.time = 2 }, { $0.member = MemberID(3) }, { $0.post = PostID(2) }, { $0.kind = .save },
        { $0.request = 5 }, { $0.request = nil }, { $0.request = 0 },
      ]
    ) { $0.observe($1) }
    expectAllDifferent(
      ContestObservation(contest: ContestID(1), startsAt: 2, endsAt: 3),
      [{ $0.contest = ContestID(2) }, { $0.startsAt = 1 }, { $0.endsAt = 4 }]
    ) { $0.observe($1) }
    expectAllDifferent(
      EntryObservation(contest: ContestID(1), post: PostID(2), submittedAt: 3),
      [{ $0.contest = ContestID(2) }, { $0.post = PostID(1) }, { $0.submittedAt = 4 }]
    ) { $0.observe($1) }
    expectAllDifferent(
      TieObservation(time: 1, kind: .follow, from: MemberID(2), to: MemberID(3)),
      [
        { $0.time = 2 }, { $0.kind = .friend }, { $0.from = MemberID(1) }, { $0.to = MemberID(4) },
        { $0.isReturned = true },
      ]
    ) { $0.observe($1) }
    expectAllDifferent(
      ButtonsObservation(time: 1, member: MemberID(2), device: 0, buttons: 40, stale: 3),
      [
        { $0.time = 2 }, { $0.member = MemberID(1) }, { $0.device = 1 }, { $0.buttons = 42 },
        { $0.stale = 4 },
      ]
    ) { $0.observe($1) }
    expectAllDifferent(
      StaleButtonObservation(
        member: MemberID(2), device: 0, post: PostID(1), isSaveButton: false, from: 5, until: 6),
      [
        { $0.member = MemberID(1) }, { $0.device = 1 }, { $0.post = PostID(2) },
        { $0.isSaveButton = true }, { $0.from = 4 }, { $0.until = 7 },
      ]
    ) { $0.observe($1) }
  }

  @Test func `the order of observations counts`() {
    let ties = (0..<6).map {
      TieObservation(time: 0, kind: .follow, from: MemberID($0), to: MemberID($0 + 1))
    }
    var generator = SeededGenerator(seed: 1)
    var orders: Set<[UInt32]> = []
    var digests: Set<String> = []
    for _ in 0..<200 {
      let order = ties.shuffled(using: &generator)
      orders.insert(order.map(\.from.rawValue))
      digests.insert(digest { sink in for tie in order { sink.observe(tie) } })
    }
    expectEqual(digests.count, orders.count)
  }

  @Test func `the same run has the same digest, wherever it runs`() {
    var trace = Trace(members: 2)
    trace.publish(by: 1, category: 2, at: 10, quality: 0.25)
    trace.open(1, 8)
    trace.enter(0, into: 0, at: Trace.day + 0.25)
    let request = trace.show(
      [0], to: 0, at: 2 * Trace.day, relevance: [0.1],
      pool: [CandidateObservation(post: PostID(0), relevance: 0.7)])
    trace.act(.vote, by: 0, on: 0, at: 2 * Trace.day + 1.5, request: request)
    expectEqual(digest { trace.replay(to: $0) }, "d7329e1457863bd5f2e451e0db9f30e6")
    expectEqual(digest { _ in }, "3ba39ff187dc6775257e8c12800c7355")
  }

  /// Half of the 128 bits should change: the mean over 2,000 changed bits has a standard error of 0.13
  /// bits, so a deviation of more than 0.65 has a chance of about one in two million.
  @Test func `one changed bit of an impression changes half of the digest`() {
    var changed = 0
    for index in 0..<100 {
      for bit in 0..<20 {
        func digest(flipped: Bool) -> [UInt8] {
          var relevance = 0.3.bitPattern &+ UInt64(index)
          if flipped { relevance ^= 1 << UInt64(2 * bit) }
          return bits { sink in
            sink.observe(
              PageObservation(
                time: 0, request: UInt32(index), viewer: MemberID(0), surface: .home, ranker: 0,
                offset: 0, posts: [PostID(index)], examined: [true],
                relevance: [Double(bitPattern: relevance)]))
          }
        }
        changed += zip(digest(flipped: false), digest(flipped: true)).count { $0 != $1 }
      }
    }
    #expect(abs(Double(changed) / 2000 - 64) < 0.65)
  }

  private func bits(_ replay: (DigestSink) -> Void) -> [UInt8] {
    digest(replay).flatMap { digit in
      let value = UInt8(String(digit), radix: 16)!
      return (0..<4).map { value >> $0 & 1 }
    }
  }
}
