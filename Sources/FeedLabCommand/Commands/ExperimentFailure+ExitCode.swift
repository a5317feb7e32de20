internal import DataFiles
internal import Experiments
internal import Studies

extension ExperimentFailure {
  /// The number with which a command ends that has no results for this reason, unless it was interrupted.
  var exitCode: DataFiles.ExitCode { isUnrepeatableRanker ? .defect : .unfinished }
}

extension CommandFailure {
  /// An experiment has no results.
  static func experiment(_ failure: ExperimentFailure, _ text: Message) -> Self {
    Self(exitCode: failure.exitCode, message: error(text))
  }
}
