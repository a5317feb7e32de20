import Experiments
internal import FeedMetrics
import ReportKit
internal import Scenarios
internal import Studies
import TestSupport
import Testing

/// Checks for a terminal.
@Suite struct CheckTextTests {
  private func lines(_ checks: [CheckedScenario], width: Int = 120) -> [String] {
    ReportFormat.text.render(checks.document, width: width, hasStyle: false)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `the first line has the outcome and the reason, and a table has each rule`() {
    let check = SampleChecks.check(SampleChecks.mixed, anchor: "v1.2", notices: ["A notice"])
    expectEqual(
      lines([check]).joined(separator: "\n"),
      #"""
      quickstart: REGRESSION: Like rate of affinity -0.200 [-0.209, -0.191], margin 0.05; warning: Gini of affinity is 0.910 [0.900, 0.920], max 0.9

      quickstart: 2,000 members, 17 days (3 warm-up), affinity against baselines/quickstart.json

      metric               baseline    now  change          interval  p (Holm)  rule                    verdict
      Like rate ↑ !           0.555  0.355  −0.200  [−0.209, −0.191]    <0.001  loss ≤ 0.05             regression
      Reach ↑ !               0.555  0.505  −0.050  [−0.059, −0.041]    <0.001  loss ≤ 0.05             undecided
      Like rate ↑ !           0.555  0.545  −0.010  [−0.019, −0.001]     0.033  loss ≤ 0.05 since v1.2  pass
      Gini ↓                      –  0.910       –    [0.900, 0.920]     0.002  level ≤ 0.9 (warning)   regression
      Ranking overlap ↑ !         –  0.930       –    [0.920, 0.940]     0.002  overlap ≥ 0.8           pass

      8 worlds of at most 64, paired with the baseline's; baseline by FeedLab 1.0.0, 2 accepted changes, the last: a longer
      half-life, drift since v1.2; seed 7; alpha 0.05; p-values are Holm-corrected over 4 rules that must hold and,
      separately, over 1 warning.
      Every check has the rule Ranking overlap, which shows that another order is served; check.ranking-overlap: off turns it
      off.
      A notice.
      Reach: no value in 3 of 8 worlds
      Gini: the baseline breaks the bound too

      """#)
  }

  @Test func `an outcome has its line`() {
    let broken = [
      SampleChecks.difference(.regression, losing: 0.2),
      SampleChecks.difference(.regression, "gini", losing: -0.2, rule: .drift),
      SampleChecks.level(.regression, of: 0.31, rule: .minimum(0.5)),
    ]
    let lines: KeyValuePairs = [
      "IDENTICAL: affinity is as in the baseline in all of 8 worlds, 1 rule":
        [SampleChecks.difference(.identical, losing: 0)],
      "PASS: affinity keeps 1 rule, after 8 worlds": [SampleChecks.difference(.pass, losing: 0.01)],
      "IMPROVED: Like rate of affinity +0.200 [+0.191, +0.209], margin 0.05":
        [SampleChecks.difference(.improved, losing: -0.2)],
      "UNDECIDED: Like rate of affinity -0.050 [-0.059, -0.041], margin 0.05, after 8 worlds":
        [SampleChecks.difference(.undecided, losing: 0.05)],
      "REGRESSION: Like rate of affinity -0.200 [-0.209, -0.191], margin 0.05; Gini of affinity"
        + " +0.200 [+0.191, +0.209] since v1.2, margin 0.05; Gini of affinity is 0.310"
        + " [0.300, 0.320], min 0.5": broken,
    ]
    for (line, findings) in lines {
      let text = self.lines([SampleChecks.check(findings, anchor: "v1.2")])
      expectEqual(text[0], "quickstart: \(line)")
    }
  }

  @Test func `another order whose effect is undecided is named first`() {
    let findings = [
      SampleChecks.difference(.undecided, losing: 0.05),
      SampleChecks.reordered,
    ]
    expectEqual(
      lines([SampleChecks.check(findings)])[0],
      "quickstart: UNDECIDED: another order, effect unknown; Like rate of affinity -0.050"
        + " [-0.059, -0.041], margin 0.05, after 8 worlds; warning: Ranking overlap of affinity is"
        + " 0.400 [0.390, 0.410], min 0.9")
  }

  /// Changes of `mean` ± `spread` by turns have an interval of `mean` ± 0.894 `spread` in eight worlds: *t* is 2.365
  /// with 7 degrees of freedom, and the standard error is `spread`/√7.
  @Test(arguments: [
    (-0.00002, 0.00001, "-0.00002 [-0.00003, -0.00001], margin 0"),
    (0, 0.000_000_1, "0.0000000 [-0.0000001, +0.0000001], margin 0"),
    (-0.2, 0.01, "-0.200 [-0.209, -0.191], margin 0"),
  ])
  func `no end of an interval looks like the margin`(mean: Double, spread: Double, text: String) {
    let metric = SampleChecks.definition("reach")
    let baseline = (0..<8).map { 0.5 + Double($0) / 64 }
    var comparison = Comparison(
      metric: metric, candidate: "affinity", margin: .absolute(0), baseline: baseline,
      candidate: baseline.enumerated().map { world, value in
        value + mean + (world.isMultiple(of: 2) ? spread : -spread)
      })
    comparison.apply(
      GateTest(role: .guardrail, familySize: 1, pValue: nil, adjustedP: nil, alpha: 0.05))
    let finding = CheckFinding(
      rule: .relative, metric: metric, level: .error, status: .undecided, worlds: 8,
      comparison: comparison)
    expectEqual(
      lines([SampleChecks.check([finding])])[0],
      "quickstart: UNDECIDED: Reach of affinity \(text), after 8 worlds")
  }

  @Test func `no end of an interval looks like the bound of a level`() {
    let finding = SampleChecks.level(.regression, "reach", of: 0.8899, rule: .minimum(0.9))
    expectEqual(
      lines([SampleChecks.check([finding])])[0],
      "quickstart: REGRESSION: Reach of affinity is 0.8899 [0.8799, 0.8999], min 0.9")
  }

  @Test
  func `of several scenarios the lines come first, and one that could not be checked has its own`()
  {
    let text = lines([
      SampleChecks.check([SampleChecks.difference(.identical, losing: 0)]),
      CheckedScenario(
        unfinished: "town", file: "scenarios/town.yml",
        because: "there is no readable baseline town.json"),
    ])
    #expect(text[0].hasPrefix("quickstart: IDENTICAL: "))
    expectEqual(text[1], "town: ERROR: there is no readable baseline town.json")
    expectEqual(text[2], "")
    #expect(text[3].hasPrefix("quickstart: 2,000 members"))
  }

  @Test(arguments: [60, 70, 80, 90, 100, 120])
  func `tables fit the width, and the first line is whole`(width: Int) {
    let text = lines([SampleChecks.check(SampleChecks.mixed)], width: width)
    #expect(text[0].hasSuffix("max 0.9"))
    #expect(text.dropFirst().allSatisfy { $0.count <= width }, "\(text)")
  }

  @Test func `a rule whose metric has no value is reported as such`() {
    let metric = SampleChecks.definition("reach")
    let finding = CheckFinding(
      rule: .minimum(0.5), metric: metric, level: .error, status: .undecided, worlds: 8,
      note: "the metric has no value")
    expectEqual(
      lines([SampleChecks.check([finding])])[0],
      "quickstart: UNDECIDED: Reach of affinity has no value, min 0.5, after 8 worlds")
  }

  @Test func `colour is on the line and the verdict, and text is the same without`() {
    let check = SampleChecks.check(SampleChecks.mixed)
    let styled = ReportFormat.text.render([check].document, width: 120, hasStyle: true)
    #expect(styled.hasPrefix("\u{1B}[31mquickstart: REGRESSION: "))
    let escape = /\u{1B}\[[0-9]+m/
    expectEqual(styled.replacing(escape, with: ""), lines([check]).joined(separator: "\n"))
  }
}
