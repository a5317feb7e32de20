package import DataFiles
package import Scenarios

/// Why a command fails.
package struct CommandFailure: Error {
  package let exitCode: ExitCode
  /// The message on standard error.
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
  /// The work could not be finished.
  package static func unfinished(_ text: String) -> Self {
    Self(exitCode: .unfinished, message: error(text))
  }

  /// A result of the self-test was not reproduced.
  package static func notReproduced(_ text: String) -> Self {
    Self(exitCode: .regression, message: "feedlab: \(text)")
  }

  /// The results do not decide what the command was run for.
  package static func undecided(_ text: String) -> Self {
    Self(exitCode: .undecided, message: "feedlab: \(text)")
  }

  /// The arguments are invalid.
  package static func usage(_ text: String) -> Self {
    Self(exitCode: .usage, message: error(text))
  }

  /// An output that an option names cannot be written.
  package static func refused(_ output: some ProgramError, at option: String) -> Self {
    Self(exitCode: output.exitCode, message: error("\(option): \(output)"))
  }

  /// Scenarios are invalid.
  package static func invalid(_ scenarios: [InvalidScenario]) -> Self {
    invalidData(scenarios.map(\.description).joined(separator: "\n"))
  }

  /// Data are invalid; the text has every fault.
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
  /// A name that does not exist.
  ///
  /// - Parameter option: The option that has it, such as `--baseline`.
  package static func unknownName(
    _ name: String, kind: String, at option: String, among names: [String]
  ) -> CommandFailure {
    let remedy =
      remedy(for: name, among: names)
      ?? (names.count > 30
        ? "'feedlab describe \(kind)s' lists them" : "there are \(names.joined(separator: ", "))")
    return .usage("\(option) '\(name)': there is no \(kind) of this name; \(remedy)")
  }
}
