import Stochastics
import TestSupport
import Testing

@Suite struct PairedDifferenceTests {
  private let baseline = [0.52, 0.61, 0.48, 0.55, 0.59, 0.63, 0.50, 0.57]
  private let candidate = [0.55, 0.60, 0.53, 0.58, 0.64, 0.62, 0.56, 0.61]

  /// Expected values from scipy 1.17.1: `ttest_rel` and `t.ppf`.
  @Test(arguments: [
    (0.95, 0.007656401022047371, 0.052343598977952654),
    (0.99, -0.003067009007191805, 0.06306700900719184),
  ])
  func `agrees with scipy`(level: Double, lower: Double, upper: Double) throws {
    let differences = zip(baseline, candidate).map { difference($0, $1) }
    let paired = try #require(pairedT(differences: differences, level: level))
    let interval = try #require(paired.interval)
    expectEqual(paired.evidence, .student)
    expectEqual(paired.count, 8)
    #expect(abs(paired.mean - 0.03) < 1e-15)
    #expect(abs(try #require(paired.standardError) - 0.009449111825230689) < 1e-15)
    #expect(abs(interval.lower - lower) < 1e-12)
    #expect(abs(interval.upper - upper) < 1e-12)
    #expect(abs(try #require(paired.pValue) - 0.01560098249869339) < 1e-12)
  }

  @Test func `p keeps its digits however small it is`() throws {
    // scipy 1.17.1, ttest_1samp: t = 5794.098532101963.
    let differences = [
      1.0, 1.001, 0.999, 1.0005, 0.9995, 1.0002, 0.9998, 1.0001, 0.9999, 1.0003,
    ]
    let p = try #require(pairedT(differences: differences, level: 0.95)?.pValue)
    #expect(abs(p / 6.9182693698692775e-31 - 1) < 1e-9)
  }

  @Test func `one pair has a mean and nothing else`() throws {
    let paired = try #require(pairedT(differences: [0.25], level: 0.95))
    expectEqual(paired.evidence, .single)
    expectEqual(paired.mean, 0.25)
    #expect(paired.interval == nil && paired.standardError == nil && paired.pValue == nil)
  }

  @Test func `no pair has no difference`() {
    expectEqual(pairedT(differences: [], level: 0.95), nil)
  }

  @Test func `worlds that all agree are identical`() throws {
    let paired = try #require(pairedT(differences: [0, 0, 0], level: 0.95))
    expectEqual(paired.evidence, .identical)
    expectEqual(paired.interval, ConfidenceInterval(lower: 0, upper: 0, level: 0.95))
    expectEqual(paired.pValue, 1)
  }

  /// Signs agree with probability 2¹⁻ⁿ: six worlds are the first below 0.05.
  @Test(arguments: [(2, 0.5), (5, 0.0625), (6, 0.03125)])
  func `one and the same difference is degenerate, with the sign-flip p`(
    count: Int, expected: Double
  ) throws {
    let differences = Array(repeating: -0.125, count: count)
    let paired = try #require(pairedT(differences: differences, level: 0.95))
    expectEqual(paired.evidence, .degenerate)
    expectEqual(paired.interval, ConfidenceInterval(lower: -0.125, upper: -0.125, level: 0.95))
    expectEqual(paired.pValue, expected)
  }

  @Test func `differences whose squares are too small for a number have no spread`() throws {
    let paired = try #require(pairedT(differences: [1e-300, 3e-300], level: 0.95))
    expectEqual(paired.evidence, .degenerate)
    expectEqual(paired.pValue, 0.5)
    expectEqual(RatioOfMeans(numerators: [1e60], denominators: [1e-300], level: 0.95), nil)
  }

  @Test func `differences that agree but for rounding are degenerate`() throws {
    let differences = [0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2, 0.3, 0.3]
    try expectEqual(#require(pairedT(differences: differences, level: 0.95)).evidence, .degenerate)
  }

  @Test(arguments: [
    (1.0, 1.0 + 0x1p-40, 0x1p-40),  // 9·10⁻¹³ of 1: rounding
    (1.0, 1.0 + 2e-12, 2e-12), (0, 1e-300, 1e-300), (-2, 3, 5), (0, 0, 0),
  ])
  func `a difference within a part in a million million is none`(
    a: Double, b: Double, change: Double
  ) {
    let expected = change == 0x1p-40 ? 0 : b - a
    expectEqual(difference(a, b), expected)
    expectEqual(difference(b, a), -expected)
  }

  @Test func `a difference that is not finite is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = pairedT(differences: [1, .nan], level: 0.95)
    }
  }
}
