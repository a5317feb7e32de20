import DataFiles
import Foundation
import Scenarios
import SocialFeed
import TestSupport
import Testing

/// Scenarios whose rankers outside of this program are known from tapes.
@Suite struct TapedProgramTests {
  private let folder: TestFolder
  private static let ranker =
    "{ranker: command, command: [sh, mine.py], reads: [likes], files: [model.txt], parameters: {fade: 2}}"

  init() throws {
    folder = try TestFolder()
    try write("print('hello')\n", "0.5\n")
  }

  private func write(_ script: String, _ model: String, _ ranker: String = ranker) throws {
    try folder.write(script, to: "mine.py")
    try folder.write(model, to: "model.txt")
    try folder.write("feedlab: 1\narms:\n  a: {latest: \(ranker)}\n", to: "t.yml")
  }

  private var file: String { "\(folder.path)/t.yml" }

  /// The index of the scenario's arms, as it is read from a folder.
  private func tapes() throws -> TapeIndex {
    let town = try Scenario.load(file: file)
    let index = TapeIndex(
      folder: "\(folder.path)/tapes", version: "1", simulation: "sim-1", of: town, arms: town.arms)
    try folder.write(index.text, to: "tapes/tapes.json")
    return try TapeIndex(folder: "\(folder.path)/tapes")
  }

  private func faults(_ tapes: TapeIndex) -> String? {
    #expect(throws: InvalidScenario.self) { try Scenario.load(file: file, tapes: tapes) }?
      .description.replacing("\(folder.path)/", with: "")
  }

  @Test func `a scenario is the same without program and files`() throws {
    for ranker in [
      Self.ranker, "{ranker: diversity, of: \(Self.ranker)}",
      "{ranker: command, command: [./mine.py], reads: [age_hours], encoding: json}",
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, mine.py, '{port}'], reads: [likes]}",
    ] {
      try write("#!/bin/sh\n", "0.5\n", ranker)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/mine.py")
      let town = try Scenario.load(file: file)
      let tapes = try tapes()
      for name in ["mine.py", "model.txt"] {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
      }
      let again = try Scenario.load(file: file, tapes: tapes)
      #expect(again.resolved == town.resolved && again.digest == town.digest)
      expectEqual(again.arms, town.arms)
      expectEqual(again.dependencies(of: again.arms[0]), town.dependencies(of: town.arms[0]))
      let failure = #expect(throws: RankerFailure.self) {
        try again.arms[0].programs[0].open(world: 0)
      }
      expectEqual(
        failure?.message.hasSuffix(
          "was read from the tapes in \(folder.path)/tapes, and this run has none; run it without --replay-tape, where"
            + " the ranker is"), true)
      // A recorded arm of the same files is as little looked for.
      let definition = Scenario.definition(of: again.arms[0])
      try expectEqual(again.arm("a", definition: definition), town.arms[0])
    }
  }

  @Test func `parameters may be others, of which the tapes are checked, and a command may not`()
    throws
  {
    let tapes = try tapes()
    try write("print('hello')\n", "0.5\n", Self.ranker.replacing("fade: 2", with: "fade: 3"))
    let town = try Scenario.load(file: file)
    try expectEqual(Scenario.load(file: file, tapes: tapes).digest, town.digest)
    try write("print('hello')\n", "0.5\n", Self.ranker.replacing("mine.py", with: "your.py"))
    let remedy = "record this ranker with --record-tape"
    expectEqual(
      faults(tapes),
      "t.yml:3:43: arms.a.latest.command: the tapes in tapes were recorded without a program with these files; "
        + remedy)
    try write("print('hello')\n", "0.5\n", "{ranker: library, path: libmine.so}")
    expectEqual(
      faults(tapes),
      "t.yml:3:39: arms.a.latest.path: the tapes in tapes were recorded without a library; "
        + remedy)
  }

  @Test func `files that are there have to be the recorded ones`() throws {
    let tapes = try tapes()
    let message =
      "the tapes in tapes are of other files: 'FILE' here is not the one that was recorded;"
    try write("print('other')\n", "0.5\n")
    expectEqual(faults(tapes)?.contains(message.replacing("FILE", with: "mine.py")), true)
    try write("print('hello')\n", "0.75\n")
    expectEqual(faults(tapes)?.contains(message.replacing("FILE", with: "model.txt")), true)
    // FeedLab's module would be among the files of the ranker.
    try write("import feedlab_ranker\n", "0.5\n")
    let importing = try self.tapes()
    try folder.write("# module\n", to: "feedlab_ranker.py")
    expectEqual(
      faults(importing)?.contains(message.replacing("FILE", with: "feedlab_ranker.py")), true)
  }

  @Test func `of an earlier recording the programs stay that its other arms have`() throws {
    func index(_ arms: String) throws -> (Scenario, TapeIndex) {
      try folder.write("feedlab: 1\narms: \(arms)\n", to: "t.yml")
      let town = try Scenario.load(file: file)
      return (
        town,
        TapeIndex(
          folder: "\(folder.path)/tapes", version: "1", simulation: "sim-1", of: town,
          arms: town.arms)
      )
    }
    try folder.write("# other\n", to: "other.py")
    let other = "{ranker: command, command: [sh, other.py], reads: [likes]}"
    let (_, earlier) = try index("{a: {latest: \(Self.ranker)}, b: {latest: \(other)}}")
    // The ranker has a file more than before.
    try folder.write("import feedlab_ranker\n", to: "mine.py")
    try folder.write("# module\n", to: "feedlab_ranker.py")
    var (town, again) = try index("{a: {latest: \(Self.ranker)}}")
    again.keep(earlier)
    try folder.write(again.text, to: "tapes/tapes.json")
    let tapes = try TapeIndex(folder: "\(folder.path)/tapes")
    try expectEqual(Scenario.load(file: file, tapes: tapes).digest, town.digest)
    expectEqual(tapes.arms.keys.sorted(), ["a", "b"])
    try FileManager.default.removeItem(atPath: "\(folder.path)/feedlab_ranker.py")
    try folder.write("feedlab: 1\narms: {b: {latest: \(other)}}\n", to: "t.yml")
    town = try Scenario.load(file: file)
    try expectEqual(Scenario.load(file: file, tapes: tapes).digest, town.digest)
  }

  @Test func `rankers of one command differ in the files that they list`() throws {
    try folder.write("0.25\n", to: "other.txt")
    let other = Self.ranker.replacing("model.txt", with: "other.txt")
    let none = Self.ranker.replacing(", files: [model.txt]", with: "")
    try folder.write(
      """
      feedlab: 1
      arms:
        a: {latest: \(Self.ranker)}
        b: {latest: \(other)}
        c: {latest: \(none)}

      """, to: "t.yml")
    let town = try Scenario.load(file: file)
    let again = try Scenario.load(file: file, tapes: try tapes())
    #expect(again.arms == town.arms && Set(town.arms.map { $0.programs[0].digest }).count == 3)
  }
}
