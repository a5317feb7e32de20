internal import Calibration
internal import DataFiles
internal import Distribution
internal import Foundation
internal import Scenarios

/// Why a command ends without doing what was asked, and with which exit code.
enum CommandFailure: Error {
  /// It could not finish.
  case unfinished(String)
  /// A result of the self-test is not what it should be.
  case notReproduced(String)
  /// What was asked for cannot be told.
  case undecided(String)
  /// It was called in a way that cannot be right.
  case usage(String)
  /// Scenarios or data files are wrong.
  case invalid([InvalidScenario])
  /// A mapping or the logs that it names are wrong.
  case invalidLogs(InvalidLogs)
  /// Data are wrong; every fault.
  case invalidData(String)
  /// A check stops a build: every reason.
  case gate([GateFailure])
  /// Work for an engine ends early.
  case work(WorkFailure)
  /// Ctrl-C.
  case interrupted(String)

  private var code: Int32 {
    switch self {
    case .unfinished: 1
    case .notReproduced: 2
    case .undecided: 3
    case .usage: 64
    case .invalid, .invalidLogs, .invalidData: 65
    case .gate(let failures): failures.code
    case .work(let failure): failure.code
    case .interrupted: 130
    }
  }

  /// What is said on standard error.
  var message: String {
    switch self {
    case .unfinished(let text), .usage(let text): "feedlab: error: \(text)"
    case .invalid(let scenarios): scenarios.map(\.description).joined(separator: "\n")
    case .invalidLogs(let logs): logs.description
    case .invalidData(let text): text
    case .gate(let failures): failures.map { "feedlab: \($0.text)" }.joined(separator: "\n")
    case .work(let failure): "feedlab: error: \(failure)"
    case .interrupted(let text), .notReproduced(let text), .undecided(let text): "feedlab: \(text)"
    }
  }

  /// Says why on standard error and ends the process.
  func exit() -> Never {
    StandardStream.error.tell(message)
    Foundation.exit(code)
  }
}

extension WorkFailure {
  /// As `sysexits.h` has them; an engine tries again after 75 alone.
  fileprivate var code: Int32 {
    switch self {
    case .usage: 64
    case .invalid: 65
    case .notFound: 66
    case .defect: 70
    case .tryAgain: 75
    }
  }
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
