import Experiments
import FeedMetrics
import Foundation
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Programs with rankers, metrics and behaviours of their own: each command knows them.
@Suite struct ExtensionsTests {
  private static let extensions = Extensions(
    rankers: [Oldest.descriptor], metrics: [Pages.self], behaviours: [firstFive])

  private static let scenario = """
    feedlab: 1
    name: own
    seed: 7
    world: {members: 60, days: 2, warm-up: 0.5}
    behaviour: {custom: [first-five], devices: {latency: 0.12}}
    arms:
      newest: {home: recency}
      oldest: {home: {ranker: oldest, per: 2}}
    ab: {baseline: newest, primary: own_pages, replications: 2}
    check:
      arm: oldest
      replications: 2
      ranking-overlap: off
      rules: {own_pages: {level: error, margin: 50%}}

    """

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder(["own.yml": Self.scenario]) }

  private func own(_ arguments: String...) throws -> Outcome {
    try feedlab(arguments, in: folder, with: Self.extensions)
  }

  @Test func `a comparison has the program's rankers and metrics`() throws {
    let outcome = try own("ab", "own.yml", "--quiet")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome)")
    #expect(outcome.output.contains("Own pages"))
    let results = try jsonObject(folder.read("reports/own/results.json"))
    let arms = try #require(results["arms"] as? [[String: Any]])
    let worlds = try #require(arms[0]["worlds"] as? [[String: Any]])
    let values = try #require(worlds[0]["metrics"] as? [String: Any])
    let value = try #require(values["own_pages"] as? [String: Any])
    // Each page is counted by the metric and by what it is worked out over.
    expectEqual(value["value"] as? Double, (value["support"] as? Double).map { $0 / 2 })
    // Without the program the results can still be read.
    let report = try feedlab("report", "reports/own", in: folder)
    #expect(report.code == 0 && report.output.contains("Own pages"), "\(report)")
  }

  @Test func `a check compares the program's metric with its baseline`() throws {
    try expectEqual(own("baseline", "record", "own.yml", "--quiet").code, 0)
    let outcome = try own("check", "own.yml", "--quiet")
    expectEqual(outcome.code, 0, "\(outcome)")
    #expect(outcome.output.contains("Own pages"))
  }

  @Test func `a plan that the program works through has the results of its comparison`() throws {
    try expectEqual(own("ab", "own.yml", "--quiet", "--out", "here").code, 0)
    try expectEqual(own("plan", "own.yml", "--out", "own.jsonl").code, 0)
    try expectEqual(own("work", "--plan", "own.jsonl", "--shard", "0", "--of", "1").code, 0)
    try expectEqual(own("gather", "--plan", "own.jsonl", "--out", "there").code, 0)
    try expectEqual(folder.read("here/replications.csv"), folder.read("there/replications.csv"))
  }

  @Test func `a trace has the value of the metric that the run had`() throws {
    let run = try own(
      "run", "own.yml", "--arm", "newest", "-n", "1", "--trace", "trace", "--format", "json",
      "--quiet")
    expectEqual(run.code, 0, "\(run)")
    let measured = try own("measure", "trace", "--format", "json")
    let part = try #require((try jsonObject(measured.output)["parts"] as? [[String: Any]])?.first)
    let metrics = try #require(part["metrics"] as? [String: Any])
    let value = try #require(metrics["own_pages"] as? [String: Any])
    let results = try jsonObject(run.output)
    let arm = try #require((results["arms"] as? [[String: Any]])?.first)
    let world = try #require((arm["worlds"] as? [[String: Any]])?.first)
    let expected = try #require(world["metrics"] as? [String: Any])["own_pages"]
    expectEqual(value as NSDictionary, expected as? NSDictionary)
  }

  @Test func `a behaviour of the program changes its worlds`() throws {
    try expectEqual(own("ab", "own.yml", "--quiet", "--out", "with").code, 0)
    try folder.write(
      Self.scenario.replacingOccurrences(of: "custom: [first-five], ", with: ""),
      to: "own.yml")
    try expectEqual(own("ab", "own.yml", "--quiet", "--out", "without").code, 0)
    #expect(try folder.read("with/replications.csv") != folder.read("without/replications.csv"))
  }

  @Test func `finished runs of the program are not simulated again`() throws {
    try expectEqual(own("ab", "own.yml", "--quiet").code, 0)
    let again = try own("ab", "own.yml")
    #expect(again.error.hasPrefix("feedlab: 2 of 2 worlds were known already\n"), "\(again)")
  }

  @Test func `what the program has is described`() throws {
    #expect(
      try own("describe", "rankers", "oldest").output.hasPrefix("oldest: The oldest first.\n"))
    #expect(
      try own("describe", "metrics", "own_pages").output.hasPrefix("own_pages: Pages shown\n"))
    try expectEqual(
      own("describe", "behaviours", "first-five").output,
      """
      first-five: a behaviour of this program
        summary  Five posts are examined.
        on       behaviour: {custom: [first-five]}

      """)
    let list = try own("describe", "behaviours").output
    #expect(list.contains("first-five     of this program: Five posts are examined.\n"))
    let schema = try own("describe", "scenario", "--format", "json-schema").output
    #expect(schema.contains("\"oldest\"") && schema.contains("\"own_pages\""))
    let others = try feedlab("describe", "scenario", "--format", "json-schema", in: folder).output
    #expect(!others.contains("\"oldest\"") && !others.contains("\"own_pages\""))
  }

  @Test func `wrong names are compared with those of the program`() throws {
    try folder.write(
      Self.scenario.replacingOccurrences(of: "ranker: oldest", with: "ranker: oldst")
        .replacingOccurrences(of: "[first-five]", with: "[first-fife]")
        .replacingOccurrences(of: "primary: own_pages", with: "primary: own_page"), to: "own.yml")
    try own("validate", "own.yml").expectInvalid(
      """
      own.yml:5:22: behaviour.custom: there is no custom behaviour 'first-fife'; did you mean 'first-five'?
      own.yml:8:27: arms.oldest.home.ranker: there is no ranker 'oldst'; did you mean 'oldest'?
      own.yml:9:33: ab.primary: there is no metric 'own_page'; did you mean 'own_pages'?
      """)
  }

  @Test func `another program says that it has no behaviours of its own`() throws {
    let outcome = try feedlab("validate", "own.yml", in: folder)
    expectEqual(outcome.code, 65)
    #expect(
      outcome.error.hasPrefix(
        """
        own.yml:5:22: behaviour.custom: this program has no behaviours of its own; \
        see 'Behaviours' in docs/guide/write-a-ranker.md

        """), "\(outcome.error)")
  }

  @Test func `two metrics of one id are a fault of the program`() async {
    await #expect(processExitsWith: .failure) { _ = Extensions(metrics: [Pages.self, Pages.self]) }
    await #expect(processExitsWith: .failure) { _ = Extensions(metrics: [Gini.self]) }
    await #expect(processExitsWith: .failure) {
      _ = Extensions(behaviours: [firstFive, firstFive])
    }
  }
}

private struct Oldest: ScoringRanker {
  static let descriptor = RankerDescriptor(
    name: "oldest", summary: "The oldest first.", order: "age / per", surfaces: [.home],
    parameters: [
      RankerParameter(name: "per", summary: "A divisor.", defaultValue: 1, range: 1...9)
    ],
    make: { Oldest(per: $0[0]) })

  let per: Double
  var features: FeatureSet { [.ageHours] }
  var fingerprint: RankerFingerprint { RankerFingerprint("oldest").with(per) }

  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let ages = candidates[.ageHours]
    for index in ages.indices { scores[index] = ages[index] / per }
  }
}

/// The pages of a run, over twice as many things.
private final class Pages: CustomMetric {
  static let definition = MetricDefinition(
    id: "own_pages", family: .utility, label: "Own pages", name: "Pages shown", formula: "pages",
    unit: "pages", direction: .higher, margin: .relative(0.5), range: "[0, ∞)", undefined: "never",
    source: "none")
  private var pages = 0

  func observe(_ page: borrowing PageObservation) { pages += 1 }

  var value: MetricValue { MetricValue(Double(pages), support: pages * 2) }
}

private final class Gini: CustomMetric {
  static let definition = MetricDefinition(
    id: "creator_exposure_gini", family: .utility, name: "x", formula: "x", unit: "",
    direction: .higher, range: "x", undefined: "never", source: "none")

  var value: MetricValue { MetricValue(0, support: 0) }
}

private let firstFive = CustomBehaviour(
  name: "first-five", summary: "Five posts are examined."
) { behaviours in
  struct FirstFive: Behaviour {
    func decide(_ look: Examination.Situation) -> Double { look.position < 5 ? 1 : 0 }
  }
  behaviours.examination = FirstFive()
}
