import FeedMetrics
import Foundation
import TestSupport
import Testing

/// What `feedlab run` does when all is well, and what `feedlab ab` does alike.
@Suite struct RunCommandTests {
  private static let files = [
    "report.html", "results.json", "replications.csv", "breakdown.csv", "summary.md",
    "summary.html",
  ]

  /// Each process has hash seeds of its own.
  @Test func `two processes and any number of threads give the same bytes`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let fixed = ["run", "small.yml", "--references", "--out"]
    try expectEqual(FeedLabProcess(fixed + ["a", "--jobs", "1"], in: folder).outcome().code, 0)
    try expectEqual(feedlab(fixed + ["b", "--jobs", "3"], in: folder).code, 0)
    for file in Self.files {
      try expectEqual(folder.read("a/\(file)"), folder.read("b/\(file)"))
    }
  }

  @Test(arguments: ["run", "ab"])
  func `results go to a folder of the scenario's name, with nothing else in it`(command: String)
    throws
  {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(command, "small.yml", in: folder)
    expectEqual(outcome.code, 0)
    try expectEqual(
      folder.entries,
      ["reports", "reports/small"]
        + (Self.files + ["ledger.sqlite"]).map { "reports/small/\($0)" }
        .sorted() + ["small.yml"])
    let said =
      #/feedlab: done in [0-9.]+ s; files are in reports/small; open reports/small/report.html\n/#
    #expect(outcome.error.wholeMatch(of: said) != nil, "\(outcome.error)")
    #expect(
      outcome.output.hasPrefix("small: 80 members, 1 day (0.25 warm-up), 3 arms in 2 parallel"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [
    (
      // With posts 900,000 and up, and member 5,000.
      "user_id,post_id,score\n0,0,1\n0,900000,1\n0,900001,1\n5000,0,1\n",
      "! 3 of 4 scores in scores.csv are of posts or for members that no world has."
    ),
    (
      "post_id,score\n0,1\n900000,1\n",
      "! 1 of 2 scores in scores.csv is of a post that no world has."
    ),
    (
      "world,post_id,score\n0,0,1\n7,0,1\n",
      "! scores.csv has no score for world 1, where no post has one."
    ),
    ("world,post_id,score\n0,0,1\n1,0,1\n7,0,1\n", nil),
  ])
  func `scores that no world can use are the first thing that it says`(
    scores: String, warning: String?
  ) throws {
    let text = smallScenario.replacing(
      "random:   {home: random}",
      with: "given: {home: {ranker: external, scores: scores.csv, missing: 0}}")
    let folder = try ScratchFolder(["small.yml": text, "scores.csv": scores])
    for command in ["run", "ab"] {
      // The second time all worlds are known.
      for _ in 0..<2 {
        let outcome = try feedlab(command, "small.yml", "--quiet", "--full", in: folder)
        expectEqual(outcome.code, 0)
        let warnings = outcome.output.split(separator: "\n").filter {
          $0.hasPrefix("! ") || $0.hasPrefix("  ! ")
        }
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.contains("scores.csv") }
        expectEqual(warnings, (warning.map { [$0] } ?? []), "\(outcome.output)")
      }
    }
  }

  @Test func `a file of scores is a text in the summary, whatever it is called`() throws {
    let text = smallScenario.replacing(
      "random:   {home: random}",
      with: "given: {home: {ranker: external, scores: \"s|<b>.csv\", missing: 0}}")
    let folder = try ScratchFolder([
      "small.yml": text, "s|<b>.csv": "post_id,score\n0,1\n900000,1\n",
    ])
    try expectEqual(feedlab("ab", "small.yml", "--quiet", "--out", "out", in: folder).code, 0)
    #expect(
      try folder.read("out/summary.md").contains(
        "1 of 2 scores in s\\|\\<b\\>.csv is of a post that no world has."))
  }

  @Test func `its worlds are those of a comparison`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    for command in ["run", "ab"] {
      let outcome = try feedlab(
        command, "small.yml", "-n", "1", "--metrics", "all", "--out", command, in: folder)
      expectEqual(outcome.code, 0)
    }
    for file in ["replications.csv", "breakdown.csv"] {
      try expectEqual(folder.read("run/\(file)"), folder.read("ab/\(file)"))
    }
  }

  @Test func `an arm alone is as it is among others`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    for (out, arguments) in [("all", []), ("one", ["--arm", "random"])] {
      let fixed = ["run", "small.yml", "-n", "1", "--out", out]
      try expectEqual(feedlab(fixed + arguments, in: folder).code, 0)
    }
    let all = try folder.read("all/replications.csv").split(separator: "\n")
    let one = try folder.read("one/replications.csv").split(separator: "\n")
    expectEqual(one.dropFirst(), all.filter { $0.hasPrefix("random,") }[...])
  }

  @Test func `a ranker orders home as an arm of the scenario would, and all else stays`() throws {
    let text = smallScenario.replacing(
      "newest:   {home: recency}", with: "newest: {home: recency, contest: recency}"
    ).replacing("random:   {home: random}", with: "hot: {home: hot, contest: recency}")
    let folder = try ScratchFolder(["small.yml": text])
    for (out, arguments) in [("arm", ["--arm", "hot"]), ("ranker", ["--ranker", "hot"])] {
      let fixed = ["run", "small.yml", "-n", "1", "--out", out]
      try expectEqual(feedlab(fixed + arguments, in: folder).code, 0)
    }
    try expectEqual(folder.read("arm/replications.csv"), folder.read("ranker/replications.csv"))
  }

  @Test func `a ranker for contests alone orders the contest`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "run", "small.yml", "-n", "1", "--ranker", "contest-score", "--out", "out", in: folder)
    expectEqual(outcome.code, 0)
    let results = try folder.read("out/results.json")
    let object = try jsonObject(results)
    let scenario = try #require(object["scenario"] as? [String: Any])
    let resolved = try #require(scenario["resolved"] as? [String: Any])
    let arms = try #require(resolved["arms"] as? [String: [String: [String: Any]]])
    expectEqual(arms.keys.sorted(), ["contest-score"])
    expectEqual(arms["contest-score"]?["contest"]?["ranker"] as? String, "contest-score")
    // As in the baseline.
    expectEqual(arms["contest-score"]?["home"]?["ranker"] as? String, "recency")
    #expect(object["baseline"] is NSNull)
  }

  @Test func `several scenarios have a section and a folder each`() throws {
    let other = smallScenario.replacing("name: small", with: "name: other")
    let folder = try ScratchFolder(["small.yml": smallScenario, "other.yml": other])
    let outcome = try feedlab(
      "run", "small.yml", "other.yml", "-n", "1", "--arm", "newest", "--out", "out", in: folder)
    expectEqual(outcome.code, 0)
    #expect(outcome.output.hasPrefix("small: 80 members, 1 day (0.25 warm-up), one arm in one"))
    #expect(outcome.output.contains("\n\nother: 80 members, "))
    for name in ["small", "other"] {
      for file in Self.files { #expect(folder.contains("out/\(name)/\(file)")) }
      #expect(outcome.error.contains("; files are in out/\(name); open out/\(name)/report.html\n"))
    }
  }

  @Test(arguments: ["run", "ab"])
  func `the printed report is the file, where there is one`(command: String) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    for (format, file) in [("json", "results.json"), ("markdown", "summary.md")] {
      let outcome = try feedlab(
        command, "small.yml", "-n", "1", "--out", "out", "--format", format, "--quiet", in: folder)
      expectEqual(outcome, .init(code: 0, output: try folder.read("out/\(file)"), error: ""))
    }
  }

  @Test func `a table of numbers has a row for each arm and metric`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "run", "small.yml", "--filter", "^like_rate$", "--references", "--format", "csv", "--quiet",
      "--out", "out", in: folder)
    let rows = outcome.output.split(separator: "\n")
    expectEqual(
      rows[0],
      "arm,metric,mean,standard_deviation,standard_error,lower,upper,worlds,missing,support,"
        + "scaled,scaled_lower,scaled_upper")
    expectEqual(
      rows.dropFirst().map { $0.split(separator: ",").prefix(2).joined(separator: " ") },
      ["newest", "affinity", "random", "ideal"].map { "\($0) like_rate" })
  }

  @Test func `metrics are shown by the selection`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let fixed = ["run", "small.yml", "-n", "1", "--filter", "^like_rate$", "--out", "out"]
    let text = try feedlab(fixed + ["--by", "day"], in: folder).output
    #expect(text.contains("\nBy simulated day from 0, mean ±95% CI; "))
    let csv = try feedlab(fixed + ["--by", "ranker", "--format", "csv"], in: folder)
    let rows = csv.output.split(separator: "\n")
    expectEqual(rows[0], "arm,scope_kind,scope,metric,mean,standard_error,worlds")
    #expect(rows[1].hasPrefix("newest,ranker,recency,like_rate,"))
    let all = try folder.read("out/breakdown.csv").split(separator: "\n")
    #expect(rows.dropFirst().allSatisfy(all.contains))
  }

  @Test func `metrics of pairs are taken over as many members as are requested`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "run", "small.yml", "-n", "1", "--arm", "newest", "--sampled-members", "5", "--trace",
      "trace",
      "--filter", "^inter_user_overlap$|^post_coverage$", in: folder)
    expectEqual(outcome.code, 0)
    let results = try folder.read("reports/small/results.json")
    #expect(results.contains("\"sampled_members\": 5,"))
    let measured = try feedlab(
      "measure", "trace", "--filter", "^inter_user_overlap$", "--format", "csv", in: folder)
    expectEqual(measured.code, 0)
    #expect(try folder.read("trace/run.json").contains("\"sampled_members\": 5"))
    let row = try #require(measured.output.split(separator: "\n").last)
    let support = try #require(row.split(separator: ",").last.flatMap { Int($0) })
    #expect((2...5).contains(support), "\(row)")
  }

  @Test func `the core leaves out what is extended, and no value changes by it`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    for set in ["core", "all"] {
      let outcome = try feedlab(
        "run", "small.yml", "-n", "1", "--metrics", set, "--out", set, in: folder)
      expectEqual(outcome.code, 0)
    }
    let core = try folder.read("core/replications.csv").split(separator: "\n")
    let all = try folder.read("all/replications.csv").split(separator: "\n")
    #expect(core.allSatisfy(all.contains))
    // A header, and of three arms what the core has.
    expectEqual(core.count, 1 + 3 * MetricCatalogue.core.count)
    expectEqual(all.count, 1 + 3 * MetricCatalogue.all.count)
  }

  @Test func `a trace is of the world that the results have`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "run", "small.yml", "--arm", "newest", "--out", "out", "--trace", "trace", "--world", "1",
      in: folder)
    expectEqual(outcome.code, 0)
    let run = try jsonObject(folder.read("trace/run.json"))
    let digest = try #require(run["digest"] as? String)
    expectEqual(run["world"] as? Int, 1)
    #expect(try folder.read("out/results.json").contains("\"digest\": \"\(digest)\""))
  }

  @Test func `reference rankers are reported beside a comparison too`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "ab", "small.yml", "--candidate", "affinity", "--references", "--filter", "relevance",
      "--out",
      "out", in: folder)
    expectEqual(outcome.code, 0)
    #expect(outcome.output.hasPrefix("small: 80 members, 1 day (0.25 warm-up), 2 arms and the"))
    #expect(outcome.output.contains("\nOn a scale with random at 0 and ideal at 1: "))
    #expect(try folder.read("out/summary.md").contains("\n#### Between random and ideal\n"))
    #expect(!outcome.output.contains("random against newest"))
  }
}
