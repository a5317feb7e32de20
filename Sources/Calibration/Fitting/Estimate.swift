/// A fitted number and how far it may be off.
package struct Estimate: Sendable, Hashable {
  package let value: Double
  /// The standard error; `nil` where the data leave none.
  package let standardError: Double?

  package init(_ value: Double, standardError: Double?) {
    self.value = value
    self.standardError = standardError
  }
}

/// How much data a distribution was fitted to, and how well it describes them.
package struct FitQuality: Sendable, Hashable {
  /// How many numbers were fitted.
  package let count: Int
  /// The natural logarithm of the likelihood at its maximum.
  package let logLikelihood: Double
  /// How many parameters were estimated.
  package let parameterCount: Int
  /// The largest gap between the fitted and the observed cumulative distribution, where one was taken.
  package let kolmogorovSmirnov: Double?

  /// Akaike's information criterion: 2*k* − 2 log *L*, less for the better model of the same data.
  package var aic: Double { 2 * Double(parameterCount) - 2 * logLikelihood }
}
