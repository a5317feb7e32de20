import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A library that ends the program, in each way a process, since that is what it ends.
  @Suite struct LibraryGuardTests {
    /// The folder's library refuses no parameter `end` but ends the program in this way.
    private func outcome(end: Int, _ environment: [String: String] = [:]) throws -> Outcome {
      let library = FeedLabProcess.executable.deletingLastPathComponent().appending(
        path: "libTestRankers.so")
      let folder = try ScratchFolder([
        "mine.yml": tapedScenarioText(library: library.path()).replacing(
          "{weight: 3}", with: "{end: \(end)}")
      ])
      return try FeedLabProcess(
        ["run", "mine.yml", "--arm", "mine", "-n", "1", "--quiet"], in: folder,
        environment: environment
      ).outcome()
    }

    @Test(arguments: [
      (1, "ended the program with the exit code 0; a function that fails returns so"),
      (2, "ended the program with the exit code 0; a function that fails returns so"),
      (3, "crashed (signal 11)"),
    ])
    func `it does not end a command with success`(end: Int, deed: String) throws {
      let outcome = try outcome(end: end)
      expectEqual(outcome.code, 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.hasPrefix("feedlab: error: the library '/"))
      #expect(outcome.error.hasSuffix("/libTestRankers.so' \(deed)\n"), "\(outcome.error)")
    }

    @Test func `a crash while it is loaded has a message`() throws {
      let outcome = try outcome(
        end: 0, ["FEEDLAB_TEST_CRASH": "1", "SWIFT_BACKTRACE": "enable=no"])
      expectEqual(outcome.code, 1)
      #expect(
        outcome.error.hasSuffix("/libTestRankers.so' crashed (signal 6)\n"), "\(outcome.error)")
    }

    @Test func `one that returns leaves the command its exit code and output`() throws {
      let outcome = try outcome(end: 0)
      expectEqual(outcome.code, 0)
      expectEqual(outcome.error, "")
      #expect(outcome.output.contains("mine"))
    }
  }
#endif
