import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Files that cannot grow, as on a disk that is full: a limit, which is for a process.
  @Suite struct FullDiskTests {
    /// Blocks of 512 bytes that a file can have: enough for tables without rows.
    @Test(arguments: [("trace", 40), ("trace.sqlite", 200)])
    func `a trace that finds the disk full is an error, and nothing is left of it`(
      name: String, blocks: Int
    ) throws {
      let folder = try ScratchFolder(["small.yml": smallScenario])
      let command =
        "$feedlab run small.yml -n 1 --arm newest --out out"
        + " --filter like_rate --trace \(name) --quiet"
      let outcome = try FeedLabProcess.shell(
        "ulimit -f \(blocks); \(command)", in: folder)
      expectEqual(outcome.code, 1)
      #expect(outcome.error.hasPrefix("feedlab: error: cannot write the trace \(name): "))
      try expectEqual(folder.entries.filter { $0.contains("trace") }, [])
    }

    /// One block: enough for a message, and not for a page of a database.
    @Test func `a trace that cannot be begun is no wrong usage`() throws {
      let folder = try ScratchFolder(["small.yml": smallScenario])
      let outcome = try FeedLabProcess.shell(
        "ulimit -f 1; $feedlab run small.yml -n 1 --arm newest --trace trace.sqlite", in: folder)
      expectEqual(outcome.code, 1)
      #expect(
        outcome.error.hasPrefix(
          "feedlab: error: --trace: cannot write the trace trace.sqlite: "), "\(outcome.error)")
      try expectEqual(folder.entries, ["small.yml"])
    }

    @Test func `results that cannot be written are an error, and nothing is said to be in them`()
      throws
    {
      let folder = try ScratchFolder(["small.yml": smallScenario])
      let outcome = try FeedLabProcess.shell(
        "ulimit -f 1; $feedlab ab small.yml -n 1 --candidate random --out out --quiet", in: folder)
      expectEqual(outcome.code, 1)
      let said =
        #/feedlab: could not store 2 runs in the ledger out\/ledger.sqlite \((.*)\); the same command would simulate them again\nfeedlab: error: cannot write to the folder out: File too large\n/#
      #expect(outcome.error.wholeMatch(of: said) != nil, "\(outcome.error)")
      expectEqual(outcome.output, "")
    }
  }
#endif
