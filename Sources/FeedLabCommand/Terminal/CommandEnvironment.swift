internal import DataFiles
package import Foundation
internal import ReportKit

/// The environment of a command besides files, as a value, so that tests can run several commands at a time in
/// different environments.
///
/// The parser creates commands; therefore the environment cannot be an argument: ``current`` holds for the thread
/// on which a command runs. Work on other threads must read what it needs before it begins.
package struct CommandEnvironment: Sendable {
  @TaskLocal static var current = CommandEnvironment.process

  /// The environment of this process.
  static let process = CommandEnvironment(
    variables: ProcessInfo.processInfo.environment, program: Bundle.main.executableURL,
    called: CommandLine.arguments.first,
    output: StandardStream(FileHandle(fileDescriptor: StandardOutput.descriptor)),
    error: StandardStream(.standardError), ownsProcess: true, freeMemory: FreeMemory.bytes)

  let variables: [String: String]
  /// The executable, which commands start again.
  let program: URL?
  /// The name in printed commands: of the script that runs the program, or of the program.
  let called: ProgramName
  let output: StandardStream
  let error: StandardStream
  /// The bytes of memory that worlds can have.
  let freeMemory: @Sendable () -> Double
  /// Whether the process runs only this command, so that the command handles signals and crashes.
  let ownsProcess: Bool
  /// The arguments after the program's name.
  var arguments: [String] = []

  /// The environment of one of several commands in a process.
  package init(
    variables: [String: String], program: URL?, output: StandardStream, error: StandardStream,
    freeMemory: @escaping @Sendable () -> Double = { .infinity }
  ) {
    self.init(
      variables: variables, program: program, called: nil, output: output, error: error,
      ownsProcess: false, freeMemory: freeMemory)
  }

  private init(
    variables: [String: String], program: URL?, called: String?, output: StandardStream,
    error: StandardStream, ownsProcess: Bool, freeMemory: @escaping @Sendable () -> Double
  ) {
    self.variables = variables
    self.program = program
    self.called = (variables["FEEDLAB_CALLED_AS"] ?? called).map(RootCommand.named) ?? .plain
    self.output = output
    self.error = error
    self.ownsProcess = ownsProcess
    self.freeMemory = freeMemory
  }
}
