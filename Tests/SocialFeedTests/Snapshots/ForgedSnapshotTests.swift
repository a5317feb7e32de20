import SocialFeed
import TestSupport
import Testing

/// Snapshots whose checksums are right and whose contents are not what a community wrote.
@Suite struct ForgedSnapshotTests {
  @Test func `a snapshot of a newer version is an error that names both`() throws {
    var writer = ByteWriter()
    writer.write(raw: SnapshotFormat.magic)
    writer.write(column: [UInt32(SnapshotFormat.version + 2)])
    writer.write(column: [ContentHash.shortValue(of: writer.bytes.span)])
    let version = SnapshotFormat.version
    #expect(throws: SnapshotError.newerVersion(version + 2, readable: version)) {
      try Community(snapshot: writer.bytes)
    }
  }

  @Test func `a category that there is not is an error, and the number behind the last is none`()
    throws
  {
    var community = Community(members: 1, categoryCount: 4)
    try community.publish(author: member(0), category: category(3), now: 0)
    var forged = ForgedSnapshot(of: community)
    // Behind the count of posts in a byte and the author in four.
    expectEqual(forged[.posts][5], 3)
    forged[.posts][5] = 4
    let plain = try forged.community()
    #expect(plain.post(PostID(0)) != nil && plain.category(of: PostID(0)) == nil)
    forged[.posts][5] = 5
    #expect(throws: SnapshotError.impossible("category 5 of 4", section: "posts")) {
      try forged.community()
    }
  }

  @Test func `names of categories that no community has are errors`() throws {
    let names = try CategoryNames(["a", "b"])
    let written = ForgedSnapshot(of: Community(categoryCount: 2, categoryNames: names))
    func refuses(_ expected: String, _ alter: (inout [UInt8]) -> Void) {
      var forged = written
      alter(&forged[.rules])
      #expect(throws: SnapshotError.impossible(expected, section: "rules")) {
        try forged.community()
      }
    }
    // Two categories, two names, and each with its length.
    expectEqual(written[.rules].prefix(6), [2, 2, 1, 97, 1, 98])
    refuses("two categories are named 'a'") { $0[5] = 97 }
    refuses("names of categories: 3, at most 2") { $0[1] = 3 }
    refuses("the name of category 0 is empty") { $0.replaceSubrange(2..<4, with: [0]) }
    refuses("a value has a form that it cannot have") { $0[3] = 255 }
  }

  /// Whatever is read is a community in which everything holds: the build with `InternalChecks`
  /// looks at all of it.
  @Test func `a forged snapshot is an error or a community that can go on, and never a trap`()
    throws
  {
    var (errors, accepted) = (0, 0)
    for seed in 1...UInt64(6) {
      var life = RandomLife(seed: seed)
      try life.live(calls: 120)
      var generator = SeededGenerator(seed: seed)
      let written = ForgedSnapshot(of: life.twins.community)
      for _ in 0..<120 {
        var forged = written
        let section = SnapshotSection.allCases.dropFirst().randomElement(using: &generator)!
        Self.alter(&forged[section], using: &generator)
        guard let community = try? forged.community() else {
          errors += 1
          continue
        }
        accepted += 1
        try Self.live(community)
      }
    }
    #expect(errors > 100 && accepted > 100)
  }

  @Test(
    arguments: [
      ([0, 1], [10], "a vote for entry 5 of 1"),
      ([0, 1], [1], "the votes logged for entry 0"),
      ([0, 0], [], "the votes logged for entry 0"),
      ([0, 2], [0, 0], "the votes logged for entry 0"),
      ([1, 1], [0], "a vote for entry 0 of 0"),
      ([2, 1], [0], "2 of 1 votes before the contest"),
    ] as [([UInt8], [UInt32], String)])
  func `a log of votes that does not lead to the votes is an error`(
    count: [UInt8], events: [UInt32], what: String
  ) throws {
    var community = Community(members: 2)
    community.rotateContests(now: 0)
    let post = try community.publish(author: member(0), category: category(0), now: 0)
    try community.enter(post, by: member(0), now: 0)
    try community.vote(for: post, by: member(1), now: 0)
    var forged = ForgedSnapshot(of: community)
    // The log is at the end: where it starts, how many events were before the contest, how many there
    // are, and those.
    forged[.entries].removeLast(6)
    var writer = ByteWriter()
    writer.write(column: events)
    forged[.entries] += count + writer.bytes
    #expect(throws: SnapshotError.impossible(what, section: "entries")) {
      try forged.community()
    }
  }

  @Test(
    arguments: [
      ([1, 2], [0, 0], "a vote for entry 0 of a contest before"),
      ([0, 1], [0], "a vote for entry 0 of a contest before"),
      ([2, 2], [0, 0], "the votes logged for entry 0"),
      ([1, 2], [0, 1], nil), ([0, 0], [], nil), ([1, 1], [0], nil), ([0, 1], [1], nil),
    ] as [([UInt8], [UInt32], String?)])
  func `what is logged of a contest that is over can be known in part`(
    count: [UInt8], events: [UInt32], what: String?
  ) throws {
    var community = Community(members: 2)
    community.rotateContests(now: 0)
    let post = try community.publish(author: member(0), category: category(0), now: 0)
    try community.enter(post, by: member(0), now: 0)
    try community.vote(for: post, by: member(1), now: 0)
    community.rotateContests(now: 8 * 86_400)
    var forged = ForgedSnapshot(of: community)
    forged[.entries].removeLast(6)
    var writer = ByteWriter()
    writer.write(column: events)
    forged[.entries] += count + writer.bytes
    guard let what else {
      try expectEqual(forged.community().voteCount(of: post), 1)
      return
    }
    #expect(throws: SnapshotError.impossible(what, section: "entries")) {
      try forged.community()
    }
  }

  private static func alter(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard let index = bytes.indices.randomElement(using: &generator) else {
      bytes.append(0)
      return
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(bytes[index], at: index)
    case 2: bytes[index] = 255
    case 3: bytes[index] = 0
    case 4: bytes.swapAt(index, bytes.indices.randomElement(using: &generator)!)
    default: bytes[index] = bytes[index] &+ [1, 255].randomElement(using: &generator)!
    }
  }

  /// Makes calls of which most are accepted, and reads what has become of it.
  private static func live(_ community: Community) throws {
    var community = community
    let now = community.lastInstant + 1
    for member in (0..<community.memberCount).map({ MemberID($0) }) {
      for post in (0..<community.postCount).map({ PostID($0) }) {
        _ = try? community.view(post, by: member, now: now)
        _ = try? community.unlike(post, by: member, now: now)
        _ = try? community.unsave(post, by: member, now: now)
        _ = try? community.like(post, by: member, now: now)
        _ = try? community.vote(for: post, by: member, now: now)
      }
      _ = try? community.markAllNotificationsRead(of: member)
      for other in (0..<community.memberCount).map({ MemberID($0) }) {
        _ = try? community.unfollow(member, other)
        _ = try? community.approveFriendship(from: member, by: other, now: now)
      }
    }
    community.rotateContests(now: now + 8 * 86_400)
    for post in (0..<community.postCount).map({ PostID($0) }) {
      _ = try? community.delete(post, by: community.author(of: post)!, now: 0)
    }
    _ = try Community(snapshot: community.snapshot())
  }
}
