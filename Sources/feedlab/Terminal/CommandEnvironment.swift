package import Foundation

/// What a command finds around it besides files, as a value: tests run commands in the environments that
/// they like, several at a time.
///
/// The parser makes the commands, so that nobody can hand one over: ``current`` holds for the thread on
/// which a command runs. What works on other threads takes what it needs before it begins there.
package struct CommandEnvironment: Sendable {
  @TaskLocal static var current = CommandEnvironment.process

  /// That of this process.
  static let process = CommandEnvironment(
    variables: ProcessInfo.processInfo.environment, program: Bundle.main.executableURL,
    output: StandardStream(.standardOutput), error: StandardStream(.standardError),
    ownsProcess: true)

  let variables: [String: String]
  /// The executable: it is started again, and is beside the library of the charts.
  let program: URL?
  let output: StandardStream
  let error: StandardStream
  /// Whether the command is all that the process does, so that signals and crashes are the command's.
  let ownsProcess: Bool
  /// The words after the program's name.
  var arguments: [String] = []

  /// One of several in a process.
  package init(
    variables: [String: String], program: URL?, output: StandardStream, error: StandardStream
  ) {
    self.init(
      variables: variables, program: program, output: output, error: error, ownsProcess: false)
  }

  private init(
    variables: [String: String], program: URL?, output: StandardStream, error: StandardStream,
    ownsProcess: Bool
  ) {
    self.variables = variables
    self.program = program
    self.output = output
    self.error = error
    self.ownsProcess = ownsProcess
  }
}
