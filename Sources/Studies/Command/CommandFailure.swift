package import DataFiles
package import Scenarios

/// Why a command ends without doing what was asked.
package struct CommandFailure: Error {
  package let exitCode: ExitCode
  /// What is said on standard error.
  package let message: String

  package init(exitCode: ExitCode, message: String) {
    (self.exitCode, self.message) = (exitCode, message)
  }

  package init(_ error: any ProgramError) {
    self.init(
      exitCode: error.exitCode,
      message: error.isLocated ? error.description : Self.error(error.description))
  }
}

extension CommandFailure {
  /// It could not finish.
  package static func unfinished(_ text: String) -> Self {
    Self(exitCode: .unfinished, message: error(text))
  }

  /// A result of the self-test is not what it should be.
  package static func notReproduced(_ text: String) -> Self {
    Self(exitCode: .regression, message: "feedlab: \(text)")
  }

  /// What was asked for cannot be told.
  package static func undecided(_ text: String) -> Self {
    Self(exitCode: .undecided, message: "feedlab: \(text)")
  }

  /// It was called in a way that cannot be right.
  package static func usage(_ text: String) -> Self {
    Self(exitCode: .usage, message: error(text))
  }

  /// Scenarios are wrong.
  package static func invalid(_ scenarios: [InvalidScenario]) -> Self {
    invalidData(scenarios.map(\.description).joined(separator: "\n"))
  }

  /// Data are wrong; every fault.
  package static func invalidData(_ text: String) -> Self {
    Self(exitCode: .invalidData, message: text)
  }

  /// Ctrl-C.
  package static func interrupted(_ text: String) -> Self {
    Self(exitCode: .interrupted, message: "feedlab: \(text)")
  }

  package static func error(_ text: String) -> String { "feedlab: error: \(text)" }
}

extension CommandFailure {
  /// A name of nothing of its kind.
  ///
  /// - Parameter place: Where it was given, such as `--baseline`.
  package static func unknownName(
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

extension CommandFailure {
  /// The risk that `--alpha` gives.
  ///
  /// - Parameter other: That where it gives none.
  package static func risk(_ alpha: Double?, else other: Double) throws -> Double {
    guard let alpha else { return min(other, 0.49) }
    guard alpha >= 0.0001, alpha < 0.5 else {
      throw CommandFailure.usage(
        "--alpha \(alpha): expected a number from 0.0001 up to, but not, 0.5")
    }
    return alpha
  }
}
