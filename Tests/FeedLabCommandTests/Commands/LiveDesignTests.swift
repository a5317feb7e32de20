import Foundation
import TestSupport
import Testing

/// `feedlab ab --design`.
@Suite struct LiveDesignTests {
  @Test(arguments: ["user-split", "cluster-split", "switchback"])
  func `a live test is the same from any number of threads, and leaves the rest as it is`(
    design: String
  ) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let worlds = 1
    let fixed = ["ab", "small.yml", "-n", "\(worlds)", "--candidate", "affinity", "--quiet"]
    let turns = design == "switchback" ? ["--switch-every", "3h", "--washout", "30m"] : []
    for (out, jobs) in [("a", "1"), ("b", "3")] {
      let live = ["--design", design, "--out", out, "--jobs", jobs] + turns
      try expectEqual(feedlab(fixed + live, in: folder).code, 0)
    }
    try expectEqual(feedlab(fixed + ["--out", "global"], in: folder).code, 0)
    for file in ["results.json", "replications.csv", "live_design.csv", "summary.md"] {
      try expectEqual(folder.read("a/\(file)"), folder.read("b/\(file)"), "\(file)")
    }
    let (with, without) = (try results(folder, "a"), try results(folder, "global"))
    for key in ["comparisons", "arms", "intercepts"] {
      expectEqual(with[key] as? NSObject, without[key] as? NSObject, "\(key)")
    }
    #expect(without["live_design"] is NSNull)
    let live = try #require(with["live_design"] as? [String: Any])
    expectEqual(live["design"] as? String, design)
    let comparisons = try #require(live["comparisons"] as? [[String: Any]])
    let rows = try folder.read("a/live_design.csv").split(separator: "\n")
    expectEqual(comparisons.count, rows.count - 1)
    expectEqual((live["worlds"] as? [[String: Any]])?.count, worlds)
    let name = "affinity with newest (\(design)\(turns.isEmpty ? "" : " 3h, washout 30m"))"
    let replications = try folder.read("a/replications.csv")
    for group in ["", ": baseline's group", ": candidate's group"] {
      #expect(replications.contains("\(name)\(group)"))
    }
  }

  @Test(
    arguments: calls(
      """
      --switch-every 6h => --switch-every 6h: only --design switchback takes turns
      --design user-split --washout 1h => --washout 1h: only --design switchback takes turns
      --design switchback --switch-every often =>
        --switch-every often: expected a duration from 1m to 365d, such as 90s, 5m, 12h or 7d, in whole seconds
      --design switchback --switch-every 70.5s =>
        --switch-every 70.5s: expected a duration from 1m to 365d, such as 90s, 5m, 12h or 7d, in whole seconds
      --design switchback =>
        --switch-every 1d: two turns do not fit into the 18h after the warm-up
      --design switchback --switch-every 2h --washout 120m =>
        --washout 120m: it must be shorter than a turn of 2h
      --design switchback --switch-every 2h --washout -1h =>
        --washout -1h: expected a duration from 0s to 365d, such as 90s, 5m, 12h or 7d
      """))
  func `a design that cannot be is refused`(arguments: [String], message: String) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try expectRefusal(["ab", "small.yml"] + arguments, message, in: folder)
  }

  @Test func `arms that cannot share a world are refused`() throws {
    let text = smallScenario.replacing(
      "affinity: {home: affinity}", with: "affinity: {home: affinity, app: {paging: offset}}")
    let folder = try ScratchFolder(["apps.yml": text])
    try feedlab("ab", "apps.yml", "--design", "cluster-split", in: folder).expectRefusal(
      "--design cluster-split: arms 'newest' and 'affinity' have different apps, and all members of a"
        + " world have the same")
  }

  private func results(_ folder: ScratchFolder, _ out: String) throws -> [String: Any] {
    try jsonObject(folder.read("\(out)/results.json"))
  }
}
