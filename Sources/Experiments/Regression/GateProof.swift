public import FeedMetrics
internal import Scenarios
internal import Stochastics

/// Whether a check finds a harm that was done on purpose.
public struct GateProof: Sendable, Hashable {
  public let metric: MetricDefinition
  /// How much the metric lost in each world, in its unit.
  public let harm: Double
  /// Worlds after which it was found, or that were not enough.
  public let worlds: Int
  public let isCaught: Bool
}

extension AskedRule {
  /// Twice the margin, or a standard deviation of the recorded values where there is none.
  func harm(_ recorded: RecordedWorlds) -> Double {
    let summary = Summary(recorded.column(metric.id).compactMap(\.self))
    switch margin {
    case .absolute(let size)? where size > 0: return 2 * size
    case .relative(let share)? where share > 0 && summary.mean != 0:
      return 2 * share * summary.mean.magnitude
    default: return summary.standardDeviation.flatMap { $0 > 0 ? $0 : nil } ?? 1
    }
  }

  /// The same worlds, in which the checked arm does this harm.
  func harmed(_ worlds: CheckedWorlds) -> CheckedWorlds {
    var harmed = worlds
    let harm = harm(worlds.baseline)
    harmed.candidate.values[metric.id] = worlds.candidate.column(metric.id).map { value in
      value.map { metric.direction.harmed($0, by: harm) }
    }
    return harmed
  }
}

extension MetricDefinition.Direction {
  /// A value that is worse by so much.
  fileprivate func harmed(_ value: Double, by harm: Double) -> Double {
    switch self {
    case .higher: value - harm
    case .lower: value + harm
    case .target(let target): value < target ? value - harm : value + harm
    case .describes: preconditionFailure("nothing can do harm to it")
    }
  }
}
