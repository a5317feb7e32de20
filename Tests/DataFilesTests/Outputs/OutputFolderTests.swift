import DataFiles
import Foundation
import TestSupport
import Testing

@Suite struct OutputFolderTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func entries(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path + path).sorted()
  }

  @Test func `a file is written whole, replaces another, and leaves nothing beside it`() throws {
    let results = try OutputRule().folder(folder.path + "/a/b", [.results])
    #expect(try entries("") == ["a", "a/b"])
    try results.write("first", to: .results)
    try results.write("second", to: .results)
    #expect(try entries("/a/b") == ["results.json"])
    #expect(
      try String(contentsOfFile: folder.path + "/a/b/results.json", encoding: .utf8) == "second")
  }

  @Test func `folders that were made and not used disappear, and no others`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/old", withIntermediateDirectories: true)
    try OutputFolder(path: folder.path + "/old").removeIfEmpty()
    try OutputFolder(path: folder.path + "/old/new/newer").removeIfEmpty()
    #expect(try entries("") == ["old"])
    let used = try OutputRule().folder(folder.path + "/used", [.results])
    try used.write("text", to: .results)
    used.removeIfEmpty()
    #expect(try entries("") == ["old", "used", "used/results.json"])
  }

  @Test func `the folder of a file is made under its own name, blanks and percent signs among it`()
    throws
  {
    let file = try OutputRule().file(folder.path + "/my plans/100% sure/x y.txt", .plan)
    try file.write("text")
    #expect(
      try entries("") == ["my plans", "my plans/100% sure", "my plans/100% sure/x y.txt"])
  }

  @Test func `a path below a file cannot be written to, and nothing is left`() throws {
    try "".write(toFile: folder.path + "/file", atomically: false, encoding: .utf8)
    let path = folder.path + "/file/below"
    let error = #expect(throws: UnwritableOutput.self) { try OutputFolder(path: path) }
    #expect(error?.description == "cannot write to the folder \(path): Not a directory")
    #expect(try entries("") == ["file"])
  }

  @Test func `a file in place of a folder is reported`() throws {
    let path = folder.path + "/file"
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: UnwritableOutput.self) { try OutputFolder(path: path) }
  }
}
