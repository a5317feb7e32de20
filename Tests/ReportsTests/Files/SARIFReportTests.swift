import Foundation
import ReportKit
internal import Studies
import TestSupport
import Testing

/// Checks as SARIF 2.1.0.
@Suite struct SARIFReportTests {
  /// What the schema requires of the parts that are written.
  private struct Log: Decodable {
    struct Run: Decodable {
      let tool: Tool
      let results: [Result]
      let columnKind: ColumnKind
    }
    struct Tool: Decodable { let driver: Driver }
    struct Driver: Decodable {
      let name: String
      let rules: [Rule]
    }
    struct Rule: Decodable {
      let id: String
      let shortDescription: Message
      let fullDescription: Message
      let defaultConfiguration: Configuration
    }
    struct Configuration: Decodable { let level: Level }
    struct Message: Decodable { let text: String }
    struct Result: Decodable {
      let ruleId: String
      let ruleIndex: Int
      let kind: Kind
      let level: Level
      let message: Message
      let locations: [Location]
      let partialFingerprints: [String: String]
    }
    struct Location: Decodable { let physicalLocation: PhysicalLocation }
    struct PhysicalLocation: Decodable {
      let artifactLocation: ArtifactLocation
      let region: Region
    }
    struct ArtifactLocation: Decodable { let uri: String }
    struct Region: Decodable { let startLine: Int }
    enum Level: String, Decodable { case none, note, warning, error }
    enum Kind: String, Decodable {
      case pass, open, informational, notApplicable, review, fail
    }
    enum ColumnKind: String, Decodable { case utf16CodeUnits, unicodeCodePoints }

    let version: String
    let runs: [Run]
  }

  private func run(
    _ effects: [(id: String, effect: CheckedResults.Effect)], candidate: String = "affinity",
    file: String = "scenarios/town.yml", lines: [String: Int] = [:]
  ) throws -> Log.Run {
    let report = CheckedResults.results(effects, candidate: candidate).gate(
      at: RuleLocations(file: file, lines: lines)
    ).sarif
    let log = try JSONDecoder().decode(Log.self, from: Data(report.utf8))
    expectEqual(log.version, "2.1.0")
    #expect(report.contains("\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\""))
    let run = try #require(log.runs.first)
    expectEqual(log.runs.count, 1)
    for result in run.results {
      expectEqual(run.tool.driver.rules[result.ruleIndex].id, result.ruleId)
      // The specification: a kind other than fail has level none.
      expectEqual((result.kind == .fail), (result.level != .none))
      #expect(result.locations.allSatisfy { $0.physicalLocation.region.startLine >= 1 })
      #expect(!result.message.text.isEmpty)
    }
    return run
  }

  @Test func `a failure stands at its line, and what passes does not stand at all`() throws {
    let run = try run(
      [("ndcg@10", .harm), ("like_rate", .none), ("reach", .open)],
      lines: ["ndcg@10": 12, "reach": 14])
    expectEqual(
      run.results.map(\.ruleId), ["feedlab/regression/ndcg@10", "feedlab/regression/reach"])
    expectEqual(run.results.map(\.kind), [.fail, .open])
    expectEqual(run.results.map(\.level), [.error, .none])
    expectEqual(run.results.map { $0.locations[0].physicalLocation.region.startLine }, [12, 14])
    expectEqual(
      run.results.map { $0.locations[0].physicalLocation.artifactLocation.uri },
      ["scenarios/town.yml", "scenarios/town.yml"])
    expectEqual(
      run.results.map(\.partialFingerprints),
      ["ndcg@10", "reach"].map { ["feedlabCheck/v1": "town/affinity/\($0)"] })
    expectEqual(run.tool.driver.name, "feedlab")
    expectEqual(run.tool.driver.rules.count, 3)
    #expect(
      run.results[0].message.text.hasPrefix(
        "harmed beyond the margin: NDCG@10 of affinity against newest: -0.52, 95% CI"))
  }

  @Test func `a tested metric from outside the file is located at its first line`() throws {
    let run = try run([("ndcg@10", .harm)])
    expectEqual(run.results[0].locations[0].physicalLocation.region.startLine, 1)
  }

  @Test(
    arguments: [
      ("a b/ü#1%.yml", "a%20b/%C3%BC%231%25.yml"), ("/tmp/x.yml", "file:///tmp/x.yml"),
      ("../x:y.yml", "../x%3Ay.yml"),
    ])
  func `a path is a reference`(file: String, uri: String) throws {
    let run = try run([("ndcg@10", .harm)], file: file)
    expectEqual(run.results[0].locations[0].physicalLocation.artifactLocation.uri, uri)
  }

  @Test func `names of any characters come through a parser, and many results too`() throws {
    let hostile = CheckedResults.hostile
    let one = try run([(hostile, .harm)], candidate: hostile)
    expectEqual(one.results[0].ruleId, "feedlab/regression/\(hostile)")
    let many = try run((0..<500).map { ("m\($0)", .harm) })
    expectEqual(many.results.count, 500)
    expectEqual(Set(many.results.map(\.partialFingerprints)).count, 500)
  }
}
