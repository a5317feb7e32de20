import Foundation
import GRDB
import TestSupport
import Testing

/// `feedlab history` and `feedlab report`.
@Suite struct HistoryCommandTests {
  private static let files = [
    "results.json", "replications.csv", "breakdown.csv", "summary.md", "summary.html",
  ]

  @Test func `each requested experiment has a row in every format`() throws {
    let folder = try asked()
    let text = try feedlab("history", in: folder)
    expectEqual(text.code, 0)
    expectEqual(text.error, "")
    let lines = text.output.split(separator: "\n")
    expectEqual(
      lines[0],
      "Ledger                       No.  Scenario  Arms                      Worlds  Metrics"
        + "  Seed  Version  Program   Requested")
    let row =
      #/reports\/small\/ledger.sqlite    1  small     newest, affinity, random  1 of 1       57     7  0.1.0    this one  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#
    #expect(lines[1].wholeMatch(of: row) != nil, "\(lines[1])")
    expectEqual(lines.count, 3)

    let rows = try feedlab("history", "--format", "csv", in: folder).output.split(separator: "\n")
    expectEqual(
      rows[0],
      "ledger,number,scenario,scenario_digest,seed,arms,worlds,whole_worlds,runs,metrics,"
        + "version,build,own_build,asked_at")
    #expect(rows[1].hasPrefix("reports/small/ledger.sqlite,1,small,"))
    #expect(rows[1].contains(",7,newest affinity random,1,1,3,57,0.1.0,"))
    #expect(rows[2].contains(",7,newest affinity random,2,2,6,57,0.1.0,"))
    let tabs = try feedlab("history", "--format", "tsv", in: folder).output
    #expect(tabs.hasPrefix("ledger\tnumber\t"))
    let markdown = try feedlab("history", "--format", "markdown", in: folder).output
    #expect(markdown.hasPrefix("| Ledger | No. | Scenario | Arms | Worlds |"))
    #expect(markdown.contains("| 1 | small | newest, affinity, random | 1 of 1 | 57 | 7 | 0.1.0 |"))

    let json = try feedlab("history", "reports/small", "--format", "json", in: folder).output
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    expectEqual(entries.count, 2)
    expectEqual(entries[1]["whole_worlds"] as? Int, 2)
    expectEqual(entries[1]["own_build"] as? Bool, true)
    expectEqual((entries[1]["metrics"] as? [String])?.count, 57)
  }

  @Test func `folders without a ledger, and files that are none`() throws {
    let folder = try ScratchFolder(["ledger.sqlite": String(repeating: "x", count: 2000)])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "reports/ledger.sqlite"), withIntermediateDirectories: true)
    try feedlab("history", in: folder).expectRefusal("there is no ledger in reports")
    for command in ["history", "report"] {
      try feedlab(command, "nowhere", in: folder).expectRefusal(
        "'nowhere': there is no such file or folder")
      try feedlab(command, "ledger.sqlite", in: folder).expectRefusal(
        "cannot read the ledger ledger.sqlite: file is not a database; another run of the experiment sets it"
          + " aside", code: 1)
    }
    try feedlab("report", ".", "--out", "out", in: folder).expectRefusal(
      "cannot read the ledger ./ledger.sqlite: file is not a database; another run of the experiment sets it"
        + " aside", code: 1)
    #expect(!folder.contains("out"))
  }

  @Test func `runs of other programs are removed on request`() throws {
    let folder = try asked()
    try change(folder, "UPDATE life SET build = 'other'; UPDATE experiment SET build = 'other'")
    #expect(try feedlab("history", in: folder).output.contains("  other "))
    let outcome = try feedlab("history", "--forget-others", in: folder)
    expectEqual(
      outcome,
      .init(
        code: 0, output: "The ledgers contain no experiment.\n",
        error: "feedlab: reports/small/ledger.sqlite: 6 runs of other programs forgotten\n"))
    try expectEqual(feedlab("history", "--forget-others", in: folder).error, "")
  }

  @Test func `results are reported again to the same bytes`() throws {
    let folder = try asked()
    let before = try Self.files.map { try folder.read("reports/small/\($0)") }
    let printed = try feedlab(
      "ab", "small.yml", "-n", "2", "--by", "day", in: folder)
    let outcome = try feedlab(
      "report", "reports/small", "--by", "day", "--out", "again", in: folder)
    expectEqual(
      outcome,
      .init(
        code: 0, output: printed.output, error: "feedlab: files are in again\n"))
    try expectEqual(Self.files.map { try folder.read("again/\($0)") }, before)

    // The first experiment had one world.
    let first = try feedlab(
      "report", "reports/small/ledger.sqlite", "--number", "1", "--format", "csv", "--quiet",
      in: folder)
    expectEqual(first.code, 0)
    #expect(try folder.read("reports/small/results.json").contains("\"worlds\": 1"))
    let rows = first.output.split(separator: "\n")
    #expect(rows[1].hasSuffix(",1,0,undecided,"))

    try feedlab("report", "reports/small", "--number", "3", in: folder).expectRefusal(
      "--number 3: there are 1, 2")
  }

  @Test func `an experiment that was interrupted is reported as far as it came`() throws {
    let folder = try asked()
    try change(
      folder, "DELETE FROM run WHERE world = 1 AND life = (SELECT min(life) FROM run)")
    let outcome = try feedlab("report", "reports/small", "--out", "some", in: folder)
    expectEqual(outcome.code, 0)
    expectEqual(
      outcome.error,
      "feedlab: the experiment was interrupted; these are the results of one world\nfeedlab: files are in some\n"
    )
    try change(folder, "DELETE FROM run WHERE world = 0")
    try feedlab("report", "reports/small", in: folder).expectRefusal(
      "reports/small/ledger.sqlite: experiment 2 has too few worlds that were"
        + " simulated under all arms", code: 1)
  }

  @Test func `worlds of another version are not reported, and damaged ones neither`() throws {
    let folder = try asked()
    try change(folder, "UPDATE run SET checksum = 'x' WHERE life = 1 AND world = 0")
    try expectEqual(
      feedlab("report", "reports/small", in: folder).error,
      "feedlab: error: cannot read the ledger reports/small/ledger.sqlite: experiment 2: table run: arm"
        + " 'newest' in world 0 does not match its checksum; run it again to record it anew\n")
    try change(folder, "UPDATE experiment SET version = '0.0.9'")
    try expectEqual(
      feedlab("report", "reports/small", in: folder).error,
      "feedlab: error: reports/small/ledger.sqlite: experiment 2 was recorded by FeedLab 0.0.9; this is"
        + " 0.1.0, whose report might differ\n")
  }

  @Test func `a changed design is reported, and the last experiment is not another one`() throws {
    let folder = try asked()
    try change(
      folder, "UPDATE experiment SET design = replace(design, '0.01', '0.5') WHERE id = 2")
    let fault =
      "cannot read the ledger reports/small/ledger.sqlite: experiment 2: table experiment: the design does"
      + " not match its checksum; run it again to record it anew"
    try feedlab("report", "reports/small", in: folder).expectRefusal(fault, code: 1)
    try feedlab("report", "reports/small", "--number", "2", in: folder)
      .expectRefusal(fault, code: 1)
    let history = try feedlab("history", "--format", "csv", in: folder)
    expectEqual(history.error, "feedlab: error: \(fault)\n")
    expectEqual(history.code, 1)
    expectEqual(history.output.split(separator: "\n").count, 2)
    try expectEqual(feedlab("report", "reports/small", "--number", "1", in: folder).code, 0)
    try expectEqual(feedlab("ab", "small.yml", "-n", "2", in: folder).code, 0)
    try expectEqual(feedlab("history", in: folder).code, 0)
  }

  @Test func `a page shows the comparisons of ledgers and the checks in the folder`() throws {
    let folder = try asked()
    let check = """
      {
        "checks": [
          {"scenario": {"name": "town"}, "outcome": "error", "error": "no baseline", "arm": null,
           "findings": null}
        ],
        "feedlab": "0.0.9"
      }
      """
    try folder.write(check, to: "reports/2026-11-01.json")
    let outcome = try feedlab("history", "--html", in: folder)
    expectEqual(outcome, .init(code: 0, output: "", error: "feedlab: open reports/history.html\n"))
    let page = try folder.read("reports/history.html")
    for text in [
      ">small</h2>", ">town</h2>", ">error: no baseline</td>", ">0.0.9 (another version)</td>",
      "<strong>affinity against newest</strong>", ">small/ledger.sqlite no. 2</td>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    // The page is no JSON and no ledger, so that it is replaced.
    try expectEqual(feedlab("history", "--html", in: folder).code, 0)
    try expectEqual(folder.read("reports/history.html"), page)
  }

  @Test func `what cannot be read is on the page and on standard error`() throws {
    let folder = try asked()
    try folder.write("{\n  \"checks\": [1", to: "reports/broken.json")
    try change(folder, "UPDATE run SET checksum = 'x' WHERE life = 1 AND world = 0")
    try feedlab("history", "reports/small", "--html", "--out", "h.html", in: folder).expectRefusal(
      (1...2).map { number in
        "cannot read the ledger reports/small/ledger.sqlite: experiment \(number): table run: arm 'newest' in world"
          + " 0 does not match its checksum; run it again to record it anew"
      }.joined(separator: "\nfeedlab: error: "), code: 1)
    try change(folder, "DELETE FROM run")
    let outcome = try feedlab("history", "--html", "--out", "h.html", in: folder)
    expectEqual(outcome.code, 1)
    #expect(
      outcome.error.hasPrefix("feedlab: open h.html\nfeedlab: error: reports/broken.json:2:15: "))
    let page = try folder.read("h.html")
    #expect(page.contains("Not shown: reports/broken.json:2:15: "))
    #expect(page.contains(">too few worlds</td>"))
  }

  @Test(
    arguments: calls(
      """
      history . --html => there is no ledger and no JSON of a check in .
      history . --out h.html => --out: it names the page of --html
      history nowhere --html => 'nowhere': there is no such file or folder
      """))
  func `a page of nothing is refused`(arguments: [String], message: String) throws {
    try expectRefusal(arguments, message, in: ScratchFolder())
  }

  /// A folder in which one world was asked for, then two.
  private func asked() throws -> ScratchFolder {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    for worlds in ["1", "2"] {
      let outcome = try feedlab(
        "ab", "small.yml", "-n", worlds, in: folder)
      expectEqual(outcome.code, 0)
    }
    return folder
  }

  private func change(_ folder: ScratchFolder, _ sql: String) throws {
    let path = folder.url.appending(path: "reports/small/ledger.sqlite").path()
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}
