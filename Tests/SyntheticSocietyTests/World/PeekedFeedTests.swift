import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct PeekedFeedTests {
  /// A community whose ties change only at the start, and whose members find no screen as they left it, so that a
  /// session's first page depends on nothing that happens at its own instant.
  private static func run(_ ranker: String) -> WorldRun {
    var parameters = SocietyParameters.small(members: 120, days: 3)
    parameters.openOnly(.home)
    parameters.following.attempts = 0
    parameters.following.afterLike = 0
    parameters.following.friendRequests = 0
    parameters.unfollowing.hazard = 0
    parameters.devices.resume = 0
    parameters.devices.failure = 0
    parameters.refreshing.afterLike = 0
    parameters.refreshing.pull = 0
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: ranker), seed: 3, world: 1)
    run.intercepts = .usual
    return run
  }

  @Test(arguments: ["recency", "affinity", "gravity", "random", "seen-discount"])
  func `it is the page that a session that begins then gets`(ranker: String) throws {
    let (run, sink) = (Self.run(ranker), RecordingSink())
    _ = run.simulate(sinks: [sink])
    let times = Set(sink.posts.map(\.createdAt))
    // Without a post of the same second, which would be there for the session but not before it.
    let pages = sink.pages.filter { $0.offset == 0 && $0.time > 86_400 && !times.contains($0.time) }
    #expect(pages.count > 100)
    for page in pages[...].enumerated().filter({ $0.offset.isMultiple(of: 12) }).map(\.element) {
      let feed = try #require(try run.peek(at: .home, of: page.viewer, at: page.time))
      expectEqual(feed.posts.map(\.post), page.posts, "\(ranker) at \(page.time)")
    }
  }

  /// The first session of a member who was there before the run is the only one of its week: its feed begins with
  /// the newest post, and each later one with the oldest.
  @Test func `the session that looks counts among the sessions of the week`() throws {
    let formula = try ScoreFormula("if(sessions_last_week == 1, 0 - age_hours, age_hours)")
    var run = Self.run("recency")
    run.arm = Arm(
      name: "counted",
      choices: [(.home, RankerSettings(FormulaRanker.descriptor, formula: formula))],
      pool: FeedPool())
    let sink = RecordingSink()
    _ = run.simulate(sinks: [sink])
    let times = Set(sink.posts.map(\.createdAt))
    var sessions: [MemberID: Double] = [:]
    var compared: [Double: Int] = [:]
    for page in sink.pages where page.offset == 0 {
      sessions[page.viewer, default: 0] += 1
      let count = try #require(sessions[page.viewer])
      guard count <= 3, compared[count, default: 0] < 4, !times.contains(page.time) else {
        continue
      }
      let feed = try #require(try run.peek(at: .home, of: page.viewer, at: page.time))
      expectEqual(feed.posts.map(\.post), page.posts, "session \(count) at \(page.time)")
      let column = try #require(feed.columns.first { $0.name == "sessions_last_week" })
      expectEqual(Set(column.values), [count], "at \(page.time)")
      compared[count, default: 0] += 1
    }
    expectEqual(compared, [1: 4, 2: 4, 3: 4])
  }

  @Test func `it says of each post what the run recorded of it`() throws {
    var run = Self.run("affinity")
    run.arm = .ordering(.home, by: "affinity", pool: FeedPool())
    let sink = RecordingSink()
    _ = run.simulate(sinks: [sink])
    let (time, viewer) = (2.5 * 86_400, MemberID(7))
    let feed = try #require(try run.peek(at: .home, of: viewer, at: time))
    #expect(feed.posts.count > 1)
    var looks: [PostID: Int] = [:]
    for page in sink.pages where page.viewer == viewer && page.time < time {
      for (post, isExamined) in zip(page.posts, page.examined) where isExamined {
        looks[post, default: 0] += 1
      }
    }
    for post in feed.posts {
      let recorded = sink.posts[post.post.index]
      #expect(post.author == recorded.author && post.category == recorded.category)
      expectEqual(post.ageHours, (time - recorded.createdAt) / 3600)
      expectEqual(post.looks, looks[post.post] ?? 0)
    }
    #expect(feed.posts.contains { $0.looks > 0 })
    expectEqual(feed.columns.map(\.name), ["affinity", "age_hours"])
    expectEqual(feed.columns[1].values, feed.posts.map(\.ageHours))
    expectEqual(feed.members, sink.members.count { $0.joinedAt < time })
  }

  @Test func `a run that was peeked into ends as it would have`() throws {
    let run = Self.run("gravity")
    let plain = DigestSink()
    _ = run.simulate(sinks: [plain])
    for (surface, time) in [(Surface.home, 0.0), (.latest, 100_000), (.friends, 3 * 86_400)] {
      let peeked = DigestSink()
      let feed = try run.peek(
        at: surface, of: MemberID(5), at: time, sinks: [peeked], toEnd: true)
      #expect(feed != nil)
      expectEqual(peeked.hexDigest, plain.hexDigest, "\(surface)")
    }
  }

  @Test func `a member who has not joined, and a contest that does not run`() throws {
    var run = Self.run("recency")
    run.parameters.joining.share = 0.05
    let sink = RecordingSink()
    _ = run.simulate(sinks: [sink])
    let newcomer = try #require(sink.members.first { $0.joinedAt > 0 })
    #expect(throws: PeekedFeed.Refusal.noMember(members: newcomer.member.index)) {
      try run.peek(at: .home, of: newcomer.member, at: newcomer.joinedAt)
    }
    let feed = try run.peek(at: .home, of: newcomer.member, at: newcomer.joinedAt + 1)
    #expect(feed?.members ?? 0 > newcomer.member.index)
    #expect(throws: PeekedFeed.Refusal.noContest) {
      try run.peek(at: .contest, of: MemberID(0), at: 0)
    }
    #expect(try run.peek(at: .home, of: MemberID(0), at: 0) != nil)
    try expectEqual(run.peek(at: .home, of: MemberID(0), at: 86_400) { _ in false }, nil)
  }
}
