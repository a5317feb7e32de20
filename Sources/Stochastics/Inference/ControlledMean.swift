internal import CGSL

/// The mean of a metric over worlds, freed from the luck of what came from outside: arrivals and
/// activity whose true means are known.
///
/// The values are regressed on control − known mean; the intercept estimates the mean with *n* − *q* − 1
/// degrees of freedom for *q* controls.
///
/// Source: Lavenberg & Welch, *Management Science* 27(3), 1981.
public struct ControlledMean: Sendable, Hashable {
  /// Why the plain mean is given instead.
  public enum Fallback: Sendable, Hashable {
    case noControls
    /// `needed` leave two degrees of freedom, without which the controls cost more than they bring.
    case tooFewWorlds(Int, needed: Int)
    /// A control is the same in all worlds, or follows from the others.
    case collinear
  }

  public let estimate: Double
  public let standardError: Double?
  public let degreesOfFreedom: Int
  /// `nil` for one world.
  public let interval: ConfidenceInterval?
  /// What the value changes by with each control; empty for a plain mean.
  public let slopes: [Double]
  /// `nil` when the controls were used.
  public let fallback: Fallback?

  /// - Parameters:
  ///   - values: One for each world, all finite.
  ///   - controls: For each control its values in the same worlds and its known mean.
  ///   - level: Coverage of the interval, such as 0.95.
  /// - Returns: `nil` without worlds.
  public init?(
    _ values: [Double], controls: [(values: [Double], mean: Double)], level: Double
  ) {
    guard !values.isEmpty else { return nil }
    for value in values { precondition(value.isFinite, "a value is \(value)") }
    let columns = controls.map { control in
      precondition(
        control.values.count == values.count,
        "\(control.values.count) worlds of a control for \(values.count)")
      return control.values.map { value in
        precondition((value - control.mean).isFinite, "a control is \(value) of \(control.mean)")
        return value - control.mean
      }
    }
    let regression = Self.regression(values, columns)
    switch regression {
    case .success(let fit):
      degreesOfFreedom = values.count - columns.count - 1
      (estimate, standardError, slopes) = (fit.intercept, fit.standardError, fit.slopes)
      fallback = nil
    case .failure(let reason):
      let summary = Summary(values)
      degreesOfFreedom = values.count - 1
      (estimate, standardError, slopes) = (summary.mean, summary.standardError, [])
      fallback = reason
    }
    if let standardError {
      let t = StudentT.criticalValue(level: level, degreesOfFreedom: degreesOfFreedom)
      interval = ConfidenceInterval(
        lower: estimate - t * standardError, upper: estimate + t * standardError, level: level)
    } else {
      interval = nil
    }
  }

  /// Two-sided, of the hypothesis that the mean is `value`; `nil` for one world.
  ///
  /// Values without any spread have the *p* of the sign-flip test, 2¹⁻ⁿ, as differences have.
  public func pValue(of value: Double) -> Double? {
    guard let standardError else { return nil }
    let distance = difference(value, estimate)
    guard distance != 0 else { return 1 }
    guard standardError > 0 else {
      let worlds = degreesOfFreedom + 1 + slopes.count
      return Double(sign: .plus, exponent: 1 - worlds, significand: 1)
    }
    return StudentT.twoSidedP(
      distance / standardError, degreesOfFreedom: Double(degreesOfFreedom))
  }

  private static func regression(
    _ values: [Double], _ columns: [[Double]]
  ) -> Result<LinearFit, Fallback> {
    guard !columns.isEmpty else { return .failure(.noControls) }
    let needed = columns.count + 3
    guard values.count >= needed else {
      return .failure(.tooFewWorlds(values.count, needed: needed))
    }
    guard columns.allSatisfy({ isSpread($0) }), let fit = LinearFit(values, columns) else {
      return .failure(.collinear)
    }
    return .success(fit)
  }
}

extension ControlledMean.Fallback: Error, CustomStringConvertible {
  public var description: String {
    switch self {
    case .noControls: "no controls are given"
    case .tooFewWorlds(let worlds, let needed):
      "\(worlds) worlds are too few for the controls, which need \(needed)"
    case .collinear: "a control does not vary, or follows from the others"
    }
  }
}
