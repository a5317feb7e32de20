internal import PortableMath
internal import Stochastics
package import SyntheticSociety

/// How far people scroll by theory: the probability of passing more than *n* items from a patience *a*, where
/// each item is acted on with one probability.
///
/// *S*₀(*a*) = 1 and *S*ₙ₊₁(*a*) = ∫₀^∞ *k*(*x* − *a*) *S*ₙ(*x*) d*x* for *a* > 0, the kernel *k* a mixture of
/// two normal densities: of what an item costs, and of that less what acting on it gives back. The integral is
/// a sum over the midpoints of cells of width 0.25, a seventh of the deviation: within 10⁻³.
package struct WalkLengths: Sendable {
  private static let cell = 0.25
  /// Longer than any walk's patience but one in 10⁴: it stays where it is.
  private static let top = 200.0
  private static let reach = 5.0

  /// *S*ₙ by *n*, then by cell of *a*.
  private var survival: [[Double]]

  package init(_ scrolling: Scrolling.Parameters, engagement: Double) {
    let cells = Int(Self.top / Self.cell)
    let steps = Int(
      (Self.reach * scrolling.deviation + scrolling.cost + scrolling.gain) / Self.cell)
    func density(_ step: Double, mean: Double) -> Double {
      let z = (step - mean) / scrolling.deviation
      return Portable.exp(-z * z / 2)
    }
    var kernel = (-steps...steps).map { step in
      let distance = Double(step) * Self.cell
      return (1 - engagement) * density(distance, mean: -scrolling.cost)
        + engagement * density(distance, mean: scrolling.gain - scrolling.cost)
    }
    let total = kernel.reduce(0, +)
    kernel = kernel.map { $0 / total }
    survival = [Array(repeating: 1, count: cells)]
    for _ in 1...Int(scrolling.limit) {
      let last = survival[survival.count - 1]
      survival.append(
        (0..<cells).map { cell in
          var sum = 0.0
          for (index, weight) in kernel.enumerated() {
            let target = cell + index - steps
            if target >= 0 { sum += weight * last[min(target, cells - 1)] }
          }
          return sum
        })
    }
  }

  /// The probability of passing more than *n* items; the walk ends at the limit.
  package func survival(_ n: Int, from patience: Double) -> Double {
    guard n < survival.count - 1 else { return 0 }
    let position = patience / Self.cell - 0.5
    let cell = min(max(0, Int(position)), survival[n].count - 2)
    let part = min(max(0, position - Double(cell)), 1)
    return survival[n][cell] * (1 - part) + survival[n][cell + 1] * part
  }

  /// The least number of items that a share of the walks does not pass.
  package func quantile(_ share: Double, from patience: Double) -> Double {
    let depths = 0..<survival.count
    return Double(
      depths.first { survival($0, from: patience) <= 1 - share } ?? survival.count - 1)
  }

  /// Mean and variance of the items passed: Σ *S*ₙ and Σ (2*n* + 1) *S*ₙ − mean².
  package func moments(from patience: Double) -> (mean: Double, variance: Double) {
    var (mean, square) = (0.0, 0.0)
    for n in 0..<survival.count {
      let share = survival(n, from: patience)
      mean += share
      square += Double(2 * n + 1) * share
    }
    return (mean, square - mean * mean)
  }
}
