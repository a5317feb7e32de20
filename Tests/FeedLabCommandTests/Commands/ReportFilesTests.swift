import Foundation
import TestSupport
import Testing

/// `feedlab ab --report`.
@Suite struct ReportFilesTests {
  private static let scenario = smallScenario.replacing(
    "ab: {primary: none, replications: 2}",
    with: """
      ab:
          replications: 2
          guardrails:
            - relevance@10
            - ndcg@10
      """)

  @Test func `each kind goes to its file, in folders that are made`() throws {
    let folder = try ScratchFolder(["small.yml": Self.scenario])
    let outcome = try feedlab(
      "ab", "small.yml", "--candidate", "random", "--quiet", "--out", "out",
      "--report", "junit=ci/a/junit.xml", "--report", "sarif=check.sarif", "--report",
      "csv=ci/table.csv", "--report", "markdown=ci/note.md", "--report", "json=ci/all.json",
      "--report", "github=ci/commands.txt", "--report", "html=ci/page.html", in: folder)
    expectEqual(outcome.code, 0)
    try expectEqual(folder.read("ci/page.html"), folder.read("out/report.html"))
    try expectEqual(folder.read("ci/all.json"), folder.read("out/results.json"))
    try expectEqual(folder.read("ci/note.md"), folder.read("out/summary.md"))
    #expect(try folder.read("ci/table.csv").hasPrefix("candidate,metric,"))
    let junit = try folder.read("ci/a/junit.xml")
    #expect(junit.contains("<testcase classname=\"feedlab.small.random\" name=\"ndcg@10\">"))
    let sarif = try folder.read("check.sarif")
    #expect(sarif.contains("\"id\": \"feedlab/regression/relevance@10\""))
    for line in try folder.read("ci/commands.txt").split(separator: "\n") {
      #expect(line.hasPrefix("::") && line.contains(" file=small.yml,line="))
    }
  }

  @Test(arguments: [(["GITHUB_ACTIONS": "true"], []), ([:], ["--report", "github"])])
  func `annotations of a workflow go to standard error, and its step's summary grows`(
    environment: [String: String], arguments: [String]
  ) throws {
    let folder = try ScratchFolder(["small.yml": Self.scenario, "summary.md": "before\n"])
    let fixed = ["ab", "small.yml", "--candidate", "random", "--quiet", "--out", "out"]
    let summary = folder.url.appending(component: "summary.md").path()
    let outcome = try feedlab(
      fixed + arguments, in: folder,
      environment: environment.merging(["GITHUB_STEP_SUMMARY": summary]) { $1 })
    expectEqual(outcome.code, 0)
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") })
    #expect(!lines.isEmpty)
    try expectEqual(folder.read("summary.md"), "before\n" + folder.read("out/summary.md"))
  }

  @Test func `a workflow shows faults at their lines, and what is wrong in no file`() throws {
    let text = Self.scenario.replacing("members:", with: "membres:")
    let folder = try ScratchFolder(["small.yml": text])
    let line =
      try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("membres:") }) + 1
    let found = try feedlab(
      "ab", "small.yml", in: folder, environment: ["GITHUB_ACTIONS": "true"])
    expectEqual(found.code, 65)
    let command = try #require(found.error.split(separator: "\n").last)
    #expect(
      command.hasPrefix(
        "::error file=small.yml,line=\(line),title=feedlab could not check::small.yml:\(line):"))
    #expect(command.contains("did you mean 'members'?"))
    let wrong = try feedlab(
      "ab", "small.yml", "--report", "junti=x", in: try ScratchFolder(["small.yml": Self.scenario]),
      environment: ["GITHUB_ACTIONS": "true"])
    expectEqual(wrong.code, 64)
    #expect(
      wrong.error.hasSuffix(
        "\n::error title=feedlab could not check::feedlab: error: --report 'junti': there is no report of this name;"
          + " did you mean 'junit'?\n"))
    let plain = try feedlab("ab", "small.yml", in: folder)
    #expect(plain.code == 65 && !plain.error.contains("::error"))
  }

  @Test func `without a workflow there are no annotations`() throws {
    let folder = try ScratchFolder(["small.yml": Self.scenario, "summary.md": ""])
    let outcome = try feedlab(
      "ab", "small.yml", "--candidate", "random", "--quiet", in: folder,
      environment: ["GITHUB_STEP_SUMMARY": "summary.md", "GITHUB_ACTIONS": "false"])
    expectEqual(outcome.code, 0)
    expectEqual(outcome.error, "")
    try expectEqual(folder.read("summary.md"), "")
  }

  @Test(
    arguments: calls(
      """
      --report junti=x => --report 'junti': there is no report of this name; did you mean 'junit'?
      --report junit => --report junit: expected KIND=PATH, such as junit=reports/junit.xml
      --report csv= => --report csv=: '' names no file
      --report csv=a/ => --report csv=a/: 'a/' names no file
      --report csv=a --report json=a => --report json=a: 'a' is given twice
      """))
  func `a request that cannot be is refused`(arguments: [String], message: String) throws {
    let folder = try ScratchFolder(["small.yml": Self.scenario])
    try expectRefusal(["ab", "small.yml"] + arguments, message, in: folder)
  }
}
