internal import Foundation

/// The bytes of a table's file, unpacked by the system's `gzip` where it is packed.
package final class TableBytes: ByteSource {
  private let handle: FileHandle
  private var unpacking: Unpacking?
  private var isFirst = true

  private static let pieceSize = 1 << 18

  /// - Parameter path: From where the program runs.
  package init(path: String) throws(UnreadableFile) {
    let plain = try FileContent.handle(of: path)
    do {
      let magic = try plain.read(upToCount: 2).map { [UInt8]($0) } ?? []
      try plain.seek(toOffset: 0)
      if magic == [0x1F, 0x8B] || path.hasSuffix(".gz") {
        let unpacking = try Unpacking(plain)
        self.unpacking = unpacking
        handle = unpacking.output
      } else {
        handle = plain
      }
    } catch let error as UnreadableFile {
      throw error
    } catch {
      throw UnreadableFile(error)
    }
  }

  deinit { unpacking?.stop() }

  package func next() throws(UnreadableFile) -> [UInt8] {
    var piece: [UInt8] = []
    do {
      // A pipe gives what it has.
      while piece.count < Self.pieceSize,
        let data = try handle.read(upToCount: Self.pieceSize - piece.count), !data.isEmpty
      {
        piece += data
      }
    } catch {
      throw UnreadableFile(reason: "this file cannot be read to its end")
    }
    if piece.isEmpty { try unpacking?.finish() }
    if isFirst, piece.contains(0) {
      throw UnreadableFile(reason: "this is a binary file, no table of text")
    }
    isFirst = false
    return piece
  }
}

/// A `gzip -dc` at work.
private final class Unpacking {
  private let process = Process()
  private let complaints = Pipe()
  private let text = Pipe()

  var output: FileHandle { text.fileHandleForReading }

  init(_ packed: FileHandle) throws(UnreadableFile) {
    let paths = ["/usr/bin/gzip", "/bin/gzip", "/usr/local/bin/gzip", "/opt/homebrew/bin/gzip"]
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw UnreadableFile(reason: "this file is packed, and there is no gzip to unpack it")
    }
    process.executableURL = URL(filePath: path)
    process.arguments = ["-dc"]
    process.standardInput = packed
    process.standardOutput = text
    process.standardError = complaints
    do {
      try process.run()
    } catch {
      throw UnreadableFile(reason: "gzip cannot be started: \(error.localizedDescription)")
    }
  }

  /// Waits for its end, which must be a good one.
  func finish() throws(UnreadableFile) {
    let words = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    let line = String(decoding: words, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("gzip: ") }
    let reason = line.map { $0.dropFirst(6).trimming("stdin: ") } ?? "it failed"
    throw UnreadableFile(reason: "gzip cannot unpack this file: \(reason)")
  }

  func stop() { if process.isRunning { process.terminate() } }
}

extension Substring {
  /// Without a beginning, if that is there.
  fileprivate func trimming(_ beginning: String) -> Substring {
    hasPrefix(beginning) ? dropFirst(beginning.count) : self
  }
}
