import Foundation
import Scenarios
import SyntheticSociety
import Traces

/// The files in `scenarios/`.
enum ShippedScenario {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../scenarios").standardizedFileURL.path(percentEncoded: false)

  static let files = try! FileManager.default.contentsOfDirectory(atPath: folder)
    .filter { $0.hasSuffix(".yml") }.sorted()

  /// A scenario with a short life.
  static func load(
    _ file: String, members: Int, days: Double, overrides: [String] = []
  ) throws -> Scenario {
    let path = "\(folder)/\(file)"
    let life = ["world.days=\(days)", "world.warm-up=\(days / 4)"]
    let graph = try Scenario.load(file: path).graph
    return try Scenario.load(
      file: path, overrides: overrides + life + (graph == nil ? ["world.members=\(members)"] : []))
  }
}

extension Scenario {
  /// What is observed of an arm of the scenario in the first world.
  func run(of arm: Arm) -> WorldRun {
    WorldRun(parameters: parameters, graph: graph, arm: arm, seed: seed, world: 0)
  }

  func facts(of arm: Arm) -> TraceFacts {
    TraceFacts(
      version: "0.1.0", scenario: name, scenarioDigest: digest, arm: arm.name, world: 0,
      seed: seed)
  }
}
