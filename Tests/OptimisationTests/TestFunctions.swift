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
