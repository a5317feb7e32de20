import Foundation
import TestSupport
import Testing

/// What is said about folders that cannot be written to, before any world lives.
@Suite struct UnwritableFolderTests {
  @Test func `a folder below a file`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario, "file": ""])
    try feedlab("ab", "small.yml", "--out", "file/out", in: folder).expectRefusal(
      "cannot write to the folder file/out: file is a file; name another path", code: 1)
    try expectEqual(folder.entries, ["file", "small.yml"])
  }

  @Test func `a file where the default folder would be`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario, "reports": ""])
    try feedlab("ab", "small.yml", in: folder).expectRefusal(
      "cannot write to the folder reports/small: reports is a file; name another path", code: 1)
    try expectEqual(folder.entries, ["reports", "small.yml"])
  }

  @Test func `the second of several folders, before the first scenario is simulated`() throws {
    let other = smallScenario.replacing("name: small", with: "name: other")
    let folder = try ScratchFolder(["small.yml": smallScenario, "other.yml": other, "file": ""])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    try folder.write("", to: "out/other")
    try feedlab("run", "small.yml", "other.yml", "--out", "out", in: folder).expectRefusal(
      "cannot write to the folder out/other: out/other is a file; name another path", code: 1)
    try expectEqual(folder.entries, ["file", "other.yml", "out", "out/other", "small.yml"])
  }

  @Test func `an output folder without a name, for one scenario or several`() throws {
    let other = smallScenario.replacing("name: small", with: "name: other")
    let folder = try ScratchFolder(["small.yml": smallScenario, "other.yml": other])
    for files in [["small.yml"], ["small.yml", "other.yml"]] {
      try expectRefusal(
        ["run"] + files + ["--out", ""], "'' names no folder; '.' is the current one", in: folder)
    }
  }

  #if os(Linux)
    @Test func `a folder where no files can be made`() throws {
      let folder = try ScratchFolder(["small.yml": smallScenario])
      let outcome = try feedlab("ab", "small.yml", "--out", "/proc/out", in: folder)
      outcome.expectRefusal(
        "cannot write to the folder /proc/out: No such file or directory", code: 1)
    }

    /// A process, since its standard output is the disk.
    @Test func `a report that finds the disk full is an error, and the files are whole`() throws {
      let folder = try ScratchFolder(["small.yml": smallScenario])
      let outcome = try FeedLabProcess.shell(
        "$feedlab ab small.yml --out out --quiet >/dev/full", in: folder)
      outcome.expectRefusal("cannot write the report: No space left on device", code: 1)
      #expect(try folder.entries.contains("out/summary.md"))
    }
  #endif

  /// A process, since a signal ends it; a pipe that nobody reads takes 64 KiB.
  @Test func `a reader that closes early ends it with 141, and without a word`() throws {
    let folder = try ScratchFolder()
    let outcome = try FeedLabProcess.shell(
      "{ $feedlab describe commands --format markdown; echo $? >code; } | head -n 1", in: folder)
    expectEqual(outcome.code, 0)
    expectEqual(outcome.error, "")
    expectEqual(outcome.output.split(separator: "\n").count, 1)
    try expectEqual(folder.read("code"), "141\n")
  }
}
