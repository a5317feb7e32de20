import SocialFeed
import TestSupport
import Testing

@Suite struct ClockTests {
  /// Two members, a post by the first at 100 in a contest, and a clock that stands at 110.
  private func atHundredAndTen() throws -> Community {
    var community = Community(members: 2)
    try community.publish(author: member(0), category: category(0), now: 100)
    community.rotateContests(now: 110)
    return community
  }

  @Test(arguments: [109.999, -1e300, .nan, .infinity, -.infinity])
  func `a call in the past, or at no time, happens at the last instant`(now: Double) throws {
    var community = try atHundredAndTen()
    let post = try community.publish(author: member(0), category: category(0), now: now)
    expectEqual(community.createdAt(post), 110)
    try community.enter(post, by: member(0), now: now)
    expectEqual(community.entry(of: post)?.submittedAt, 110)
    try community.vote(for: post, by: member(1), now: now)
    try expectEqual(community.notifications(of: member(0)).notifications.first?.time, 110)
    try community.like(post, by: member(1), now: now)
    // 3 but for the rounding of two powers of two.
    let learnt = try #require(community.affinity(of: member(1), for: category(0), at: 110))
    #expect(abs(learnt - 3) < 1e-9)
    try community.comment("so", on: post, by: member(1), now: now)
    try expectEqual(community.comments(on: post, for: nil).first?.writtenAt, 110)
    expectEqual(community.lastInstant, 110)
  }

  @Test func `the last instant is that of the last call, whatever it was`() throws {
    var community = try atHundredAndTen()
    try community.view(PostID(0), by: member(1), now: 120)
    expectEqual(community.lastInstant, 120)
    try community.save(PostID(0), by: member(1), now: 130)
    try community.unsave(PostID(0), by: member(1), now: 125)
    expectEqual(community.lastInstant, 130)
    #expect(community.rotateContests(now: 140) == nil && community.lastInstant == 140)
  }

  @Test func `a refused call does not move the clock`() throws {
    var community = try atHundredAndTen()
    #expect(throws: InteractionError.unknownPost(PostID(7))) {
      try community.like(PostID(7), by: member(1), now: 500)
    }
    #expect(throws: InteractionError.notLiked(PostID(0))) {
      try community.unlike(PostID(0), by: member(1), now: 500)
    }
    #expect(throws: PublicationError.emptyMediaKey) {
      try community.publish(
        author: member(0), category: category(0), media: [Media(key: "")], now: 500)
    }
    #expect(throws: ContestError.notAnEntry(PostID(0))) {
      try community.vote(for: PostID(0), by: member(1), now: 500)
    }
    #expect(throws: ContestError.noContest(at: 1e9)) {
      try community.enter(PostID(0), by: member(0), now: 1e9)
    }
    expectEqual(community.lastInstant, 110)
  }

  @Test func `while a community is founded, dates come in any order`() throws {
    var community = Community(categoryCount: 1)
    expectEqual(community.lastInstant, 0)
    let ages = [-50.0, -90, .nan, -70]
    let members = try ages.map { try community.join(now: $0) }
    expectEqual(members.map { community.joinedAt($0) }, [-50, -90, -90, -70])
    let post = try community.publish(author: members[0], category: category(0), now: -80)
    expectEqual(community.createdAt(post), -80)
    // From the first post on time does not run backwards.
    let newcomer = try community.join(now: -85)
    expectEqual(community.joinedAt(newcomer), -80)
  }

  @Test func `a clock in milliseconds learns, forgets and ends contests too`() throws {
    let day = 86_400_000.0
    let start = 1.7e12
    var community = Community(
      categoryCount: 2, affinityRule: AffinityRule(halfLife: 7 * day), contestLength: 7 * day)
    let (one, other) = (try community.join(now: start), try community.join(now: start))
    let post = try community.publish(author: one, category: category(1), now: start)
    try community.like(post, by: other, now: start)
    let half = try #require(community.affinity(of: other, for: category(1), at: start + 7 * day))
    #expect(abs(half - 1.5) < 1e-9)
    try community.unlike(post, by: other, now: start + day)
    expectEqual(community.affinity(of: other, for: category(1), at: start + day), 0)
    community.rotateContests(now: start + day)
    expectEqual(community.rotateContests(now: start + 8 * day - 1), nil)
    expectEqual(community.rotateContests(now: start + 8 * day), ContestID(1))
  }

  @Test(arguments: [-1e300, -1e12, 1e300, Double.greatestFiniteMagnitude])
  func `any finite clock learns`(now: Double) throws {
    var community = Community(members: 2)
    try community.publish(author: member(0), category: category(0), now: now)
    try community.like(PostID(0), by: member(1), now: now)
    try community.view(PostID(0), by: member(1), now: now)
    let learnt = try #require(community.affinity(of: member(1), for: category(0), at: now))
    #expect(abs(learnt - 4) < 1e-9)
    try community.unlike(PostID(0), by: member(1), now: now)
    let left = try #require(community.affinity(of: member(1), for: category(0), at: now))
    #expect(left >= 0)
  }
}
