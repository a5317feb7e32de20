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
      let sections = Self.sections(of: life.twins.community)
      for _ in 0..<120 {
        var forged = sections
        let section = Int.random(in: 1..<forged.count, using: &generator)
        Self.alter(&forged[section], using: &generator)
        do {
          let community = try Community(snapshot: Self.snapshot(of: forged))
          accepted += 1
          Self.live(community, using: &generator)
        } catch { errors += 1 }
      }
    }
    #expect(errors > 100 && accepted > 100)
  }

  private static func sections(of community: Community) -> [[UInt8]] {
    SnapshotSection.allCases.map {
      var writer = ByteWriter()
      community.write($0, to: &writer)
      return writer.bytes
    }
  }

  private static func snapshot(of sections: [[UInt8]]) -> [UInt8] {
    var snapshot = SnapshotFormat.head
    for (section, bytes) in zip(SnapshotSection.allCases, sections) {
      let hash = ContentHash.value(of: bytes.span)
      snapshot += SnapshotFormat.head(of: section, length: bytes.count, hash: hash) + bytes
    }
    return snapshot
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

  /// Makes calls of which most are accepted, and asks.
  private static func live(_ community: Community, using generator: inout SeededGenerator) {
    var community = community
    let now = community.lastInstant + 1
    for member in (0..<community.memberCount).map({ MemberID($0) }) {
      for post in (0..<community.postCount).map({ PostID($0) }) {
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
    _ = community.snapshot()
  }
}
