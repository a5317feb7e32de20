import FeedMetrics
import SocialFeed
import Synchronization
import SyntheticSociety
import Testing

/// What a world counts for its behaviours, and what likes lead to.
@Suite struct CountsInWorldTests {
  /// Keeps the greatest number of likes that was usual at a look.
  private final class Greatest: Sendable {
    private let value = Mutex(0.0)

    func note(_ number: Double) { value.withLock { $0 = max($0, number) } }

    var number: Double { value.withLock { $0 } }
  }

  private struct Usual: Behaviour {
    let greatest: Greatest

    func decide(_ situation: Herding.Situation) -> Double {
      if case .opening(_, let usual) = situation { greatest.note(usual) }
      return 0
    }
  }

  @Test func `the likes that are usual are those of so many viewers, however often they look`() {
    // Few people with a few posts look at them again and again.
    let members = 20
    var parameters = SocietyParameters.small(members: members, days: 6)
    parameters.sessions.mean = 12
    parameters.joining.share = 0
    let (rates, greatest) = ([0.05], Greatest())
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: 3, world: 0)
    run.intercepts = .usual
    run.intercepts?.likeRates = rates
    run.adjustBehaviours = { $0.herding = Usual(greatest: greatest) }
    #expect(run.simulate(sinks: []) != nil)
    let usual = UsualCounts(rates: rates)
    #expect(greatest.number > usual[5])
    #expect(greatest.number <= usual[UInt32(members)])
  }

  @Test func `a like may bring a follow`() {
    var parameters = SocietyParameters.small(members: 150, days: 6)
    (parameters.following.attempts, parameters.following.atJoining) = (0, 0)
    parameters.following.afterLike = 1
    parameters.graph.reciprocity = 0
    parameters.actions.unopened = 1
    let (sink, _) = simulate(parameters, .ordering(.home, by: "recency"), seed: 5)
    let likes = sink.interactions.filter { $0.kind == .like }
    let follows = sink.ties.filter { $0.kind == .follow && $0.time > 0 }
    #expect(!likes.isEmpty && !follows.isEmpty)
    // Each goes from a member who liked to the author of what was liked, at that moment.
    for follow in follows {
      #expect(
        likes.contains {
          $0.member == follow.from && sink.posts[$0.post.index].author == follow.to
            && $0.time == follow.time
        })
    }
  }
}
