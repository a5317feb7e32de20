package import Foundation

/// Why a file cannot be read.
package struct UnreadableFile: Error, Hashable {
  package let reason: String

  package init(reason: String) { self.reason = reason }

  /// - Parameter error: Of the system, when the file was opened or read.
  init(_ error: any Error) {
    let isRefused = [EACCES, EPERM].contains(error.posixCode)
    reason =
      "this file cannot be read; "
      + (isRefused ? "check its permissions" : "system error: \(error.reason)")
  }
}

/// Whole files.
package enum FileContent {
  /// The bytes of a file. A pipe or a device is none: commands may read a file more than once.
  package static func bytes(of path: String) throws(UnreadableFile) -> [UInt8] {
    let file = try handle(of: path)
    do { return [UInt8](try file.readToEnd() ?? Data()) } catch { throw UnreadableFile(error) }
  }

  /// The first bytes of a file, a pipe or a device. The bytes of a pipe or a device are gone when they have been read.
  ///
  /// - Parameter limit: How many bytes at most, so that no file or device fills the memory.
  package static func bytes(
    of path: String, upTo limit: Int
  ) throws(UnreadableFile) -> [UInt8] {
    let file = try handle(of: path, takesStreams: true)
    var bytes: [UInt8] = []
    do {
      // A pipe gives what it has.
      while bytes.count < limit,
        let piece = try file.read(upToCount: limit - bytes.count), !piece.isEmpty
      {
        bytes += piece
      }
    } catch {
      throw UnreadableFile(error)
    }
    return bytes
  }

  /// An open file.
  package static func handle(
    of path: String, takesStreams: Bool = false
  ) throws(UnreadableFile) -> FileHandle {
    try check(path, takesStreams: takesStreams)
    do { return try FileHandle(opening: path, O_RDONLY) } catch { throw UnreadableFile(error) }
  }

  /// Throws unless a file is at a path, links followed.
  package static func check(
    _ path: String, takesStreams: Bool = false
  ) throws(UnreadableFile) {
    switch FileStatus(path: path)?.kind {
    case .file: return
    case .folder: throw UnreadableFile(reason: "this is a folder, not a file")
    case .stream where takesStreams: return
    case .stream, .other:
      throw UnreadableFile(
        reason: "this is a pipe or a device, whose bytes cannot be read again; name a file")
    case nil: throw UnreadableFile(reason: missing(path))
    }
  }

  private static func missing(_ path: String) -> String {
    if path.unicodeScalars.contains("\u{FFFD}") {
      return "there is no such file; if its name is not UTF-8, rename it, since such a name cannot"
        + " be opened"
    }
    return "there is no such file" + (suggestion(for: path).map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The file that was probably meant: the scenario of this name, or a file in the same folder.
  private static func suggestion(for path: String) -> String? {
    let scenarios = ["\(path).yml", "scenarios/\(path)", "scenarios/\(path).yml"]
    if let scenario = scenarios.first(where: { FileStatus(path: $0)?.kind == .file }) {
      return scenario
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // A name that is there and cannot be opened, as a link to nothing, helps nobody.
    return nearestName(to: name, among: names.sorted().filter { $0 != name })
  }
}
