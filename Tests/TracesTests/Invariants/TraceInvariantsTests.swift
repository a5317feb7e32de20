import FeedMetrics
import SocialFeed
import TestSupport
import Testing
import Traces

@Suite struct TraceInvariantsTests {
  private let invariants = TraceInvariants()

  /// Three members; posts 0, 1 and 2 by them, post 3 by member 0 at 500.
  init() {
    invariants.begin(
      RunObservation(
        duration: 1e6, windowStart: 0, categoryCount: 1, groupNames: ["all"], rankerNames: ["x"]))
    for member in 0..<3 {
      invariants.observe(
        MemberObservation(member: MemberID(member), group: 0, joinedAt: -1, taste: []))
    }
    for post in 0..<4 {
      invariants.observe(
        PostObservation(
          post: PostID(post), author: MemberID(post % 3), category: CategoryID(0),
          createdAt: post == 3 ? 500 : 0, quality: 0.5))
    }
  }

  private func show(
    _ request: UInt32, _ posts: [Int], to viewer: Int, at time: Double = 1000, offset: Int = 0,
    surface: Surface = .home, examined: Bool = true
  ) {
    invariants.observe(
      PageObservation(
        time: time, request: request, viewer: MemberID(viewer), surface: surface, ranker: 0,
        offset: offset, posts: posts.map { PostID($0) }, examined: posts.map { _ in examined },
        relevance: posts.map { _ in 0.5 }))
  }

  private func act(
    _ kind: InteractionKind, _ member: Int, _ post: Int, at time: Double = 1001,
    _ request: UInt32? = nil
  ) {
    invariants.observe(
      InteractionObservation(
        time: time, member: MemberID(member), post: PostID(post), kind: kind, request: request))
  }

  private var found: [String] {
    invariants.violations.map { "\($0.invariant.rawValue): \($0.subject)" }
  }

  @Test func `a request that goes on in another feed is not taken for a new one`() {
    show(0, [1, 2], to: 0)
    show(1, [0], to: 1)
    show(0, [], to: 0)
    show(0, [3], to: 0, offset: 2, surface: .contest)
    expectEqual(found, ["requests: request 0", "positions: request 0, position 3"])
  }

  @Test func `pages of one request follow each other, also between those of others`() {
    show(0, [1, 2], to: 0)
    show(1, [0], to: 1)
    show(2, [0, 3], to: 0, surface: .contest)
    show(1, [2], to: 1, at: 1100, offset: 1)
    show(3, [1], to: 0, at: 1200)
    for kind in [InteractionKind.like, .unlike, .like, .save, .unsave, .vote, .view, .comment] {
      act(kind, 0, 1, at: 1201, 3)
    }
    expectEqual(found, [])
  }

  @Test func `positions have no gaps, and begin at 1`() {
    show(0, [1], to: 0)
    show(0, [2], to: 0, offset: 2)
    show(1, [0], to: 1, offset: 1)
    expectEqual(found, ["positions: request 0, position 3", "positions: request 1, position 2"])
  }

  @Test func `a request is of one feed and is not taken up again`() {
    show(5, [1], to: 0)
    show(5, [0], to: 1)
    show(6, [2], to: 0)
    show(5, [2], to: 0, offset: 1)
    expectEqual(
      found,
      [
        "requests: request 5", "requests: request 5", "positions: request 5, position 2",
      ])
  }

  @Test func `slates have no post twice, and nothing that is not there or one's own`() {
    show(0, [1, 1], to: 0, at: 100)
    show(0, [1, 3], to: 0, at: 400, offset: 2)
    show(1, [0], to: 0, at: 600, surface: .contest)
    expectEqual(
      found,
      [
        "slates: request 0, post 1", "slates: request 0, post 1", "creation: request 0, post 3",
        "own-posts: request 0, post 3",
      ])
  }

  @Test func `votes, likes and saves`() {
    act(.vote, 0, 0)
    act(.vote, 0, 1)
    act(.vote, 0, 1)
    act(.unlike, 0, 1)
    act(.like, 0, 1)
    act(.like, 0, 1)
    act(.unsave, 0, 1)
    act(.save, 0, 1)
    act(.save, 0, 1)
    act(.like, 1, 0)
    expectEqual(
      found,
      [
        "own-votes: member 0, post 0", "votes: member 0, post 1", "likes: member 0, post 1",
        "likes: member 0, post 1", "saves: member 0, post 1", "saves: member 0, post 1",
      ])
  }

  @Test func `interactions follow within a day on what their member examined`() {
    show(0, [1], to: 0, at: 1000)
    show(1, [2], to: 0, at: 1000, surface: .contest, examined: false)
    act(.view, 0, 1, at: 87_000, 0)
    act(.view, 0, 2, at: 87_000, 1)
    act(.view, 2, 1, at: 87_000, 0)
    act(.view, 0, 1, at: 87_000, 7)
    act(.view, 0, 1, at: 3 * 86_400, 0)
    expectEqual(
      found,
      [
        "interactions: request 1, member 0, post 2", "interactions: request 0, member 2, post 1",
        "interactions: request 7, member 0, post 1", "interactions: request 0, member 0, post 1",
      ])
  }

  @Test func `of many the first twenty are kept and all are counted`() throws {
    for _ in 0..<50 { act(.vote, 0, 0) }
    expectEqual(invariants.count, 99)
    expectEqual(invariants.violations.count, 20)
    try expectEqual(
      #require(invariants.violations.first).description,
      "member 0, post 0: nobody votes for an own post")
  }

  @Test func `of a trace the location is reported, and final votes are counted again`() throws {
    let folder = try TraceFolder()
    for (name, text) in HandMadeRun.files { try folder.write(text, to: "t/\(name)") }
    // Post 0 stands on both positions, the vote of member 1 is one for an own post, and counts twice.
    try folder.write(
      HandMadeRun.files["impressions.csv"]!.replacing("2,1,0,0.3", with: "2,0,0,0.3"),
      to: "t/impressions.csv")
    try folder.write(
      HandMadeRun.files["interactions.csv"]!.replacing("4000,1,1", with: "4000,0,1"),
      to: "t/interactions.csv")
    try folder.write(
      HandMadeRun.files["contest_entries.csv"]!.replacing("10.25,1", with: "10.25,2"),
      to: "t/contest_entries.csv")
    let replay = try TraceReplay(path: folder.path("t"))
    invariants.watch(replay)
    let watching = TraceInvariants()
    watching.watch(replay)
    try replay.replay([watching])
    watching.check(finalVotes: replay.finalVotes)
    expectEqual(
      watching.violations.map { $0.description.replacing(folder.path("t/"), with: "") },
      [
        "interactions.csv:2:1: nobody votes for an own post",
        "impressions.csv:3:1: no post is in a slate twice",
        "contest_entries.csv:2:1: final votes are those cast inside the contest",
      ])
  }
}
