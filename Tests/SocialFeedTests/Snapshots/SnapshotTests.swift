import SocialFeed
import TestSupport
import Testing

@Suite struct SnapshotTests {
  /// A community that has lived through so many random calls.
  private static func life(_ seed: UInt64, calls: Int) throws(Difference) -> RandomLife {
    var life = RandomLife(seed: seed)
    try life.live(calls: calls)
    return life
  }

  @Test func `a community comes back from its snapshot with the same contents`() throws {
    for seed in 1...UInt64(10) {
      let community = try Self.life(seed, calls: 400).twins.community
      let snapshot = community.snapshot()
      let restored = try Community(snapshot: snapshot)
      expectEqual(restored.snapshot(), snapshot, "seed \(seed)")
      expectEqual(restored.digest, community.digest, "seed \(seed)")
    }
  }

  /// Every answer and page of both is compared with those of the slow model too, which is never
  /// written.
  @Test func `a restored community goes on exactly as the one that was written`() throws {
    for seed in 1...UInt64(10) {
      var restored = RandomLife(seed: seed)
      var original = restored
      original.isRestored = false
      do throws(Difference) {
        try restored.live(calls: 500)
        try original.live(calls: 500)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      expectEqual(restored.twins.community.digest, original.twins.community.digest, "seed \(seed)")
    }
  }

  @Test func `what came and went leaves no trace in a snapshot`() throws {
    let (quiet, busy) = try (Self.community(detours: 0), Self.community(detours: 70))
    #expect(quiet.digest == busy.digest && quiet.changeCount < busy.changeCount)
  }

  /// 80 members, each followed by all others and befriended by a few, and a post that all like;
  /// `detours` of the ties and likes are made, ended and made again.
  private static func community(detours: Int) throws -> Community {
    var community = Community(
      categoryCount: 1, affinityRule: AffinityRule(view: 0, like: 0, comment: 0, save: 0),
      notificationLimit: 0)
    let members = try (0..<80).map { _ in try community.join(now: 0) }
    let post = try community.publish(author: members[0], category: CategoryID(0), now: 1)
    for round in 0...detours {
      let isLast = round == detours
      if !isLast && round % 10 != 0 { continue }
      for one in members.dropFirst() {
        try community.follow(one, members[0], now: 1)
        try community.like(post, by: one, now: 1)
        try community.befriend(one, members[0], now: 1)
      }
      if isLast { break }
      for one in members.dropFirst() {
        try community.unfollow(one, members[0])
        try community.unlike(post, by: one, now: 1)
        try community.unfriend(one, members[0])
      }
    }
    return community
  }

  // MARK: Bad input

  @Test func `no byte of a snapshot can be altered unnoticed`() throws {
    let snapshot = try Self.life(3, calls: 60).twins.community.snapshot()
    for index in snapshot.indices {
      var altered = snapshot
      altered[index] ^= 1 << UInt8(index % 8)
      #expect(throws: SnapshotError.self, "byte \(index)") {
        try Community(snapshot: altered)
      }
    }
  }

  @Test func `a snapshot cut short anywhere is an error that says so`() throws {
    let snapshot = try Self.life(4, calls: 60).twins.community.snapshot()
    for count in 1..<snapshot.count {
      let error = #expect(throws: SnapshotError.self) {
        try Community(snapshot: Array(snapshot[..<count]))
      }
      guard case .cutShort(bytes: count, let needed)? = error, needed > count else {
        Issue.record("cut at \(count): \(String(describing: error))")
        return
      }
    }
    #expect(throws: SnapshotError.notASnapshot) { try Community(snapshot: []) }
    #expect(throws: SnapshotError.notASnapshot) { try Community(snapshot: Array("GIF89a".utf8)) }
    #expect(throws: SnapshotError.altered(section: "end")) {
      try Community(snapshot: snapshot + [0])
    }
  }

  @Test func `errors say what is wrong`() {
    expectEqual("\(SnapshotError.notASnapshot)", "the bytes are not a snapshot of a community")
    expectEqual(
      "\(SnapshotError.newerVersion(3, readable: 1))",
      "the snapshot has version 3; versions up to 1 can be read")
    expectEqual(
      "\(SnapshotError.cutShort(bytes: 17, needed: 40))",
      "the snapshot is cut short: it has 17 bytes and needs at least 40")
    expectEqual(
      "\(SnapshotError.altered(section: "likes"))", "section 'likes' of the snapshot was altered")
    expectEqual(
      "\(SnapshotError.impossible("category 9 of 5", section: "posts"))",
      "section 'posts' of the snapshot cannot be: category 9 of 5")
  }
}
