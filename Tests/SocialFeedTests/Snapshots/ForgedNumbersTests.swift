import SocialFeed
import TestSupport
import Testing

/// Numbers in a snapshot that no community has, or that it can have but not go beyond.
@Suite struct ForgedNumbersTests {
  @Test func `views end at the most that there can be`() throws {
    var community = Community(members: 2)
    try community.publish(author: member(0), category: category(0), now: 0)
    var forged = ForgedSnapshot(of: community)
    let end = forged[.posts].count
    forged[.posts].replaceSubrange(end - 4..<end, with: [254, 255, 255, 255])
    community = try forged.community()
    for _ in 0..<2 {
      try community.view(PostID(0), by: member(1), now: 1)
      expectEqual(community.post(PostID(0))?.views, 4_294_967_295)
    }
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `of the notifications that there can be half are read at most`() throws {
    var community = Community(categoryCount: 1, notificationLimit: 2)
    for _ in 0..<4 { try community.join(now: 0) }
    for follower in 1...2 { try community.follow(member(follower), member(0), now: 1) }
    let written = ForgedSnapshot(of: community)
    expectEqual(written[.notifications][0], 2)
    func forged(received: UInt64) -> ForgedSnapshot {
      var (forged, writer) = (written, ByteWriter())
      writer.write(varint: received)
      forged[.notifications].replaceSubrange(..<1, with: writer.bytes)
      return forged
    }
    for received in [2_147_483_648, 4_294_967_295] as [UInt64] {
      let what = "notifications: \(received), at most 2147483647"
      #expect(throws: SnapshotError.impossible(what, section: "notifications")) {
        try forged(received: received).community()
      }
    }
    community = try forged(received: 2_147_483_647).community()
    try community.follow(member(3), member(0), now: 2)
    let box = try community.notifications(of: member(0)).notifications
    expectEqual(box.map(\.number), [2_147_483_647, 2_147_483_646])
    expectEqual(box.map(\.sender), [member(3), member(2)])
  }

  // MARK: The clock

  private func clockIsRefused(_ what: String, in section: String, of community: Community) {
    expectEqual(community.lastInstant, 10)
    var forged = ForgedSnapshot(of: community)
    var writer = ByteWriter()
    writer.write(double: 9.75)
    forged[.clock] = writer.bytes
    #expect(throws: SnapshotError.impossible(what, section: section)) { try forged.community() }
  }

  @Test func `nothing is newer than the last instant`() throws {
    var posts = Community(members: 1)
    try posts.publish(author: member(0), now: 10)
    clockIsRefused("posts are newer than the last instant", in: "posts", of: posts)
    var contests = Community(members: 1)
    contests.rotateContests(now: 10)
    clockIsRefused("contests are newer than the last instant", in: "contests", of: contests)
    var entries = Community(members: 1)
    entries.rotateContests(now: 0)
    try entries.publish(author: member(0), now: 0)
    try entries.enter(PostID(0), by: member(0), now: 10)
    clockIsRefused("entries are newer than the last instant", in: "entries", of: entries)
  }

  @Test func `a first post from before the members joined is read again`() throws {
    var community = Community(categoryCount: 1)
    try community.join(now: 100)
    try community.publish(author: member(0), now: 5)
    expectEqual(community.lastInstant, 5)
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  // MARK: Affinities

  /// At 10.9 of a half-life of 1, with a record of three words: the landmark, the number and the count.
  private func snapshot(_ words: [UInt64], halfLife: Double = 1) throws -> ForgedSnapshot {
    var community = Community(
      members: 1, categoryCount: 1, rule: AffinityRule(halfLife: halfLife))
    try community.publish(author: member(0), category: category(0), now: 10.9)
    var (forged, writer) = (ForgedSnapshot(of: community), ByteWriter())
    writer.write(column: words)
    forged[.affinities] = writer.bytes
    return forged
  }

  @Test(arguments: [12, 0.5, -0.5, .infinity, -.infinity, .nan])
  func `a landmark is whole and not after the last instant`(landmark: Double) throws {
    let forged = try snapshot([landmark.bitPattern, (1.0).bitPattern, 1])
    #expect(throws: SnapshotError.impossible("the landmark of 0", section: "affinities")) {
      try forged.community()
    }
  }

  @Test(
    arguments: [
      (0, 1), (0, 65_535), (1, 0), (-1, 1), (-0.0, 0), (.infinity, 1), (.nan, 1),
    ] as [(Double, UInt64)])
  func `an affinity is above 0 where something was counted, and finite`(
    number: Double, count: UInt64
  ) throws {
    let forged = try snapshot([0, number.bitPattern, count])
    let what = "the affinity of member 0 for category 0"
    #expect(throws: SnapshotError.impossible(what, section: "affinities")) {
      try forged.community()
    }
  }

  @Test func `the largest affinity stays finite`() throws {
    let most = Double.greatestFiniteMagnitude
    // At 10.9 × 1,024 half-lives: a like counts from 10, 921 half-lives before the landmark.
    for (landmark, halfLife) in [(10.0, 1.0), (0, 1), (-2000, 1), (11_161, 1.0 / 1024)] {
      let forged = try snapshot(
        [landmark.bitPattern, most.bitPattern, 65_535], halfLife: halfLife)
      var community = try forged.community()
      func affinity(at now: Double) -> Double? {
        community.affinity(of: member(0), for: category(0), at: now)
      }
      expectEqual(affinity(at: -1e300), most)
      try community.view(PostID(0), by: member(0), now: 10.9)
      try community.like(PostID(0), by: member(0), now: 10.9)
      expectEqual(affinity(at: -1e300), most)
      try community.unlike(PostID(0), by: member(0), now: 10.9)
      let rest = try #require(affinity(at: 10.9))
      #expect(rest > 0 && rest.isFinite)
      try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
    }
  }

  @Test(arguments: [-1, 1.1e100, .infinity, .nan])
  func `a weight that no rule has is an error`(weight: Double) throws {
    var forged = ForgedSnapshot(of: Community(categoryCount: 1))
    var writer = ByteWriter()
    writer.write(double: weight)
    // Behind the categories and their names, in a byte each.
    forged[.rules].replaceSubrange(2..<10, with: writer.bytes)
    let what = weight.isFinite ? "a weight of \(weight)" : "a weight is not finite"
    #expect(throws: SnapshotError.impossible(what, section: "rules")) { try forged.community() }
  }
}
