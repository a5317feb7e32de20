import PortableMath
import Stochastics
import TestSupport
import Testing

@Suite struct BootstrapIntervalTests {
  private let stream = KeyedStream(seed: 7, world: 0, name: StreamName("bootstrap"))

  /// scipy 1.17.1: `bootstrap((d,), np.mean, n_resamples=999999, method='BCa')`; the deviation of each
  /// limit is that of 20 runs with 9,999 resamples, and 4 of them are allowed: 1 false alarm in 4,000
  /// such tests.
  @Test(arguments: [
    (
      [0.1, 0.4, 0.2, 1.9, 0.3, 0.6, 0.2, 4.2, 0.5, 0.9, 0.1, 1.1, 0.7, 0.3, 2.6, 0.4], 0.95,
      0.51875, 0.0065, 1.69375, 0.0205
    ),
    (
      [0.1, 0.4, 0.2, 1.9, 0.3, 0.6, 0.2, 4.2, 0.5, 0.9, 0.1, 1.1, 0.7, 0.3, 2.6, 0.4], 0.9,
      0.56875, 0.0058, 1.5375, 0.0125
    ),
    (
      [0.9, -0.3, 1.4, 2.2, -0.7, 0.5, 1.1, 1.9, -0.2, 0.8, 1.3, 2.5], 0.95, 0.3916666666666666,
      0.0073, 1.475, 0.0085
    ),
  ])
  func `agrees with scipy within the error of resampling`(
    differences: [Double], level: Double, lower: Double, lowerError: Double, upper: Double,
    upperError: Double
  ) throws {
    let interval = try #require(
      bootstrapInterval(differences, level: level, stream: stream))
    #expect(abs(interval.lower - lower) < 4 * lowerError)
    #expect(abs(interval.upper - upper) < 4 * upperError)
    expectEqual(interval.level, level)
  }

  /// The formulae written out, with sums of whole numbers so that ties are exact.
  @Test func `agrees with the formulae on the same resamples`() throws {
    let values: [Double] = [1, 3, 3, 0, 9, 2, -1, 4, 4, 12, 3]
    let resamples = 999
    let sums = (0..<UInt32(resamples)).map { resample in
      (0..<11).reduce(0.0) { sum, place in
        let word = stream.bits(resample, UInt32(place / 4))[place % 4]
        return sum + values[Int(Double(word) / 4_294_967_296 * 11)]
      }
    }
    let share =
      (Double(sums.count { $0 < 40 }) + Double(sums.count { $0 == 40 }) / 2) / Double(resamples)
    let z0 = Quantile.normal(share)
    let deviations = values.map { $0 - 40.0 / 11 }
    let squares = deviations.reduce(0) { $0 + $1 * $1 }
    let a =
      deviations.reduce(0) { $0 + $1 * $1 * $1 } / (6 * Portable.pow(squares, 1.5))
    let ends = [-1.959963984540054, 1.959963984540054].map { z in
      let p = Cumulative.normal(z0 + (z0 + z) / (1 - a * (z0 + z)))
      let place = p * Double(resamples + 1)
      let ordered = sums.sorted()
      let low = ordered[Int(place) - 1]
      return (low + (place - place.rounded(.down)) * (ordered[Int(place)] - low)) / 11
    }
    let interval = try #require(
      bootstrapInterval(values, level: 0.95, resamples: resamples, stream: stream))
    #expect(isNear(interval.lower, ends[0]) && isNear(interval.upper, ends[1]))
  }

  @Test func `one stream gives one interval, another stream another`() throws {
    let differences = (0..<20).map { Double($0 * $0 % 17) }
    let first = bootstrapInterval(differences, level: 0.95, resamples: 999, stream: stream)
    #expect(first != nil)
    expectEqual(first, bootstrapInterval(differences, level: 0.95, resamples: 999, stream: stream))
    let other = KeyedStream(seed: 8, world: 0, name: StreamName("bootstrap"))
    #expect(first != bootstrapInterval(differences, level: 0.95, resamples: 999, stream: other))
  }

  @Test func `it turns round with the sign but for the error of resampling`() throws {
    // The same draws of negated values: the sums are negated, so that the limits change places.
    let differences = [0.5, 1.25, -0.75, 2, 3.5, 0.25, 1, -1.5]
    let one = try #require(bootstrapInterval(differences, level: 0.9, stream: stream))
    let other = try #require(
      bootstrapInterval(differences.map { -$0 }, level: 0.9, stream: stream))
    #expect(isNear(one.lower, -other.upper) && isNear(one.upper, -other.lower))
  }

  @Test func `without spread, or out of reach, there is none`() {
    expectEqual(bootstrapInterval([], level: 0.95, stream: stream), nil)
    expectEqual(bootstrapInterval([1], level: 0.95, stream: stream), nil)
    expectEqual(bootstrapInterval([0, 0, 0], level: 0.95, stream: stream), nil)
    expectEqual(bootstrapInterval([0.1 + 0.2, 0.3, 0.3], level: 0.95, stream: stream), nil)
    // 2.5 % of 10 is no order statistic.
    expectEqual(bootstrapInterval([1, 2, 4], level: 0.95, resamples: 9, stream: stream), nil)
  }
}
