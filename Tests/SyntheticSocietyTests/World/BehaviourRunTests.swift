internal import FeedMetrics
import SocialFeed
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// What the behaviours that depend on what happened do to a world.
@Suite struct BehaviourRunTests {
  @Test func `a swapped behaviour is called instead of the other`() {
    struct FirstFive: Behaviour {
      func decide(_ look: Examination.Situation) -> Double { look.position < 5 ? 1 : 0 }
    }
    var run = WorldRun(
      parameters: .small(), arm: .ordering(.home, by: "recency"), seed: 4, world: 0)
    run.intercepts = .usual
    run.adjustBehaviours = { $0.examination = FirstFive() }
    let sink = RecordingSink()
    #expect(run.simulate(sinks: [sink]) != nil)
    for page in sink.pages {
      for (index, isExamined) in page.examined.enumerated() {
        let position = page.offset + index
        if isExamined { #expect(position < 5) }
      }
    }
    #expect(sink.pages.contains { $0.examined.contains(true) })
  }

  @Test func `a swapped behaviour is called though the numbers switch the other off`() {
    struct Once: Behaviour {
      func decide(_ session: Churn.Situation) -> Bool { true }
    }
    struct WithinAMinute: Behaviour {
      func decide(_ exponentials: Double) -> Double? { exponentials < 0.5 ? 60 : nil }
    }
    var parameters = SocietyParameters.small(members: 120, days: 3)
    parameters.churn.scale = 0
    func summary(_ adjust: (@Sendable (inout Behaviours) -> Void)?) -> WorldSummary {
      var run = WorldRun(
        parameters: parameters, arm: .ordering(.home, by: "recency"), seed: 4, world: 0)
      run.intercepts = .usual
      run.adjustBehaviours = adjust
      return run.simulate(sinks: [])!
    }
    let usual = summary(nil)
    expectEqual(usual.departures, 0)
    #expect(summary { $0.churn = Once() }.departures > 30)
    #expect(summary { $0.notifications = WithinAMinute() }.sessions > usual.sessions)
  }

  /// Everybody likes one post in two; each like is many times the usual attention. Where all are taken back within
  /// half a minute, only those are left that have gone from the screen by then, and what members begin with.
  @Test func `a like that is taken back is no attention`() {
    final class Attention: Behaviour {
      private let total = Mutex(0.0)
      var sum: Double { total.withLock { $0 } }

      func decide(_ attention: Double) -> Double {
        total.withLock { $0 += attention }
        return 1
      }
    }
    func attention(undone share: Double) -> Double {
      var parameters = SocietyParameters.small(members: 100, days: 4)
      parameters.openOnly(.home)
      parameters.actions.undo = share
      (parameters.refreshing.afterLike, parameters.refreshing.pull) = (0, 0)
      var run = WorldRun(
        parameters: parameters, arm: .ordering(.home, by: "recency"), seed: 4, world: 0)
      var intercepts = SolvedIntercepts.usual
      (intercepts.like, intercepts.usualLikes) = (0, 1e-8)
      run.intercepts = intercepts
      let recorder = Attention()
      run.adjustBehaviours = { $0.posting = recorder }
      #expect(run.simulate(sinks: []) != nil)
      return recorder.sum
    }
    let kept = attention(undone: 0)
    #expect(kept > 1000)
    #expect(attention(undone: 1) < 0.1 * kept)
  }

  @Test func `where the app lets them, people vote in other feeds for entries and friends' photos`()
  {
    func votes(elsewhere factor: Double) -> RecordingSink {
      var parameters = SocietyParameters.small(members: 100, days: 5)
      parameters.openOnly(.home)
      parameters.pool = FeedPool()
      parameters.entering.entriesPerMember = 0.3
      parameters.voting.elsewhere = factor
      var intercepts = SolvedIntercepts.usual
      intercepts.vote = -2
      return simulate(parameters, .ordering(.home, by: "recency"), intercepts: intercepts).0
    }
    func count(_ sink: RecordingSink) -> Int { sink.interactions.count { $0.kind == .vote } }
    expectEqual(count(votes(elsewhere: 0)), 0)
    let sink = votes(elsewhere: 1)
    #expect((1..<count(sink)).contains(count(votes(elsewhere: 0.3))))
    let entries = Set(sink.entries.map(\.post))
    let friends = Set(
      sink.ties.filter { $0.kind == .friend }.flatMap { [[$0.from, $0.to], [$0.to, $0.from]] })
    var (known, ordinary): (Set<[UInt32]>, Int) = ([], 0)
    for vote in sink.interactions where vote.kind == .vote {
      let author = sink.posts[vote.post.index].author
      #expect(author != vote.member)
      #expect(known.insert([vote.member.rawValue, vote.post.rawValue]).inserted)
      guard !entries.contains(vote.post) else { continue }
      ordinary += 1
      #expect(friends.contains([vote.member, author]))
    }
    #expect((1..<known.count).contains(ordinary))
  }

  @Test func `a member who has left does nothing any more`() {
    var parameters = SocietyParameters.small(members: 150, days: 6)
    // Nobody stayed for long before.
    parameters.joining.ageDays = 0
    let (sink, summary) = simulate(parameters, .ordering(.home, by: "recency"), seed: 9)
    expectEqual(summary.departures, sink.departures.count)
    #expect(summary.departures > 20)
    var leftAt: [MemberID: Double] = [:]
    for departure in sink.departures {
      expectEqual(leftAt[departure.member], nil)
      leftAt[departure.member] = departure.time
    }
    for post in sink.posts {
      if let time = leftAt[post.author] { #expect(post.createdAt <= time) }
    }
    // A session that has begun continues; none begins.
    let firstPages = sink.pages.filter { $0.offset == 0 }
    var late: Set<UInt32> = []
    for page in firstPages {
      if let time = leftAt[page.viewer], page.time > time { late.insert(page.request) }
    }
    #expect(late.count <= summary.departures / 10)
  }

  @Test func `notifications bring people, and nothing else changes when they come themselves`() {
    var parameters = SocietyParameters.small(members: 120, days: 4)
    Preset.static.apply(to: &parameters)
    let (_, before) = simulate(parameters, .ordering(.home, by: "recency"), seed: 2)
    parameters.notifications.gain = 0.05
    let (_, after) = simulate(parameters, .ordering(.home, by: "recency"), seed: 2)
    #expect(after.sessions > before.sessions)
  }

  @Test func `the home feed is refreshed after a like, as a request of its own`() {
    var parameters = SocietyParameters.small(members: 120, days: 3)
    parameters.openOnly(.home)
    parameters.refreshing.pull = 0
    parameters.devices.failure = 0
    let (_, refreshed) = simulate(parameters, .ordering(.home, by: "recency"))
    #expect(refreshed.requests > refreshed.sessions)
    parameters.refreshing.afterLike = 0
    let (_, still) = simulate(parameters, .ordering(.home, by: "recency"))
    expectEqual(still.requests, still.sessions)
    parameters.refreshing.onReturn = 1
    let (_, returned) = simulate(parameters, .ordering(.home, by: "recency"))
    #expect(returned.requests > refreshed.requests)
    parameters.refreshing.onReturn = 0
    parameters.refreshing.afterDetail = 1
    let (_, fetched) = simulate(parameters, .ordering(.home, by: "recency"))
    #expect(fetched.requests > still.requests)
    parameters.refreshing.afterDetail = 0
    parameters.refreshing.pull = 0.5
    let (_, pulled) = simulate(parameters, .ordering(.home, by: "recency"))
    #expect(pulled.requests > pulled.sessions)
  }

  @Test func `people who are easily satiated open less`() {
    var parameters = SocietyParameters.small(members: 150, days: 6)
    BehaviourComponent.named("drift")!.switchOff(in: &parameters)
    BehaviourComponent.named("satiation")!.switchOff(in: &parameters)
    let (calm, _) = simulate(parameters, .ordering(.home, by: "recency"))
    parameters.utility.satiation = -2
    let (satiated, _) = simulate(parameters, .ordering(.home, by: "recency"))
    let opens = { (sink: RecordingSink) in sink.interactions.count { $0.kind == .view } }
    #expect(opens(satiated) < opens(calm))
  }

  @Test func `intercepts are the same for all arms and worlds of a seed`() {
    let parameters = SocietyParameters.small(members: 60, days: 2)
    func solved(_ ranker: String, world: UInt32, seed: UInt64 = 3) -> SolvedIntercepts {
      SolvedIntercepts(
        for: WorldRun(
          parameters: parameters, arm: .ordering(.home, by: ranker), seed: seed, world: world))
    }
    let one = solved("recency", world: 0)
    expectEqual(one, solved("affinity", world: 9))
    #expect(one != solved("recency", world: 0, seed: 4))
    #expect(one.like < one.open)
  }

  @Test func `what has a rate of zero never happens`() {
    var parameters = SocietyParameters.small(members: 60, days: 2)
    for name in ["actions", "voting"] {
      BehaviourComponent.named(name)!.switchOff(in: &parameters)
    }
    let (sink, summary) = simulate(
      parameters, .ordering(.home, by: "recency"), intercepts: nil)
    #expect(summary.interactions == 0 && sink.interactions.isEmpty)
  }
}
