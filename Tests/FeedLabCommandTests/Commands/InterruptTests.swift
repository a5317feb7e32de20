import Foundation
import TestSupport
import Testing

/// Ctrl-C, which a process gets.
@Suite struct InterruptTests {
  private static let seen =
    "feedlab: stopping the running worlds; press Ctrl-C again to quit at once\n"

  /// More than a test could wait for, the first world alone.
  private static let endless = [
    "small.yml", "-n", "100000", "--set",
    "world.members=60", "--set", "world.days=365",
  ]

  @Test(arguments: ["ab", "run"])
  func `the first ends the experiment and leaves no folder where no world has ended`(
    command: String
  ) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try interrupted(command, in: folder)
    expectEqual(outcome.code, 130)
    expectEqual(outcome.output, "")
    let said =
      #/feedlab: stopping .+ at once\nfeedlab: interrupted after [0-9]+ of 100000 worlds; nothing was written\n/#
    #expect(outcome.error.wholeMatch(of: said) != nil, "\(outcome.error)")
    try expectEqual(folder.entries, ["small.yml"])
  }

  /// The ties of so many members grow for longer than a test may take.
  @Test func `it is obeyed while a world is set up`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let process = try FeedLabProcess(
      ["run", "small.yml", "-n", "1", "--arm", "newest", "--jobs", "1", "--out", "out"]
        + ["--set", "world.members=300000"], in: folder)
    process.interrupt(after: "out")
    let outcome = try process.outcome()
    let end = "feedlab: interrupted after 0 of 1 worlds; nothing was written\n"
    expectEqual(outcome, Outcome(code: 130, output: "", error: Self.seen + end))
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `of several scenarios the one under way is named`() throws {
    let other = smallScenario.replacing("name: small", with: "name: other")
    let folder = try ScratchFolder(["small.yml": smallScenario, "other.yml": other])
    let outcome = try interrupted("run", in: folder, others: ["other.yml"])
    expectEqual(outcome.code, 130)
    let said =
      #/feedlab: stopping .+ at once\nfeedlab: small: interrupted after [0-9]+ of 100000 worlds; nothing of it was written\n/#
    #expect(outcome.error.wholeMatch(of: said) != nil, "\(outcome.error)")
    try expectEqual(folder.entries, ["other.yml", "small.yml"])
  }

  @Test func `a trace does not appear, however far its world has come`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try interrupted("run", in: folder, others: ["--trace", "trace"])
    expectEqual(outcome.code, 130)
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `results of an earlier run stay as they were`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try expectEqual(feedlab("ab", "small.yml", "-n", "1", "--out", "out", in: folder).code, 0)
    let entries = try folder.entries
    let before = try folder.read("out/results.json")
    // There already: the sign that the run has begun is another folder.
    let outcome = try interrupted("ab", in: folder, out: "out/again")
    expectEqual(outcome.code, 130)
    try expectEqual(folder.entries, entries)
    try expectEqual(folder.read("out/results.json"), before)
  }

  @Test(arguments: [
    "ab --fresh", "run --fresh", "select --metric relevance@10 --delta 1e-9",
    "power --metric relevance@10", "sensitivity",
    "sensitivity --of behaviour --parameters examination.eta", "sensitivity --of weights",
  ])
  func `worlds that have ended are kept, and a line shows how to go on`(command: String) throws {
    let folder = try ScratchFolder(["small it's.yml": tunedScenario])
    let arguments = ["small it's.yml", "-n", "100000", "--seed=3", "--out", "out", "--quiet"]
    let process = try FeedLabProcess(
      command.split(separator: " ").map(String.init) + arguments, in: folder)
    process.interrupt(after: "out/ledger.sqlite")
    let outcome = try process.outcome()
    expectEqual(outcome.code, 130)
    expectEqual(outcome.output, "")
    let message = #/feedlab: interrupted after [0-9]+ of [0-9]+ worlds; finished runs are saved;/#
    #expect(outcome.error.hasPrefix(Self.seen), "\(outcome.error)")
    #expect(
      outcome.error.dropFirst(Self.seen.count).prefixMatch(of: message) != nil, "\(outcome.error)")
    let call = command.replacing(" --fresh", with: "")
    #expect(
      outcome.error.hasSuffix(
        " resume with:\n  feedlab \(call) 'small it'\\''s.yml' -n 100000 --seed=3 --out out --quiet\n"
      ))
    try expectEqual(folder.entries, ["out", "out/ledger.sqlite", "small it's.yml"])
  }

  /// Runs until the folder is there.
  private func interrupted(
    _ command: String, in folder: ScratchFolder, out: String = "out", others: [String] = []
  ) throws -> Outcome {
    let process = try FeedLabProcess(
      [command] + Self.endless + ["--out", out] + others, in: folder)
    process.interrupt(after: out)
    return try process.outcome()
  }
}
