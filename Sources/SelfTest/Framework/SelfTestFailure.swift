public import Scenarios

/// Why a self-test has no table.
public enum SelfTestFailure: Error, Sendable {
  /// A scenario that it reads is missing or wrong.
  case scenario(InvalidScenario)
  /// Another process had to be started, and did not do what it should.
  case process(String)
}

extension SelfTestFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scenario(let invalid): invalid.description
    case .process(let reason): reason
    }
  }
}
