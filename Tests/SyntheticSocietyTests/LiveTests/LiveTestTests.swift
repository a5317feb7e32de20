import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Two arms in one world.
@Suite struct LiveTestTests {
  private func record(_ arm: Arm, _ test: LiveTest?, days: Double = 3) -> RecordingSink {
    let sink = RecordingSink()
    var parameters = SocietyParameters.small(days: days)
    // So few follows that clusters can keep them.
    parameters.graph.follows = 9
    var run = WorldRun(parameters: parameters, arm: arm, liveTest: test, seed: 4, world: 1)
    run.intercepts = .usual
    #expect(run.simulate(sinks: [sink]) != nil)
    return sink
  }

  private func pages(
    _ arm: Arm, _ candidate: Arm? = nil, _ design: LiveDesign = .userSplit()
  ) -> [PageObservation] {
    record(arm, candidate.map { LiveTest(candidate: $0, design: design) }).pages
  }

  private let newest = Arm.ordering(.home, by: "recency")
  private let chance = Arm.ordering(.home, by: "random")

  @Test func `a split of nobody is no split, and one of all is the other arm`() {
    let none = pages(newest, chance, .userSplit(share: 0))
    expectEqual(none.map(\.posts), pages(newest).map(\.posts))
    #expect(none.allSatisfy { $0.ranker < Surface.allCases.count })
    let all = pages(newest, chance, .userSplit(share: 1))
    expectEqual(all.map(\.posts), pages(chance).map(\.posts))
    #expect(all.allSatisfy { $0.ranker >= Surface.allCases.count })
  }

  @Test(arguments: [.userSplit(), .clusterSplit, .switchback(every: 7200)] as [LiveDesign])
  func `an arm that shares a world with itself leaves it as it is`(design: LiveDesign) {
    let shared = record(newest, LiveTest(candidate: newest, design: design))
    let alone = record(newest, nil)
    expectEqual(shared.pages.map(\.posts), alone.pages.map(\.posts))
    expectEqual(shared.interactions.map(\.post), alone.interactions.map(\.post))
    expectEqual(shared.ties.map(\.from), alone.ties.map(\.from))
    #expect(alone.assignments.isEmpty)
  }

  @Test func `a ranker that orders several surfaces of an arm has one number`() {
    for (arm, expected) in [
      (newest, [0: 0, 2: 0, 3: 0, 4: 0, 5: 0]), (chance, [0: 0, 2: 2, 3: 2]),
    ] {
      for (candidate, offset) in [(nil, 0), (arm, 6)] as [(Arm?, Int)] {
        for page in pages(arm, candidate, .userSplit(share: 1)) {
          guard let number = expected[Int(page.surface.rawValue)] else { continue }
          expectEqual(page.ranker, number + offset, "\(page.surface)")
        }
      }
    }
  }

  /// 150 members and who joined, half of them each way: 4.5 standard errors of 6.
  @Test func `members keep their side, whatever the arms`() {
    let one = sides(pages(newest, chance))
    let other = sides(pages(chance, newest))
    for (member, side) in one { expectEqual(other[member] ?? side, side, "member \(member)") }
    let split = one.values.count { $0 == .candidate }
    #expect(abs(Double(split) - Double(one.count) / 2) < 27, "\(split) of \(one.count)")
  }

  @Test(arguments: [.userSplit(), .userSplit(share: 0.2), .clusterSplit] as [LiveDesign])
  func `each member has one group, which is observed before the member's ties and pages`(
    design: LiveDesign
  ) {
    let sink = record(newest, LiveTest(candidate: chance, design: design), days: 6)
    expectEqual(sink.assignments.map(\.member), sink.members.map(\.member))
    #expect(sink.assignments.allSatisfy { $0.time >= 0 })
    let groups = sink.assignments.map(\.group)
    for (member, side) in sides(sink.pages) { expectEqual(side, groups[member.index]) }
    #expect(sink.members.count > 150, "somebody joined")
    #expect(sink.pages.contains { $0.viewer.index >= 150 })
  }

  /// The groups differ by the largest cluster at most, which is a twentieth of 150; of two who are tied
  /// more than half are in one group, as none would be more often than by chance in a split of users.
  @Test func `clusters keep those together who are tied`() {
    func kept(_ design: LiveDesign) -> Double {
      let sink = record(newest, LiveTest(candidate: chance, design: design), days: 2.5)
      let groups = sink.assignments.map(\.group)
      let split = groups[..<150].count { $0 == .candidate }
      if design == .clusterSplit { #expect((71...79).contains(split), "\(split) of 150") }
      let ties = sink.ties.filter { $0.time < 0 }
      let inside = ties.count { groups[$0.from.index] == groups[$0.to.index] }
      return Double(inside) / Double(ties.count)
    }
    let (clusters, users) = (kept(.clusterSplit), kept(.userSplit()))
    #expect(clusters > 0.55, "\(clusters)")
    #expect(abs(users - 0.5) < 0.1, "\(users)")
  }

  @Test func `arms take turns two by two, from the start of the window on`() {
    let design = LiveDesign.switchback(every: 10_000, washout: 0)
    let sink = record(newest, LiveTest(candidate: chance, design: design))
    let start = sink.run!.windowStart
    let turns = sink.assignments
    #expect(turns.allSatisfy { $0.member == nil })
    // The turn that is under way at the start began before it.
    expectEqual(turns[0].time, 0)
    for turn in turns.dropFirst() {
      expectEqual((turn.time - start).truncatingRemainder(dividingBy: 10_000), 0)
    }
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $0.time < $1.time })
    let inWindow = turns.filter { $0.time >= start }
    for pair in 0..<inWindow.count / 2 {
      #expect(inWindow[2 * pair].group != inWindow[2 * pair + 1].group)
    }
    let first = Set((0..<inWindow.count / 2).map { inWindow[2 * $0].group })
    expectEqual(first.count, 2, "a coin says which comes first")
  }

  /// A request that began in a turn is served by its arm to the end.
  @Test func `pages are served by the arm whose turn it was when the order began`() {
    let design = LiveDesign.switchback(every: 3600, washout: 0)
    let sink = record(newest, LiveTest(candidate: chance, design: design))
    var late = 0
    var groups: [UInt32: Int] = [:]
    for page in sink.pages {
      let group = page.ranker / Surface.allCases.count
      let turn = sink.assignments.last { $0.time <= page.time }!.group.rawValue
      if page.offset == 0, page.request > (groups.keys.max() ?? 0) { groups[page.request] = group }
      if let known = groups[page.request] { expectEqual(known, group) }
      if group != turn { late += 1 }
    }
    #expect(late > 0, "some order is older than the turn")
    #expect(late * 3 < sink.pages.count, "\(late) of \(sink.pages.count)")
  }

  /// The group of each member; each has one.
  private func sides(_ pages: [PageObservation]) -> [MemberID: LiveGroup] {
    var sides: [MemberID: LiveGroup] = [:]
    for page in pages {
      let side = LiveGroup(rawValue: page.ranker / Surface.allCases.count)!
      expectEqual(sides[page.viewer] ?? side, side, "member \(page.viewer)")
      sides[page.viewer] = side
    }
    return sides
  }

  @Test func `arms that cannot share a world are refused with the reason`() {
    var app = AppSettings()
    app.paging = .offset
    let queue = Arm(name: "queue", choices: [], app: app)
    let keyset = Arm(name: "keyset", choices: [])
    let conflict = LiveTest(candidate: queue, design: .clusterSplit).conflict(with: keyset)
    expectEqual(
      conflict?.description,
      "arms 'keyset' and 'queue' have different apps, and all members of a world have the same")
    expectEqual(
      LiveTestConflict.affinities("a", "b").description,
      "arms 'a' and 'b' learn affinities in different ways, and a community learns them in one")
    expectEqual(LiveTest(candidate: keyset, design: .clusterSplit).conflict(with: newest), nil)
    let affinity = [(Surface.home, RankerSettings(AffinityRanker.descriptor))]
    let (learning, frozen) = (
      Arm(name: "learning", choices: affinity), Arm(name: "frozen", choices: affinity, freeze: 60)
    )
    expectEqual(
      LiveTest(candidate: frozen, design: .clusterSplit).conflict(with: learning),
      .affinities("learning", "frozen"))
  }

  @Test func `designs that make no sense are programming errors`() async {
    await #expect(processExitsWith: .failure) {
      _ = LiveTest(candidate: Arm(name: "a", choices: []), design: .userSplit(share: 1.5))
    }
    await #expect(processExitsWith: .failure) {
      _ = LiveTest(candidate: Arm(name: "a", choices: []), design: .switchback(every: 0.5))
    }
    await #expect(processExitsWith: .failure) {
      _ = LiveTest(
        candidate: Arm(name: "a", choices: []), design: .switchback(every: 60, washout: 60))
    }
  }
}
