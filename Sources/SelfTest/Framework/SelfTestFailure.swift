public import Experiments
public import Scenarios

/// Why a self-test has no table.
public enum SelfTestFailure: Error, Sendable {
  /// A scenario that it reads is missing or wrong.
  case scenario(InvalidScenario)
  /// Worlds could not be lived through.
  case experiment(ExperimentFailure)
  /// Another process had to be started, and did not do what it should.
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
