import Foundation
import Reports
import Scenarios
import TestSupport
import Testing

/// Reports in a browser without a window and without a network.
///
/// Where there is no browser they are left out, but not where CI is `true`.
@Suite(.serialized, .enabled(if: HeadlessBrowser.isThere, "there is no browser"))
struct PageBrowserTests {
  private static let compared = SampleResults.results(candidates: ["affinity", "newest-again"])
  private static let measured = SampleResults.results(
    candidates: ["affinity"], baseline: nil, hasReferenceRankers: true)

  @Test(arguments: [0, 1])
  func `the script runs under the page's policy, and the console stays empty`(index: Int) throws {
    let shown = try HeadlessBrowser.show(PageText([Self.compared, Self.measured][index]).html)
    #expect(shown.document.contains("data-ready=\"yes\""))
    #expect(shown.console.isEmpty)
  }

  @Test func `the page's policy refuses any other script and style`() throws {
    let page = PageText(Self.compared)
    let changed = page.html.replacing(
      "</body>", with: "<script>document.title = 'changed'</script></body>")
    let shown = try HeadlessBrowser.show(changed)
    #expect(!shown.document.contains("<title>changed"))
    #expect(shown.console.contains { $0.contains("Content Security Policy") })
  }

  @Test func `without scripts every figure has a drawing, and what needs a script is not shown`()
    throws
  {
    let page = PageText(Self.compared)
    let bare = page.html.replacing(/<script>[\s\S]*<\/script>/, with: "")
    let shown = try HeadlessBrowser.show(bare)
    #expect(!shown.document.contains("data-ready=\"yes\""))
    for figure in PageText(html: shown.document).between("<figure ", "</figure>") {
      let charts = figure.matches(of: /<div class="chart"[^>]*>/).map { String($0.0) }
      expectEqual(charts.count { !$0.contains("hidden") }, 1)
      #expect(figure.contains("<text "))
    }
  }

  @Test func `highlighting an arm moves cards, titles and rows to it, and a second click back`()
    throws
  {
    let chip = "document.querySelector('.chip[data-arm=\"2\"]').click();"
    let shown = try HeadlessBrowser.show(PageText(Self.compared).running(chip)).document
    #expect(shown.contains("aria-pressed=\"true\" data-arm=\"2\""))
    expectEqual(
      Self.visible("h2", in: shown, containing: "at a glance"), ["newest-again at a glance"])
    let titles = Self.visibleStories(in: shown)
    #expect(titles.contains("newest-again: 0 of 7 metrics better, 0 worse"))
    #expect(titles.contains { $0.hasPrefix("Half of what newest-again shows") })
    #expect(shown.contains("<tr class=\"arm a1 first off\""))
    let back = try HeadlessBrowser.show(PageText(Self.compared).running(chip + chip)).document
    expectEqual(Self.visible("h2", in: back, containing: "at a glance"), ["affinity at a glance"])
    #expect(!back.contains(" off\""))
  }

  @Test func `the control is highlighted without a story of its own`() throws {
    let shown = try HeadlessBrowser.show(
      PageText(Self.compared).running(
        "document.querySelector('.chip[data-arm=\"0\"]').click();")
    ).document
    expectEqual(Self.visible("h2", in: shown, containing: "at a glance"), ["affinity at a glance"])
    #expect(shown.contains("<tr class=\"arm a1 first off\""))
  }

  @Test func `picking a metric shows its drawing and its title`() throws {
    let pick =
      "const s = document.querySelector('[aria-labelledby=series-t] select'); s.value = 'like_rate'; s.oninput();"
    let shown = try HeadlessBrowser.show(PageText(Self.compared).running(pick)).document
    let series = try #require(
      PageText(html: shown).between("aria-labelledby=\"series-t\"", "</figure>").first)
    let charts = series.matches(of: /<div class="chart" data-panel="([^"]*)"[^>]*>/)
    expectEqual(charts.filter { !$0.0.contains("hidden") }.map { String($0.1) }, ["like_rate"])
    #expect(Self.visibleStories(in: series).allSatisfy { $0.hasPrefix("Likes an examined post") })
  }

  @Test func `a column sorts the rows of a scorecard, and the other way round at a second click`()
    throws
  {
    let click =
      "document.querySelector('#scorecard th[data-sort=number] button').click();"
    for (clicks, order) in [(click, "ascending"), (click + click, "descending")] {
      let shown = try HeadlessBrowser.show(PageText(Self.compared).running(clicks)).document
      #expect(shown.contains("aria-sort=\"\(order)\""))
      let body = try #require(PageText(html: shown).between("<tbody>", "</tbody>").first)
      let sizes = body.matches(of: /data-value="([^"]+)"/).compactMap { Double($0.1) }
      #expect(sizes.count > 3)
      expectEqual(sizes, sizes.sorted(by: order == "ascending" ? { $0 < $1 } : { $0 > $1 }))
    }
  }

  @Test func `names that look like markup are shown and do nothing`() throws {
    let name = "</script>\"'><img src=x onerror=alert(1)><b>"
    let results = Self.compared.renamingArms { $0 == "affinity" ? name : $0 }
    let shown = try HeadlessBrowser.show(PageText(results).html)
    #expect(shown.document.contains("data-ready=\"yes\""))
    #expect(shown.console.isEmpty)
    #expect(!shown.document.contains("<img src=x"))
  }

  /// The results of two candidates, of which one breaks a limit and gains elsewhere.
  @Test func `a first screen of 1280 by 800 has at most 90 words, numbers among them`() throws {
    let results = SampleResults.results(
      candidates: ["affinity", "newest-again"],
      questions: .init(primary: "relevance@10", guardrails: ["creator_exposure_gini"]))
    let page = PageText(results)
    // Texts that are clipped, hidden, folded or below the screen have no visible word.
    let count = """
      const words = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode, range = document.createRange();
        if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        for (const word of text.data.matchAll(/\\S*[\\p{L}\\p{N}]\\S*/gu)) {
          range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
          const isOnScreen = r => r.width > 0 && r.bottom > 0 && r.top < 800 && r.right > 0 && r.left < 1280;
          if ([...range.getClientRects()].some(isOnScreen)) words.push(word[0]);
        }
      }
      document.title = words.join(' ');
      """
    let shown = try HeadlessBrowser.show(page.running(count), options: ["--window-size=1280,800"])
    let title = try #require(PageText(html: shown.document).between("<title>", "</title>").first)
    let words = title.split(separator: " ")
    #expect(words.count <= 90, "\(title)")
    // What must not be missed is among them.
    for part in [
      "affinity and newest-again against newest", "Do not ship affinity",
      "Limit broken Inequality of exposure +0.054", "No reason to ship newest-again",
      "Primary Relevance of the top ten +0.091",
      "Simulated community of 2,000 members, default assumptions, not fitted to your data.",
    ] {
      #expect(title.contains(part), "\(part)")
    }
    // Not counted: the cards of the next section.
    #expect(!title.contains("at a glance"))
  }

  @Test func `the page prints`() throws {
    let pages = try HeadlessBrowser.print(PageText(Self.compared).html)
    #expect((2...8).contains(pages), "\(pages)")
  }

  /// The texts of elements that are not hidden, nor inside of a hidden part.
  private static func visible(
    _ element: String, in document: String, containing text: String
  ) -> [String] {
    PageText(html: document).between("<div class=\"wrap\" data-arms=", "</div></div>").filter {
      !$0.prefix { $0 != ">" }.contains("hidden")
    }.flatMap { PageText(html: $0).between("<\(element)>", "</\(element)>") }
      .filter { $0.contains(text) }
  }

  private static func visibleStories(in document: String) -> [String] {
    document.matches(of: /<span ([^>]*)>([^<]*)<\/span>/).filter {
      ($0.1.contains("data-arms") || $0.1.contains("data-panel")) && !$0.1.contains("hidden")
    }.map { String($0.2) }
  }
}

extension PageText {
  /// The page with a policy that lets a test run a script after the page's own.
  fileprivate func running(_ script: String) -> String {
    html.replacing(/script-src '[^']*'/, with: "script-src 'unsafe-inline'")
      .replacing("</body>", with: "<script>\(script)</script></body>")
  }
}

/// Chromium, as far as tests need it.
enum HeadlessBrowser {
  struct Shown {
    /// The document after the scripts.
    let document: String
    /// What the page said on the console.
    let console: [String]
  }

  private static let environment = ProcessInfo.processInfo.environment

  static var path: String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return ["chromium", "chromium-browser", "google-chrome"].lazy
      .flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether to test in a browser: where CI is `true` it must be there.
  static var isThere: Bool { environment["CI"] == "true" || path != nil }

  static func show(_ html: String, options: [String] = []) throws -> Shown {
    try run(html, options + ["--dump-dom"]) { _, output, messages in
      Shown(document: output, console: messages.filter { $0.contains("CONSOLE") })
    }
  }

  /// - Returns: The number of pages of the printed page.
  static func print(_ html: String) throws -> Int {
    try run(html, ["--no-pdf-header-footer", "--print-to-pdf=FOLDER/page.pdf"]) { folder, _, _ in
      let bytes = try Data(contentsOf: folder.appending(component: "page.pdf"))
      return String(decoding: bytes, as: UTF8.self).matches(of: /\/Type \/Page\b(?!s)/).count
    }
  }

  /// Opens a page with options, in which `FOLDER` is a folder for files.
  private static func run<Result>(
    _ html: String, _ options: [String],
    _ result: (_ folder: URL, _ output: String, _ messages: [String]) throws -> Result
  ) throws -> Result {
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
    process.arguments =
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000",
        "--user-data-dir=\(folder.appending(component: "user").path())",
      ] + options.map { $0.replacing("FOLDER", with: folder.path()) } + [page.absoluteString]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    let messages = try String(contentsOf: error, encoding: .utf8).split(separator: "\n")
    return try result(
      folder, try String(contentsOf: output, encoding: .utf8), messages.map(String.init))
  }
}
