internal import Calibration
internal import Distribution
internal import Studies

extension CommandFailure {
  /// A mapping or the logs that it names are wrong.
  static func invalidLogs(_ logs: InvalidLogs) -> Self { invalidData(logs.description) }

  /// A check stops a build: every reason, of which the gravest decides.
  static func gate(_ failures: [GateFailure]) -> Self {
    Self(
      exitCode: failures.code,
      message: failures.map { "feedlab: \($0.text)" }.joined(separator: "\n"))
  }

  /// Work for an engine ends early; the code is as `sysexits.h` has it, and an engine tries again after 75
  /// alone.
  static func work(_ failure: WorkFailure) -> Self {
    let code: Int32 =
      switch failure {
      case .usage: 64
      case .invalid: 65
      case .notFound: 66
      case .defect: 70
      case .tryAgain: 75
      }
    return Self(exitCode: code, message: error(failure.description))
  }
}
