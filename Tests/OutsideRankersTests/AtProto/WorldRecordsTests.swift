import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// What happens in a world, as commits that a slow decoder reads.
@Suite struct WorldRecordsTests {
  private static func did(_ member: Int) -> String {
    var accounts = WorldAccounts(world: 0)
    return accounts.did(of: MemberID(member))
  }

  /// The commits of events.
  private func commits(
    _ events: [RankerEvent], _ records: inout WorldRecords
  ) throws -> [DecodedCommit] {
    try events.flatMap { records.messages(of: $0) }.map { try DecodedCommit($0) }
  }

  private func post(
    _ number: Int, by author: Int, at time: Double, for visibility: PostVisibility = .everyone
  ) -> RankerEvent {
    RankerEvent(
      time: time,
      .post(
        PostID(number), author: MemberID(author), category: CategoryID(0), visibility: visibility))
  }

  private func act(
    _ kind: InteractionKind, _ post: Int, by member: Int, at time: Double
  ) -> RankerEvent {
    RankerEvent(
      time: time, .interaction(kind, PostID(post), by: MemberID(member), request: nil))
  }

  private func tie(
    _ kind: TieOutcome, _ from: Int, _ to: Int, at time: Double
  ) -> RankerEvent {
    RankerEvent(time: time, .tie(kind, from: MemberID(from), to: MemberID(to)))
  }

  @Test func `a post is a record with a text and its time`() throws {
    var records = WorldRecords(world: 0)
    let commits = try commits([post(0, by: 3, at: 3600)], &records)
    let commit = try #require(commits.first)
    #expect(commits.count == 1 && records.sequence == 1)
    #expect(commit.sequence == 1 && commit.repository == Self.did(3) && commit.action == "create")
    // The first of microseconds that the hour has: see RecordKeyTests.
    #expect(commit.path == "app.bsky.feed.post/3khuznfdl2222" && commit.revision == "3khuznfdl2222")
    #expect(commit.since == nil && commit.time == "2024-01-01T01:00:00.000Z")
    expectEqual(
      commit.record,
      [
        "$type": .text("app.bsky.feed.post"), "createdAt": .text("2024-01-01T01:00:00.000Z"),
        "text": .text("We walked up to the lake and had it all to ourselves."),
        "langs": .list([.text("en")]),
      ])
    expectEqual(records.uri(of: PostID(0)), commit.uri)
    expectEqual(records.post(of: commit.uri), PostID(0))
    expectEqual(records.uri(of: PostID(1)), nil)
    expectEqual(records.post(of: commit.uri + "x"), nil)
  }

  @Test(arguments: PostVisibility.allCases.dropFirst())
  func `a post that not everyone may see has no record, nor has what is done with it`(
    _ visibility: PostVisibility
  ) throws {
    var records = WorldRecords(world: 0)
    let commits = try commits(
      [
        post(0, by: 3, at: 5, for: visibility), act(.like, 0, by: 4, at: 6),
        act(.comment, 0, by: 4, at: 7), act(.unlike, 0, by: 4, at: 8), post(1, by: 3, at: 9),
        RankerEvent(time: 10, .delete(PostID(0), author: MemberID(3))),
      ], &records)
    #expect(commits.count == 1 && records.sequence == 1)
    #expect(records.uri(of: PostID(0)) == nil && records.uri(of: PostID(1)) == commits[0].uri)
    expectEqual(records.post(of: commits[0].uri), PostID(1))
  }

  @Test func `all texts end with the phrase`() throws {
    var records = WorldRecords(world: 0, phrase: "#a")
    let commits = try commits(
      [post(0, by: 3, at: 0), act(.comment, 0, by: 4, at: 60)], &records)
    let sentinel = try DecodedCommit(records.sentinel("Hello.", at: 70).message)
    expectEqual(
      (commits + [sentinel]).map { $0.record?["text"] },
      [
        .text("We walked up to the lake and had it all to ourselves. #a"),
        .text("Hello from a slow train. #a"), .text("Hello. #a"),
      ])
  }

  @Test func `a deletion names the record, and the post is known still`() throws {
    var records = WorldRecords(world: 0)
    let delete = RankerEvent(time: 7, .delete(PostID(0), author: MemberID(3)))
    let commits = try commits([post(0, by: 3, at: 5), delete], &records)
    expectEqual(commits.map(\.action), ["create", "delete"])
    #expect(commits[0].path == commits[1].path && commits[1].record == nil)
    #expect(commits[1].since == commits[0].revision && commits[1].revision > commits[0].revision)
    expectEqual(records.post(of: commits[0].uri), PostID(0))
  }

  @Test func `a like is made once, and taken back once`() throws {
    var records = WorldRecords(world: 0)
    let acts: [InteractionKind] = [.like, .like, .unlike, .unlike, .like]
    let commits = try commits(
      [post(0, by: 3, at: 0)] + acts.enumerated().map { act($1, 0, by: 4, at: 10 + Double($0)) },
      &records)
    expectEqual(commits.map(\.action), ["create", "create", "delete", "create"])
    #expect(commits[1...].allSatisfy { $0.repository == Self.did(4) })
    #expect(commits[1].path.hasPrefix("app.bsky.feed.like/") && commits[2].path == commits[1].path)
    #expect(commits[3].path > commits[1].path)
    expectEqual(
      commits[1].record,
      [
        "$type": .text("app.bsky.feed.like"), "createdAt": .text("2024-01-01T00:00:10.000Z"),
        "subject": .map(["uri": .text(commits[0].uri), "cid": .text(try #require(commits[0].id))]),
      ])
  }

  @Test func `a comment is a reply, which is no post of the world`() throws {
    var records = WorldRecords(world: 0)
    let commits = try commits(
      [post(0, by: 3, at: 0), act(.comment, 0, by: 4, at: 60), post(1, by: 4, at: 60)], &records)
    let parent = DagCBOR.map([
      "uri": .text(commits[0].uri), "cid": .text(try #require(commits[0].id)),
    ])
    expectEqual(
      commits[1].record,
      [
        "$type": .text("app.bsky.feed.post"), "createdAt": .text("2024-01-01T00:01:00.000Z"),
        "text": .text("Hello from a slow train."), "langs": .list([.text("en")]),
        "reply": .map(["root": parent, "parent": parent]),
      ])
    expectEqual(records.post(of: commits[1].uri), nil)
    expectEqual(records.post(of: commits[2].uri), PostID(1))
    // Two records of an account and a collection at one time.
    #expect(commits[1].path < commits[2].path)
  }

  @Test func `a follow is there as long as the follow or the friendship`() throws {
    var records = WorldRecords(world: 0)
    let commits = try commits(
      [
        tie(.follow, 0, 1, at: 1), tie(.friend, 0, 1, at: 2), tie(.unfollow, 0, 1, at: 3),
        tie(.unfriend, 0, 1, at: 4), tie(.unfollow, 0, 1, at: 5), tie(.block, 1, 0, at: 6),
      ], &records)
    expectEqual(
      commits.map {
        "\($0.time.dropFirst(18).prefix(1)) \($0.action) \($0.path.prefix { $0 != "/" })"
      },
      [
        "1 create app.bsky.graph.follow", "2 create app.bsky.graph.follow",
        "4 delete app.bsky.graph.follow", "4 delete app.bsky.graph.follow",
        "6 create app.bsky.graph.block",
      ])
    expectEqual(commits.map(\.repository), [0, 1, 0, 1, 1].map(Self.did))
    #expect(commits[0].path == commits[2].path && commits[1].path == commits[3].path)
    expectEqual(commits[0].record?["subject"], .text(Self.did(1)))
    expectEqual(commits[4].record?["subject"], .text(Self.did(0)))
  }

  @Test func `what has no record brings no commit`() throws {
    var records = WorldRecords(world: 0)
    _ = try commits([post(0, by: 3, at: 0)], &records)
    let impression = RankerEvent.Impression(
      post: PostID(0), viewer: MemberID(1), surface: .home, request: 0, refresh: 0, position: 1,
      isLookedAt: true, isOwn: true)
    let events = [
      RankerEvent(time: -1, .join(MemberID(1), group: 0)),
      RankerEvent(time: 1, .enter(PostID(0), author: MemberID(3), contest: ContestID(0))),
      RankerEvent(time: 1, .impression(impression)), act(.view, 0, by: 1, at: 2),
      act(.save, 0, by: 1, at: 2), act(.unsave, 0, by: 1, at: 2), act(.vote, 0, by: 1, at: 2),
    ]
    #expect(try commits(events, &records) == [] && records.sequence == 1)
  }

  @Test func `numbers and revisions go up, whatever happens when`() throws {
    var records = WorldRecords(world: 0)
    var events: [RankerEvent] = []
    for number in 0..<60 {
      events.append(post(number, by: number % 3, at: Double((number * 7) % 11) - 5))
      events.append(act(.like, number / 2, by: number % 5, at: 3))
    }
    let commits = try commits(events, &records)
    expectEqual(commits.map(\.sequence), Array(1...Int64(commits.count)))
    expectEqual(Set(commits.map(\.uri)).count, commits.count)
    var last: [String: String] = [:]
    for commit in commits {
      expectEqual(commit.since, last[commit.repository])
      #expect(commit.since.map { $0 < commit.revision } ?? true)
      last[commit.repository] = commit.revision
    }
  }

  @Test func `the sentinel posts and deletes, and the observer follows it`() throws {
    var records = WorldRecords(world: 0)
    let follow = try DecodedCommit(records.sentinelFollow(at: 9))
    let sentinel = records.sentinel("Hello.", at: 10)
    let (made, gone) = (
      try DecodedCommit(sentinel.message),
      try DecodedCommit(records.sentinelDeletion(sentinel.key, at: 10))
    )
    let accounts = WorldAccounts(world: 0)
    #expect(follow.repository == records.observer && records.observer == accounts.observer)
    expectEqual(follow.record?["subject"], .text(accounts.sentinel))
    #expect(made.repository == accounts.sentinel && made.uri == sentinel.uri)
    expectEqual(made.record?["text"], .text("Hello."))
    #expect(gone.action == "delete" && gone.path == made.path)
    // The next one is another record, although it is of the same time.
    #expect(records.sentinel("Hello.", at: 10).uri > sentinel.uri)
  }
}
