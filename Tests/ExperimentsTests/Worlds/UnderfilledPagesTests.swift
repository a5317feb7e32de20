import Experiments
import FeedMetrics
import Scenarios
import SocialFeed
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Worlds whose home is ordered by a ranker that may leave candidates out. The hosts here start no process.
@Suite struct UnderfilledPagesTests {
  /// A host that orders the candidates newest first: all of them, none, or all for every second viewer.
  private struct OrderHost: RankerHost {
    enum Shown: String { case all, none, half }
    let shown: Shown

    var name: String { "order.py" }
    var digest: String { "order \(shown)" }
    var features: FeatureSet { [] }
    var kind: RankerKind { .order }

    func open(world: RankerWorld) -> any RankerLane { Lane(shown: shown) }

    private final class Lane: RankerLane {
      let shown: Shown

      init(shown: Shown) { self.shown = shown }

      func order(_ candidates: borrowing Candidates) -> [PostID] {
        let showsAll = shown == .all || (shown == .half && candidates.viewer.index % 2 == 0)
        return showsAll ? candidates.posts.sorted(by: >) : []
      }
    }
  }

  private func arm(_ shown: OrderHost.Shown) -> Arm {
    Arm(
      name: shown.rawValue,
      choices: [
        (.home, RankerSettings(HostedRanker.command, host: OrderHost(shown: shown)))
      ])
  }

  private let newest = Arm(
    name: "newest", choices: [(.home, RankerSettings(RecencyRanker.descriptor))])
  private let id = MetricCatalogue.underfilledPages

  @Test func `a page is left short only where the ranker has left candidates out`() throws {
    let town = try scenario().replacingArms([newest, arm(.all), arm(.none)])
    let id = "\(id)(surface=home)"
    let metrics = ["empty_request_share(surface=home)", id].compactMap(MetricCatalogue.definition)
    let outcomes = try Experiment(town, worlds: 1, metrics: metrics).run(jobs: 1).outcomes
    let share = outcomes.map { $0.values[id]?.value }
    expectEqual(share.prefix(2), [0, 0])
    expectEqual(outcomes[2].values["empty_request_share(surface=home)"]?.value, 1)
    // Each page is empty, and all but few viewers have candidates.
    #expect(try #require(share[2]) > 0.9)
  }

  @Test func `an emptier feed is not shipped, and the reason comes first`() throws {
    let town = try scenario("ab: {primary: engagement_rate}")
      .replacingArms([newest, arm(.all), arm(.none), arm(.half)])
    let experiment = Experiment(town, worlds: 4)
    expectEqual(experiment.design.questions.guardrails, [id])
    let results = try experiment.run(jobs: 1)
    let decisions = results.decisions.filter { $0.candidate != "all" }
    expectEqual(decisions.map(\.outcome), [.doNotShip, .doNotShip])
    expectEqual(decisions.map { $0.reasons.first }, [id, id])
    expectEqual(results.comparisons(of: "all").first { $0.metric.id == id }?.verdict, .identical)
  }

  @Test func `no other arm has the guardrail, and a scenario may name it itself`() throws {
    let plain = try scenario("ab: {primary: engagement_rate}")
    expectEqual(Experiment(plain).design.questions.guardrails, [])
    let named = try scenario("ab: {primary: engagement_rate, guardrails: [\(id), like_rate]}")
      .replacingArms([newest, arm(.none)])
    expectEqual(Experiment(named).design.questions.guardrails, [id, "like_rate"])
    let untested = try scenario().replacingArms([newest, arm(.none)])
    expectEqual(Experiment(untested).design.questions.metrics, [])
  }

  /// Contests have no entries, so that no member opens their feed.
  @Test func `a check whose ranker was never asked has no result`() throws {
    let text = """
      feedlab: 1
      name: unasked
      seed: 7
      world: {members: 30, days: 1, warm-up: 0.25}
      behaviour: {off: [entering]}
      arms: {ours: {home: affinity, contest: popularity}}
      check: {replications: 2, rules: {engagement_rate: error}}
      """
    let town = try Scenario.parse(Array(text.utf8), file: "unasked.yml")
    do throws(CheckFailure) {
      _ = try BaselineRecorder(town).baseline(jobs: 1)
      Issue.record("it was recorded")
    } catch {
      guard case .unfinished(let failure) = error else { throw error }
      expectEqual(
        failure.description,
        "the ranker of arm 'ours' on contest was never asked: no page had a candidate in 2 worlds;"
          + " simulate more members or days, or leave it out of the arm")
    }
  }
}
