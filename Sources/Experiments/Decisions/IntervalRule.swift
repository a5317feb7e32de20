public import Stochastics

/// How the differences of an experiment are tested, which depends on how it decides when to end.
public enum IntervalRule: Sendable, Hashable {
  /// The paired t test at this risk of a false alarm.
  case student(risk: Double)
  /// The always-valid t test: its intervals cover at whatever number of worlds one looks.
  case alwaysValid(risk: Double)
  /// The t test of Stein's two stages: the spread is that of the first worlds alone.
  case stein(risk: Double, first: Int)

  /// Of a false alarm.
  public var risk: Double {
    switch self {
    case .student(let risk), .alwaysValid(let risk), .stein(let risk, _): risk
    }
  }

  /// Coverage of the intervals, 1 − risk.
  public var level: Double { 1 - risk }

  /// The same at another risk.
  package func at(risk: Double) -> IntervalRule {
    switch self {
    case .student: .student(risk: risk)
    case .alwaysValid: .alwaysValid(risk: risk)
    case .stein(_, let first): .stein(risk: risk, first: first)
    }
  }

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
