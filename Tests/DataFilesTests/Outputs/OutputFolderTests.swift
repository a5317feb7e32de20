import DataFiles
import Foundation
import Testing

@Suite struct OutputFolderTests {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  private func entries(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path() + path).sorted()
  }

  @Test func `a file is written whole, replaces another, and leaves nothing beside it`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = try OutputRule().folder(root.path() + "/a/b", [.results])
    #expect(try entries("") == ["a", "a/b"])
    try folder.write("first", to: .results)
    try folder.write("second", to: .results)
    #expect(try entries("/a/b") == ["results.json"])
    #expect(
      try String(contentsOfFile: root.path() + "/a/b/results.json", encoding: .utf8) == "second")
  }

  @Test func `folders that were made and not used disappear, and no others`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(
      at: root.appending(component: "old"), withIntermediateDirectories: true)
    try OutputFolder(path: root.path() + "/old").removeIfEmpty()
    try OutputFolder(path: root.path() + "/old/new/newer").removeIfEmpty()
    #expect(try entries("") == ["old"])
    let used = try OutputRule().folder(root.path() + "/used", [.results])
    try used.write("text", to: .results)
    used.removeIfEmpty()
    #expect(try entries("") == ["old", "used", "used/results.json"])
  }

  @Test func `the folder of a file is made under its own name, blanks and percent signs among it`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: root) }
    let file = try OutputRule().file(root.path() + "/my plans/100% sure/x y.txt", .plan)
    try file.write("text")
    #expect(
      try entries("") == ["my plans", "my plans/100% sure", "my plans/100% sure/x y.txt"])
  }

  @Test func `a path below a file cannot be written to, and nothing is left`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try "".write(toFile: root.path() + "/file", atomically: false, encoding: .utf8)
    let path = root.path() + "/file/below"
    let error = #expect(throws: UnwritableOutput.self) { try OutputFolder(path: path) }
    #expect(error?.description == "cannot write to the folder \(path): Not a directory")
    #expect(try entries("") == ["file"])
  }

  @Test func `a file that is in the way of a folder is told`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let path = root.path() + "/file"
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: UnwritableOutput.self) { try OutputFolder(path: path) }
  }
}
