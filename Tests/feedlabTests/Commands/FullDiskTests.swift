import Foundation
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
        "trap '' XFSZ; ulimit -f \(blocks); \(command)", in: folder)
      #expect(outcome.code == 1)
      #expect(outcome.error.hasPrefix("feedlab: error: cannot write the trace \(name): "))
      #expect(try folder.entries.filter { $0.contains("trace") } == [])
    }
  }
#endif
