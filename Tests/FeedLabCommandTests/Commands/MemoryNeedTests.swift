import Foundation
import TestSupport
import Testing

/// Communities for which there is too little memory.
///
/// A member of the scenario, which lasts a day, needs 1,940 + 30 · 9 + 15 · 6 + 550 · 1.5 = 3,125 bytes, and 1.01 times as many are
/// there at its end: 3,156.25 bytes, beside 55 MB for the program.
@Suite struct MemoryNeedTests {
  private static let million = ["--set", "world.members=1000000"]

  @Test
  func
    `worlds that surely do not fit are refused before the first, with the members that would fit`()
    throws
  {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    // 55 MB + 3.15625 GB; 1.5 GB less 55 MB has room for 457,821 members.
    let outcome = try feedlab(
      ["run", "small.yml", "-n", "1", "--arm", "newest", "--jobs", "4"] + Self.million, in: folder,
      freeMemory: 1.5e9)
    outcome.expectRefusal(
      "small.yml: 1 world of 1,000,000 members at a time needs about 4.5 GB of memory, and there is 1.5 GB;"
        + " 320,000 members fit; nothing was simulated", code: 1)
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test(arguments: [["check", "small.yml"], ["baseline", "record", "small.yml"]])
  func `so are checks and baselines`(arguments: [String]) throws {
    let gate = "check: {arm: newest, replications: 2, rules: {like_rate: error}}\n"
    let folder = try ScratchFolder(["small.yml": smallScenario + gate])
    if arguments[0] == "check" {
      try expectEqual(feedlab("baseline", "record", "small.yml", "--quiet", in: folder).code, 0)
    }
    let before = try folder.entries
    // Below half of the 55 MB that the program itself needs.
    let outcome = try feedlab(arguments + ["--jobs", "1"], in: folder, freeMemory: 20e6)
    outcome.expectRefusal(
      "small.yml: 1 world of 80 members at a time needs about 56 MB of memory, and there is 20 MB; 1 member"
        + " fits; nothing was simulated", code: 1)
    try expectEqual(folder.entries, before)
  }

  @Test func `worlds that may not fit are simulated, with a warning`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let arguments = ["run", "small.yml", "-n", "1", "--jobs", "2", "--filter", "like_rate"]
    // 0.1 MB of room for 2 · 3,156.25 bytes each.
    let outcome = try feedlab(arguments, in: folder, freeMemory: 55.1e6)
    expectEqual(outcome.code, 0)
    #expect(
      outcome.error.hasPrefix(
        "feedlab: small.yml: 2 worlds of 80 members at a time need about 56 MB of memory, and there is 55 MB;"
          + " 11 members fit, and more with --jobs 1\nfeedlab: done"), "\(outcome.error)")
    let quiet = try feedlab(arguments + ["--quiet", "--fresh"], in: folder, freeMemory: 55.1e6)
    #expect(quiet.code == 0 && quiet.error == "")
  }

  @Test func `validate and plan warn, since they simulate none of them`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let warning = "feedlab: small.yml: \(cores) world"
    let valid = try feedlab(
      ["validate", "small.yml"] + Self.million, in: folder, freeMemory: 1e9)
    expectEqual(valid.code, 0)
    #expect(
      valid.error.hasPrefix(warning) && !valid.error.contains("nothing was"), "\(valid.error)")
    let planned = try feedlab(
      ["plan", "small.yml", "--out", "plan.jsonl", "--worlds", "2"] + Self.million, in: folder,
      freeMemory: 1e9)
    expectEqual(planned.code, 0)
    #expect(planned.error.contains(warning), "\(planned.error)")
  }

  @Test func `nothing is said where there is enough`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(["validate", "small.yml"], in: folder, freeMemory: 1e9)
    #expect(outcome.code == 0 && outcome.error == "")
  }
}
