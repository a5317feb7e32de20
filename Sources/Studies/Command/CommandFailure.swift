package import DataFiles
package import Scenarios

/// Why a command fails.
package struct CommandFailure: Error {
  package let exitCode: ExitCode
  /// The message on standard error.
  package let message: Message
  /// What is wrong in files, each a line of the message; empty where that is not known by file.
  package let faults: [LocatedFault]

  package init(exitCode: ExitCode, message: Message, faults: [LocatedFault] = []) {
    (self.exitCode, self.message, self.faults) = (exitCode, message, faults)
  }

  package init(_ error: any ProgramError) {
    self.init(
      exitCode: error.exitCode,
      message: error.isLocated ? error.message : Self.error(error.message),
      faults: (error as? InvalidScenario)?.faults ?? (error as? LocatedFault).map { [$0] } ?? [])
  }
}

extension CommandFailure {
  /// The work could not be finished.
  package static func unfinished(_ text: Message) -> Self {
    Self(exitCode: .unfinished, message: error(text))
  }

  /// A result of the self-test was not reproduced.
  package static func notReproduced(_ text: Message) -> Self {
    Self(exitCode: .regression, message: "feedlab: \(text)")
  }

  /// The results do not decide the command's question.
  package static func undecided(_ text: Message) -> Self {
    Self(exitCode: .undecided, message: "feedlab: \(text)")
  }

  /// The arguments are invalid.
  package static func usage(_ text: Message) -> Self {
    Self(exitCode: .usage, message: error(text))
  }

  /// An output that an option names cannot be written.
  package static func refused(_ output: some ProgramError, at option: String) -> Self {
    Self(exitCode: output.exitCode, message: error("\(option): \(output)"))
  }

  /// Scenarios are invalid.
  package static func invalid(_ scenarios: [InvalidScenario]) -> Self {
    Self(
      exitCode: .invalidData, message: .lines(scenarios.map(\.message)),
      faults: scenarios.flatMap(\.faults))
  }

  /// Data are invalid; the text has every fault.
  package static func invalidData(_ text: Message) -> Self {
    Self(exitCode: .invalidData, message: text)
  }

  /// Ctrl-C.
  package static func interrupted(_ text: Message) -> Self {
    Self(exitCode: .interrupted, message: "feedlab: \(text)")
  }

  package static func error(_ text: Message) -> Message { "feedlab: error: \(text)" }
}

extension CommandFailure {
  /// A name that does not exist.
  ///
  /// - Parameter option: The option that has it, such as `--baseline`.
  package static func unknownName(
    _ name: String, kind: String, at option: String, among names: [String]
  ) -> CommandFailure {
    let remedy: String =
      remedy(for: name, among: names)
      ?? (names.count > 30
        ? "'feedlab describe \(kind)s' lists them" : "there are \(names.joined(separator: ", "))")
    return .usage("\(option) '\(name)': there is no \(kind) of this name; \(remedy)")
  }
}
