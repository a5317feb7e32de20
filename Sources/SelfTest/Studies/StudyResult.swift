internal import Stochastics

/// A result of a published study.
package struct StudyResult: Sendable {
  /// What was found.
  package enum Published: Sendable, Hashable {
    /// A number, and how far the source allows to be off: its standard error or spread, or else the precision of the
    /// printed or drawn number. `noEffect` is the value that stands for no effect.
    case value(Double, within: Double, noEffect: Double)
    /// Numbers from one to another, such as for two services, on one side of no effect.
    case range(ClosedRange<Double>, noEffect: Double)
    /// A number above this value, or below it.
    case above(Double)
    case below(Double)
    /// An effect that goes away: less than this, either way.
    case absent(within: Double)
    /// Something that a world has no means to show, and why, in a sentence without full stop.
    case inexpressible(String)
  }

  /// A simulated effect that is so many times the published one, or that part of it, still has its size.
  package static let factor = 1.5

  package let name: String
  package let published: Published
  /// Where the tolerance of a number comes from; empty where none exists.
  package let basis: String

  package init(_ name: String, _ published: Published, basis: String = "") {
    self.name = name
    self.published = published
    self.basis = basis
  }

  package var isExpressible: Bool {
    if case .inexpressible = published { false } else { true }
  }

  /// How a world compares with what was published.
  package func grade(_ observed: RealismReport.Measurement?) -> StudyGrade {
    if !isExpressible { return .inexpressible }
    guard let observed else { return .notReproduced }
    func isSurely(above value: Double) -> Bool {
      observed.interval.map { $0.lower > value } ?? false
    }
    func isSurely(below value: Double) -> Bool {
      observed.interval.map { $0.upper < value } ?? false
    }
    /// Whether the effect is surely on the published side, and within a factor of the published one.
    func grade(by value: Double, _ noEffect: Double) -> StudyGrade {
      let isDirected = value > noEffect ? isSurely(above: noEffect) : isSurely(below: noEffect)
      let ratio = (observed.mean - noEffect) / (value - noEffect)
      return isDirected && (1 / Self.factor...Self.factor).contains(ratio)
        ? .directionOnly : .notReproduced
    }
    switch published {
    case .value(let value, let tolerance, let noEffect):
      return (observed.mean - value).magnitude <= tolerance
        ? .reproduced : grade(by: value, noEffect)
    case .range(let range, let noEffect):
      if range.contains(observed.mean) { return .reproduced }
      let nearest = min(max(observed.mean, range.lowerBound), range.upperBound)
      return grade(by: nearest, noEffect)
    case .above(let value): return isSurely(above: value) ? .reproduced : .notReproduced
    case .below(let value): return isSurely(below: value) ? .reproduced : .notReproduced
    case .absent(let limit):
      return isSurely(above: -limit) && isSurely(below: limit) ? .reproduced : .notReproduced
    case .inexpressible: return .inexpressible
    }
  }

  /// How likely a run with this one's standard error shows an effect of the published size, or of the least one of a
  /// range, as significant: its interval would not have the value of no effect.
  ///
  /// - Returns: `nil` where no size was published, and without a standard error.
  package func power(_ observed: RealismReport.Measurement?) -> Double? {
    let size: Double
    switch published {
    case .value(let value, _, let noEffect): size = value - noEffect
    case .range(let range, let noEffect):
      size = min(
        (range.lowerBound - noEffect).magnitude, (range.upperBound - noEffect).magnitude)
    case .above, .below, .absent, .inexpressible: return nil
    }
    guard let observed, let deviation = observed.deviation else { return nil }
    return Power(deviation: deviation, level: Finding.level)
      .power(worlds: observed.count, effect: size)
  }
}

/// How a simulated world compares with a published result.
package enum StudyGrade: String, Sendable, Hashable, CaseIterable {
  /// Within the tolerance of a number; or surely above, below or within a bound.
  case reproduced
  /// Beyond the tolerance, but surely on the published side of no effect, and at most ``StudyResult/factor`` times the
  /// published effect, or that part of it.
  case directionOnly = "direction only"
  case notReproduced = "not reproduced"
  case inexpressible = "cannot be expressed"
}
