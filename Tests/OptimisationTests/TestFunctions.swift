import PortableMath

/// Functions that searches are compared on, with the least value 0.
enum TestFunction: String, CaseIterable {
  /// 0 at the origin.
  case sphere
  /// 0 where all coordinates are 1, at the end of a bent valley; from 4 dimensions on there is another
  /// minimum, near (−1, 1, …, 1), of about 4.
  case rosenbrock
  /// 0 at the origin, with a minimum near each point of whole coordinates.
  case rastrigin

  func callAsFunction(_ x: [Double]) -> Double {
    switch self {
    case .sphere: x.reduce(0) { $0 + $1 * $1 }
    case .rosenbrock:
      zip(x, x.dropFirst()).reduce(0) { sum, pair in
        let (a, b) = (pair.1 - pair.0 * pair.0, 1 - pair.0)
        return sum + 100 * a * a + b * b
      }
    case .rastrigin:
      x.reduce(0) { $0 + 10 + $1 * $1 - 10 * Portable.cos(2 * .pi * $1) }
    }
  }
}

/// Two objectives to be low, of points of the unit cube; their front has all coordinates but the first
/// at 0.
///
/// Source: Zitzler, Deb & Thiele, *Evolutionary Computation* 8(2), 2000.
enum TestProblem: String, CaseIterable {
  /// Front *f*₂ = 1 − √*f*₁: convex.
  case zdt1
  /// Front *f*₂ = 1 − *f*₁²: concave.
  case zdt2
  /// Front in five pieces of *f*₂ = 1 − √*f*₁ − *f*₁ sin 10π*f*₁.
  case zdt3

  func callAsFunction(_ x: [Double]) -> [Double] {
    let g = 1 + 9 * x.dropFirst().reduce(0, +) / Double(x.count - 1)
    let share = x[0] / g
    let h =
      switch self {
      case .zdt1: 1 - share.squareRoot()
      case .zdt2: 1 - share * share
      case .zdt3: 1 - share.squareRoot() - share * Portable.sin(10 * .pi * x[0])
      }
    return [x[0], g * h]
  }

  /// The hypervolume of the front for the reference (1.1, 1.1). From 0 to 1 it is 1.1 less the mean of
  /// *f*₂, ⅓ and ⅔ of the first two; from 1 to 1.1 it is 0.11. The third is a sum over 4 million steps.
  var hypervolumeOfFront: Double {
    switch self {
    case .zdt1: 1.21 - 1.0 / 3
    case .zdt2: 1.21 - 2.0 / 3
    case .zdt3: 1.33176
    }
  }
}
