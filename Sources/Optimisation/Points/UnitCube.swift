/// The cube [0, 1]ᵈ that all searches take place in.
public enum UnitCube {
  /// The point of the cube that mirrors at its faces put in the place of `point`, coordinate by
  /// coordinate: *x* goes up from 0 to 1, down to 0 from 1 to 2, and so on with period 2.
  ///
  /// A function of the cube becomes one of all of space, continuous where it was, with a copy of each
  /// minimum in every cell: a search without bounds needs to know no more.
  ///
  /// - Parameter point: Finite coordinates.
  public static func reflected(_ point: [Double]) -> [Double] {
    point.map { x in
      precondition(x.isFinite, "a coordinate is \(x)")
      // Exact, for the remainder is, and lies in −1...1.
      return x.remainder(dividingBy: 2).magnitude
    }
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
