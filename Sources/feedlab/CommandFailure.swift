internal import Calibration
internal import DataFiles
internal import Distribution
internal import Foundation
internal import Scenarios

/// Why a command ends without doing what was asked.
struct CommandFailure: Error {
  /// That with which the program ends.
  let exitCode: Int32
  /// What is said on standard error.
  let message: String
}

extension CommandFailure {
  /// It could not finish.
  static func unfinished(_ text: String) -> Self { Self(exitCode: 1, message: error(text)) }

  /// A result of the self-test is not what it should be.
  static func notReproduced(_ text: String) -> Self {
    Self(exitCode: 2, message: "feedlab: \(text)")
  }

  /// What was asked for cannot be told.
  static func undecided(_ text: String) -> Self { Self(exitCode: 3, message: "feedlab: \(text)") }

  /// It was called in a way that cannot be right.
  static func usage(_ text: String) -> Self { Self(exitCode: 64, message: error(text)) }

  /// Scenarios are wrong.
  static func invalid(_ scenarios: [InvalidScenario]) -> Self {
    invalidData(scenarios.map(\.description).joined(separator: "\n"))
  }

  /// A mapping or the logs that it names are wrong.
  static func invalidLogs(_ logs: InvalidLogs) -> Self { invalidData(logs.description) }

  /// Data are wrong; every fault.
  static func invalidData(_ text: String) -> Self { Self(exitCode: 65, message: text) }

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

  /// Ctrl-C.
  static func interrupted(_ text: String) -> Self {
    Self(exitCode: 130, message: "feedlab: \(text)")
  }

  private static func error(_ text: String) -> String { "feedlab: error: \(text)" }
}

extension CommandFailure {
  /// A name of nothing of its kind.
  ///
  /// - Parameter place: Where it was given, such as `--baseline`.
  static func unknownName(
    _ name: String, kind: String, at place: String, among names: [String]
  ) -> CommandFailure {
    let remedy =
      if let nearest = nearestName(to: name, among: names) {
        "did you mean '\(nearest)'?"
      } else {
        "there are \(names.joined(separator: ", "))"
      }
    return .usage("\(place) '\(name)': there is no \(kind) of this name; \(remedy)")
  }
}
