internal import DataFiles
public import SocialFeed
public import Traces

/// Why an experiment has no results.
public enum ExperimentFailure: Error, Sendable {
  /// A metric of a world is not a finite number.
  case notFinite(metric: String, run: RunInProgress, value: Double)
  /// A metric that must have a value has none in a world.
  case undefined(metric: String, run: RunInProgress)
  /// An arm has another ranker than the default on surfaces without a page that had candidates.
  case neverAsked(arm: String, surfaces: [Surface], worlds: Int)
  /// The experiment was cancelled after so many worlds had been simulated under every arm.
  case cancelled(finishedWorlds: Int, worlds: Int)
  /// A run that was simulated again differs from its stored outcome.
  case unrepeatable(RunInProgress)
  /// An external ranker gave no order.
  case rankerFailed(RunInProgress, RankerFailure)
  /// A trace could not be written.
  case unwritten(UnwritableTrace)
}

extension ExperimentFailure {
  /// Whether an external ranker gave no order.
  package var isRankerFailure: Bool { if case .rankerFailed = self { true } else { false } }

  /// Whether an external ranker gave one request two orders: whoever tries again gets no result either.
  public var isUnrepeatableRanker: Bool {
    if case .rankerFailed(_, let failure) = self { failure.isUnrepeatable } else { false }
  }
}

extension ExperimentFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let metric, let run, let value):
      "\(run): \(metric) is \(value), which is not a finite number"
    case .undefined(let metric, let run): "\(run): \(metric) has no value"
    case .neverAsked(let arm, let surfaces, let worlds):
      "the ranker of arm '\(arm)' on \(surfaces.map(\.description).joined(separator: " and ")) was never asked:"
        + " no page had a candidate in \(worlds) worlds; simulate more members or days, or leave it out of the arm"
    case .cancelled(let finished, let worlds):
      "interrupted after \(finished) of \(worlds) worlds"
    case .unrepeatable(let run):
      "\(run), simulated again, differs from the stored outcome; simulate all worlds again with --fresh"
    case .rankerFailed(let run, let failure): "\(run): \(failure)"
    case .unwritten(let trace): trace.description
    }
  }
}
