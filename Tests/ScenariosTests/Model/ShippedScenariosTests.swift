import Foundation
import Scenarios
import SyntheticSociety
import TestSupport
import Testing

/// The files in `scenarios/`.
@Suite struct ShippedScenariosTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("scenarios").path

  private static let files = try! FileManager.default.contentsOfDirectory(atPath: folder)
    .filter { $0.hasSuffix(".yml") }.sorted()

  @Test func `those of the documentation are there`() {
    let expected = ["food-affinity.yml", "pet-contest.yml", "quickstart.yml", "real-graph.yml"]
    #expect(expected.allSatisfy(Self.files.contains))
  }

  @Test(arguments: files)
  func `each can be run, and is called like its file`(file: String) throws {
    let scenario = try Scenario.load(file: "\(Self.folder)/\(file)")
    expectEqual("\(scenario.name).yml", file)
    #expect(!scenario.comparison.candidates.isEmpty)
    #expect(!scenario.margins.isEmpty)
  }

  @Test(arguments: files)
  func `each is the same as its resolved form`(file: String) throws {
    let scenario = try Scenario.load(file: "\(Self.folder)/\(file)")
    let overrides = scenario.graph == nil ? [] : ["world.graph.edges=data/follows.csv"]
    let again = try Scenario.parse(
      Array(scenario.resolved.utf8), file: "\(Self.folder)/resolved.json", overrides: overrides)
    expectEqual(again.resolved, scenario.resolved)
    expectEqual(again.digest, scenario.digest)
    expectEqual(again.parameters, scenario.parameters)
    expectEqual(again.graph, scenario.graph)
  }

  @Test func `a scenario of a real graph reports what it read`() throws {
    let scenario = try Scenario.load(file: Self.folder + "/real-graph.yml")
    expectEqual(scenario.parameters.world.members, 5155)
    expectEqual(
      scenario.notes,
      [
        "data/follows.csv: 5,155 members, 47,135 follows, reciprocity 0.333,"
          + " mean clustering 0.2477",
        "data/hourly.csv: impressions: 24 hours, most at 21 h (6.9 %), fewest at 4 h (0.8 %)",
      ])
  }

  @Test func `the real hours are those of the default, to five digits`() throws {
    let scenario = try Scenario.load(file: Self.folder + "/real-graph.yml")
    let hours = scenario.parameters.sessions.hours
    for (hour, expected) in zip(hours, SocietyParameters().sessions.hours) {
      #expect(abs(hour - expected) < 0.000_005_001)
    }
    #expect(abs(hours.reduce(0, +) - 1) < 1e-12)
  }
}
