/// Why a distribution was not fitted to data.
package enum FitRefusal: Error, Hashable, Sendable {
  /// A likelihood without a maximum, for too little was seen.
  case tooFew(found: Int, needed: Int, of: String)
  /// A value outside of what the distribution can give.
  case outside(value: Double, allowed: String)
  /// The likelihood has no maximum inside of the range of its parameters.
  case noMaximum(of: String)
}

extension FitRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooFew(let found, let needed, let things):
      "needs at least \(needed) \(things), found \(found)"
    case .outside(let value, let allowed): "needs \(allowed), found \(value)"
    case .noMaximum(let likelihood): "the likelihood of \(likelihood) has no maximum for these data"
    }
  }
}
