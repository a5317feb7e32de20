import Experiments
import ReportKit
import Scenarios
import SocialFeed
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Runs in which requests to an external ranker are asked twice.
@Suite struct RepeatedRequestTests {
  private func results(
    of host: FailingHost, probe: RankerProbe, jobs: Int = 2
  ) throws -> ExperimentResults {
    let descriptor = RankerDescriptor(
      name: "mine", surfaces: Surface.allCases, parameters: [],
      makeInWorld: { HostedRanker(host, world: $1, pool: 1000, probe: probe) })
    let arms = [
      Arm(name: "newest", choices: []),
      Arm(name: "mine", choices: [(.home, RankerSettings(descriptor))]),
    ]
    // Of some hundred requests one in a hundred is asked twice.
    return try Experiment(try scenario(members: 300).replacingArms(arms), worlds: 1).run(jobs: jobs)
  }

  @Test func `replications have the same bytes whether and how often requests are asked twice`()
    throws
  {
    let (never, usual, always) = (FailingHost(), FailingHost(), FailingHost())
    let expected = try results(of: never, probe: .none).replicationTable.text()
    try expectEqual(results(of: usual, probe: .usual).replicationTable.text(), expected)
    try expectEqual(
      results(of: always, probe: RankerProbe(share: 1)).replicationTable.text(), expected)
    let counts = [never, usual, always].map { $0.count.value }
    // A request of a single candidate is asked once.
    #expect(counts[0] < counts[1] && counts[1] < counts[2] && counts[2] <= 2 * counts[0])
  }

  @Test func `a scenario may have more requests asked twice, with the same results`() throws {
    let (usual, always) = (FailingHost(), FailingHost())
    let tables = try [(usual, 0.01), (always, 1)].map { host, share in
      let town = try scenario().replacingArms([.hosted("mine", by: host)])
        .probing(RankerProbe(share: share))
      return try Experiment(town, worlds: 1).run(jobs: 1).replicationTable.text()
    }
    #expect(tables[0] == tables[1] && 1.5 * Double(usual.count.value) < Double(always.count.value))
  }

  @Test(arguments: [1, 3])
  func `a ranker that gives one request two orders ends the experiment for good`(jobs: Int) throws {
    let failure = #expect(throws: ExperimentFailure.self) {
      try results(of: FailingHost(isPositional: true), probe: .usual, jobs: jobs)
    }
    expectEqual(failure?.isUnrepeatableRanker, true)
    let message = try #require(failure?.description)
    #expect(
      message.hasPrefix(
        "world 0 of arm 'mine': the ranker 'mine.py' gave two orders for one request, by member "))
    expectEqual(
      ExperimentFailure.rankerFailed(RunInProgress(arm: "a", world: 0), RankerFailure("no"))
        .isUnrepeatableRanker, false)
  }
}
