import Experiments
import Foundation
import ReportKit
import Reports
internal import Studies
import TestSupport
import Testing

/// Checks as files that other programs read.
@Suite struct CheckFilesTests {
  private let policy = GatePolicy()
  private let missing = CheckedScenario(
    unfinished: "town", file: "scenarios/town.yml",
    because: "there is no readable baseline <town.json>")

  @Test func `in JUnit XML a suite is a scenario and a case is a rule`() {
    let text = [SampleChecks.check(SampleChecks.mixed, anchor: "v1.2"), missing].gate(by: policy)
      .junit
    expectEqual(
      text,
      #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="feedlab" tests="6" failures="1" errors="1" skipped="2">
        <testsuite name="quickstart" tests="5" failures="1" errors="0" skipped="2">
          <properties>
            <property name="feedlab" value="VERSION"/>
            <property name="digest" value="5ca1ab1e"/>
            <property name="seed" value="7"/>
            <property name="baseline" value="baselines/quickstart.json"/>
            <property name="baseline-feedlab" value="1.0.0"/>
            <property name="worlds" value="8"/>
            <property name="alpha" value="0.05"/>
            <property name="correction" value="holm"/>
            <property name="fail-on" value="worse"/>
            <property name="undecided" value="warn"/>
            <property name="outcome" value="regression"/>
          </properties>
          <testcase classname="feedlab.quickstart.affinity" name="like_rate">
            <failure type="regression" message="regression: Like rate of affinity -0.200 [-0.209, -0.191], margin 0.05">regression: Like rate of affinity -0.200 [-0.209, -0.191], margin 0.05
      baseline   0.555 (baselines/quickstart.json)
      now        0.355 (affinity)
      change     -0.200
      interval   [-0.209, -0.191], 95% CI
      margin     0.05, higher is better
      p          &lt;0.001, corrected for 1
      worlds     8, seed 7</failure>
          </testcase>
          <testcase classname="feedlab.quickstart.affinity" name="reach">
            <skipped message="undecided: Reach of affinity -0.050 [-0.059, -0.041], margin 0.05"/>
          </testcase>
          <testcase classname="feedlab.quickstart.affinity" name="like_rate drift">
            <system-out>pass: Like rate of affinity -0.010 [-0.019, -0.001] since v1.2, margin 0.05
      baseline   0.555 (v1.2)
      now        0.545 (affinity)
      change     -0.010
      interval   [-0.019, -0.001], 95% CI
      margin     0.05, higher is better
      p          0.033, corrected for 1
      worlds     8, seed 7</system-out>
          </testcase>
          <testcase classname="feedlab.quickstart.affinity" name="gini max">
            <skipped message="warning: regression: Gini of affinity is 0.910 [0.900, 0.920], max 0.9"/>
          </testcase>
          <testcase classname="feedlab.quickstart.affinity" name="ranking_overlap">
            <system-out>pass: Ranking overlap of affinity is 0.930 [0.920, 0.940], min 0.8
      now        0.930 (affinity)
      interval   [0.920, 0.940], 95% CI
      rule       overlap &gt;= 0.8
      p          0.002, corrected for 5
      worlds     8, seed 7</system-out>
          </testcase>
        </testsuite>
        <testsuite name="town" tests="1" failures="0" errors="1" skipped="0">
          <properties>
            <property name="feedlab" value="VERSION"/>
          </properties>
          <testcase classname="feedlab.town" name="check">
            <error type="unfinished" message="there is no readable baseline &lt;town.json&gt;">there is no readable baseline &lt;town.json&gt;</error>
          </testcase>
        </testsuite>
      </testsuites>

      """#.replacing("VERSION", with: FeedLab.version))
  }

  @Test func `what stops a build depends on the policy`() {
    let findings = [
      SampleChecks.difference(.undecided, losing: 0.05),
      SampleChecks.difference(.improved, "reach", losing: -0.2),
      SampleChecks.difference(.pass, "gini", losing: 0.01),
      SampleChecks.difference(.identical, "ndcg@10", losing: 0),
    ]
    func failures(_ policy: GatePolicy, _ some: [CheckFinding]? = nil) -> [String] {
      [SampleChecks.check(some ?? findings)].gate(by: policy).junit
        .matches(of: /<failure type="([a-z]+)"/).map { String($0.output.1) }
    }
    expectEqual(failures(GatePolicy()), [])
    expectEqual(failures(GatePolicy(undecided: .fail)), ["undecided"])
    expectEqual(failures(GatePolicy(failure: .improved)), ["improved"])
    expectEqual(
      failures(GatePolicy(failure: .any, undecided: .fail)), ["undecided", "improved", "changed"])
    let reordered = findings + [SampleChecks.reordered]
    expectEqual(failures(GatePolicy(), reordered), ["undecided"])
    expectEqual(failures(GatePolicy(undecided: .pass), reordered), [])
    let silent = [SampleChecks.check(findings)].gate(by: GatePolicy(undecided: .pass))
      .workflowCommands
    expectEqual(silent, "")
  }

  @Test
  func
    `a workflow has annotations at the lines of the rules, and at the first line of what was not checked`()
  {
    let text = [SampleChecks.check(SampleChecks.mixed, anchor: "v1.2"), missing].gate(by: policy)
      .workflowCommands
    expectEqual(
      text.split(separator: "\n").map(String.init),
      [
        "::error file=scenarios/quickstart.yml,line=12,title=Like rate of affinity"
          + "::regression: Like rate of affinity -0.200 [-0.209, -0.191], margin 0.05",
        "::error file=scenarios/town.yml,line=1,title=town was not checked"
          + "::there is no readable baseline <town.json>",
        "::warning file=scenarios/quickstart.yml,line=1,title=Reach of affinity"
          + "::undecided: Reach of affinity -0.050 [-0.059, -0.041], margin 0.05",
        "::warning file=scenarios/quickstart.yml,line=14,title=Gini max of affinity"
          + "::regression: Gini of affinity is 0.910 [0.900, 0.920], max 0.9",
      ])
  }

  @Test func `a workflow shows ten of a kind over all scenarios`() {
    let checks = (0..<12).map { index in
      SampleChecks.check(
        [SampleChecks.difference(.regression, losing: 0.2)], scenario: "s\(index)")
    }
    let lines = checks.gate(by: policy).workflowCommands.split(separator: "\n")
    expectEqual(lines.count, 10)
    expectEqual(lines.last, "::error::3 more checks of this kind")
  }

  @Test func `in SARIF a result has its rule, its line and an identity without it`() throws {
    let report = [SampleChecks.check(SampleChecks.mixed, anchor: "v1.2"), missing].gate(by: policy)
      .sarif
    let log = try #require(
      JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    func strings(_ key: String) -> [String] { results.map { $0[key] as? String ?? "" } }
    expectEqual(
      strings("ruleId"), ["like_rate", "reach", "gini"].map { "feedlab/regression/\($0)" })
    expectEqual(strings("kind"), ["fail", "open", "fail"])
    expectEqual(strings("level"), ["error", "none", "warning"])
    expectEqual(
      results.map { ($0["partialFingerprints"] as? [String: String])?["feedlabCheck/v1"] },
      [
        "quickstart/affinity/like_rate", "quickstart/affinity/reach",
        "quickstart/affinity/gini/max",
      ])
    expectEqual(results.map(line), [12, 1, 14])
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    expectEqual(invocation["executionSuccessful"] as? Bool, false)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    expectEqual(
      (notes.first?["message"] as? [String: String])?["text"],
      "town was not checked: there is no readable baseline <town.json>")
  }

  private func line(_ result: [String: Any]) -> Int? {
    let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"]
    return ((place as? [String: Any])?["region"] as? [String: Int])?["startLine"]
  }

  @Test func `Markdown has a line for each scenario and tables of what has changed`() {
    let text = ReportFileKind.markdown.render(
      [
        SampleChecks.check(SampleChecks.mixed, anchor: "v1.2"), missing,
        SampleChecks.check([SampleChecks.difference(.identical, losing: 0)], scenario: "pets"),
      ], by: policy)
    expectEqual(
      text,
      #"""
      <!-- feedlab:check -->
      ### FeedLab check: 1 error, 1 regression, 1 identical

      - **quickstart**: **REGRESSION**: Like rate of affinity -0.200 \[-0.209, -0.191\], margin 0.05; warning: Gini of affinity is 0.910 \[0.900, 0.920\], max 0.9
      - **town**: **ERROR**: there is no readable baseline \<town.json\>
      - **pets**: **IDENTICAL**: affinity is as in the baseline in all of 8 worlds, 1 rule

      #### quickstart

      2,000 members, 17 days (3 warm-up), affinity against quickstart.json.

      Changes in units of the largest loss that each rule allows, with their intervals:

      ```diff
                              worse     limit     baseline               better
      - Like rate             ◂           ┊           │  regression
      ! Reach                           ├─●─┤         │  undecided
        Like rate since v1.2              ┊      ├──●─┤  pass
      ```

      | Metric | Baseline | Now | Change | Interval | p (Holm) | Rule | Verdict |
      |:--|--:|--:|--:|:-:|--:|:--|:--|
      | Like rate ↑ ! | 0.555 | 0.355 | −0.200 | [−0.209, −0.191] | <0.001 | loss ≤ 0.05 | regression |
      | Reach ↑ ! | 0.555 | 0.505 | −0.050 | [−0.059, −0.041] | <0.001 | loss ≤ 0.05 | undecided |
      | Like rate ↑ ! | 0.555 | 0.545 | −0.010 | [−0.019, −0.001] | 0.033 | loss ≤ 0.05 since v1.2 | pass |
      | Gini ↓ | – | 0.910 | – | [0.900, 0.920] | 0.002 | level ≤ 0.9 (warning) | regression |
      | Ranking overlap ↑ ! | – | 0.930 | – | [0.920, 0.940] | 0.002 | overlap ≥ 0.8 | pass |

      8 worlds of at most 64, paired with the baseline's; baseline by FeedLab 1.0.0, 2 accepted changes, the last: a longer half-life, drift since v1.2; seed 7; alpha 0.05; p-values are Holm-corrected over 4 rules that must hold and, separately, over 1 warning.

      Every check has the rule Ranking overlap, which shows that another order is served; `check.ranking-overlap: off` turns it off.

      - Reach: no value in 3 of 8 worlds
      - Gini: the baseline breaks the bound too

      """#)
  }

  @Test func `the drawing of a check shows gains to the right, and only rules with a margin`() {
    func drawing(_ findings: [CheckFinding]) -> [Substring] {
      let text = ReportFileKind.markdown.render([SampleChecks.check(findings)], by: policy)
      return text.split(separator: "```diff\n").dropFirst().first?.prefix { $0 != "`" }
        .split(separator: "\n") ?? []
    }
    // A loss of what is better low is a gain. 0.04 ± 0.009 in margins of 0.05 are 0.62 to 0.98: columns 31 and 36
    // of 12 for each margin, with the baseline at 24.
    expectEqual(
      drawing([
        SampleChecks.difference(.improved, "gini", losing: 0.04),
        SampleChecks.difference(.improved, losing: -0.2),
      ]),
      [
        "             worse     limit     baseline               better",
        "+ Gini                   ┊           │      ├──●─┤  improved",
        "+ Like rate              ┊           │                       ▸  improved",
      ])
    expectEqual(drawing([SampleChecks.level(.regression, of: 0.31, rule: .minimum(0.5))]), [])
  }

  @Test func `Markdown of many scenarios fits into a comment`() {
    let checks = (0..<200).map { SampleChecks.check(SampleChecks.mixed, scenario: "s\($0)") }
    let text = ReportFileKind.markdown.render(checks, by: policy)
    #expect(text.count <= 60_000)
    #expect(text.hasSuffix(" left out; --format json has all figures.\n"))
  }

  @Test func `a table has a row for each rule at full precision`() {
    let text = ReportFileKind.csv.render(
      [SampleChecks.check(SampleChecks.mixed, anchor: "v1.2"), missing], by: policy)
    expectEqual(
      text,
      #"""
      scenario,arm,metric,rule,bound,margin,level,status,worlds,baseline_mean,mean,difference,lower,upper,relative,p,p_adjusted,remark
      quickstart,affinity,like_rate,relative,,0.05,error,regression,8,0.5546875,0.3546875,-0.2,-0.20893743959118108,-0.19106256040881894,-0.36056338028169016,,,
      quickstart,affinity,reach,relative,,0.05,error,undecided,8,0.5546875,0.5046875000000001,-0.05000000000000002,-0.05893743959118107,-0.04106256040881896,-0.09014084507042257,,,no value in 3 of 8 worlds
      quickstart,affinity,like_rate,drift,,0.05,error,pass,8,0.5546875,0.5446875,-0.010000000000000009,-0.01893743959118107,-0.0010625604088189498,-0.018028169014084522,,,
      quickstart,affinity,gini,max,0.9,,warning,regression,8,,0.91,,0.9,0.92,,0.0004,0.002,the baseline breaks the bound too
      quickstart,affinity,ranking_overlap,ranking-overlap,0.8,,error,pass,8,,0.93,,0.92,0.9400000000000001,,0.0004,0.002,
      town,,,,,,,error,,,,,,,,,,there is no readable baseline <town.json>

      """#)
    let tabs = ReportFormat.tsv.render([missing].document)
    expectEqual(tabs.split(separator: "\n").last?.hasPrefix("town\t\t\t"), true)
  }

  @Test func `JSON has every finding, and why a scenario was not checked`() throws {
    let text = ReportFileKind.json.render(
      [SampleChecks.check(SampleChecks.mixed, anchor: "v1.2"), missing], by: policy)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    expectEqual(report["feedlab"] as? String, FeedLab.version)
    let checks = try #require(report["checks"] as? [[String: Any]])
    expectEqual(checks.map { $0["outcome"] as? String }, ["regression", "error"])
    expectEqual(checks[1]["error"] as? String, "there is no readable baseline <town.json>")
    #expect(checks[0]["error"] is NSNull)
    expectEqual((checks[0]["headline"] as? String)?.hasPrefix("quickstart: REGRESSION: "), true)
    let findings = try #require(checks[0]["findings"] as? [[String: Any]])
    expectEqual(
      findings.map { $0["status"] as? String },
      ["regression", "undecided", "pass", "regression", "pass"])
    expectEqual(
      findings.map { ($0["rule"] as? [String: Any])?["kind"] as? String },
      ["relative", "relative", "drift", "max", "ranking-overlap"])
    expectEqual((findings[3]["estimate"] as? [String: Any])?["p_adjusted"] as? Double, 0.002)
    let baseline = try #require(checks[0]["baseline"] as? [String: Any])
    expectEqual(baseline["anchor"] as? String, "v1.2")
  }

  @Test func `names of any characters come through`() throws {
    let name = CheckedResults.hostile
    let hostile = [
      SampleChecks.check([SampleChecks.difference(.regression, name, losing: 0.2)], scenario: name),
      CheckedScenario(unfinished: name, file: name, because: name),
    ]
    for kind in [ReportFileKind.json, .sarif] {
      let text = kind.render(hostile, by: policy)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
    let commands = hostile.gate(by: policy).workflowCommands
    expectEqual(commands.split(separator: "\n").count, 2)
  }

  @Test func `checks have no page`() {
    expectEqual(
      ReportFileKind.ofChecks.map(\.rawValue),
      [
        "mail", "json", "csv", "markdown", "junit", "sarif", "github",
      ])
  }
}
