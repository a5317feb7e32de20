package import DataFiles
internal import FeedMetrics
internal import Scenarios
package import SyntheticSociety

extension Experiment {
  /// All that the outcomes of an arm depend on besides the world's number and the program: how it
  /// lives, and what is measured.
  ///
  /// Behaviours and metrics of one's own are part of the program; here it is told that they are there,
  /// not what they do.
  ///
  /// - Parameter name: An arm, yardstick or live test that lives in each world.
  package func dependencies(of name: String) -> JSONValue {
    guard let living = arms.first(where: { $0.arm.name == name }) else {
      preconditionFailure("no arm \(name) lives")
    }
    return dependencies(of: living.arm, living.liveTest)
  }

  /// The same of a run, whose arm may be any.
  package func dependencies(of run: WorldRun) -> JSONValue {
    dependencies(of: run.arm, run.liveTest)
  }

  private func dependencies(of arm: Arm, _ liveTest: LiveTest?) -> JSONValue {
    let test = liveTest.map { test in
      JSONValue.object([
        "design": .string(test.design.words),
        "candidate": scenario.dependencies(of: test.candidate),
      ])
    }
    return .object([
      "scenario": scenario.dependencies(of: arm), "live_test": test ?? .null,
      "metrics": .array((design.metrics + design.tables).map { .string($0.id) }),
      "sampled_members": .whole(UInt64(design.sampledMembers)),
      "antithetic": .bool(design.isAntithetic),
      "own_behaviours": .bool(adjustBehaviours != nil),
    ])
  }
}
