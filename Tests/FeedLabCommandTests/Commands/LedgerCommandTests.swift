import Foundation
import GRDB
import TestSupport
import Testing

/// `feedlab ab` and `run` with a ledger in the folder of their results.
@Suite struct LedgerCommandTests {
  private static let files = ["results.json", "replications.csv", "breakdown.csv", "summary.md"]

  @Test func `the same command again recomputes nothing and writes the same bytes`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let first = try feedlab("ab", "small.yml", "--out", "a", in: folder)
    #expect(first.error.hasPrefix("feedlab: done in "))
    let before = try Self.files.map { try folder.read("a/\($0)") }
    let kept = try times(folder, "a")
    let again = try feedlab("ab", "small.yml", "--out", "a", in: folder)
    expectEqual(again.code, 0)
    expectEqual(again.output, first.output)
    #expect(again.error.hasPrefix("feedlab: 2 of 2 worlds were known already\nfeedlab: done in "))
    try expectEqual(Self.files.map { try folder.read("a/\($0)") }, before)
    try expectEqual(times(folder, "a"), kept)
  }

  @Test func `more worlds, another margin and a fresh start`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    func ab(_ arguments: String...) throws -> String {
      let outcome = try feedlab(["ab", "small.yml"] + arguments, in: folder)
      expectEqual(outcome.code, 0)
      return outcome.error
    }
    #expect(try !ab("--out", "a", "-n", "1").contains("already"))
    #expect(try ab("--out", "a", "-n", "3").hasPrefix("feedlab: 1 of 3 worlds were known already"))
    let margin = "metrics.like_rate.margin=0.5"
    #expect(
      try ab("--out", "a", "-n", "1", "--set", margin)
        .hasPrefix("feedlab: 1 of 1 world was known already"))
    #expect(try !ab("--out", "a", "-n", "3", "--fresh").contains("already"))
    try expectEqual(ab("--out", "a", "-n", "3", "--quiet"), "")
    _ = try ab("--out", "b", "-n", "3")
    for file in Self.files { try expectEqual(folder.read("a/\(file)"), folder.read("b/\(file)")) }
  }

  @Test func `of several scenarios each has its own`() throws {
    let other = smallScenario.replacing("name: small", with: "name: other")
    let folder = try ScratchFolder(["small.yml": smallScenario, "other.yml": other])
    for _ in 0..<2 {
      try expectEqual(feedlab("run", "small.yml", "other.yml", "-n", "1", in: folder).code, 0)
    }
    let outcome = try feedlab("run", "small.yml", "other.yml", "-n", "1", in: folder)
    #expect(outcome.error.contains("feedlab: small: 1 of 1 world was known already\n"))
    #expect(outcome.error.contains("feedlab: other: 1 of 1 world was known already\n"))
  }

  /// Ends processes without warning, each at a moment that a seed has chosen: when so many runs are
  /// kept, and somewhere in the run after them.
  @Test func `a process that is killed at any moment is resumed to the same bytes`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let worlds = 3
    let arguments = ["ab", "small.yml", "-n", "\(worlds)", "--jobs", "2", "--quiet"]
    try expectEqual(feedlab(arguments + ["--out", "whole"], in: folder).code, 0)
    var generator = SeededGenerator(seed: 6)
    for round in 0..<6 {
      let out = "killed-\(round)"
      // Three arms in each world; the files are written after the last.
      let runs = Int.random(in: 0...3 * worlds, using: &generator)
      let process = try FeedLabProcess(arguments + ["--out", out], in: folder)
      try process.kill { try count(folder, out) >= runs }
      _ = try process.outcome()
      let kept = try count(folder, out)
      #expect(kept >= min(runs, 3 * worlds))
      // The same program: of another no worlds are taken.
      let resumed = try FeedLabProcess(arguments + ["--out", out], in: folder).outcome()
      expectEqual(resumed, .init(code: 0, output: resumed.output, error: ""), "round \(round)")
      try expectEqual(count(folder, out), 3 * worlds)
      for file in Self.files {
        try expectEqual(folder.read("\(out)/\(file)"), folder.read("whole/\(file)"), "\(round)")
      }
    }
  }

  /// Processes, since locks of files are between them.
  @Test func `two processes on one folder at the same time`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let worlds = 2
    let arguments = ["ab", "small.yml", "-n", "\(worlds)", "--jobs", "1", "--quiet", "--out"]
    let processes = try (0..<3).map { _ in try FeedLabProcess(arguments + ["both"], in: folder) }
    for process in processes {
      let outcome = try process.outcome()
      expectEqual(outcome, .init(code: 0, output: outcome.output, error: ""))
    }
    try expectEqual(feedlab(arguments + ["alone"], in: folder).code, 0)
    for file in Self.files {
      try expectEqual(folder.read("both/\(file)"), folder.read("alone/\(file)"))
    }
    try expectEqual(count(folder, "both"), 3 * worlds)
  }

  #if os(Linux)
    /// A process, since a limit is for one: 1,250 blocks of 512 bytes, enough for each file of results, and not for
    /// the ledger of 48 runs.
    @Test func `a full disk costs the ledger, and not the results`() throws {
      let folder = try ScratchFolder(["small.yml": smallScenario])
      let command =
        "HOME= XDG_DATA_HOME= $feedlab ab small.yml"
        + " -n 24 --candidate random --quiet --out"
      try expectEqual(FeedLabProcess.shell("\(command) whole", in: folder).code, 0)
      let outcome = try FeedLabProcess.shell(
        "ulimit -f 1250; \(command) out", in: folder)
      expectEqual(outcome.code, 0)
      let said =
        #/feedlab: could not store [0-9]+ runs in the ledger out\/ledger.sqlite \((.*)\); the same command would simulate them again\n/#
      #expect(outcome.error.wholeMatch(of: said) != nil, "\(outcome.error)")
      for file in Self.files {
        try expectEqual(folder.read("out/\(file)"), folder.read("whole/\(file)"))
      }
    }
  #endif

  /// The runs that a ledger has; none before there is one.
  private func count(_ folder: ScratchFolder, _ out: String) throws -> Int {
    guard folder.contains("\(out)/ledger.sqlite") else { return 0 }
    let queue = try? DatabaseQueue(path: ledger(folder, out))
    // Before its tables are there, and while it is being begun, there is nothing to count.
    return (try? queue?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run") }) ?? 0
  }

  private func times(_ folder: ScratchFolder, _ out: String) throws -> [String] {
    try DatabaseQueue(path: ledger(folder, out)).read {
      try String.fetchAll($0, sql: "SELECT kept_at FROM run ORDER BY rowid")
    }
  }

  private func ledger(_ folder: ScratchFolder, _ out: String) -> String {
    folder.url.appending(path: "\(out)/ledger.sqlite").path()
  }
}
