internal import DataFiles
internal import Foundation

/// Standard output, which carries reports, or standard error, which carries all else.
enum StandardStream {
  case output, error

  private var handle: FileHandle { self == .output ? .standardOutput : .standardError }

  var isTerminal: Bool { isatty(handle.fileDescriptor) == 1 }

  /// Whether escape codes do what they should.
  var isCapable: Bool {
    isTerminal && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
  }

  /// Writes a report, all of it or an error.
  func write(_ text: String) throws(CommandFailure) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw .unfinished("cannot write the report: \(error.reason)")
    }
  }

  /// Writes a line to people; nobody listening is no fault.
  func tell(_ line: String) { try? handle.write(contentsOf: Data("\(line)\n".utf8)) }

  /// Writes a line without its end, in place of the one that was there.
  func rewriteLine(_ line: String) {
    try? handle.write(contentsOf: Data("\r\(line)\u{1B}[K".utf8))
  }

  /// Columns of the terminal; `nil` when it is none or does not say.
  var width: Int? {
    guard isTerminal else { return nil }
    let size = Process()
    size.executableURL = URL(filePath: "/bin/stty")
    size.arguments = ["size"]
    // A copy, since the child's own standard streams are put in place in no certain order.
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
