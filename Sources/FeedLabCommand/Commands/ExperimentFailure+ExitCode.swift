internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Studies

extension ExperimentFailure {
  /// The exit code of a command that has no results for this reason, unless it was interrupted.
  var exitCode: DataFiles.ExitCode { isUnrepeatableRanker ? .defect : .unfinished }
}

extension CommandFailure {
  /// An experiment has no results.
  static func experiment(_ failure: ExperimentFailure, _ text: Message) -> Self {
    Self(exitCode: failure.exitCode, message: error(text))
  }
}

extension CommandFailure {
  /// The faults of files or arguments that a GitHub workflow shows; none for a failure of another kind, whose report has it.
  var workflowFaults: [WorkflowFault] {
    guard [.usage, .invalidData].contains(exitCode) else { return [] }
    let title = "feedlab could not check"
    if faults.isEmpty { return [WorkflowFault(title: title, message: message.text)] }
    return faults.map { fault in
      switch fault.location {
      case .line(let file, let line, _):
        WorkflowFault(file: file, line: line, title: title, message: fault.message.text)
      case .file(let file): WorkflowFault(file: file, title: title, message: fault.message.text)
      case .override: WorkflowFault(title: title, message: fault.message.text)
      }
    }
  }
}
