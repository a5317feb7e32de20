import DataFiles
import Foundation
import TestSupport
import Testing

/// What is read of files, and what is said where nothing can be read.
@Suite struct FileContentTests {
  private let folder: TestFolder
  private var root: String { folder.path }

  init() throws { folder = try TestFolder() }

  private func reason(_ read: () throws(UnreadableFile) -> [UInt8]) -> String? {
    do throws(UnreadableFile) {
      _ = try read()
      return nil
    } catch {
      return error.reason.replacing(root + "/", with: "")
    }
  }

  private func reason(for name: String) -> String? {
    reason { () throws(UnreadableFile) in try FileContent.bytes(of: "\(root)/\(name)") }
  }

  @Test func `the first bytes of a file and of a device are read, and no more`() throws {
    try folder.write([1, 2, 3], to: "x")
    try expectEqual(FileContent.bytes(of: "\(root)/x", upTo: 2), [1, 2])
    try expectEqual(FileContent.bytes(of: "\(root)/x", upTo: 4), [1, 2, 3])
    try expectEqual(FileContent.bytes(of: "\(root)/x"), [1, 2, 3])
    try expectEqual(FileContent.bytes(of: "/dev/zero", upTo: 3), [0, 0, 0])
    try expectEqual(FileContent.bytes(of: "/dev/null", upTo: 3), [])
  }

  @Test func `a pipe is read to its end, in whatever pieces it comes`() throws {
    let path = "\(root)/pipe"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    Thread.detachNewThread {
      guard let writer = FileHandle(forWritingAtPath: path) else { return }
      for piece in ["feed", "lab: ", "1\n"] { try? writer.write(contentsOf: Data(piece.utf8)) }
      try? writer.close()
    }
    try expectEqual(FileContent.bytes(of: path, upTo: 1000), Array("feedlab: 1\n".utf8))
  }

  @Test func `what may be read again is a file`() throws {
    let sentence = "this is a pipe or a device, whose bytes cannot be read again; name a file"
    expectEqual(
      reason { () throws(UnreadableFile) in try FileContent.bytes(of: "/dev/zero") }, sentence)
    try #require(unsafe mkfifo("\(root)/pipe", 0o600) == 0)
    expectEqual(reason(for: "pipe"), sentence)
    expectEqual(reason(for: ""), "this is a folder, not a file")
  }

  @Test func `the file that was meant is one that is there under another name`() throws {
    try folder.write("", to: "ties.csv")
    expectEqual(reason(for: "tie.csv"), "there is no such file; did you mean 'ties.csv'?")
    // A link to nothing has the name that was given.
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/population.csv", withDestinationPath: "gone")
    expectEqual(reason(for: "population.csv"), "there is no such file")
  }

  @Test func `a name that is not UTF-8 is said to be none that can be opened`() throws {
    // Such a name reaches a command with U+FFFD in place of the byte 0xFF.
    let bytes = Array("\(root)/town-".utf8) + [0xFF] + Array(".yml".utf8) + [0]
    let name = bytes.map(CChar.init(bitPattern:))
    let descriptor = unsafe open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    expectEqual(
      reason(for: "town-\u{FFFD}.yml"),
      "there is no such file; if its name is not UTF-8, rename it, since such a name cannot be opened"
    )
  }
}
