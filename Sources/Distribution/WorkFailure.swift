public import DataFiles
package import RunStore

/// Why distributed work is incomplete; an engine acts on the kind only.
public enum WorkFailure: Error, Hashable, Sendable {
  /// The options are invalid, or the plan was written by another version. A retry does not help.
  case usage(Message)
  /// A plan or an input has been changed.
  case invalid(Message)
  /// A plan, an input or a store is missing.
  case notFound(Message)
  /// The same unit has two results, or FeedLab has a defect.
  case defect(Message)
  /// The disk is full, the time is over, or the work was stopped: the same command continues it.
  case tryAgain(Message)
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

  public var message: Message {
    switch self {
    case .usage(let message), .invalid(let message), .notFound(let message), .defect(let message),
      .tryAgain(let message):
      message
    }
  }
}

extension StoreFailure {
  /// The failure with which work ends.
  package var failure: WorkFailure {
    isTransient ? .tryAgain("\(self)") : .usage("\(self)")
  }
}
