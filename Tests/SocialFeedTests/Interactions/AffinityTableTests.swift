import SocialFeed
import TestSupport
import Testing

@Suite struct AffinityTableTests {
  private static let week = 7.0 * 86_400

  /// Member 0, who looks at the posts of member 1: post c is of category c.
  private func community(rule: AffinityRule = AffinityRule()) throws -> Community {
    var community = Community(members: 2, rule: rule)
    for number in 0..<4 {
      try community.publish(author: member(1), category: category(number), now: 0)
    }
    return community
  }

  private func affinities(_ community: Community, at now: Double) -> [Double] {
    (0..<4).compactMap { community.affinity(of: member(0), for: category($0), at: now) }
  }

  @Test func `each kind of interaction adds its weight`() throws {
    var community = try community()
    try community.view(PostID(0), by: member(0), now: 0)
    try community.like(PostID(1), by: member(0), now: 0)
    try community.comment("nice", on: PostID(2), by: member(0), now: 0)
    try community.save(PostID(3), by: member(0), now: 0)
    expectEqual(affinities(community, at: 0), [1, 3, 4, 5])
    try community.view(PostID(0), by: member(0), now: 0)
    expectEqual(affinities(community, at: 0), [2, 3, 4, 5])
  }

  @Test(arguments: [1, 4, 63, 64])
  func `from posts without a category nothing is learnt, and nothing is taken back`(
    categoryCount: Int
  ) throws {
    var community = Community(members: 3, categoryCount: categoryCount)
    let plain = try community.publish(author: member(1), now: 0)
    let soup = try community.publish(author: member(1), category: category(0), now: 0)
    let last = try community.publish(
      author: member(1), category: category(categoryCount - 1), now: 0)
    try community.like(soup, by: member(0), now: 0)
    try community.save(last, by: member(2), now: 0)
    func all() -> [[Double]] {
      [0, 2].map { viewer in
        (0..<categoryCount).map {
          community.affinity(of: member(viewer), for: category($0), at: 0) ?? -1
        }
      }
    }
    let before = all()
    for viewer in [0, 2] {
      try community.view(plain, by: member(viewer), now: 0)
      try community.comment("nice", on: plain, by: member(viewer), now: 0)
      try community.like(plain, by: member(viewer), now: 0)
      try community.save(plain, by: member(viewer), now: 0)
      expectEqual(all(), before)
      try community.unlike(plain, by: member(viewer), now: 0)
      try community.unsave(plain, by: member(viewer), now: 0)
      expectEqual(all(), before)
    }
    #expect(before[0][0] == 3 && before[1][categoryCount - 1] == 5)
    expectEqual(community.affinity(of: member(0), for: category(categoryCount), at: 0), nil)
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `an affinity halves every half-life`() throws {
    var community = try community()
    try community.like(PostID(0), by: member(0), now: 0)
    try community.save(PostID(0), by: member(0), now: Self.week)
    // 3 · 2⁻¹ + 5, and two weeks later 3 · 2⁻³ + 5 · 2⁻².
    expectEqual(affinities(community, at: Self.week)[0], 6.5)
    expectEqual(affinities(community, at: 3 * Self.week)[0], 1.625)
  }

  @Test func `taking back takes what remains of the weight`() throws {
    var community = try community()
    try community.like(PostID(0), by: member(0), now: 0)
    try community.view(PostID(0), by: member(0), now: Self.week)
    try community.save(PostID(0), by: member(0), now: Self.week)
    expectEqual(affinities(community, at: Self.week)[0], 7.5)  // 1.5 + 1 + 5
    try community.unlike(PostID(0), by: member(0), now: 2 * Self.week)
    expectEqual(affinities(community, at: 2 * Self.week)[0], 3)  // (1 + 5) ÷ 2
    try community.unsave(PostID(0), by: member(0), now: 2 * Self.week)
    expectEqual(affinities(community, at: 2 * Self.week)[0], 0.5)
  }

  @Test func `after the end of learning affinities stay as they then are`() throws {
    var community = try community(rule: AffinityRule(end: Self.week))
    try community.like(PostID(0), by: member(0), now: 0)
    try community.save(PostID(1), by: member(0), now: Self.week - 1)
    let atEnd = affinities(community, at: Self.week)
    expectEqual(atEnd[0], 1.5)  // 3 · 2⁻¹
    try community.unlike(PostID(0), by: member(0), now: Self.week)
    try community.unsave(PostID(1), by: member(0), now: 2 * Self.week)
    try community.comment("nice", on: PostID(2), by: member(0), now: 2 * Self.week)
    expectEqual(affinities(community, at: 3 * Self.week), atEnd)
    // What was before the end is asked for as it was.
    expectEqual(affinities(community, at: 0)[0], 3)
  }

  @Test func `weights and half-life are the rule's`() throws {
    let rule = AffinityRule(view: 0, like: 0.5, comment: 2, save: 8, halfLife: 60)
    var community = try community(rule: rule)
    try community.view(PostID(0), by: member(0), now: 0)
    try community.like(PostID(1), by: member(0), now: 0)
    try community.comment("nice", on: PostID(2), by: member(0), now: 0)
    try community.save(PostID(3), by: member(0), now: 0)
    expectEqual(affinities(community, at: 120), [0, 0.125, 0.5, 2])
  }

  @Test func `a run of many thousands of half-lives keeps its digits`() throws {
    // A view every 100.25 half-lives: each time all that was before is 2^−100.25 of it.
    var community = try community(rule: AffinityRule(halfLife: 64))
    for number in 0..<1000 {
      let now = Double(number) * 100.25 * 64
      try community.view(PostID(number % 4), by: member(0), now: now)
      let found = affinities(community, at: now)
      for back in 0..<min(4, number + 1) {
        let expected = back == 0 ? 1 : Self.power(of: back)
        let error = abs(found[(number - back) % 4] / expected - 1)
        #expect(error < 1e-12, "view \(number), \(back) back")
      }
    }
  }

  /// 2^(−100.25 · `back`), by square roots and a product of halves.
  private static func power(of back: Int) -> Double {
    let quarter = 0.5.squareRoot().squareRoot()
    var power = 1.0
    for _ in 0..<back {
      power *= quarter
      for _ in 0..<100 { power /= 2 }
    }
    return power
  }

  @Test func `a like of before a landmark's move is taken back as if it had not moved`() throws {
    var community = try community(rule: AffinityRule(halfLife: 1))
    try community.like(PostID(0), by: member(0), now: 10)
    try community.like(PostID(1), by: member(0), now: 520)
    try community.view(PostID(1), by: member(0), now: 530)
    try community.unlike(PostID(1), by: member(0), now: 1200)
    try community.unlike(PostID(0), by: member(0), now: 1200)
    // 1 · 2⁻²
    expectEqual(affinities(community, at: 532), [0, 0.25, 0, 0])
  }

  @Test func `what is too small for any number stays above 0`() throws {
    // The like counts from 10, 360 half-lives before the landmark that the view moves.
    var community = try community(
      rule: AffinityRule(like: .leastNonzeroMagnitude, halfLife: 1.0 / 400))
    try community.view(PostID(0), by: member(0), now: 10.9)
    try community.like(PostID(1), by: member(0), now: 10.9)
    #expect(affinities(community, at: -1e300)[1] > 0)
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
    try community.unlike(PostID(1), by: member(0), now: 10.9)
    expectEqual(affinities(community, at: -1e300)[1], 0)
  }

  @Test func `what is too large for any number stays finite`() throws {
    // The save counts from 0, 2,027 half-lives before the landmark that the view moves.
    var community = try community(rule: AffinityRule(halfLife: 1.0 / 2048))
    try community.view(PostID(0), by: member(0), now: 0.99)
    try community.save(PostID(1), by: member(0), now: 0.99)
    let most = Double.greatestFiniteMagnitude
    expectEqual(affinities(community, at: 0), [most, 5, 0, 0])
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `with the last interaction taken back nothing remains, up to 65,534`() throws {
    for (likes, remains) in [(10, false), (65_534, false), (65_536, true)] {
      var table = Community(members: 1, categoryCount: 1, rule: AffinityRule(like: 0.1))
      for number in 0..<likes {
        try table.publish(author: member(0), category: category(0), now: Double(number))
        try table.like(PostID(number), by: member(0), now: Double(number))
      }
      for number in 0..<likes { try table.unlike(PostID(number), by: member(0), now: 1e5) }
      let rest = try #require(table.affinity(of: member(0), for: category(0), at: 1e5))
      // Rounding errors of 65,536 additions, each at most 2⁻⁵³ of a sum of 6,554.
      #expect(remains ? rest < 1e-7 : rest == 0, "\(likes) likes leave \(rest)")
    }
  }

  @Test func `affinities of one member are not another's`() throws {
    var community = try community()
    try community.like(PostID(3), by: member(0), now: 0)
    expectEqual(community.affinity(of: member(1), for: category(3), at: 0), 0)
    expectEqual(community.affinity(of: member(1), for: category(0), at: 0), 0)
  }

  @Test func `a category that there is not and a rule without sense are programming errors`() async
  {
    await #expect(processExitsWith: .failure) { _ = AffinityRule(halfLife: 0) }
    await #expect(processExitsWith: .failure) { _ = AffinityRule(halfLife: .infinity) }
    await #expect(processExitsWith: .failure) { _ = AffinityRule(end: -1) }
    await #expect(processExitsWith: .failure) { _ = AffinityRule(like: -1) }
    await #expect(processExitsWith: .failure) { _ = AffinityRule(save: .nan) }
    await #expect(processExitsWith: .failure) { _ = AffinityRule(view: 1.1e100) }
  }
}
