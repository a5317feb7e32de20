internal import PortableMath

/// The likes, or votes, that are usual for a post that so many people have looked at in random order: the mean of
/// log₂(1 + n) over posts.
///
/// A post that *v* people have looked at has about a Poisson number of likes with the mean *v* times the
/// post's own rate; the rates of a sample of posts stand for all.
package struct UsualCounts: Sendable {
  /// Numbers of viewers below are tabulated one by one, those from here on in eight steps an octave.
  private static let exact = 256
  private static let octaves = 8..<32
  private static let stepsOfOctave = 8

  private var table: [Double] = []
  private var steps: [Double] = []

  /// - Parameter rates: Likes a viewer of each post of a sample; empty without likes.
  package init(rates: [Double]) {
    guard rates.contains(where: { $0 > 0 }) else { return }
    func mean(_ viewers: Double) -> Double {
      rates.reduce(0) { $0 + Self.meanLogarithm(viewers * $1) } / Double(rates.count)
    }
    table = (0..<Self.exact).map { mean(Double($0)) }
    for octave in Self.octaves {
      for step in 0..<Self.stepsOfOctave {
        steps.append(
          mean(Double(1 << octave) * (1 + Double(step) / Double(Self.stepsOfOctave))))
      }
    }
  }

  /// The usual log₂(1 + n) after so many viewers.
  @inline(__always)
  package subscript(viewers: UInt32) -> Double {
    let viewers = Int(viewers)
    if viewers < table.count { return table[viewers] }
    return steps.isEmpty ? 0 : beyondTable(viewers)
  }

  private func beyondTable(_ viewers: Int) -> Double {
    let octave = Int.bitWidth - 1 - viewers.leadingZeroBitCount
    let position = (Double(viewers) / Double(1 << octave) - 1) * Double(Self.stepsOfOctave)
    let step = (octave - Self.octaves.lowerBound) * Self.stepsOfOctave + Int(position)
    let part = position - position.rounded(.down)
    return steps[step] + part * (steps[min(step + 1, steps.count - 1)] - steps[step])
  }

  /// E log₂(1 + n) of a Poisson number n: the series up to a mean of 64, and above it two terms of the
  /// expansion about the mean, which are within 10⁻⁴.
  static func meanLogarithm(_ mean: Double) -> Double {
    guard mean > 0 else { return 0 }
    guard mean < seriesEnd else {
      return Portable.log2(1 + mean) - mean / (2 * Portable.log(2) * (1 + mean) * (1 + mean))
    }
    var probability = Portable.exp(-mean)
    var sum = 0.0
    for count in 1...lastCount(at: mean) {
      probability *= mean / Double(count)
      sum += probability * logarithms[count]
    }
    return sum
  }

  private static let seriesEnd = 64.0

  /// The last term of the series: ten standard deviations above the mean.
  private static func lastCount(at mean: Double) -> Int { Int(mean + 10 * mean.squareRoot() + 20) }

  /// log₂(1 + n), which the series takes some 10⁵ times for a world.
  private static let logarithms = (0...lastCount(at: seriesEnd)).map {
    Portable.log2(Double(1 + $0))
  }
}
