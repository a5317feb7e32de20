import ReportKit
internal import Studies
import TestSupport
import Testing

@Suite struct GateProofTextTests {
  private static func rule(
    margin: Double = 0.05, harm: Double = 0.1, power: Double, smallest: Double?,
    hasSpread: Bool = true
  ) -> GateProof.RulePower {
    GateProof.RulePower(
      metric: SampleResults.metrics[7], margin: margin, baselineMean: 0.5, harm: harm,
      power: power, smallestHarm: smallest, hasSpread: hasSpread)
  }

  private func proved(
    _ rules: [GateProof.RulePower], losing loss: Double = 0.2,
    _ status: CheckFinding.Status = .regression
  ) -> ProvedScenario {
    ProvedScenario(
      GateProof(
        arm: "affinity", every: 4, worlds: 16, mostWorlds: 64,
        findings: [SampleChecks.difference(status, losing: loss)], rules: rules),
      file: "scenarios/quickstart.yml")
  }

  @Test func `a proof names the sabotage, the power and the smallest harm`() {
    let proved = proved([Self.rule(power: 0.995, smallest: 0.0723)])
    expectEqual(
      ReportFormat.text.render([proved].document),
      """
      scenarios/quickstart.yml: the least relevant posts first in one of 4 refreshes of affinity was found after 8 worlds by Like rate
      scenarios/quickstart.yml: Likes an examined post: a harm of 0.1 (20%), twice its margin, is found with a power of >99% in at most 64 worlds; the smallest found with 80% is 0.0723 (14%)
      1 of 1 rule can fail

      """)
    expectEqual(proved.faults, [])
    #expect(ReportFormat.json.render([proved].document).contains(#""smallest_harm": 0.0723"#))
    #expect(
      ReportFormat.markdown.render([proved].document).hasPrefix("- scenarios/quickstart.yml: "))
  }

  @Test func `a margin of a millionth is not proved, and the report says what would prove it`() {
    let proved = proved([
      Self.rule(margin: 0.000001, harm: 0.000002, power: 0.02, smallest: 0.004)
    ])
    expectEqual(
      proved.faults,
      [
        "scenarios/quickstart.yml: Likes an examined post: a harm of 0.000002 (0.0004%), twice its margin, is found"
          + " with a power of 2% in at most 64 worlds; the smallest found with 80% is 0.004 (0.8%); the"
          + " proof needs more worlds, or a margin of 0.004 (0.8%)"
      ])
  }

  @Test func `the last line counts the rules of all scenarios that can fail`() {
    let strong = Self.rule(power: 0.9, smallest: 0.09)
    let weak = Self.rule(power: 0.79, smallest: 0.11)
    let text = ReportFormat.text.render([proved([strong, weak]), proved([strong])].document)
    #expect(text.hasSuffix("\n2 of 3 rules can fail\n"))
  }

  @Test func `a sabotage that no rule detects is a fault with what each rule observed`() {
    let proved = proved([Self.rule(power: 0.9, smallest: 0.09)], losing: 0.02, .pass)
    expectEqual(
      proved.faults,
      [
        "scenarios/quickstart.yml: the least relevant posts first in one of 4 refreshes of affinity was not"
          + " found in 16 worlds; not by Like rate of affinity -0.020 [-0.029, -0.011], margin 0.05 (pass)"
      ])
  }

  @Test func `what has no spread and what is never detected are reported`() {
    let lines = proved([
      Self.rule(power: 1, smallest: 0.05, hasSpread: false), Self.rule(power: 0, smallest: nil),
    ]).lines
    #expect(
      lines[1].hasSuffix(
        "; any harm beyond its margin is found if it is the same in every world; the sabotage moved the"
          + " metric in none"))
    #expect(
      lines[2].hasSuffix(
        "is found with a power of <1% in at most 64 worlds; no harm, however large, is found with 80%"
      ))
  }

  @Test func `a check without a rule that can be proved is a fault`() {
    expectEqual(
      proved([]).faults, ["scenarios/quickstart.yml: no rule of level error can be proved"])
  }
}
