public import Traces

/// Why an experiment has no results.
public enum ExperimentFailure: Error, Sendable {
  /// A metric of a world is not a finite number.
  case notFinite(metric: String, life: LifeInProgress, value: Double)
  /// A metric that must have a value has none in a world.
  case undefined(metric: String, life: LifeInProgress)
  /// It was cancelled after so many worlds had been lived through under every arm.
  case cancelled(finishedWorlds: Int, worlds: Int)
  /// A world that was lived through again is not what the store says of it.
  case unrepeatable(LifeInProgress)
  /// A trace of one of its worlds could not be written.
  case unwritten(UnwritableTrace)
}

extension ExperimentFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let metric, let life, let value):
      "\(life): \(metric) is \(value), which is no number"
    case .undefined(let metric, let life): "\(life): \(metric) has no value"
    case .cancelled(let finished, let worlds):
      "interrupted after \(finished) of \(worlds) worlds"
    case .unrepeatable(let life):
      "\(life), simulated again, differs from the stored outcome; simulate all worlds again with --fresh"
    case .unwritten(let trace): trace.description
    }
  }
}
