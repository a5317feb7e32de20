import ReportKit
internal import Studies
import TestSupport
import Testing

/// Checks as commands to a GitHub workflow.
@Suite struct WorkflowCommandsTests {
  private func lines(
    _ effects: [(id: String, effect: CheckedResults.Effect)], candidate: String = "affinity",
    file: String = "town.yml"
  ) -> [String] {
    let commands = CheckedResults.results(effects, candidate: candidate).gate(
      at: RuleLocations(file: file, lines: ["ndcg@10": 12])
    ).workflowCommands
    return commands.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `harm is an error at its line, what is open a warning, and a pass is silent`() {
    expectEqual(
      lines([("ndcg@10", .harm), ("like_rate", .none), ("reach", .open)]),
      [
        "::error file=town.yml,line=12,title=NDCG@10 of affinity::harmed beyond the margin: NDCG@10 of"
          + " affinity against newest: -0.52, 95%25 CI [-0.56, -0.49], margin 0",
        "::warning file=town.yml,line=1,title=REACH of affinity::harm undecided: REACH of affinity"
          + " against newest: 0.00, 95%25 CI [-0.46, +0.46], margin 0",
        "",
      ])
    expectEqual(lines([("like_rate", .none)]), [""])
  }

  @Test func `what would end a command or a property is escaped`() {
    let lines = lines([("a:b,c%\r\nd", .harm)], candidate: "x::y", file: "a,b:c%.yml")
    expectEqual(lines.count, 2, "one line")
    #expect(
      lines[0].hasPrefix(
        "::error file=a%2Cb%3Ac%25.yml,line=1,title=A%3AB%2CC%25%0D%0AD of x%3A%3Ay::harmed beyond"
          + " the margin: A:B,C%25%0D%0AD of x::y against newest: "))
  }

  @Test(arguments: [(9, 9), (10, 10), (11, 10), (500, 10)])
  func `a step shows ten of a kind, the last of which counts the rest`(checks: Int, shown: Int) {
    let effects = (0..<2 * checks).map { index -> (id: String, effect: CheckedResults.Effect) in
      ("m\(index)", index.isMultiple(of: 2) ? .harm : .open)
    }
    let lines = lines(effects)
    for kind in ["error", "warning"] {
      let commands = lines.filter { $0.hasPrefix("::\(kind)") }
      expectEqual(commands.count, shown)
      let rest = "::\(kind)::\(checks - 9) more checks of this kind"
      expectEqual((commands.last == rest), (checks > 10))
    }
  }
}
