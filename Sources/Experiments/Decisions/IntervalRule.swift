public import Stochastics

/// How the differences of an experiment are tested, which depends on its stopping rule.
public enum IntervalRule: Sendable, Hashable {
  /// The paired t test.
  case student(alpha: Double)
  /// The always-valid t test: its intervals cover at any number of worlds.
  case alwaysValid(alpha: Double)
  /// The t test of Stein's two-stage procedure: the spread is estimated from the first differences only.
  case stein(alpha: Double, first: Int)

  /// The type I error rate.
  public var alpha: Double {
    switch self {
    case .student(let alpha), .alwaysValid(let alpha), .stein(let alpha, _): alpha
    }
  }

  /// Coverage of the intervals, 1 − alpha.
  public var level: Double { 1 - alpha }

  /// The same test at another alpha.
  package func at(alpha: Double) -> IntervalRule {
    switch self {
    case .student: .student(alpha: alpha)
    case .alwaysValid: .alwaysValid(alpha: alpha)
    case .stein(_, let first): .stein(alpha: alpha, first: first)
    }
  }

  /// The same test where not every world has a difference: the first stage has the differences of the first worlds.
  ///
  /// - Parameter pairs: How many of so many first worlds have a difference.
  func counting(_ pairs: (_ worlds: Int) -> Int) -> IntervalRule {
    guard case .stein(let alpha, let first) = self else { return self }
    return .stein(alpha: alpha, first: pairs(first))
  }

  /// Tests whether the mean difference is 0.
  ///
  /// - Parameter differences: One for each pair of worlds, in the order of the worlds, all finite.
  /// - Returns: `nil` without differences.
  public func test(_ differences: [Double]) -> PairedDifference? {
    switch self {
    case .student: pairedT(differences: differences, level: level)
    case .alwaysValid: alwaysValidT(differences: differences, level: level)
    case .stein(_, let first): steinT(differences: differences, firstStage: first, level: level)
    }
  }
}
