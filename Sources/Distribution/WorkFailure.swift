public import DataFiles
package import RunStore

/// Why distributed work ends without all that was asked for; an engine acts on the kind alone.
public enum WorkFailure: Error, Hashable, Sendable {
  /// It was asked for in a way that cannot be right, or by another version than the plan's. Trying again
  /// changes nothing.
  case usage(String)
  /// A plan or an input is not what it was.
  case invalid(String)
  /// A plan or a store is not there.
  case notFound(String)
  /// The same unit gave two results, or FeedLab is wrong.
  case defect(String)
  /// The disk is full, the time is up, or somebody asked it to stop: the same command goes on.
  case tryAgain(String)
}

extension WorkFailure: ProgramError {
  /// An engine tries again after `tryAgain` alone.
  public var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .invalid: .invalidData
    case .notFound: .notFound
    case .defect: .defect
    case .tryAgain: .tryAgain
    }
  }

  public var description: String {
    switch self {
    case .usage(let text), .invalid(let text), .notFound(let text), .defect(let text),
      .tryAgain(let text):
      text
    }
  }
}

extension StoreFailure {
  /// How work ends for it.
  package var failure: WorkFailure {
    isTransient ? .tryAgain(description) : .usage(description)
  }
}
