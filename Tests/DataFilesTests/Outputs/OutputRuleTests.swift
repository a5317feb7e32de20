import DataFiles
import Foundation
import TestSupport
import Testing

/// What may be written over, by kinds and paths; the commands are tried in `OutputOptionTests`.
@Suite struct OutputRuleTests {
  private let folder: TestFolder
  private var root: String { folder.path }

  init() throws { folder = try TestFolder() }

  private func refusal(
    of name: String, _ kind: OutputKind, _ rule: OutputRule = OutputRule()
  ) -> String? {
    do throws(RefusedOutput) {
      try rule.check("\(root)/\(name)", kind)
      return nil
    } catch {
      return error.description.replacing(root + "/", with: "")
    }
  }

  @Test func `nothing, an empty file and a file of the kind are written over`() throws {
    try folder.write("", to: "empty")
    try folder.write("arm,replication,metric,value\nx,0,y,1\n", to: "r.csv")
    expectEqual(refusal(of: "none/of/it", .replicationTable), nil)
    expectEqual(refusal(of: "empty", .replicationTable), nil)
    expectEqual(refusal(of: "r.csv", .replicationTable), nil)
    expectEqual(
      refusal(of: "r.csv", .breakdownTable),
      "cannot write a table of breakdowns to r.csv: the file that is there is not a table of"
        + " breakdowns written by feedlab; name another path, or replace it with --force")
    expectEqual(refusal(of: "r.csv", .breakdownTable, OutputRule(isForced: true)), nil)
  }

  @Test func `an input is never written over, whatever its name, and no folder is`() throws {
    try folder.write("a,b\n", to: "in/log.csv")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: "in/log.csv")
    try FileManager.default.linkItem(atPath: root + "/in/log.csv", toPath: root + "/hard")
    let rule = OutputRule(reading: ["\(root)/in/log.csv", "\(root)/gone"], isForced: true)
    for name in ["in/log.csv", "in/../in/log.csv", "link", "hard"] {
      expectEqual(
        refusal(of: name, .plan, rule),
        "cannot write a plan to \(name): this command reads the same file, as in/log.csv; name another"
          + " path")
    }
    expectEqual(
      refusal(of: "in", .plan, rule), "cannot write a plan to in: a folder is there; name a file")
    expectEqual(
      refusal(of: "in/new/p", .plan, OutputRule(reading: ["\(root)/in"])),
      "cannot write a plan to in/new/p: it would be in in, whose files this command reads; name another"
        + " path")
    expectEqual(refusal(of: "in/", .plan), "'in/' names no file")
  }

  @Test func `links in a circle and devices for what is read again are refused`() throws {
    try FileManager.default.createSymbolicLink(atPath: root + "/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: root + "/b", withDestinationPath: "a")
    expectEqual(
      refusal(of: "a", .plan),
      "cannot write a plan to a: this path cannot be written; name another path")
    let error = #expect(throws: RefusedOutput.self) {
      try OutputRule().check("/dev/null", .tuningLog)
    }
    expectEqual(
      error?.description,
      "cannot write the log of a tuning to /dev/null: a pipe or a device is there, and feedlab reads the"
        + " file again; name a file")
    #expect(throws: Never.self) { try OutputRule().check("/dev/null", .plan) }
    // Nobody has so many files open.
    #expect(throws: RefusedOutput.self) { try OutputRule().check("/dev/fd/1000000", .plan) }
  }

  @Test func `below a folder is what the file system says, not the path`() throws {
    try folder.write("", to: "in/deep/x")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/in/out", withDestinationPath: "..")
    func isBelow(_ name: String) -> Bool {
      OutputRule.isFile("\(root)/\(name)", below: "\(root)/in")
    }
    #expect(isBelow("in/x") && isBelow("in/deep/x") && isBelow("in/new/er/x"))
    #expect(isBelow("in/deep/../x") && isBelow("in/out/in/x"))
    #expect(!isBelow("x") && !isBelow("in/../x") && !isBelow("in/out/x") && !isBelow("inside/x"))
    // Up out of a folder that is missing: nobody knows to where.
    #expect(!isBelow("in/new/../x"))
  }

  @Test func `a file is removed, and a folder or a device never`() throws {
    let file = try OutputRule().file("\(root)/p.jsonl", .plan)
    #expect(!file.isFile)
    try file.write("{}\n")
    #expect(file.isFile)
    try file.remove()
    #expect(!file.isFile)
    try FileManager.default.createDirectory(
      atPath: "\(root)/p.jsonl/deep", withIntermediateDirectories: true)
    try file.remove()
    #expect(FileManager.default.fileExists(atPath: "\(root)/p.jsonl/deep"))
  }
}
