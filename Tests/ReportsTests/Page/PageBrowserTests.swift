import Foundation
import Reports
import Testing

/// Reports in a browser without a window and without a network.
///
/// Where there is no browser or no chart library they are left out, but not where CI is `true`.
@Suite(.serialized) struct PageBrowserTests {
  private static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
  static let hasBrowser = isCI || HeadlessBrowser.path != nil
  static let hasCharts = hasBrowser && (isCI || HeadlessBrowser.libraryPath != nil)

  private static let compared = SampleResults.results(candidates: ["affinity", "newest-again"])
  private static let measured = SampleResults.results(
    candidates: ["affinity"], baseline: nil, hasReferenceRankers: true)

  private static func library() throws -> ChartLibrary {
    let path = try #require(HeadlessBrowser.libraryPath, "there is no chart library")
    return try ChartLibrary(Data(contentsOf: URL(filePath: path)))
  }

  @Test(.enabled(if: hasCharts, "there is no browser or no chart library"), arguments: [0, 1])
  func `every chart is drawn, and the console stays empty`(index: Int) throws {
    let page = PageText([Self.compared, Self.measured][index], library: try Self.library())
    let shown = try HeadlessBrowser.show(page.html)
    #expect(shown.state == "charts")
    #expect(shown.drawings == page.count("data-chart=\""))
    #expect(shown.console.isEmpty)
  }

  @Test(
    .enabled(if: hasCharts, "there is no browser or no chart library"),
    arguments: [SampleTuning.race, SampleTuning.front])
  func `every chart of a tuning is drawn, and the console stays empty`(goal: String) throws {
    let results = try SampleTuning.results(goal)
    let page = PageText(html: TuningPage(results, library: try Self.library()).text)
    let shown = try HeadlessBrowser.show(page.html)
    #expect(shown.state == "charts")
    #expect(shown.drawings == page.count("data-chart=\""))
    #expect(shown.console.isEmpty)
  }

  @Test(.enabled(if: hasBrowser, "there is no browser"))
  func `without the library the tables are open, and the console stays empty`() throws {
    let shown = try HeadlessBrowser.show(PageText(Self.compared).html)
    #expect(shown.state == "tables")
    #expect(shown.drawings == 0)
    #expect(shown.openTables >= 5)
    #expect(shown.console.isEmpty)
  }

  @Test(.enabled(if: hasCharts, "there is no browser or no chart library"))
  func `a chart that cannot be drawn is reported on the console, and its table opens`() throws {
    let page = PageText(Self.compared, library: try Self.library())
    let broken = page.html.replacing(
      "\"mark\":{\"color\":\"var(--bad)\"", with: "\"mrk\":{\"color\":\"var(--bad)\"")
    #expect(broken != page.html)
    let shown = try HeadlessBrowser.show(broken)
    #expect(shown.drawings == page.count("data-chart=\"") - 1)
    #expect(!shown.console.isEmpty)
    #expect(shown.openTables == 1)
  }

  @Test(.enabled(if: hasCharts, "there is no browser or no chart library"))
  func `names that look like markup are shown and do nothing`() throws {
    let name = "</script>\"'><img src=x onerror=alert(1)><b>"
    let results = Self.compared.renamingArms { $0 == "affinity" ? name : $0 }
    let shown = try HeadlessBrowser.show(PageText(results, library: try Self.library()).html)
    #expect(shown.state == "charts")
    #expect(shown.console.isEmpty)
    #expect(!shown.document.contains("<img src=x"))
  }
}

/// Chromium, as far as tests need it.
enum HeadlessBrowser {
  struct Shown {
    /// The document after the scripts.
    let document: String
    /// What the page said on the console.
    let console: [String]

    /// What the page's script came to.
    var state: String? {
      document.firstMatch(of: /<html[^>]*data-ready="([a-z]+)"/).map { String($0.1) }
    }

    var drawings: Int { document.matches(of: /<svg[^>]*class="marks"/).count }
    var openTables: Int { document.matches(of: /<details open=""/).count }
  }

  private static let environment = ProcessInfo.processInfo.environment

  static var path: String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return ["chromium", "chromium-browser", "google-chrome"].lazy
      .flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static var libraryPath: String? {
    let data =
      environment["XDG_DATA_HOME"] ?? environment["HOME"].map { "\($0)/.local/share" } ?? ""
    let path = environment["FEEDLAB_CHART_LIBRARY"] ?? "\(data)/feedlab/\(ChartLibrary.fileName)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  static func show(_ html: String) throws -> Shown {
    let folder = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(component: "report.html")
    try Data(html.utf8).write(to: page)
    let (output, error) = (
      folder.appending(component: "output"), folder.appending(component: "error")
    )
    for file in [output, error] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: try #require(path, "there is no browser"))
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000",
      "--user-data-dir=\(folder.appending(component: "user").path())", "--dump-dom",
      page.absoluteString,
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    let messages = try String(contentsOf: error, encoding: .utf8).split(separator: "\n")
    return Shown(
      document: try String(contentsOf: output, encoding: .utf8),
      console: messages.map(String.init).filter { $0.contains("CONSOLE") })
  }
}
