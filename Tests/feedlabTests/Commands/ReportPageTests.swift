import Foundation
import Testing

/// The HTML report that `ab` and `run` write, and the library of its charts.
@Suite struct ReportPageTests {
  /// "x", gzipped: a library as far as anything looks at it before a browser does.
  private static let library = "H4sIAAAAAAAAA6sAAIPZuPcBAAAA"
  private static let arguments = [
    "ab", "small.yml", "-n", "1", "--candidate", "random", "--out", "out", "--quiet",
  ]

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder([
      "small.yml": smallScenario, "charts": Self.library, "no-charts": "<script>",
    ])
    let data = folder.url.appending(path: "data/feedlab")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try folder.write(Self.library, to: "data/feedlab/charts.js.gz.b64")
    return folder
  }

  @Test(
    arguments: [
      (["--chart-library", "nowhere"], [:], "--chart-library: cannot read "),
      ([], ["FEEDLAB_CHART_LIBRARY": "no-charts"], "FEEDLAB_CHART_LIBRARY: "),
    ] as [([String], [String: String], String)])
  func `a named file that is no chart library is refused before anything is simulated`(
    more: [String], environment: [String: String], message: String
  ) throws {
    let folder = try folder()
    let outcome = try feedlab(Self.arguments + more, in: folder, environment: environment)
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("feedlab: error: \(message)"), "\(outcome.error)")
    #expect(!folder.contains("out"))
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
      #expect(try process.outcome().code == 0)
    }
    #expect(try folder.read("a/report.html") == folder.read("b/report.html"))
    #expect(try folder.read("a/report.html").contains("<h1>One arm of small, in one world</h1>"))
  }

  @Test func `a library beside the executable is found`() throws {
    let folder = try folder()
    let vendor = folder.url.appending(path: "bin/vendor")
    try FileManager.default.createDirectory(at: vendor, withIntermediateDirectories: true)
    try folder.write(Self.library, to: "bin/vendor/charts.js.gz.b64")
    let outcome = try feedlab(
      ["doctor"], in: folder, program: folder.url.appending(path: "bin/feedlab"))
    #expect(
      outcome.output.contains("bin/vendor/charts.js.gz.b64 (beside the executable)\n"),
      "\(outcome.output)")
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
      \ +chart\ library\ +none;\ scripts/chart-library\ installs\ it\n
      \ +browser\ +.*\n
      \ +cores\ +[1-9][0-9]*\n
      \ +memory\ +[0-9,.]+\ GiB\n
      /#
    #expect(outcome.output.wholeMatch(of: expected) != nil, "\(outcome.output)")
  }

  @Test func `the doctor reports the same as JSON`() throws {
    let folder = try folder()
    let outcome = try feedlab(
      "doctor", "--format", "json", "--chart-library", "no-charts", in: folder)
    let machine = try jsonObject(outcome.output)
    #expect(
      machine.keys.sorted() == [
        "browser", "chart_library", "cores", "feedlab", "gsl", "memory_bytes", "sqlite",
      ])
    let charts = try #require(machine["chart_library"] as? [String: Any])
    #expect(charts["path"] is NSNull)
    #expect(charts["place"] as? String == "--chart-library")
    let fault = try #require(charts["fault"] as? String)
    #expect(
      fault.hasSuffix("no-charts: this is not a chart library; scripts/chart-library makes one"))
  }
}
