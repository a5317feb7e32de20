internal import Experiments
import Scenarios
internal import Studies
import TestSupport
import Testing

/// What a check decides of values that are made up.
@Suite struct CheckProcedureTests {
  private let gini = "creator_exposure_gini"
  private let worlds = 0..<64

  private func procedure(
    _ rules: String, replications: String = "8..64", overlap: String = "off"
  ) throws -> Scenario.Check {
    try #require(try checked(rules, replications: replications, overlap: overlap).check)
  }

  /// About a mean, ±`spread` by turns.
  private func around(_ mean: Double, _ spread: Double, _ turn: Int = 2) -> [Double] {
    worlds.map { mean + ($0 % turn == 0 ? spread : -spread) }
  }

  @Test func `values that are the same are identical after the first look`() throws {
    let check = try procedure("{\(gini): {margin: 0.01, max: 0.6}}", overlap: "error")
    let values = recorded([gini: around(0.5, 0.1)])
    let findings = found(check, candidate: values, baseline: values)
    expectEqual(findings.map(\.status), [.identical, .identical, .identical])
    expectEqual(findings.map(\.worlds), [8, 8, 8])
    expectEqual(CheckOutcome(findings), .identical)
  }

  /// +0.03 ± 0.01 by turns in 8 worlds: the mean beyond the margin is 0.02, its standard error
  /// 0.01/√7 = 0.0038, *t* = 5.3 with 7 degrees of freedom and *p* = 0.0011, below 0.05 · 0.05.
  @Test func `a harm that is surely beyond the margin fails at the first look`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}}")
    let old = around(0.5, 0.1, 4)
    let new = zip(old, around(0.03, 0.01)).map { $0 + $1 }
    let findings = found(check, candidate: recorded([gini: new]), baseline: recorded([gini: old]))
    expectEqual(findings[0].status, .regression)
    #expect(findings[0].isFailure)
    expectEqual(findings[0].worlds, 8)
    let p = try #require(findings[0].comparison?.gateTest?.adjustedP)
    #expect(abs(p - 0.00114) < 0.0001)
  }

  /// +0.005 ± 0.001 by turns has a standard error of 0.00038: within the metric's own margin of 0.01, and surely
  /// beyond 0. Of a metric without a margin of its own, any proven loss is one.
  @Test(arguments: [
    ("creator_exposure_gini", "error", CheckFinding.Status.pass, 0.01),
    ("creator_exposure_gini", "{margin: 0}", .regression, 0),
    ("creator_exposure_gini", "{margin: 0.004}", .regression, 0.004),
    ("age_at_impression_mean_s", "error", .regression, 0),
  ])
  func `without a margin in a rule the metric's own decides, and 0 is 0`(
    metric: String, rule: String, status: CheckFinding.Status, margin: Double
  ) throws {
    let check = try procedure("{\(metric): \(rule)}")
    let old = around(0.5, 0.1, 4)
    let new = zip(old, around(0.005, 0.001)).map { $0 + $1 }
    let findings = found(
      check, candidate: recorded([metric: new]), baseline: recorded([metric: old]))
    expectEqual(findings[0].status, status)
    expectEqual(findings[0].comparison?.margin, margin)
  }

  /// +0.0232 ± 0.01 in 8 worlds: 0.0132 beyond the margin is *t* = 3.5 with 7 degrees of freedom, *p* = 0.01,
  /// above the first look's 0.0025. In 16 worlds it is *t* = 5.1 with 15 and *p* = 0.00013.
  @Test func `the first look needs more than alpha`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}}")
    let old = around(0.5, 0.1, 4)
    let new = zip(old, around(0.0232, 0.01)).map { $0 + $1 }
    let findings = found(check, candidate: recorded([gini: new]), baseline: recorded([gini: old]))
    expectEqual(findings.map(\.status), [.regression])
    expectEqual(findings.map(\.worlds), [16])
  }

  /// Each *p* is 0.00114, as above; by Holm the two of a level are twice as much, and a warning is of its own
  /// family.
  @Test func `the rules of a level are corrected together, those of another level apart`() throws {
    let old = around(0.5, 0.1, 4)
    let harm = around(0.03, 0.01)
    let (more, less) = (zip(old, harm).map { $0 + $1 }, zip(old, harm).map { $0 - $1 })
    func adjusted(_ second: String) throws -> [Double] {
      let check = try procedure(
        "{\(gini): {margin: 0.01}, engagement_rate: {margin: 0.01, level: \(second)}}")
      return try found(
        check, candidate: recorded([gini: more, "engagement_rate": less]),
        baseline: recorded([gini: old, "engagement_rate": old])
      ).map { finding in
        let adjusted = finding.comparison?.gateTest?.adjustedP
        return try #require(adjusted)
      }
    }
    for p in try adjusted("error") { #expect(abs(p - 0.00228) < 0.0001) }
    for p in try adjusted("warning") { #expect(abs(p - 0.00114) < 0.0001) }
  }

  /// Any page is too many where the baseline has none: 0 and 0.008 by turns are 2.6 standard errors of 0.004/√7 from 0,
  /// too few for the first look, and 1 in every world has no spread. Where the baseline leaves one page in ten short,
  /// +0.005 ± 0.001 is within 0.01, and +0.03 is not.
  @Test(arguments: [
    (0.0, 0.0, 0.0, CheckFinding.Status.identical, 0.0), (0, 0.004, 0.004, .regression, 0),
    (0, 1, 0, .regression, 0),
    (0.1, 0.005, 0.001, .pass, 0.01), (0.1, 0.03, 0.001, .regression, 0.01),
    (0.1, -0.05, 0.001, .improved, 0.01),
  ])
  func `one page left short is too many where the baseline has none`(
    before: Double, change: Double, spread: Double, status: CheckFinding.Status, margin: Double
  ) throws {
    let id = "underfilled_page_share"
    let check = try procedure("{\(id): error}")
    let old = around(before, before / 10, 4)
    let new = zip(old, around(change, spread)).map { $0 + $1 }
    let findings = found(check, candidate: recorded([id: new]), baseline: recorded([id: old]))
    expectEqual(findings[0].status, status)
    expectEqual(findings[0].comparison?.margin, margin)
    expectEqual(findings[0].worlds, 8)
    expectEqual(
      findings[0].note,
      before == 0 && change > 0 ? "the baseline has no such page, so that one is too many" : nil)
  }

  /// The mean of 0.495 keeps the bound, with a standard error of 0.1 ÷ √63 = 0.0126; that of 0.4 surely does.
  @Test(arguments: [
    (0.495, 0.1, CheckFinding.Status.undecided, 64), (0.4, 0.01, .pass, 8),
  ])
  func `a bound is kept where the interval keeps it`(
    mean: Double, spread: Double, status: CheckFinding.Status, worlds: Int
  ) throws {
    let check = try procedure("{\(gini): {margin: 0.99, max: 0.5}}")
    let findings = found(
      check, candidate: recorded([gini: around(mean, spread)]),
      baseline: recorded([gini: around(mean, spread, 4)]))
    expectEqual(findings[1].status, status)
    expectEqual(findings[1].worlds, worlds)
    // On the good side of a bound nothing speaks against it.
    expectEqual(findings[1].estimate?.pValue, 1)
  }

  /// From the ninth world on +0.05 ± 0.01: in 32 worlds 0.0375 in the mean, and 0.0275 beyond the margin are
  /// 6.6 standard errors.
  @Test func `what is identical at first may differ later`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}, engagement_rate: {margin: 0.001}}")
    let old = around(0.5, 0.1, 4)
    let new = zip(old, around(0.05, 0.01)).enumerated().map { world, values in
      world < 8 ? values.0 : values.0 + values.1
    }
    let unsure = zip(old, around(0, 0.05)).map { $0 + $1 }
    let findings = found(
      check, candidate: recorded([gini: new, "engagement_rate": unsure]),
      baseline: recorded([gini: old, "engagement_rate": old]))
    expectEqual(findings.map(\.status), [.regression, .undecided])
    expectEqual(findings.map(\.worlds), [32, 64])
  }

  @Test func `what a look decides stays, and the others go on`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}, engagement_rate: {margin: 0.001}}")
    let old = around(0.5, 0.1, 4)
    let better = zip(old, around(-0.05, 0.01)).map { $0 + $1 }
    let unsure = zip(old, around(0, 0.05)).map { $0 + $1 }
    let findings = found(
      check, candidate: recorded([gini: better, "engagement_rate": unsure]),
      baseline: recorded([gini: old, "engagement_rate": old]))
    expectEqual(findings.map(\.status), [.improved, .undecided])
    expectEqual(findings.map(\.worlds), [8, 64])
    expectEqual(CheckOutcome(findings), .undecided)
  }

  @Test func `a warning is reported and fails nothing`() throws {
    let check = try procedure("{\(gini): warning}")
    let old = around(0.5, 0.1, 4)
    let new = zip(old, around(0.03, 0.01)).map { $0 + $1 }
    let findings = found(check, candidate: recorded([gini: new]), baseline: recorded([gini: old]))
    expectEqual(findings[0].status, .regression)
    #expect(!findings[0].isFailure)
    expectEqual(CheckOutcome(findings), .pass)
  }

  @Test(arguments: [
    // The baseline keeps the bound, the arm does not.
    (0.55, "false", CheckFinding.Status.regression, Scenario.Check.Level.error),
    // Neither keeps it.
    (0.45, "false", .regression, .warning),
    (0.45, "true", .regression, .error),
  ])
  func `a bound that the baseline breaks too warns, unless the rule is strict`(
    bound: Double, strict: String, status: CheckFinding.Status, level: Scenario.Check.Level
  ) throws {
    let check = try procedure("{\(gini): {margin: 0.99, max: \(bound), strict: \(strict)}}")
    let (old, new) = (around(0.5, 0.01, 4), around(0.6, 0.01))
    let findings = found(check, candidate: recorded([gini: new]), baseline: recorded([gini: old]))
    expectEqual(findings[1].rule, .maximum(bound))
    expectEqual(findings[1].status, status)
    expectEqual(findings[1].level, level)
    let note = bound < 0.5 ? "the baseline breaks the bound too" : nil
    expectEqual(findings[1].note, note)
  }

  @Test func `unchanged code that breaks a bound warns, and fails where the rule is strict`() throws
  {
    for (strict, outcome) in [("false", CheckOutcome.pass), ("true", .regression)] {
      let check = try procedure("{\(gini): {min: 0.6, strict: \(strict)}}")
      let values = recorded([gini: around(0.5, 0.01)])
      let findings = found(check, candidate: values, baseline: values)
      expectEqual(findings.map(\.status), [.identical, .regression])
      expectEqual(CheckOutcome(findings), outcome)
    }
  }

  /// Each step is within the margin, and both together are not.
  @Test func `small losses that add up fail against the anchor`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}}")
    let anchor = around(0.5, 0.1, 4)
    let old = zip(anchor, around(0.008, 0.0005)).map { $0 + $1 }
    let new = zip(old, around(0.008, 0.0005, 4)).map { $0 + $1 }
    let findings = found(
      check, candidate: recorded([gini: new]), baseline: recorded([gini: old]),
      anchor: recorded([gini: anchor]))
    expectEqual(findings.map(\.rule), [.relative, .drift])
    expectEqual(findings.map(\.status), [.pass, .regression])
    expectEqual(CheckOutcome(findings), .regression)
  }

  @Test func `a drift that the baseline has already blocks nothing`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}}")
    let anchor = around(0.5, 0.1, 4)
    let old = recorded([gini: zip(anchor, around(0.02, 0.001)).map { $0 + $1 }])
    let findings = found(
      check, candidate: old, baseline: old, anchor: recorded([gini: anchor]))
    expectEqual(findings.map(\.status), [.identical, .regression])
    expectEqual(findings.map(\.level), [.error, .warning])
    expectEqual(findings[1].note, "the baseline has drifted as far already")
    expectEqual(CheckOutcome(findings), .pass)
  }

  @Test func `posts in another order are an overlap below the bound`() throws {
    let check = try procedure("{\(gini): error}", overlap: "{level: error, min: 0.9}")
    let values = [gini: around(0.5, 0.1).map(Optional.some)]
    let one = worlds.map { $0 % 2 == 0 ? ["1.0", "2.0"] : ["2.0", "1.0", "3.0"] }
    let findings = found(
      check, candidate: recorded(values, top: one.map { $0.reversed() }),
      baseline: recorded(values, top: one))
    let overlap = try #require(findings.last)
    expectEqual(overlap.metric, RankingOverlap.definition)
    expectEqual(overlap.status, .regression)
    #expect(try #require(overlap.estimate).mean < 0.9)
  }

  @Test func `a world that one alone has a value of is not identical`() throws {
    let check = try procedure("{\(gini): {margin: 0.01}}", replications: "8")
    var old: [Double?] = around(0.5, 0.1)
    let new = old
    old[3] = nil
    let findings = found(check, candidate: recorded([gini: new]), baseline: recorded([gini: old]))
    expectEqual(findings[0].status, .undecided)
    expectEqual(findings[0].note, "no value in 1 of 8 worlds")
  }
}
