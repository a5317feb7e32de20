import Experiments
import FeedLabCommand
import Foundation
import Synchronization
import Testing

/// What came of a command.
struct Outcome: Equatable, Sendable {
  var code: Int32
  var output: String
  var error: String

  /// Variables without anything that changes what is printed.
  static let plainVariables = ["PATH": "/usr/bin:/bin"]

  /// Expects that all went well, with nothing said beside the output.
  func expectOutput(_ text: String, at location: SourceLocation = #_sourceLocation) {
    #expect(self == Outcome(code: 0, output: text, error: ""), sourceLocation: location)
  }

  /// Expects that the call was refused, with nothing printed but the reason.
  func expectRefusal(
    _ reason: String, code: Int32 = 64, at location: SourceLocation = #_sourceLocation
  ) {
    let expected = Outcome(code: code, output: "", error: "feedlab: error: \(reason)\n")
    #expect(self == expected, sourceLocation: location)
  }

  /// Expects that a file was found invalid, with nothing printed but its fault.
  func expectInvalid(_ fault: String, at location: SourceLocation = #_sourceLocation) {
    let expected = Outcome(code: 65, output: "", error: fault + "\n")
    #expect(self == expected, sourceLocation: location)
  }
}

/// Runs `feedlab` to its end in this process, with nothing of it but the command: its own working folder,
/// variables and streams.
///
/// - Parameters:
///   - environment: Added to an environment without anything that changes what is printed.
///   - program: Where the command finds its executable.
///   - columns: Those of the terminal that it writes to; `nil` where that is none.
///   - freeMemory: The bytes that its worlds can have.
///   - extensions: What the program has besides FeedLab.
func feedlab(
  _ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:],
  program: URL = FeedLabProcess.executable, terminal columns: Int? = nil,
  freeMemory: Double = .infinity, with extensions: Extensions = Extensions()
) throws -> Outcome {
  let (output, error) = (PrintedText(), PrintedText())
  let environment = CommandEnvironment(
    variables: Outcome.plainVariables.merging(environment) { $1 }, program: program,
    output: output.stream(columns), error: error.stream(columns),
    freeMemory: { freeMemory })
  let code = try WorkingFolder.run(in: folder.url) {
    extensions.available { FeedLab.run(arguments, in: environment) }
  }
  return Outcome(code: code, output: output.text, error: error.text)
}

func feedlab(
  _ arguments: String..., in folder: ScratchFolder, environment: [String: String] = [:]
) throws -> Outcome {
  try feedlab(arguments, in: folder, environment: environment)
}

/// What a command prints, which may be more than one thread.
private final class PrintedText: Sendable {
  private let bytes = Mutex(Data())

  func stream(_ columns: Int?) -> StandardStream {
    StandardStream(
      isTerminal: columns != nil, columns: { columns },
      { data in self.bytes.withLock { $0 += data } })
  }

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}

/// Expects that a call that cannot be right is refused in one line, with nothing left behind.
func expectRefusal(
  _ arguments: [String], _ message: String, in folder: ScratchFolder,
  at location: SourceLocation = #_sourceLocation
) throws {
  let before = try folder.entries
  try feedlab(arguments, in: folder).expectRefusal(message, at: location)
  #expect(try folder.entries == before, sourceLocation: location)
}

/// The object that a JSON text has.
func jsonObject(_ text: String) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}
