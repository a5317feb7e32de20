internal import DataFiles
package import Foundation
internal import ReportKit
internal import Studies

/// An output stream of a command: standard output for reports, standard error for everything else.
package struct StandardStream: Sendable {
  /// The streams of the command that runs on this thread.
  static var output: StandardStream { CommandEnvironment.current.output }
  static var error: StandardStream { CommandEnvironment.current.error }

  let isTerminal: Bool
  private let columns: @Sendable () -> Int?
  private let send: @Sendable (Data) throws -> Void

  /// - Parameters:
  ///   - columns: The width of the terminal; `nil` if it is unknown.
  ///   - send: Takes all the bytes, or throws.
  package init(
    isTerminal: Bool = false, columns: @escaping @Sendable () -> Int? = { nil },
    _ send: @escaping @Sendable (Data) throws -> Void
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.send = send
  }

  /// The width of the terminal in columns; `nil` if the stream is no terminal or its width is unknown.
  var width: Int? { isTerminal ? columns() : nil }

  /// Whether the terminal supports escape codes.
  var isCapable: Bool {
    isTerminal && CommandEnvironment.current.variables["TERM"] ?? "dumb" != "dumb"
  }

  /// Writes a report, all of it or an error; no line of it is a command to a workflow.
  func write(_ text: String) throws {
    do {
      try send(Data(text.withoutCommands.utf8))
    } catch {
      throw CommandFailure.unfinished("cannot write the report: \(error.reason)")
    }
  }

  /// The same for a text that people read, with the name of the call in its commands; names in it set no escape codes.
  func writeText(_ text: String) throws {
    try write(CommandEnvironment.current.called.naming(Message(linesOf: text).text))
  }

  /// Writes a message without commands to a workflow; errors of the stream are ignored.
  func printLine(_ message: Message) {
    let text = CommandEnvironment.current.called.naming(message.text)
    try? send(Data("\(text.withoutCommands)\n".utf8))
  }

  /// Writes the commands to a workflow that a report has; errors of the stream are ignored.
  func printCommands(of report: GateReport) {
    try? send(Data(report.workflowCommands.utf8))
  }

  /// The same for what a command could not begin with.
  func printCommands(of faults: [WorkflowFault]) {
    try? send(Data(faults.workflowCommands.utf8))
  }

  /// Overwrites the current line.
  func rewriteLine(_ line: String) { try? send(Data("\r\(line.plainLine)\u{1B}[K".utf8)) }
}

extension StandardStream {
  /// A stream of this process.
  init(_ handle: FileHandle) {
    self.init(
      isTerminal: isatty(handle.fileDescriptor) == 1, columns: { Self.columns(of: handle) },
      { try handle.write(contentsOf: $0) })
  }

  private static func columns(of handle: FileHandle) -> Int? {
    let size = Process()
    size.executableURL = URL(filePath: "/bin/stty")
    size.arguments = ["size"]
    // A copy, since the child's standard streams are set up in an undefined order.
    size.standardInput = FileHandle(
      fileDescriptor: dup(handle.fileDescriptor), closeOnDealloc: true)
    let answer = Pipe()
    size.standardOutput = answer
    size.standardError = FileHandle.nullDevice
    guard (try? size.run()) != nil else { return nil }
    let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    size.waitUntilExit()
    let columns = text.split { $0.isWhitespace }.last.flatMap { Int($0) }
    return columns.flatMap { $0 > 0 ? $0 : nil }
  }
}
