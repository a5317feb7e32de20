import Foundation
import TestSupport
import Testing

/// The HTML report that `ab` and `run` write.
@Suite struct ReportPageTests {
  private func folder() throws -> ScratchFolder {
    try ScratchFolder(["small.yml": smallScenario])
  }

  /// Processes, since the copy is another program.
  @Test func `a copy of the executable alone writes the same report`() throws {
    let folder = try folder()
    let copy = folder.hidden("feedlab")
    try FileManager.default.copyItem(at: FeedLabProcess.executable, to: copy)
    for (executable, out) in [(FeedLabProcess.executable, "a"), (copy, "b")] {
      let process = try FeedLabProcess(
        ["run", "small.yml", "-n", "1", "--arm", "random", "--out", out, "--quiet"], of: executable,
        in: folder)
      try expectEqual(process.outcome().code, 0)
    }
    try expectEqual(folder.read("a/report.html"), folder.read("b/report.html"))
    #expect(try folder.read("a/report.html").contains("<h1>One arm of small, in one world</h1>"))
  }

  @Test func `the doctor reports what there is`() throws {
    let folder = try folder()
    let outcome = try feedlab("doctor", in: folder)
    #expect(outcome.code == 0 && outcome.error == "")
    let expected =
      #/
      feedlab\ 0\.1\.0\n
      \ +GSL\ +[0-9.]+\n
      \ +SQLite\ +3\.[0-9.]+\n
      \ +browser\ +.*\n
      \ +cores\ +[1-9][0-9]*\n
      \ +memory\ +[0-9,.]+\ GiB\n
      /#
    #expect(outcome.output.wholeMatch(of: expected) != nil, "\(outcome.output)")
  }

  @Test func `the doctor reports the same as JSON`() throws {
    let folder = try folder()
    let outcome = try feedlab("doctor", "--format", "json", in: folder)
    let machine = try jsonObject(outcome.output)
    expectEqual(
      machine.keys.sorted(),
      [
        "browser", "cores", "feedlab", "gsl", "memory_bytes", "sqlite",
      ])
  }
}
