internal import DataFiles
internal import Foundation

/// The program that the first line of a script names, as in `#!/bin/sh`. Where it is missing, the system reports the
/// same error as for a missing script.
struct ScriptInterpreter: Hashable {
  /// As the system reads it: a carriage return before the end of the line belongs to it.
  let path: String

  /// How many bytes of the first line the system reads.
  private static let longestLine = 256

  /// - Returns: `nil` for a program that is no script, or that cannot be read.
  init?(ofScript path: String) {
    guard let bytes = try? FileContent.bytes(of: path, upTo: Self.longestLine),
      bytes.starts(with: "#!".utf8)
    else { return nil }
    let blanks = Array(" \t".utf8)
    let line = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let name = line.drop { blanks.contains($0) }.prefix { !blanks.contains($0) }
    guard !name.isEmpty else { return nil }
    self.path = String(decoding: name, as: UTF8.self)
  }

  /// The interpreter of a program that the system does not find, where the program is there and the interpreter is not.
  ///
  /// - Parameters:
  ///   - program: One without a slash is looked for in PATH.
  ///   - folder: Its working directory.
  static func missing(of program: String, in folder: String) -> ScriptInterpreter? {
    let folders = program.contains("/") ? [""] : SearchPath.folders.map { "\($0)/" }
    for place in folders {
      guard let interpreter = ScriptInterpreter(ofScript: place + program) else { continue }
      let start = interpreter.path.hasPrefix("/") ? "" : "\(folder)/"
      if !FileManager.default.fileExists(atPath: start + interpreter.path) { return interpreter }
    }
    return nil
  }

  /// The rest of a sentence that begins with `cannot be started: `.
  var reason: String {
    path.utf8.last == UInt8(ascii: "\r")
      ? "the first line of the script ends with a carriage return, which the system takes for a part of "
        + "'\(String(path.unicodeScalars.dropLast()).excerpt(atMost: 200))'; save the file with line feeds only"
      : "the first line of the script names the interpreter '\(path.excerpt(atMost: 200))', which is not there"
  }
}
