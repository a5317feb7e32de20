/// A fitted number and its standard error.
package struct Estimate: Sendable, Hashable {
  package let value: Double
  /// The standard error; `nil` where the data determine none.
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

/// Why a distribution was not fitted to data.
package enum FitRefusal: Error, Hashable, Sendable {
  /// There are too few data for a maximum of the likelihood.
  case tooFew(found: Int, needed: Int, of: String)
  /// A value is outside the distribution's support.
  case outside(value: Double, allowed: String)
  /// The likelihood has no maximum inside the range of its parameters.
  case noMaximum(of: String)
  /// The data are a sample of things, whose numbers differ from the numbers of all.
  case sample(of: String)
}

extension FitRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooFew(let found, let needed, let things):
      "needs at least \(needed) \(things), found \(found)"
    case .outside(let value, let allowed): "needs \(allowed), found \(value)"
    case .noMaximum(let likelihood): "the likelihood of \(likelihood) has no maximum for these data"
    case .sample(let things):
      "the table has a sample of the \(things) that were shown, and an author fewer of them"
    }
  }
}
