internal import CGSL

/// Sobol's sequence: points that fill the unit cube more evenly than random ones, so that a mean over
/// them is nearer to that over the cube.
///
/// The first point is the centre, since the sequence's origin is left out. Every coordinate is an odd
/// or even multiple of 2⁻³⁰ inside the open interval from 0 to 1. With the origin, the first 2ᵐ points
/// have one in each of the 2ᵐ equal intervals of every coordinate. The sequence of a number of
/// dimensions is always the same; ``shifted(_:dimensions:stream:)`` has others.
///
/// Source: Sobol', *USSR Computational Mathematics and Mathematical Physics* 7(4), 1967; Bratley & Fox,
/// *ACM Transactions on Mathematical Software* 14(1), 1988; GSL's `gsl_qrng_sobol`.
@safe public struct SobolPoints: ~Copyable {
  /// How many coordinates a point may have. GSL takes 41 too, and gives what is no such sequence.
  public static let dimensionRange = 1...40
  /// All coordinates are multiples of 2 to the power of minus this.
  static let bitCount = 30

  public let dimensions: Int
  private let sequence: UnsafeMutablePointer<gsl_qrng>

  /// The sequence from its first point.
  ///
  /// - Parameter dimensions: In ``dimensionRange``.
  public init(dimensions: Int) {
    precondition(
      Self.dimensionRange.contains(dimensions), "Sobol points of \(dimensions) dimensions")
    GSL.prepare()
    guard
      let sequence = unsafe gsl_qrng_alloc(feedlab_sobol_sequence(), UInt32(dimensions))
    else { preconditionFailure("no memory for Sobol points of \(dimensions) dimensions") }
    self.dimensions = dimensions
    unsafe self.sequence = sequence
  }

  deinit { unsafe gsl_qrng_free(sequence) }

  /// The next point.
  ///
  /// The sequence ends after 2³⁰ − 1 points, which no caller reaches.
  ///
  /// - Complexity: O(`dimensions`).
  public mutating func next() -> [Double] {
    var point = Array(repeating: 0.0, count: dimensions)
    let status = unsafe point.withUnsafeMutableBufferPointer {
      unsafe gsl_qrng_get(sequence, $0.baseAddress!)
    }
    precondition(status == Int32(GSL_SUCCESS), "gsl_qrng_get failed with \(status)")
    return point
  }

  /// The next `count` points.
  public mutating func next(_ count: Int) -> [[Double]] {
    var points: [[Double]] = []
    points.reserveCapacity(count)
    for _ in 0..<count { points.append(next()) }
    return points
  }

  /// The origin and the points after it, with each coordinate exclusive-ored with a word drawn for it (a digital shift),
  /// in the middle of the cells of side 2⁻³⁰. Each point is uniform over the cube, and the first 2ᵐ still have one in each
  /// of the 2ᵐ equal intervals of every coordinate.
  ///
  /// Source: Cranley & Patterson, *SIAM Journal on Numerical Analysis* 13(6), 1976, for random shifts.
  ///
  /// - Parameters:
  ///   - count: How many, not below 0.
  ///   - dimensions: In ``dimensionRange``.
  ///   - stream: One for these points only.
  public static func shifted(
    _ count: Int, dimensions: Int, stream: KeyedStream
  ) -> [[Double]] {
    var sequence = SobolPoints(dimensions: dimensions)
    let origin = Array(repeating: 0.0, count: dimensions)
    let scale = Double(1 << bitCount)
    let shifts = (0..<dimensions).map { stream.bits(UInt32($0)).x >> (32 - bitCount) }
    return ([origin] + sequence.next(max(0, count - 1))).prefix(count).map { point in
      zip(point, shifts).map { (Double(UInt32($0 * scale) ^ $1) + 0.5) / scale }
    }
  }
}
