import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct DeterminismTests {
  private static let arms = [
    Arm.ordering(.home, by: "recency"), .ordering(.home, by: "affinity"),
    .ordering(.home, by: "random"), .ordering(.contest, by: "contest-score"),
    .ordering(.home, by: "ideal"), .ordering(.contest, by: "ideal"),
    .ordering(.home, by: "linear"), .ordering(.home, by: "trending"),
    .ordering(.home, by: "round-robin"), .ordering(.home, by: "friends-first"),
    .ordering(.contest, by: "diversity"), .ordering(.following, by: "author-discount"),
  ]

  @Test(arguments: arms) func `a world simulated again is the same world (K4)`(arm: Arm) {
    let run = WorldRun(parameters: .small(), arm: arm, seed: 3, world: 5)
    expectEqual(digest(run), digest(run))
  }

  @Test func `a world whose app refreshes after a detail is the same world again`() {
    // The world of BehaviourRunTests, whose people open details and scroll on.
    var parameters = SocietyParameters.small(members: 120, days: 3)
    parameters.openOnly(.home)
    (parameters.refreshing.pull, parameters.refreshing.afterLike) = (0, 0)
    parameters.devices.failure = 0
    let still = WorldRun(parameters: parameters, arm: Self.arms[0], seed: 1, world: 0)
    parameters.refreshing.afterDetail = 1
    let fetched = WorldRun(parameters: parameters, arm: Self.arms[0], seed: 1, world: 0)
    expectEqual(digest(fetched), digest(fetched))
    #expect(digest(fetched) != digest(still))
  }

  /// A walk down a feed is compiled for the library's own behaviours, and calls others one by one.
  @Test func `behaviours of other types do the same`() {
    struct Unknown<Situation, Decision>: Behaviour {
      let base: any Behaviour<Situation, Decision>
      func decide(_ situation: Situation) -> Decision { base.decide(situation) }
    }
    let known = WorldRun(parameters: .small(), arm: Self.arms[1], seed: 3, world: 5)
    var unknown = known
    unknown.adjustBehaviours = { behaviours in
      behaviours.examination = Unknown(base: behaviours.examination)
      behaviours.scrolling = Unknown(base: behaviours.scrolling)
      behaviours.utility = Unknown(base: behaviours.utility)
      behaviours.actions = Unknown(base: behaviours.actions)
      behaviours.dwell = Unknown(base: behaviours.dwell)
      behaviours.satiation = Unknown(base: behaviours.satiation)
      behaviours.herding = Unknown(base: behaviours.herding)
    }
    expectEqual(digest(known), digest(unknown))
  }

  @Test func `another seed, world or arm is another world`() {
    let digests = [
      WorldRun(parameters: .small(), arm: Self.arms[0], seed: 3, world: 5),
      WorldRun(parameters: .small(), arm: Self.arms[0], seed: 4, world: 5),
      WorldRun(parameters: .small(), arm: Self.arms[0], seed: 3, world: 6),
      WorldRun(parameters: .small(), arm: Self.arms[1], seed: 3, world: 5),
    ].map(digest)
    expectEqual(Set(digests).count, digests.count)
  }

  @Test func `who watches changes nothing (K4)`() {
    let run = WorldRun(parameters: .small(), arm: Self.arms[1], seed: 3, world: 5)
    let (alone, together) = (DigestSink(), DigestSink())
    _ = run.simulate(sinks: [alone])
    _ = run.simulate(sinks: [RecordingSink(), MetricSink(), together, RecordingSink()])
    expectEqual(alone.hexDigest, together.hexDigest)
  }

  @Test func `arms of one name or another run in the same world (K5)`() {
    let one = Arm(name: "one", choices: [(.home, RankerSettings(AffinityRanker.descriptor))])
    let other = Arm(name: "other", choices: [(.home, RankerSettings(AffinityRanker.descriptor))])
    let digests = [one, other].map {
      digest(WorldRun(parameters: .small(), arm: $0, seed: 9, world: 17))
    }
    expectEqual(digests[0], digests[1])
  }

  @Test func `a run stops when it should not continue`() {
    var run = WorldRun(parameters: .small(), arm: Self.arms[0], seed: 1, world: 0)
    run.intercepts = .usual
    var hours = 0
    let summary = run.simulate(sinks: []) { _ in
      hours += 1
      return hours < 5
    }
    #expect(summary == nil && hours == 5)
  }

  private func digest(_ run: WorldRun) -> String {
    let sink = DigestSink()
    var run = run
    run.intercepts = .usual
    _ = run.simulate(sinks: [sink])
    return sink.hexDigest
  }
}

@Suite struct CommonRandomNumberTests {
  private static func parameters() -> SocietyParameters {
    var parameters = SocietyParameters.small(members: 200, days: 4)
    Preset.static.apply(to: &parameters)
    BehaviourComponent.named("refreshing")!.switchOff(in: &parameters)
    parameters.entering.success = 0
    // What a post is worth changes with its age.
    parameters.utility.freshness = 0
    // A friend's post is worth more, and who becomes friends depends on who was met.
    parameters.following.friendRequests = 0
    return parameters
  }

  /// In a static society whose screens are not refreshed, what people come for and post is the same whatever they are
  /// shown.
  @Test func `arms share sessions, posts and tastes`() {
    let (newest, _) = simulate(Self.parameters(), .ordering(.home, by: "recency"))
    let (affine, _) = simulate(Self.parameters(), .ordering(.home, by: "affinity"))
    expectEqual(newest.posts.map(\.createdAt), affine.posts.map(\.createdAt))
    expectEqual(newest.posts.map(\.quality), affine.posts.map(\.quality))
    expectEqual(newest.members.map(\.taste), affine.members.map(\.taste))
    let starts = [newest, affine].map { sink in
      sink.pages.filter { $0.offset == 0 }.map { [$0.time, Double($0.viewer.rawValue)] }
    }
    expectEqual(starts[0], starts[1])
    // Relevance of a post for a viewer is the same number wherever it is shown.
    var relevance: [UInt64: Double] = [:]
    for page in newest.pages + affine.pages {
      for (post, value) in zip(page.posts, page.relevance) {
        let pair = UInt64(page.viewer.rawValue) << 32 | UInt64(post.rawValue)
        expectEqual(relevance[pair, default: value], value)
        relevance[pair] = value
      }
    }
  }

  @Test func `with feedback, an opportunity to post is the same post in every arm that takes it`() {
    let parameters = SocietyParameters.small(members: 200, days: 6)
    let (newest, _) = simulate(parameters, .ordering(.home, by: "recency"))
    let (affine, _) = simulate(parameters, .ordering(.home, by: "affinity"))
    func qualities(_ sink: RecordingSink) -> [Double: Double] {
      Dictionary(
        sink.posts.map { ($0.createdAt * 10_000 + Double($0.author.rawValue), $0.quality) },
        uniquingKeysWith: { one, _ in one })
    }
    let (one, other) = (qualities(newest), qualities(affine))
    let shared = Set(one.keys).intersection(other.keys)
    #expect(Double(shared.count) > 0.9 * Double(one.count))
    for key in shared { expectEqual(one[key], other[key]) }
  }
}
