import Foundation
import TestSupport
import Testing

/// What `feedlab baseline` writes, and when it refuses.
@Suite struct BaselineCommandTests {
  @Test func `recording again without a change leaves the file byte for byte`() throws {
    let folder = try recordedTown()
    let text = try folder.read("baselines/town.json")
    let again = try feedlab("baseline", "record", in: folder)
    expectEqual(again.code, 0)
    expectEqual(again.error, "feedlab: baselines/town.json is unchanged\n")
    try expectEqual(folder.read("baselines/town.json"), text)
    try feedlab(
      "baseline", "record", "town.yml", "--set", "arms.shown.home=random", in: folder
    ).expectRefusal(
      "baselines/town.json: the baseline has other values; accept"
        + " today's: feedlab baseline update town.yml --reason TEXT")
    try expectEqual(folder.read("baselines/town.json"), text)
  }

  @Test func `an accepted change has its reason in the history, and the next check is identical`()
    throws
  {
    let folder = try recordedTown()
    let change = ["--set", "arms.shown.home=random"]
    let update = try feedlab(
      ["baseline", "update", "--reason", "a fair order", "--anchor", "2.0"] + change, in: folder)
    expectEqual(update.code, 0)
    expectEqual(update.error, "feedlab: baselines/town.json: accepted; commit it with the change\n")
    let check = try feedlab(["check"] + change, in: folder)
    expectEqual(check.code, 0)
    #expect(check.output.contains("IDENTICAL"))
    let shown = try feedlab("baseline", "show", in: folder)
    #expect(shown.output.contains("1. a fair order (feedlab 0.1.0): relevance@10 "))
    #expect(shown.output.contains("anchor       2.0, from which drift is measured\n"))
    let listed = try feedlab("baseline", "list", in: folder)
    expectEqual(
      listed.output,
      """
      scenario  arm    worlds  accepted changes  anchor  file
      town      shown       8  1                 2.0     baselines/town.json

      """)
    let same = try feedlab(
      "baseline", "diff", "baselines/town.json", "baselines/town.json", in: folder)
    expectEqual(same.code, 0)
    #expect(same.output.contains("Both have the same rankers with the same parameters."))
  }

  @Test(arguments: ["record", "update"])
  func `nothing is written where CI is true, unless that is allowed`(command: String) throws {
    let folder = try ScratchFolder(["town.yml": checkedTown()])
    let reason = command == "update" ? ["--reason", "a test"] : []
    try feedlab(
      ["baseline", command, "town.yml"] + reason, in: folder, environment: ["CI": "true"]
    ).expectRefusal(
      "'feedlab baseline \(command)' accepts today's values, and CI=true means that"
        + " nobody reviews them; record on a developer's machine and commit the file, or give --allow-ci"
    )
    try expectEqual(folder.entries, ["town.yml"])
    guard command == "record" else { return }
    let allowed = try feedlab(
      "baseline", "record", "--allow-ci", "--quiet", in: folder, environment: ["CI": "true"])
    expectEqual(allowed.code, 0)
    try expectEqual(folder.entries, ["baselines", "baselines/town.json", "town.yml"])
  }

  @Test(arguments: ["True", "yes", "1", "woodpecker"])
  func `nothing is written where CI is set to any other word`(variable: String) throws {
    let folder = try ScratchFolder(["town.yml": checkedTown()])
    let refused = try feedlab(
      "baseline", "record", "town.yml", in: folder, environment: ["CI": variable])
    expectEqual(refused.code, 64)
    #expect(refused.error.contains("and CI=\(variable) means that nobody reviews them"))
    try expectEqual(folder.entries, ["town.yml"])
  }

  @Test func `a baseline is recorded where CI is false`() throws {
    let folder = try ScratchFolder(["town.yml": checkedTown()])
    let recorded = try feedlab(
      "baseline", "record", "--quiet", in: folder, environment: ["CI": "False"])
    expectEqual(recorded.code, 0)
    try expectEqual(folder.entries, ["baselines", "baselines/town.json", "town.yml"])
  }

  @Test func `an update needs a reason and a baseline`() throws {
    let folder = try ScratchFolder(["town.yml": checkedTown()])
    try expectEqual(feedlab("baseline", "update", "town.yml", in: folder).code, 64)
    try expectEqual(feedlab("baseline", "update", "--reason", " ", in: folder).code, 64)
    try expectEqual(feedlab("baseline", "update", "--reason", "x", in: folder).code, 5)
    try expectEqual(feedlab("baseline", "show", in: folder).code, 5)
  }

  #if os(Linux)
    @Test func `a full disk is an error, and leaves no baseline`() throws {
      let folder = try ScratchFolder(["town.yml": checkedTown()])
      let outcome = try FeedLabProcess.shell(
        "ulimit -f 4; $feedlab baseline record town.yml --quiet", in: folder)
      expectEqual(outcome.code, 1)
      #expect(outcome.error.hasPrefix("feedlab: error: cannot write to the folder baselines: "))
      #expect(!folder.contains("baselines/town.json"))
    }
  #endif
}
