import ReportKit
import TestSupport
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.3939, 3, false, "0.394"), (-0.0671, 3, true, "−0.067"), (0.0671, 3, true, "+0.067"),
    (-0.0004, 3, true, "0.000"), (0.0, 1, true, "0.0"), (-0.0, 0, false, "0"),
    (1234.5, 1, false, "1,234.5"), (999.96, 1, false, "1,000.0"), (86412, 0, false, "86,412"),
    (1_234_567, 0, true, "+1,234,567"), (-1234, 0, false, "−1,234"),
  ])
  func `fixed decimals`(value: Double, decimals: Int, isSigned: Bool, text: String) {
    expectEqual(NumberText.fixed(value, decimals: decimals, isSigned: isSigned), text)
  }

  @Test(arguments: [
    (0.031, "+3.1%"), (-0.124, "−12.4%"), (0.0, "0.0%"), (9.9, "+990.0%"), (12.34, "+1,234%"),
    (-0.0001, "0.0%"),
  ])
  func `relative changes`(fraction: Double, text: String) {
    expectEqual(NumberText.percent(fraction), text)
  }

  @Test(arguments: [
    (0.0, "<0.001"), (0.00099, "<0.001"), (0.001, "0.001"), (0.0456, "0.046"), (1.0, "1.000"),
  ])
  func `a probability is never 0`(p: Double, text: String) {
    expectEqual(NumberText.probability(p), text)
  }

  @Test(arguments: [
    (0.0, "0%", "<1%"), (8e-52, "<1%", "<1%"), (0.005, "<1%", "<1%"), (0.0099, "<1%", "<1%"),
    (0.01, "1%", "1%"), (0.125, "13%", "13%"), (0.5, "50%", "50%"), (0.99, "99%", "99%"),
    (0.9901, ">99%", ">99%"), (0.9998, ">99%", ">99%"), (1.0, "100%", ">99%"),
  ])
  func `a share is none or all only when it is exactly that, and a chance never`(
    value: Double, share: String, chance: String
  ) {
    expectEqual(NumberText.share(value), share)
    expectEqual(NumberText.chance(value), chance)
  }

  @Test(arguments: [(3.0, "3"), (0.5, "0.5"), (-1.0, "−1"), (1e-7, "1e−07")])
  func `plain numbers`(value: Double, text: String) {
    expectEqual(NumberText.plain(value), text)
  }
}
