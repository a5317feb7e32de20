import Experiments
import SocialFeed
import TestSupport
import Testing

/// A ranker outside of the program that gives one request two orders: trying again is of no use.
@Suite struct UnrepeatableRankerTests {
  private static let extensions = Extensions(rankers: [
    RankerDescriptor(
      name: "positional", surfaces: [.home], parameters: [],
      makeInWorld: {
        // So small a society has few requests: each is asked twice.
        HostedRanker(PositionalHost(), world: $1, pool: 100, probe: RankerProbe(share: 1))
      })
  ])

  /// The society is that of `smallScenario`, which is solved once for all tests.
  private static let scenario = """
    feedlab: 1
    name: own
    seed: 7
    world: {members: 80, days: 1, warm-up: 0.25}
    arms:
      newest: {home: recency}
      mine: {home: positional}
    ab: {baseline: newest, primary: engagement_rate, replications: 2}
    check:
      arm: mine
      replications: 2
      ranking-overlap: off
      rules: {engagement_rate: {level: error, margin: 50%}}

    """

  private static let reason = "the ranker 'mine.py' gave two orders for one request, by member "

  @Test(arguments: [
    ("ab own.yml --quiet", "feedlab: error: world 0 of arm 'mine': "),
    ("baseline record own.yml --quiet", "feedlab: error: own.yml: world 0 of arm 'mine': "),
  ])
  func `a command ends with exit code 70`(arguments: String, beginning: String) throws {
    let folder = try ScratchFolder(["own.yml": Self.scenario])
    let outcome = try feedlab(
      arguments.split(separator: " ").map(String.init), in: folder, with: Self.extensions)
    #expect(outcome.code == 70 && outcome.output == "")
    #expect(outcome.error.hasPrefix(beginning + Self.reason), "\(outcome.error)")
  }

  @Test func `a check that had a baseline ends with exit code 70, and reports why`() throws {
    let folder = try ScratchFolder(["own.yml": Self.scenario])
    let recorded = try feedlab(
      ["baseline", "record", "own.yml", "--set", "arms.mine.home=recency", "--quiet"], in: folder,
      with: Self.extensions)
    expectEqual(recorded.code, 0, "\(recorded.error)")
    let outcome = try feedlab(["check", "own.yml", "--quiet"], in: folder, with: Self.extensions)
    expectEqual(outcome.code, 70)
    #expect(
      outcome.error.hasPrefix("feedlab: own.yml: world 0 of arm 'mine': " + Self.reason),
      "\(outcome.error)")
    #expect(outcome.output.contains("two orders for one request"))
  }

  @Test func `a worker ends with exit code 70, which no engine tries again`() throws {
    let folder = try ScratchFolder(["own.yml": Self.scenario])
    func own(_ arguments: String) throws -> Outcome {
      try feedlab(
        arguments.split(separator: " ").map(String.init), in: folder, with: Self.extensions)
    }
    try expectEqual(own("plan own.yml --out own.jsonl").code, 0)
    let outcome = try own("work --plan own.jsonl --shard 0 --of 1")
    #expect(outcome.code == 70 && outcome.error.contains(Self.reason), "\(outcome)")
  }
}

/// A host without a process that scores by the position in the request.
private struct PositionalHost: RankerHost {
  var name: String { "mine.py" }
  var digest: String { "positional" }
  var features: FeatureSet { [] }

  func open(world: RankerWorld) -> any RankerLane { Lane() }

  private final class Lane: RankerLane {
    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      for index in scores.indices { scores[index] = Double(index) }
    }
  }
}
