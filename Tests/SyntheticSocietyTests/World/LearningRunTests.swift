import FeedMetrics
import SocialFeed
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// What rankers that learn get of a world.
@Suite struct LearningRunTests {
  /// A host without a process that counts by events what features count, and compares both at each request.
  private final class CountingHost: RankerHost {
    struct Log {
      var events: [RankerEvent] = []
      var requests = 0
      /// Candidates whose counts by events were not those of the features.
      var differences = 0
      var world: RankerWorld
    }

    private let logs = Mutex<[Log]>([])
    let learns: Bool
    let name = "counting.py"
    let digest: String
    let features: FeatureSet = [.likes, .comments, .saves, .views, .isFollowee, .authorFollowers]

    init(learns: Bool = true, digest: String = "counting") {
      self.learns = learns
      self.digest = digest
    }

    /// One for each lane.
    var lanes: [Log] { logs.withLock { $0 } }

    func open(world: RankerWorld) -> any RankerLane {
      Lane(
        host: self,
        index: logs.withLock { logs in
          logs.append(Log(world: world))
          return logs.count - 1
        })
    }

    private struct Counts {
      var likes: [PostID: Set<MemberID>] = [:]
      var saves: [PostID: Set<MemberID>] = [:]
      var comments: [PostID: Int] = [:]
      var views: [PostID: Int] = [:]
      var authors: [PostID: MemberID] = [:]
      var followers: [MemberID: Set<MemberID>] = [:]

      mutating func take(_ event: RankerEvent) {
        switch event.content {
        case .post(let post, let author, _, _): authors[post] = author
        case .interaction(.like, let post, let member, _): likes[post, default: []].insert(member)
        case .interaction(.unlike, let post, let member, _): likes[post]?.remove(member)
        case .interaction(.save, let post, let member, _): saves[post, default: []].insert(member)
        case .interaction(.unsave, let post, let member, _): saves[post]?.remove(member)
        case .interaction(.comment, let post, _, _): comments[post, default: 0] += 1
        case .interaction(.view, let post, _, _): views[post, default: 0] += 1
        case .tie(.follow, let from, let to): followers[to, default: []].insert(from)
        case .tie(.unfollow, let from, let to): followers[to]?.remove(from)
        case .join, .delete, .enter, .tie, .impression, .interaction(.vote, _, _, _): break
        }
      }

      func differ(_ candidates: borrowing Candidates, at index: Int) -> Bool {
        let post = candidates.posts[index]
        guard let author = authors[post] else { return true }
        let follows = followers[author] ?? []
        let counted: [(RankerFeature, Int)] = [
          (.likes, likes[post]?.count ?? 0), (.saves, saves[post]?.count ?? 0),
          (.comments, comments[post] ?? 0), (.views, views[post] ?? 0),
          (.authorFollowers, follows.count),
          (.isFollowee, follows.contains(candidates.viewer) ? 1 : 0),
        ]
        return counted.contains { candidates[$0][index] != Double($1) }
      }
    }

    private final class Lane: RankerLane {
      private let host: CountingHost
      private let index: Int
      private let counts = Mutex(Counts())

      init(host: CountingHost, index: Int) { (self.host, self.index) = (host, index) }

      func learn(_ events: [RankerEvent]) {
        host.logs.withLock { $0[index].events += events }
        counts.withLock { counts in for event in events { counts.take(event) } }
      }

      func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
        let counts = counts.withLock { $0 }
        var differences = 0
        for index in 0..<candidates.count {
          scores[index] = candidates[.likes][index]
          if host.learns && counts.differ(candidates, at: index) { differences += 1 }
        }
        host.logs.withLock {
          $0[self.index].requests += 1
          $0[self.index].differences += differences
        }
      }
    }
  }

  private func arm(_ host: CountingHost, on surfaces: [Surface] = [.home]) -> Arm {
    let settings = RankerSettings(HostedRanker.command, host: host)
    return Arm(name: "counting", choices: surfaces.map { ($0, settings) }, pool: FeedPool())
  }

  @discardableResult
  private func run(
    _ arm: Arm, _ test: LiveTest? = nil, in parameters: SocietyParameters = .small(),
    profiler: WorldProfiler? = nil
  ) -> (RecordingSink, DigestSink) {
    var run = WorldRun(parameters: parameters, arm: arm, liveTest: test, seed: 4, world: 1)
    run.intercepts = .usual
    let (sink, digest) = (RecordingSink(), DigestSink())
    #expect(run.simulate(sinks: [sink, digest], profiler: profiler) != nil)
    return (sink, digest)
  }

  /// What a lane should have got of a run, but for the events behind its last request.
  private func expected(
    _ sink: RecordingSink, _ isOwn: (PageObservation) -> Bool
  ) -> [RankerEvent.Content] {
    sink.pages.flatMap { page in
      page.posts.indices.map { index in
        .impression(
          RankerEvent.Impression(
            post: page.posts[index], viewer: page.viewer, surface: page.surface,
            request: page.request, refresh: page.refresh, position: page.offset + index + 1,
            isLookedAt: page.examined[index], isOwn: isOwn(page)))
      }
    }
  }

  private func impressions(_ events: [RankerEvent]) -> [RankerEvent.Content] {
    events.map(\.content).filter { if case .impression = $0 { true } else { false } }
  }

  @Test func `all arms have one seed for their external rankers, another in other worlds`() {
    func world(_ seed: UInt64, _ number: UInt32, _ name: String = "newest") -> RankerWorld {
      let arm = Arm(name: name, choices: [])
      return WorldRun(parameters: .small(), arm: arm, seed: seed, world: number).rankerWorld
    }
    // By hand: 52 bits of Philox's block (FNV-1a of "ranker-seed", 0, 0, 0) under the first half of the
    // block (world, 0, 0, 0) of the seed.
    let table: [(seed: UInt64, world: UInt32, expected: UInt64)] = [
      (7, 0, 972_002_174_632_529), (7, 1, 4_219_586_395_083_220), (8, 0, 2_125_919_096_466_504),
    ]
    for (seed, number, expected) in table {
      expectEqual(world(seed, number), RankerWorld(number: Int(number), seed: expected))
    }
    #expect(world(7, 1, "mine") == world(7, 1))
    #expect((0..<1000).allSatisfy { world(1, $0).seed < 1 << 52 })
    var twin = WorldRun(parameters: .small(), arm: arm(CountingHost()), seed: 7, world: 1)
    twin.isMirrored = true
    #expect(twin.rankerWorld == world(7, 1))
    let host = CountingHost()
    run(arm(host))
    expectEqual(host.lanes.map(\.world), [RankerWorld(number: 1, seed: 457_522_425_096_294)])
  }

  @Test func `counts by events are those of the features at each request`() throws {
    let host = CountingHost()
    run(arm(host, on: [.home, .latest]))
    expectEqual(host.lanes.count, 2)
    #expect(host.lanes.allSatisfy { $0.differences == 0 && $0.requests > 0 })
    #expect(host.lanes.reduce(0) { $0 + $1.requests } > 100)
  }

  @Test func `a lane gets everything in order and once, up to its last request`() throws {
    // Long enough for entries in a contest, and with authors who delete posts.
    var parameters = SocietyParameters.small(days: 10)
    parameters.deleting.share = 0.5
    parameters.entering.entriesPerMember = 0.3
    let host = CountingHost()
    let (sink, _) = run(arm(host), in: parameters)
    let events = try #require(host.lanes.first?.events)
    let shown = impressions(events)
    let all = expected(sink) { $0.surface == .home }
    #expect(shown == Array(all.prefix(shown.count)) && 2 * shown.count > all.count)
    let members = events.filter { if case .join = $0.content { true } else { false } }
    expectEqual(members.map(\.time), sink.members.prefix(members.count).map(\.joinedAt))
    let posted = events.compactMap {
      if case .post(let post, _, _, _) = $0.content { post } else { nil }
    }
    #expect(posted == sink.posts.prefix(posted.count).map(\.post) && !posted.isEmpty)
    let done = events.filter { if case .interaction = $0.content { true } else { false } }
    #expect(done.map(\.time) == sink.interactions.prefix(done.count).map(\.time) && done.count > 50)
    let ties = events.filter { if case .tie = $0.content { true } else { false } }
    #expect(ties.map(\.time) == sink.ties.prefix(ties.count).map(\.time) && !ties.isEmpty)
    #expect(events.contains { if case .delete = $0.content { true } else { false } })
    #expect(events.contains { if case .enter = $0.content { true } else { false } })
    let times = events.map(\.time).filter { $0 > 0 }
    expectEqual(times, times.sorted())
  }

  @Test func `a profile leaves the events as they are, and counts the sinks of the run alone`() {
    let hosts = [CountingHost(), CountingHost()]
    let profiler = WorldProfiler(
      clock: ProfileClock(reading: 0, processorSeconds: { 0 }, now: { 0 }))
    let plain = run(arm(hosts[0])).1
    let profiled = run(arm(hosts[1]), profiler: profiler).1
    expectEqual(plain.hexDigest, profiled.hexDigest)
    expectEqual(hosts[0].lanes.map(\.events), hosts[1].lanes.map(\.events))
    expectEqual(profiler.profile?.sinks.count, 2)
  }

  @Test func `both arms of a live test get everything, and know which pages are their own`() throws
  {
    let (one, other) = (CountingHost(digest: "one"), CountingHost(digest: "other"))
    let (sink, _) = run(arm(one), LiveTest(candidate: arm(other), design: .userSplit()))
    for (group, host) in [one, other].enumerated() {
      let lane = try #require(host.lanes.first)
      #expect(host.lanes.count == 1 && lane.differences == 0 && lane.requests > 50)
      let shown = impressions(lane.events)
      let all = expected(sink) {
        $0.surface == .home && $0.ranker / Surface.allCases.count == group
      }
      // What came behind the last request of the group is not known to its lane.
      #expect(shown == Array(all.prefix(shown.count)) && 2 * shown.count > all.count)
    }
  }

  @Test(arguments: [false, true])
  func `a look in the middle of a session leaves its refresh as it stands`(learns: Bool) throws {
    /// Orders by likes, so that a refresh that is asked for again has another order.
    struct OrderHost: RankerHost {
      var kind: RankerKind { .order }
      var name: String { "order.py" }
      var digest: String { "order" }
      var features: FeatureSet { [.likes] }
      func open(world: RankerWorld) -> any RankerLane { Lane() }

      private final class Lane: RankerLane {
        func order(_ candidates: borrowing Candidates) -> [PostID] {
          let likes = Dictionary(
            uniqueKeysWithValues: zip(candidates.posts, candidates[.likes]))
          return candidates.posts.sorted { (likes[$0]!, $0) > (likes[$1]!, $1) }
        }
      }
    }
    let host: any RankerHost = learns ? CountingHost() : OrderHost()
    var run = WorldRun(
      parameters: .small(),
      arm: Arm(
        name: "hosted", choices: [(.home, RankerSettings(HostedRanker.command, host: host))],
        pool: FeedPool()), seed: 4, world: 1)
    run.intercepts = .usual
    let (plain, sink) = (DigestSink(), RecordingSink())
    _ = run.simulate(sinks: [plain, sink])
    let later = sink.pages.filter { $0.surface == .home && $0.offset > 0 && $0.time > 86_400 }
    #expect(later.count > 20)
    for page in [later[5], later[later.count / 2]] {
      let digest = DigestSink()
      // Just before a later page of a refresh.
      _ = try run.peek(
        at: .home, of: page.viewer, at: page.time, sinks: [digest], toEnd: true)
      expectEqual(digest.hexDigest, plain.hexDigest)
    }
  }

  @Test func `a look into a world between two requests changes nothing that follows`() throws {
    var run = WorldRun(parameters: .small(), arm: arm(CountingHost()), seed: 4, world: 1)
    run.intercepts = .usual
    let digests = try [false, true].map { peeks in
      let digest = DigestSink()
      if peeks {
        _ = try run.peek(
          at: .home, of: MemberID(3), at: 90_000, sinks: [digest], toEnd: true)
      } else {
        _ = run.simulate(sinks: [digest])
      }
      return digest.hexDigest
    }
    expectEqual(digests[0], digests[1])
  }
}
