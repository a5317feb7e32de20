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

  /// A minute later one session comes for each notification, on average.
  @Test func `a vote brings the author`() {
    var parameters = SocietyParameters.small(members: 100, days: 3)
    parameters.churn.scale = 0
    parameters.returning.gain = 0
    parameters.refreshing.pull = 0
    parameters.refreshing.afterLike = 0
    parameters.openOnly(.contest)
    parameters.entering.atStart = 20
    let worlds = [false, true].map { notifies in
      run(parameters, likes: -.infinity) { if notifies { $0.notifications = WithinAMinute() } }
    }
    let sessions = worlds.map { $0.pages.count { $0.offset == 0 } }
    let votes = worlds[1].interactions.count { $0.kind == .vote }
    #expect(votes > 30)
    #expect(2 * (sessions[1] - sessions[0]) > votes, "\(sessions), \(votes) votes")
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

  @Test func `followees keep nobody as friends do`() {
    struct Watched: Behaviour {
      let notes: Notes

      func decide(_ session: Churn.Situation) -> Bool {
        notes.note(Double(session.friends))
        return false
      }
    }
    var parameters = SocietyParameters.small()
    parameters.graph.friends = 0
    parameters.following.friendRequests = 0
    let notes = Notes()
    let sink = run(parameters) { $0.churn = Watched(notes: notes) }
    #expect(sink.ties.count { $0.kind == .follow } > 100)
    #expect(notes.all.count > 100 && notes.all.allSatisfy { $0 == 0 })
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

  // MARK: Times

  @Test func `items that are passed without a look take no time`() {
    struct Never: Behaviour {
      func decide(_ look: Examination.Situation) -> Double { 0 }
    }
    var parameters = SocietyParameters.small(members: 50, days: 2)
    parameters.posting.share = 1
    parameters.openOnly(.latest)
    parameters.fixScrolling(at: 100)
    parameters.devices.failure = 0
    let sink = run(parameters) { $0.examination = Never() }
    let requests = Dictionary(grouping: sink.pages, by: \.request).values.filter { $0.count > 1 }
    #expect(requests.count > 20)
    // A page of 20 looks would take a minute.
    for pages in requests {
      #expect(zip(pages, pages.dropFirst()).allSatisfy { $1.time - $0.time < 10 })
    }
  }

  @Test func `initial members joined at any time of the declared age`() {
    let sink = run(.small(members: 150, days: 0.1)) { _ in }
    let ages = sink.members.prefix(150).map { -$0.joinedAt / 86_400 }
    let oldest = SocietyParameters().joining.ageDays
    // The mean of 150 uniform numbers has the standard error 1 ÷ √1800.
    let mean = ages.reduce(0, +) / 150 / oldest
    #expect(ages.allSatisfy { (0...oldest).contains($0) } && abs(mean - 0.5) < 0.1, "\(mean)")
  }

  @Test func `posts that are deleted last for the declared time`() {
    final class Lives: ObservationSink {
      private(set) var hours: [Double] = []
      private var posts: [Double] = []

      func observe(_ post: PostObservation) { posts.append(post.createdAt) }

      func observe(_ deletion: DeletionObservation) {
        let created = posts[deletion.post.index]
        // Of the first three of five days, so that hardly any lasts longer than the run.
        guard (0..<3 * 86_400).contains(created) else { return }
        hours.append((deletion.time - created) / 3600)
      }
    }
    var parameters = SocietyParameters.small(members: 400, days: 5)
    parameters.posting.share = 1
    (parameters.deleting.share, parameters.deleting.meanHours) = (0.3, 6)
    let lives = Lives()
    var run = WorldRun(parameters: parameters, arm: Self.recency, seed: 8, world: 0)
    run.intercepts = .usual
    #expect(run.simulate(sinks: [lives]) != nil)
    let count = Double(lives.hours.count)
    let mean = lives.hours.reduce(0, +) / count
    #expect(count > 30 && abs(mean - 6) < 4.5 * 6 / count.squareRoot(), "\(mean) h of \(count)")
  }

  // MARK: Success

  @Test func `everybody on a final leaderboard has had success`() {
    struct Watched: Behaviour {
      let rule: Entering
      let notes: Notes

      func decide(_ contest: Entering.Situation) -> Double? {
        notes.note(Double(contest.successes))
        return rule.decide(contest)
      }
    }
    var parameters = SocietyParameters.small(members: 200, days: 8)
    parameters.churn.scale = 0
    parameters.openOnly(.contest)
    parameters.entering.atStart = 20
    let rule = Entering(parameters)
    let notes = Notes()
    _ = run(parameters) { $0.entering = Watched(rule: rule, notes: notes) }
    #expect(notes.all.count { $0 == 1 } > 1)
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
      .small(members: 500, days: 7), Arm(name: "noise", choices: [(.contest, noise)])
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
    let sink = run(.small(members: 150, days: 2), .random()) { $0.devices = Reliable() }
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
