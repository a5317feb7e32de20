public import Stochastics

/// The cube [0, 1]ᵈ in which all searches move.
public enum UnitCube {
  /// The point of the cube that stands for a point of all of space, by mirrors at its faces whose edges
  /// are rounded off.
  ///
  /// With *a* = 1/20, a coordinate from *a* to 1 − *a* stays unchanged. Further down, *y* becomes
  /// (*y* + *a*)²/4*a*, which reaches 0 at −*a* with slope 0; likewise further up, to 1 at 1 + *a*. Beyond,
  /// all is mirrored at −*a* and at 1 + *a*, with the period 2 + 4*a*.
  ///
  /// A smooth function of the cube becomes a smooth one of all of space, with a copy of each minimum in
  /// every cell: a search without bounds needs to know no more. A minimum at a face, towards which the
  /// function falls steadily, becomes the bottom of a bowl, where mere mirrors would leave a kink.
  ///
  /// - Parameter point: Finite coordinates.
  public static func reflected(_ point: [Double]) -> [Double] {
    point.map { y in
      precondition(y.isFinite, "a coordinate is \(y)")
      if y >= rounding && y <= 1 - rounding { return y }
      let folded = (y + rounding).remainder(dividingBy: 2 + 4 * rounding).magnitude
      return folded <= 0.5 + rounding
        ? rounded(folded) : 1 - rounded(1 + 2 * rounding - folded)
    }
  }

  /// The point of the middle cell that `reflected` takes to a point of the cube.
  static func unreflected(_ point: [Double]) -> [Double] {
    point.map { x in
      if x < rounding { return 2 * (rounding * x).squareRoot() - rounding }
      if x > 1 - rounding { return 1 + rounding - 2 * (rounding * (1 - x)).squareRoot() }
      return x
    }
  }

  /// *a*
  private static let rounding = 0.05

  /// Of how far a coordinate is from −*a*, in 0...0.5 + *a*.
  private static func rounded(_ folded: Double) -> Double {
    folded < 2 * rounding ? folded * folded / (4 * rounding) : folded - rounding
  }

  /// The nearest point of the cube.
  ///
  /// - Parameter point: No coordinate is NaN.
  public static func clamped(_ point: [Double]) -> [Double] {
    point.map { x in
      precondition(!x.isNaN, "a coordinate is \(x)")
      return min(max(x, 0), 1)
    }
  }

  static func check(_ point: [Double], dimensions: Int) {
    precondition(
      point.count == dimensions, "a point of \(point.count) coordinates for \(dimensions)")
    for x in point { precondition(x >= 0 && x <= 1, "a coordinate of the unit cube is \(x)") }
  }
}

extension UnitCube {
  /// Points that fill the cube evenly: the centre and then Sobol's sequence with a digital shift, or beyond
  /// the 40 dimensions that it has, a Latin hypercube.
  ///
  /// - Parameters:
  ///   - count: How many, not below 0.
  ///   - dimensions: At least 1.
  ///   - stream: One for these points only.
  public static func fillingPoints(
    _ count: Int, dimensions: Int, stream: KeyedStream
  ) -> [[Double]] {
    precondition(count >= 0 && dimensions >= 1, "\(count) points of \(dimensions) dimensions")
    guard count > 0 else { return [] }
    let others =
      SobolPoints.dimensionRange.contains(dimensions)
      ? SobolPoints.shifted(count - 1, dimensions: dimensions, stream: stream)
      : LatinHypercube(count: count - 1, dimensions: dimensions, stream: stream).points
    return [Array(repeating: 0.5, count: dimensions)] + others
  }
}
