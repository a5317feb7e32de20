public import DataFiles
package import RunStore

/// Why distributed work is incomplete; an engine acts on the kind only.
public enum WorkFailure: Error, Hashable, Sendable {
  /// The options are invalid, or the plan was written by another version. A retry does not help.
  case usage(String)
  /// A plan or an input has been changed.
  case invalid(String)
  /// A plan, an input or a store is missing.
  case notFound(String)
  /// The same unit has two results, or FeedLab has a defect.
  case defect(String)
  /// The disk is full, the time is over, or the work was stopped: the same command continues it.
  case tryAgain(String)
}

extension WorkFailure: ProgramError {
  /// An engine tries again after `tryAgain` only.
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
  /// The failure with which work ends.
  package var failure: WorkFailure {
    isTransient ? .tryAgain(description) : .usage(description)
  }
}
