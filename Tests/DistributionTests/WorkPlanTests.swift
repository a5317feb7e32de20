import DataFiles
import Distribution
import Experiments
import Foundation
import RunStore
import Scenarios
internal import Studies
import TestSupport
import Testing

@Suite struct WorkPlanTests {
  private let folder: TestFolder
  private let plan: WorkPlan

  init() throws {
    folder = try TestFolder()
    plan = try WorkPlan([ExperimentStudy(try town())], in: folder.store)
  }

  @Test func `a service without a version is not planned`() throws {
    let service = "mine: {home: {ranker: url, url: 'http://a/rank', reads: [likes]}}"
    let refused = failure {
      _ = try WorkPlan([ExperimentStudy(try town(arms: service))], in: folder.store)
    }
    expectEqual(
      refused,
      .usage(
        "the arm 'mine' cannot be planned: its ranker http://a/rank has no version, so that results of different machines and days could come from different services; write 'version: 1' beside its url"
      ))
    let named = service.replacing("reads:", with: "version: 1, reads:")
    _ = try WorkPlan([ExperimentStudy(try town(arms: named))], in: folder.store)
    // An arm that is not simulated does not matter.
    let other = Experiment(
      measuring: try town(arms: service).scenario, arms: ["newest"], worlds: 2)
    _ = try WorkPlan([ExperimentStudy(other)], in: folder.store)
  }

  @Test func `a command whose code is in no file is not planned`() throws {
    let command = "mine: {home: {ranker: command, command: [sh, -s], reads: [likes]}}"
    let refused = failure {
      _ = try WorkPlan([ExperimentStudy(try town(arms: command))], in: folder.store)
    }
    expectEqual(
      refused,
      .usage(
        "the arm 'mine' cannot be planned: no file has the code of its ranker sh -s, so that results of different machines and days could come from different programs; write 'files: [mine.py]' beside its command, with every file of it"
      ))
    let text = command.replacing("-s", with: "-c, exit")
    _ = try WorkPlan([ExperimentStudy(try town(arms: text))], in: folder.store)
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func `a file that others cannot read stays so in the store`(permissions: Int) throws {
    let path = "\(folder.path)/secret.txt"
    try Data("0.5\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    let text = """
      feedlab: 1
      arms:
        newest: {home: recency}
        mine: {home: {ranker: command, command: [sh, -c, exit], reads: [likes], files: [secret.txt]}}
      ab: {primary: none}
      """
    let file = "\(folder.path)/town.yml"
    let scenario = try Scenario.parse(Array(text.utf8), file: file)
    _ = try WorkPlan([ExperimentStudy(Experiment(scenario, worlds: 2))], in: folder.store)
    let copy = "\(folder.path)/store/inputs/\(SHA256.hexDigest(of: "0.5\n"))"
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    expectEqual(attributes[.posixPermissions] as? Int, permissions)
  }

  /// Reads a changed text of the plan.
  private func read(_ text: String) throws -> WorkPlan {
    let file = "\(folder.path)/plan.jsonl"
    try Data(text.utf8).write(to: URL(filePath: file))
    do throws(WorkFailure) {
      return try WorkPlan(file: file)
    } catch {
      // Without the folder, which differs from test to test.
      let text = error.description.replacing("\(folder.path)/", with: "")
      let message = Message(linesOf: text)
      switch error {
      case .usage: throw WorkFailure.usage(message)
      case .invalid: throw WorkFailure.invalid(message)
      case .notFound: throw WorkFailure.notFound(message)
      default: throw error
      }
    }
  }

  /// Why a changed text of the plan is refused.
  private func refusal(_ text: String) -> WorkFailure? { failure { _ = try read(text) } }

  @Test func `a plan has a header and a line a unit, the arms of a world beside each other`() throws
  {
    let lines = plan.text.split(separator: "\n").map(String.init)
    expectEqual(lines.count, 7)
    let scenario = try #require(plan.inputs["scenario.town"])
    expectEqual(
      lines[1],
      #"{"arm":"newest","cost":0.003,"rep":0,"scenario":"sha256:\#(scenario)","seed":"0000000000000007"}"#
    )
    expectEqual(
      plan.units.map(\.arm), ["newest", "affinity", "newest", "affinity", "newest", "affinity"])
    expectEqual(plan.units.map(\.replication), [0, 0, 1, 1, 2, 2])
    expectEqual(Set(plan.units.map(\.seed)), [7])
    #expect(lines[0].hasPrefix(#"{"digest":""#))
    #expect(lines[0].contains(#","format":"feedlab-plan/2","inputs":{"#))
    #expect(lines[0].hasSuffix(#","parent":null,"sim_abi":"\#(FeedLab.simulation)","units":6}"#))
    expectEqual(plan.id, SHA256.hexDigest(of: plan.text))
  }

  @Test func `the same experiment is the same plan, and a plan that was written reads back`() throws
  {
    let other = try TestFolder()
    try expectEqual(WorkPlan([ExperimentStudy(try town())], in: other.store).text, plan.text)
    try expectEqual(read(plan.text), plan)
  }

  @Test func `a truncated plan is refused with the line of its end`() throws {
    let lines = plan.text.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.prefix(4).joined(separator: "\n") + "\n"
    expectEqual(refusal(cut), .invalid("plan.jsonl:5:1: the plan ends here, after 3 of 6 units"))
    // Inside a line.
    expectEqual(
      refusal(String(plan.text.dropLast(30))),
      .invalid("plan.jsonl:7:1: the plan ends here, after 5 of 6 units"))
    expectEqual(
      refusal(""),
      .invalid(
        "plan.jsonl:1:1: this is not a plan of feedlab: the file ends where a value is expected"))
  }

  @Test func `an edited plan is refused, with the location of each faulty line`() throws {
    let edited = plan.text.replacing(#""cost":0.003"#, with: #""cost":0.002"#, maxReplacements: 1)
    expectEqual(
      refusal(edited),
      .invalid(
        "plan.jsonl:1:1: the units have been changed; write a new plan instead of editing one"
      ))
    let broken = plan.text.replacing(#""rep":0"#, with: #""rep":-1"#).replacing(
      #""arm":"affinity","cost":0.003,"rep":2,"#, with: #""arm":7,"cost":0.003,"rep":2,"#)
    expectEqual(
      refusal(broken),
      .invalid(
        """
        plan.jsonl:2:36: 'rep': expected a whole number from 0 up, found -1
        plan.jsonl:3:38: 'rep': expected a whole number from 0 up, found -1
        plan.jsonl:7:8: 'arm': expected a text, found 7
        """))
    expectEqual(
      failure { _ = try read("arms:\n  newest: {home: recency}\n") },
      .invalid("plan.jsonl:1:1: this is not a plan of feedlab: expected a value"))
    let line = plan.text.split(separator: "\n")[1]
    expectEqual(
      refusal(plan.text + line + "\n"),
      .invalid(
        "plan.jsonl:1:1: the units have been changed; write a new plan instead of editing one"
      ))
  }

  @Test
  func `another simulation, another arithmetic and another format are refused before all else`()
    throws
  {
    expectEqual(
      refusal(
        plan.text.replacing(#""sim_abi":"\#(FeedLab.simulation)""#, with: #""sim_abi":"sim-0""#)),
      .usage(
        "plan.jsonl: the plan is for the simulation 'sim-0', this feedlab has"
          + " '\(FeedLab.simulation)'; use the feedlab that wrote the plan, or plan again"))
    let own = ArithmeticFingerprint.current
    let other = String(repeating: "0", count: 64)
    expectEqual(
      refusal(plan.text.replacing(own, with: other)),
      .usage(
        "plan.jsonl: this machine's arithmetic rounds differently from the machine that planned"
          + " (fingerprint \(own.prefix(8)), the plan's is 00000000); exclude this machine, or plan on a"
          + " machine of its kind"
      ))
    expectEqual(
      refusal(plan.text.replacing("feedlab-plan/2", with: "feedlab-plan/3")),
      .usage(
        "plan.jsonl: the plan has the format 'feedlab-plan/3', this feedlab reads 'feedlab-plan/2'"
      ))
  }

  @Test func `a missing plan or store is reported`() throws {
    expectEqual(
      failure { _ = try WorkPlan(file: "\(folder.path)/plam.jsonl") },
      .notFound("\(folder.path)/plam.jsonl: there is no such file"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/store/inputs")
    let digest = try #require(plan.inputs["scenario.town"])
    expectEqual(
      failure { _ = try PlannedStudy.all(of: plan, in: folder.store) },
      .notFound(
        "\(folder.path)/store/inputs/\(digest): there is no such file; it is an input of the plan"
      ))
  }

  @Test func `an input that was changed is refused`() throws {
    let digest = try #require(plan.inputs["scenario.town"])
    let path = "\(folder.path)/store/inputs/\(digest)"
    try Data("{}".utf8).write(to: URL(filePath: path))
    expectEqual(
      failure { _ = try PlannedStudy.all(of: plan, in: folder.store) },
      .invalid("\(path): the content does not match the file's name"))
  }

  @Test func `a larger plan and another name of an arm share the results of runs`() throws {
    try expectEqual(work(plan, in: folder.store).simulated, 6)
    let larger = try WorkPlan([ExperimentStudy(try town(worlds: 5))], in: folder.store)
    let report = try work(larger, in: folder.store)
    expectEqual(report.simulated, 4)
    expectEqual(report.report.known, 6)
    // Another margin asks something else of the same worlds; another arm lives in others.
    let renamed = try WorkPlan(
      [ExperimentStudy(try town(arms: "liked: {home: affinity}"))], in: folder.store)
    try expectEqual(work(renamed, in: folder.store).simulated, 0)
    try expectEqual(results(of: renamed, in: folder.store)?.outcomes.last?.arm, "liked")
    let other = try WorkPlan(
      [ExperimentStudy(try town(arms: "affinity: {home: hot}"))], in: folder.store)
    try expectEqual(work(other, in: folder.store).simulated, 3)
  }
}
