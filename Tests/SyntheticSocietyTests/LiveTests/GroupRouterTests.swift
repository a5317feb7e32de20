import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// The observations of either group of a live test.
@Suite struct GroupRouterTests {
  private let newest = Arm.ordering(.home, by: "recency")
  private let chance = Arm.ordering(.home, by: "random")

  private func simulate(_ arm: Arm, _ test: LiveTest?, _ sinks: [any ObservationSink]) {
    var run = WorldRun(parameters: .small(), arm: arm, liveTest: test, seed: 4, world: 1)
    run.intercepts = .usual
    #expect(run.simulate(sinks: sinks) != nil)
  }

  /// The observations of both groups, and of the whole world.
  private func groups(_ design: LiveDesign) -> (
    baseline: RecordingSink, candidate: RecordingSink, whole: RecordingSink
  ) {
    let sinks = (RecordingSink(), RecordingSink(), RecordingSink())
    simulate(
      newest, LiveTest(candidate: chance, design: design),
      [
        sinks.2,
        GroupRouter(washout: design.washout, baseline: [sinks.0], candidate: [sinks.1]),
      ])
    return sinks
  }

  @Test(arguments: [0.0, 1])
  func `a group of everybody has exactly the observations of a run of its arm alone`(share: Double)
  {
    let digests = (DigestSink(), DigestSink(), DigestSink())
    let test = LiveTest(candidate: chance, design: .userSplit(share: share))
    simulate(newest, test, [GroupRouter(baseline: [digests.0], candidate: [digests.1])])
    simulate(share == 0 ? newest : chance, nil, [digests.2])
    expectEqual((share == 0 ? digests.0 : digests.1).hexDigest, digests.2.hexDigest)
    #expect((share == 0 ? digests.1 : digests.0).hexDigest != digests.2.hexDigest)
  }

  @Test(
    arguments: [.userSplit(), .clusterSplit, .switchback(every: 7200)] as [LiveDesign])
  func `groups share members, posts and contests, and divide the pages and the actions on them`(
    design: LiveDesign
  ) {
    let (baseline, candidate, whole) = groups(design)
    for group in [baseline, candidate] {
      expectEqual(group.members.count, whole.members.count)
      expectEqual(group.posts.count, whole.posts.count)
      expectEqual(group.contests.count, whole.contests.count)
      expectEqual(group.entries.count, whole.entries.count)
      #expect(group.pages.allSatisfy { $0.ranker < Surface.allCases.count })
      expectEqual(group.run?.rankerNames.count, Surface.allCases.count)
      #expect(!group.pages.isEmpty && !group.interactions.isEmpty)
      let requests = Set(group.pages.map(\.request))
      #expect(group.interactions.allSatisfy { requests.contains($0.request!) })
    }
    expectEqual(baseline.pages.count + candidate.pages.count, whole.pages.count)
    expectEqual(
      baseline.interactions.count + candidate.interactions.count, whole.interactions.count)
    let requests = [baseline, candidate].map { Set($0.pages.map(\.request)) }
    #expect(requests[0].isDisjoint(with: requests[1]))
    #expect(candidate.run!.rankerNames.contains("random"))
    #expect(!baseline.run!.rankerNames.contains("random"))
  }

  @Test func `ties belong to who makes them, and to nobody where groups take turns`() {
    let (baseline, candidate, whole) = groups(.userSplit())
    let members = Set(candidate.pages.map(\.viewer))
    expectEqual(baseline.ties.count + candidate.ties.count, whole.ties.count)
    #expect(baseline.ties.allSatisfy { !members.contains($0.from) })
    #expect(candidate.ties.contains { members.contains($0.from) })
    let turns = groups(.switchback(every: 7200))
    #expect(turns.baseline.ties.isEmpty && turns.candidate.ties.isEmpty)
    #expect(!turns.whole.ties.isEmpty)
  }

  /// Requests that begin less than an hour after a change of arm are nobody's, and no others.
  @Test func `a washout leaves out what begins soon after a change`() {
    let (baseline, candidate, whole) = groups(.switchback(every: 14_400, washout: 3600))
    var changes: [Double] = []
    for (one, next) in zip(whole.assignments, whole.assignments.dropFirst())
    where one.group != next.group { changes.append(next.time) }
    #expect(changes.count > 3)
    var began: [UInt32: Double] = [:]
    for page in whole.pages where began[page.request] == nil { began[page.request] = page.time }
    let observed = Set((baseline.pages + candidate.pages).map(\.request))
    for (request, time) in began {
      let isLeftOut = changes.contains { $0 <= time && time < $0 + 3600 }
      #expect(observed.contains(request) != isLeftOut, "request \(request) at \(time)")
    }
  }
}
