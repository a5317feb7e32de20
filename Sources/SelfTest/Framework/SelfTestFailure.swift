internal import DataFiles
public import Experiments
public import Scenarios

/// Why a self-test has no results.
public enum SelfTestFailure: Error, Sendable {
  /// A scenario of the self-test is missing or invalid.
  case scenario(InvalidScenario)
  /// An experiment failed.
  case experiment(ExperimentFailure)
  /// Another process could not be started, or failed.
  case process(String)
}

extension SelfTestFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scenario(let invalid): invalid.description
    case .experiment(let failure): failure.description
    case .process(let reason): reason
    }
  }
}
