/// A Yule–Simon distribution fitted to whole numbers from 1: P(*k*) = ρ B(*k*, ρ + 1), whose tail is a
/// power law of exponent ρ + 1.
///
/// The likelihood is highest where *n* ÷ ρ = Σᵢ Σ_{j ≤ kᵢ} 1 ÷ (ρ + *j*); the standard error comes from the observed
/// information, *n* ÷ ρ² − Σᵢ Σ_{j ≤ kᵢ} 1 ÷ (ρ + *j*)².
///
/// Source: Simon, *Biometrika* 42, 1955.
package struct YuleSimonFit: Sendable {
  /// ρ + 1.
  package let tailExponent: Double
  package let standardError: Double

  /// - Parameter values: At least one value; each at least 1.
  package init(_ values: [Int]) {
    let reaching = Self.reaching(values)
    let n = Double(values.count)
    var (low, high) = (1e-3, 1e3)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      let sum = Self.sum(reaching) { 1 / (middle + $0) }
      if n / middle > sum { low = middle } else { high = middle }
    }
    let rho = (low + high) / 2
    let information = n / (rho * rho) - Self.sum(reaching) { 1 / ((rho + $0) * (rho + $0)) }
    tailExponent = rho + 1
    standardError = (1 / information).squareRoot()
  }

  /// How many values reach 1, 2, 3, …
  private static func reaching(_ values: [Int]) -> [Int] {
    var reaching = Array(repeating: 0, count: values.max() ?? 0)
    for value in values { for index in 0..<value { reaching[index] += 1 } }
    return reaching
  }

  /// Σᵢ Σ_{j ≤ kᵢ} of a term.
  private static func sum(_ reaching: [Int], _ term: (Double) -> Double) -> Double {
    reaching.enumerated().reduce(0) { $0 + Double($1.element) * term(Double($1.offset + 1)) }
  }
}
