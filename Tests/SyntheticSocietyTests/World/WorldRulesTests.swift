import FeedMetrics
import SocialFeed
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// Rules of a world that show only when many parts act together.
@Suite struct WorldRulesTests {
  /// Numbers in the order in which a behaviour got them.
  private final class Notes: Sendable {
    private let numbers = Mutex<[Double]>([])

    func note(_ number: Double) { numbers.withLock { $0.append(number) } }

    var all: [Double] { numbers.withLock { $0 } }
  }

  /// Brings whoever is notified a minute later.
  private struct WithinAMinute: Behaviour {
    func decide(_ exponentials: Double) -> Double? { exponentials < 1 ? 60 : nil }
  }

  /// Leaves after the first session.
  private struct AtOnce: Behaviour {
    func decide(_ session: Churn.Situation) -> Bool { true }
  }

  private static let recency = Arm.ordering(.home, by: "recency")

  private func run(
    _ parameters: SocietyParameters, _ arm: Arm = recency, likes: Double = -4.4,
    _ adjust: @escaping @Sendable (inout Behaviours) -> Void
  ) -> RecordingSink {
    var run = WorldRun(parameters: parameters, arm: arm, seed: 8, world: 0)
    run.intercepts = .usual
    run.intercepts?.like = likes
    run.adjustBehaviours = adjust
    let sink = RecordingSink()
    #expect(run.simulate(sinks: [sink]) != nil)
    return sink
  }

  // MARK: Notifications

  @Test func `notifications bring the author, and nobody who only likes`() {
    var parameters = SocietyParameters.small(members: 100, days: 3)
    // Nothing else makes the sessions of the two runs differ.
    parameters.churn.scale = 0
    parameters.returning.gain = 0
    parameters.refreshing.pull = 0
    parameters.refreshing.afterLike = 0
    parameters.devices.failure = 0
    parameters.devices.resume = 0
    func requests(_ notifies: Bool) -> (silent: Int, posting: Int) {
      let sink = run(parameters, likes: 0) { if notifies { $0.notifications = WithinAMinute() } }
      let authors = Set(sink.posts.map(\.author))
      let first = sink.pages.filter { $0.offset == 0 }
      let posting = first.count { authors.contains($0.viewer) }
      return (first.count - posting, posting)
    }
    let (without, with) = (requests(false), requests(true))
    expectEqual(with.silent, without.silent)
    #expect(with.posting > without.posting)
  }

  @Test func `notifications do not bring back those who left`() {
    let sink = run(.small(members: 100, days: 3), likes: 0) {
      $0.churn = AtOnce()
      $0.notifications = WithinAMinute()
    }
    let leftAt = timesOfLeaving(sink)
    #expect(leftAt.count > 20)
    #expect(sink.pages.allSatisfy { $0.time <= leftAt[$0.viewer] ?? .infinity })
    // Others liked what those who left had posted.
    #expect(
      sink.interactions.contains {
        $0.kind == .like && $0.time > leftAt[sink.posts[$0.post.index].author] ?? .infinity
      })
  }

  @Test func `who scrolls another feed by now does not leave at the end of the first`() {
    var parameters = SocietyParameters.small(members: 100, days: 2)
    // Five minutes at each item, so that many come again before they are through. Each request is a visit.
    parameters.sessions.mean = 100
    parameters.dwell.viewedMedian = 300
    parameters.refreshing.pull = 0
    parameters.refreshing.afterLike = 0
    parameters.devices.failure = 0
    let sink = run(parameters) { $0.churn = AtOnce() }
    let visits = Dictionary(grouping: sink.pages.filter { $0.offset == 0 }, by: \.viewer)
    #expect(visits.values.count { $0.count > 1 } > 20)
    let leftAt = timesOfLeaving(sink)
    #expect(leftAt.count > 80)
    #expect(sink.pages.allSatisfy { $0.time <= leftAt[$0.viewer] ?? .infinity })
  }

  private func timesOfLeaving(_ sink: RecordingSink) -> [MemberID: Double] {
    Dictionary(uniqueKeysWithValues: sink.departures.map { ($0.member, $0.time) })
  }

  // MARK: Satisfaction

  @Test func `the worth of a session is the mean over its items`() {
    struct One: Behaviour {
      func decide(_ item: Utility.Situation) -> Double { 1 }
    }
    struct Surprise: Behaviour {
      let notes: Notes

      func decide(_ session: Satisfaction.Situation) -> Double {
        notes.note(session.surprise)
        return 0
      }
    }
    var parameters = SocietyParameters.small()
    parameters.utility.match = 0
    parameters.utility.seen = 0
    parameters.utility.satiation = 0
    let notes = Notes()
    _ = run(parameters) {
      $0.utility = One()
      $0.satisfaction = Surprise(notes: notes)
    }
    // Every item is worth 1, none is expected to be worth anything.
    #expect(notes.all.count > 100)
    #expect(notes.all.allSatisfy { abs($0 - 1) < 1e-9 })
  }

  // MARK: Draws

  @Test func `the look at an item and the step of patience behind it are drawn apart`() {
    struct EverySecond: Behaviour {
      func decide(_ look: Examination.Situation) -> Double { 0.5 }
    }
    struct Step: Behaviour {
      let notes: Notes

      func decide(_ item: Scrolling.Situation) -> Double {
        notes.note(item.deviate)
        return 1
      }
    }
    var parameters = SocietyParameters.small(members: 150, days: 3)
    // Nobody stops inside a page, so that each impression has a step.
    parameters.scrolling.limit = 20
    let notes = Notes()
    let sink = run(parameters) {
      $0.examination = EverySecond()
      $0.scrolling = Step(notes: notes)
    }
    let steps = notes.all
    let examined = sink.pages.flatMap(\.examined)
    #expect(examined.count == steps.count && examined.count > 500)
    // Half of them agree; one draw for both would make all.
    let agreeing = zip(examined, steps).count { $0 == ($1 < 0) }
    let share = Double(agreeing) / Double(examined.count)
    #expect(abs(share - 0.5) < 0.1, "\(share) of \(examined.count)")
  }

  @Test func `a second device is of a member, not of a session`() {
    final class Watcher: ObservationSink {
      private(set) var devices: [MemberID: Set<Int>] = [:]

      func observe(_ buttons: ButtonsObservation) {
        devices[buttons.member, default: []].insert(buttons.device)
      }
    }
    var parameters = SocietyParameters.small(members: 150, days: 6)
    parameters.devices.second = 0.3
    parameters.sessions.mean = 8
    let watcher = Watcher()
    var run = WorldRun(parameters: parameters, arm: Self.recency, seed: 8, world: 0)
    run.intercepts = .usual
    #expect(run.simulate(sinks: [watcher]) != nil)
    let share =
      Double(watcher.devices.values.count { $0.contains(1) }) / Double(watcher.devices.count)
    // The standard error of 150 members is 0.04.
    #expect(watcher.devices.count > 100)
    #expect(share > 0.1 && share < 0.5, "\(share)")
  }

  @Test func `the noise of a ranker is new at each refresh`() {
    // Nothing but noise orders the entries.
    let noise = RankerSettings(
      ContestScoreRanker.descriptor, ["vote": 0, "fresh": 0, "decay": 0, "noise": 5])
    let sink = run(
      .small(members: 250, days: 6), Arm(name: "noise", choices: [(.contest, noise)])
    ) { _ in }
    var (kept, turned) = (0, 0)
    var last: [MemberID: [PostID]] = [:]
    for page in sink.pages where page.surface == .contest && page.offset == 0 {
      let authors = sink.posts
      let others = page.posts.filter { authors[$0.index].author != page.viewer }
      let common = others.filter { last[page.viewer]?.contains($0) ?? false }
      if common.count >= 2, let before = last[page.viewer] {
        let isKept = before.firstIndex(of: common[0])! < before.firstIndex(of: common[1])!
        if isKept { kept += 1 } else { turned += 1 }
      }
      last[page.viewer] = others
    }
    #expect(kept + turned > 20 && turned > (kept + turned) / 5, "\(turned) and \(kept)")
  }

  @Test func `a random order is each viewer's own`() {
    let sink = run(.small(members: 150, days: 2), .random) { $0.devices = Reliable() }
    var first: [MemberID: PageObservation] = [:]
    for page in sink.pages where page.surface == .home && first[page.viewer] == nil {
      first[page.viewer] = page
    }
    let tops = first.values.compactMap(\.posts.first)
    #expect(tops.count > 50)
    // With some hundred posts the same one seldom comes first for two.
    #expect(Set(tops).count > tops.count / 2, "\(Set(tops).count) of \(tops.count)")
  }

  private struct Reliable: Behaviour {
    func decide(_ situation: Devices.Situation) -> Devices.Decision { Devices.Decision() }
  }
}
