/// The permutation test of paired differences: how often signs tossed anew give a sum as far from 0.
///
/// It assumes no distribution, only that each difference is as likely as its negative. Up to
/// ``exactCount`` differences *p* is the share of all 2ⁿ tosses; beyond it is
/// (1 + those as far) ÷ (1 + ``draws``) of drawn tosses, which keeps the false-alarm rate and never
/// gives 0.
///
/// Source: Fisher, *The Design of Experiments*, 1935, section 21; Phipson & Smyth, *Statistical
/// Applications in Genetics and Molecular Biology* 9(1), 2010.
public struct SignFlipTest: Sendable, Hashable {
  /// Two-sided.
  public let pValue: Double
  /// Whether all tosses were counted.
  public let isExact: Bool

  /// The most differences whose tosses are all counted.
  public static let exactCount = 18
  /// Tosses drawn for more differences.
  public static let draws = 100_000

  /// - Parameters:
  ///   - differences: One for each pair of worlds, all finite. Sums within 10⁻¹² of the sum of the
  ///     magnitudes are equal.
  ///   - stream: Gives the signs of more than ``exactCount`` differences: the bits of
  ///     `bits(draw, block)`, 128 differences a block.
  /// - Returns: `nil` without differences.
  /// - Complexity: 2^(*n*/2) sorted sums when exact; else ``draws`` · *n*/8.
  public init?(_ differences: [Double], stream: KeyedStream) {
    for value in differences { precondition(value.isFinite, "a difference is \(value)") }
    guard !differences.isEmpty else { return nil }
    let sizes = differences.map(\.magnitude)
    // Of the signed sum: what it must reach, either way.
    let bound = differences.reduce(0, +).magnitude - 1e-12 * sizes.reduce(0, +)
    isExact = differences.count <= Self.exactCount
    pValue =
      isExact ? Self.exactShare(sizes, bound) : Self.drawnShare(sizes, bound, stream)
  }

  /// Every signed sum is one of the first half of the differences plus one of the second.
  private static func exactShare(_ sizes: [Double], _ bound: Double) -> Double {
    guard bound > 0 else { return 1 }
    let middle = sizes.count / 2
    let first = signedSums(sizes[..<middle])
    let second = signedSums(sizes[middle...]).sorted()
    // The sums are symmetric about 0, so that those at the other end are as many.
    let reaching = first.reduce(0) { count, sum in
      count + second.count - second.firstPosition { sum + $0 >= bound }
    }
    return Double(2 * reaching) / Double(first.count * second.count)
  }

  private static func signedSums(_ sizes: ArraySlice<Double>) -> [Double] {
    sizes.reduce([0]) { sums, size in sums.flatMap { [$0 - size, $0 + size] } }
  }

  private static func drawnShare(
    _ sizes: [Double], _ bound: Double, _ stream: KeyedStream
  ) -> Double {
    let total = sizes.reduce(0, +)
    let sums = sumsOfOctets(sizes)
    let octets = sums.count / 256
    var reaching = 0
    for draw in 0..<UInt32(draws) {
      var kept = 0.0
      for start in stride(from: 0, to: octets, by: 16) {
        let words = stream.bits(draw, UInt32(start / 16))
        for octet in start..<min(start + 16, octets) {
          let bits = words[(octet - start) / 4] >> UInt32(octet % 4 * 8) & 255
          kept += sums[octet * 256 + Int(bits)]
        }
      }
      if (2 * kept - total).magnitude >= bound { reaching += 1 }
    }
    return Double(1 + reaching) / Double(1 + draws)
  }

  /// For each eight differences, the sum of those whose bits are set, by the bits: 256 after each other.
  private static func sumsOfOctets(_ sizes: [Double]) -> [Double] {
    stride(from: 0, to: sizes.count, by: 8).flatMap { start in
      var sums = [0.0]
      for index in start..<start + 8 {
        let size = index < sizes.count ? sizes[index] : 0
        sums += sums.map { $0 + size }
      }
      return sums
    }
  }
}

extension [Double] {
  /// The first index from which on `condition` holds, in an array where it holds from some index on.
  fileprivate func firstPosition(where condition: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
