import Foundation
import TestSupport
import Testing

/// `feedlab power`.
@Suite struct PowerCommandTests {
  private static let small = [
    "power", "small.yml", "--metric", "relevance@10", "-n", "3", "--candidate", "affinity",
  ]

  @Test func `a table shows the power with pairing and without`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      Self.small + ["--effect", "0.02", "--power", "0.9", "--alpha", "0.1"], in: folder)
    #expect(outcome.output.contains("affinity against newest in relevance@10: "))
    #expect(outcome.output.contains("worlds for an effect of 0.0200 with power 90%"))
    #expect(
      outcome.output.contains("Effects are detected at alpha 0.1, two-sided, in a fixed number of"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("paired  unpaired") })
  }

  @Test(
    arguments: calls(
      """
      --effect 1% --half-width 1% => --effect and --half-width: only one of them can be given
      --effect 0 =>
        --effect '0': expected a number above 0 in the metric's unit, such as 0.01, or a percentage of the baseline, such as 1%
      --half-width much =>
        --half-width 'much': expected a number above 0 in the metric's unit, such as 0.01, or a percentage of the baseline, such as 1%
      --power 1 => --power 1.0: expected a number from 0.5 up to, but not, 1
      --alpha 0 => --alpha 0.0: expected a number from 0.0001 up to, but not, 0.5
      -n 1 => -n 1: the spread needs at least two worlds
      --metric palma =>
        --metric 'palma': there is no metric of this name; did you mean 'creator_palma'?
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    try expectRefusal(
      Self.small + arguments, message, in: ScratchFolder(["small.yml": smallScenario]))
  }
}
