import Foundation
import TestSupport
import Testing

/// `feedlab measure`, on traces that `feedlab run` wrote.
@Suite struct MeasureCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "run", "small.yml", "-n", "1", "--arm", "newest", "--out", "out", "--trace", "trace",
      "--quiet", in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
  }

  @Test func `the metrics of a trace are those of the results, digit for digit`() throws {
    let results = try jsonObject(folder.read("out/results.json"))
    let arm = try #require((results["arms"] as? [[String: Any]])?.first)
    let world = try #require((arm["worlds"] as? [[String: Any]])?.first)
    let expected = try #require(world["metrics"] as? NSDictionary)
    let outcome = try feedlab("measure", "trace", "--format", "json", in: folder)
    #expect(outcome.code == 0 && outcome.error == "")
    let part = try #require((try jsonObject(outcome.output)["parts"] as? [[String: Any]])?.first)
    let measured = try #require(part["metrics"] as? [String: Any])
    #expect(expected.count > 30)
    for (id, value) in expected {
      let id = try #require(id as? String)
      expectEqual(measured[id] as? NSDictionary, value as? NSDictionary, "\(id)")
    }
  }

  @Test func `parts of a run are columns, and rows of a file`() throws {
    let text = try feedlab(
      "measure", "trace", "--by", "surface", "--filter", "^(like|save)_rate$", in: folder)
    expectEqual(text.code, 0)
    let lines = text.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let surfaces = ["home", "contest", "friends", "latest", "following", "global"].filter { name in
      lines[0].contains(name)
    }
    expectEqual(lines[0], ["Utility", "and", "engagement", "all"] + surfaces)
    expectEqual(lines.dropFirst().map { $0[0] }, ["like_rate", "save_rate"])
    let table = try feedlab(
      "measure", "trace", "--by", "surface", "--filter", "^like_rate$", "--format", "csv",
      in: folder)
    let rows = table.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    expectEqual(rows[0], ["by", "name", "metric", "label", "value", "support"])
    expectEqual(rows.dropFirst().map { $0[1] }, ["all"] + surfaces)
    // Those who looked are on one surface each.
    let support = rows.dropFirst().compactMap { Int($0[5]) }
    expectEqual(support[0], support.dropFirst().reduce(0, +))
    let markdown = try feedlab(
      "measure", "trace", "--by", "day", "--filter", "^like_rate$", "--format", "markdown",
      in: folder)
    #expect(
      markdown.output.hasPrefix("| Utility and engagement | all | day 0 | Unit |\n"))
  }

  @Test func `faults are reported, with exit code 65 and nothing else`() throws {
    let posts = try folder.read("trace/posts.csv")
    try folder.write(posts.replacing("quality", with: "qualty"), to: "trace/posts.csv")
    try feedlab("measure", "trace", in: folder).expectInvalid(
      "trace/posts.csv:1:1: there is no column 'quality'; did you mean 'qualty'?")
    try feedlab("measure", "tracee", in: folder).expectInvalid(
      "tracee/run.json: there is no such file")
  }

  @Test func `rows that break an invariant are reported, and measured on request`() throws {
    let last = try folder.read("trace/interactions.csv")
    let time = try #require(last.split(separator: "\n").last?.split(separator: ",").first)
    let line = last.split(separator: "\n").count + 1
    try folder.write(last + "\(time),0,0,unsave,\n", to: "trace/interactions.csv")
    let fault =
      "trace/interactions.csv:\(line):1: saves and unsaves of a post by a member alternate,"
      + " beginning with a save\n"
    try expectEqual(
      feedlab("measure", "trace", in: folder),
      .init(
        code: 65, output: "",
        error: fault
          + "feedlab: error: trace is no trace of a run; --tolerant measures it all the same\n"))
    let tolerant = try feedlab("measure", "trace", "--tolerant", in: folder)
    #expect(tolerant.code == 0 && tolerant.error == fault)
    #expect(tolerant.output.hasPrefix("Fairness to creators"))
  }

  @Test func `a post three times on a page counts once`() throws {
    let metrics = "^(ndcg@10|like_rate|examined_share|repeat_impression_share|post_exposure_gini)$"
    let before = try feedlab("measure", "trace", "--filter", metrics, in: folder)
    let rows = try folder.read("trace/impressions.csv")
    let lines = rows.split(separator: "\n")
    var cells = try #require(lines.last).split(separator: ",").map(String.init)
    let position = try #require(Int(cells[5]))
    var added = ""
    for next in 1...2 {
      cells[5] = "\(position + next)"
      added += cells.joined(separator: ",") + "\n"
    }
    try folder.write(rows + added, to: "trace/impressions.csv")
    let after = try feedlab("measure", "trace", "--tolerant", "--filter", metrics, in: folder)
    let faults = (1...2).map {
      "trace/impressions.csv:\(lines.count + $0):1: no post is in a slate twice\n"
    }
    expectEqual(
      after,
      .init(
        code: 0, output: before.output,
        error: faults.joined() + "2 rows repeat a post of the same slate; its first row counts\n"))
  }

  @Test func `calls that cannot be right`() throws {
    let outcome = try feedlab("measure", "trace", "--filter", "(", in: folder)
    #expect(outcome.code == 64 && outcome.output == "")
    try expectEqual(feedlab("measure", in: folder).code, 64)
    try expectEqual(feedlab("measure", "trace", "--by", "week", in: folder).code, 64)
  }
}
