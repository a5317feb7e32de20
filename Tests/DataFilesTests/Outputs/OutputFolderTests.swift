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
    try expectEqual(entries(""), ["a", "a/b"])
    try results.write("first", to: .results)
    try results.write("second", to: .results)
    try expectEqual(entries("/a/b"), ["results.json"])
    try expectEqual(
      String(contentsOfFile: folder.path + "/a/b/results.json", encoding: .utf8), "second")
  }

  @Test func `folders that were made and not used disappear, and no others`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/old", withIntermediateDirectories: true)
    try OutputFolder(path: folder.path + "/old").removeIfEmpty()
    try OutputFolder(path: folder.path + "/old/new/newer").removeIfEmpty()
    try expectEqual(entries(""), ["old"])
    let used = try OutputRule().folder(folder.path + "/used", [.results])
    try used.write("text", to: .results)
    used.removeIfEmpty()
    try expectEqual(entries(""), ["old", "used", "used/results.json"])
  }

  @Test func `the folder of a file is made under its own name, blanks and percent signs among it`()
    throws
  {
    let file = try OutputRule().file(folder.path + "/my plans/100% sure/x y.txt", .plan)
    try file.write("text")
    try expectEqual(entries(""), ["my plans", "my plans/100% sure", "my plans/100% sure/x y.txt"])
  }

  @Test func `a path below a file cannot be written to, and nothing is left`() throws {
    try "".write(toFile: folder.path + "/file", atomically: false, encoding: .utf8)
    let path = folder.path + "/file/below"
    let error = #expect(throws: UnwritableOutput.self) { try OutputFolder(path: path) }
    expectEqual(
      error?.description,
      "cannot write to the folder \(path): \(folder.path)/file is a file; name another path")
    try expectEqual(entries(""), ["file"])
  }

  @Test func `a file in place of a folder is reported`() throws {
    let path = folder.path + "/file"
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: UnwritableOutput.self) { try OutputFolder(path: path) }
    expectEqual(
      error?.description,
      "cannot write to the folder \(path): \(path) is a file; name another path")
  }

  @Test func `what killed commands left is removed, and nothing of others`() throws {
    let left = ".feedlab-0F3D2C1B-5A69-4788-9ABC-DEF012345678"
    let others = [
      ".dat.nosync12.AbCdEf", ".feedlab-12", ".feedlab-notes", "feedlab-\(left.dropFirst(9))",
    ]
    for name in others + [left] { try folder.write("half of it", to: name) }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.feedlab-\(UUID())", withIntermediateDirectories: false)
    let folders = try entries("").filter { !others.contains($0) && $0 != left }
    _ = try OutputFolder(path: folder.path)
    try expectEqual(entries(""), (others + folders).sorted())
  }

  @Test func `a file that somebody is writing is left to them`() throws {
    let aside = try FileAside(in: folder.path)
    try aside.write(Data("half".utf8))
    _ = try OutputFolder(path: folder.path)
    FileAside.removeLeftovers(in: folder.path)
    try expectEqual(entries(""), [String(aside.path.dropFirst(folder.path.count + 1))])
  }

  @Test func `a file that is replaced keeps its permissions`() throws {
    try folder.write("{}\n", to: "p.jsonl")
    let path = folder.path + "/p.jsonl"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try OutputRule(isForced: true).file(path, .plan).write("new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    expectEqual(attributes[.posixPermissions] as? Int, 0o640)
    try expectEqual(entries(""), ["p.jsonl"])
  }
}
