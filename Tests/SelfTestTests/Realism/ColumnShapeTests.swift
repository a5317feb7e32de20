import Calibration
import Foundation
import SelfTest
import TestSupport
import Testing

@Suite struct ColumnShapeTests {
  /// 0, 1, 1, 2, 6 in another order: mean 2, variance (4 + 1 + 1 + 0 + 16) ÷ 5 = 4.4.
  private let column = CountedValues([6, 1, 0, 2, 1])

  private static let values: [(ColumnShape, Double)] = [
    (.mean, 2),
    (.median, 1),
    // 2 · (0 + 2 + 3 + 8 + 30) ÷ (5 · 10) − 6 ÷ 5.
    (.gini, 0.52),
    (.topShare(0.2), 0.6),
    (.zeroShare, 0.2),
    // Of four numbers above 0.
    (.oneShare, 0.5),
    // 2 + 0.6 · 4 over 1.
    (.p90ToMedian, 4.4),
    // √4.4 ÷ 2.
    (.variation, 1.0488088481701516),
    (.dispersion, 2.2),
  ]

  @Test func `agrees with values worked by hand`() {
    for (shape, expected) in Self.values {
      #expect(agree(shape.value(of: column), expected), "\(shape.name)")
    }
  }

  @Test func `the deviation of logarithms is of the numbers above 0`() {
    let logs = [0, 0, log(2.0), log(6.0)]
    let mean = logs.reduce(0, +) / 4
    let variance = logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 4
    #expect(agree(ColumnShape.logDeviation.value(of: column), variance.squareRoot()))
  }

  @Test func `what a column does not determine has no value`() {
    let shapes: [ColumnShape] = [
      .mean, .median, .gini, .logDeviation, .top1, .zeroShare, .oneShare, .p90ToMedian,
      .variation, .dispersion, .gammaShape, .weibullShape, .tailExponent(from: nil),
      .tailExponent(from: 10),
    ]
    for shape in shapes { expectEqual(shape.value(of: CountedValues([])), nil, "\(shape.name)") }
    expectEqual(ColumnShape.p90ToMedian.value(of: CountedValues([0, 0, 0])), .infinity)
    expectEqual(ColumnShape.p90ToMedian.value(of: CountedValues([0, 0, 1])), .infinity)
    expectEqual(ColumnShape.tailExponent(from: 10).value(of: CountedValues([1, 2, 11])), nil)
  }

  /// Exponential numbers have both shapes 1: their quantiles −ln(1 − p) at 2,000 even probabilities.
  @Test func `fitted shapes find those of known distributions`() throws {
    let numbers = (0..<2000).map { -log(1 - (Double($0) + 0.5) / 2000) }
    let gamma = try #require(ColumnShape.gammaShape.value(of: CountedValues(numbers)))
    let weibull = try #require(ColumnShape.weibullShape.value(of: CountedValues(numbers)))
    #expect((gamma - 1).magnitude < 0.01 && (weibull - 1).magnitude < 0.01)
  }
}
