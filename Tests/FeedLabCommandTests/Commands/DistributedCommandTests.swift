import Foundation
import TestSupport
import Testing

/// Plans, shards and gatherings through the executable, as an engine runs them.
@Suite struct DistributedCommandTests {
  @Test func `what is gathered is byte for byte what one machine writes`() throws {
    let folder = try planned("--metrics", "all", "--yardsticks")
    for shard in ["2", "0", "1"] {
      let outcome = try work(shard: shard, of: 3, in: folder)
      expectEqual(outcome.code, 0)
    }
    let gathered = try feedlab("gather", "--plan", "small.jsonl", "--out", "far", in: folder)
    expectEqual(gathered.code, 0)
    #expect(
      gathered.error.hasPrefix(
        "feedlab: gathered 8 runs; files are in far; open far/report.html\n"))
    let local = try feedlab(
      "ab", "small.yml", "--out", "near", "--metrics", "all", "--yardsticks", in: folder)
    expectEqual(gathered.output, local.output)
    for file in ["results.json", "replications.csv", "breakdown.csv", "summary.md", "report.html"] {
      try expectEqual(folder.read("far/\(file)"), folder.read("near/\(file)"), "\(file)")
    }
    // Other commands go on from what was gathered.
    let more = try feedlab(
      "ab", "small.yml", "--out", "far", "-n", "3", "--metrics", "all", "--yardsticks", in: folder)
    #expect(more.error.contains("feedlab: 2 of 3 worlds were known already\n"))
  }

  @Test func `a plan is shown in a line, and so is its progress`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab("plan", "small.yml", "--out", "my plans/small.jsonl", in: folder)
    #expect(
      outcome.error.wholeMatch(
        of:
          /feedlab: 6 units, some 0\.0 s of one core; plan [0-9a-f]{12} is in my plans\/small.jsonl, its inputs are in my plans\/small.store\n/
      ) != nil, "\(outcome.error)")
    let before = try feedlab("plan", "status", "--plan", "my plans/small.jsonl", in: folder)
    expectEqual(before.output, "6 units: 0 there, 6 missing, some 0.0 s of one core\n")
    let first = try work("my plans/small.jsonl", in: folder)
    expectEqual(first.output, "shard 0/1: 6 run, 0 already there, 0 failed\n")
    expectEqual(first.error, "")
    let after = try feedlab("plan", "status", "--plan", "my plans/small.jsonl", in: folder)
    expectEqual(after.output, "6 units: 6 there, none missing\n")
    let again = try work(
      "my plans/small.jsonl", shard: "auto", in: folder,
      environment: ["SLURM_ARRAY_TASK_ID": "0"])
    expectEqual(again.output, "shard 0/1: 0 run, 6 already there, 0 failed\n")
  }

  @Test func `the loop of the documents ends where a result cannot be read`() throws {
    let folder = try planned()
    try work(in: folder)
    let results = try folder.entries.filter {
      $0.hasPrefix("small.store/results/") && $0.hasSuffix(".json")
    }
    // In place of a file without permissions, which stop nobody who is root.
    let file = folder.url.appending(path: results[0])
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let told =
      "\(results[0]): this result exists but cannot be read: Is a directory; make the store's files"
      + " readable for all its users (umask 022), or remove the file\n"
    let gathered = try feedlab(
      "gather", "--plan", "small.jsonl", "--out", "out", "--missing", "more.jsonl", in: folder)
    expectEqual(gathered, .init(code: 64, output: "", error: "feedlab: error: " + told))
    let again = try work(in: folder)
    expectEqual(
      again,
      .init(
        code: 64, output: "shard 0/1: 0 run, 5 already there, 0 failed, 1 unreadable\n",
        error: "feedlab: error: " + told))
    let status = try feedlab("plan", "status", "--plan", "small.jsonl", in: folder)
    expectEqual(
      status,
      .init(
        code: 0, output: "6 units: 5 there, 1 unreadable, none missing\n",
        error: "feedlab: " + told))
  }

  @Test func `a command that continues is one line, whatever is in its paths`() throws {
    let folder = try planned()
    let gathered = try feedlab(
      "gather", "--plan", "small.jsonl", "--out", "out", "--missing", "it's\u{1B}[2J\n1.jsonl",
      in: folder)
    expectEqual(gathered.code, 3)
    #expect(
      gathered.error.hasSuffix(
        " simulates them by:\n"
          + #"  feedlab work --plan $'it\'s\033\1332J\n1.jsonl' --store small.store --shard 0 --of 1"#
          + "\n"
      ), "\(gathered.error)")
  }

  @Test func `what is missing is a plan of its own`() throws {
    let folder = try planned()
    try work(of: 2, in: folder)
    let gathered = try feedlab(
      "gather", "--plan", "small.jsonl", "--out", "out", "--missing", "my rest/rest.jsonl",
      in: folder)
    expectEqual(gathered.code, 3)
    expectEqual(gathered.output, "")
    expectEqual(
      gathered.error,
      "feedlab: 3 units are missing; their plan is in my rest/rest.jsonl (3 runs exist); this machine"
        + " simulates them by:\n  feedlab work --plan 'my rest/rest.jsonl' --store small.store"
        + " --shard 0 --of 1\n")
    #expect(!folder.contains("out"))
    let rest = try work("my rest/rest.jsonl", "--store", "small.store", in: folder)
    expectEqual(rest.output, "shard 0/1: 3 run, 0 already there, 0 failed\n")
    let whole = try feedlab(
      "gather", "--plan", "small.jsonl", "--out", "out", "--missing", "my rest/rest.jsonl",
      in: folder)
    expectEqual(whole.code, 0)
    // Nothing is missing any more.
    #expect(!folder.contains("my rest/rest.jsonl"))
  }

  @Test(
    arguments: [
      (
        "behaviour", ["--parameters", "satiation"],
        ["sensitivity.json", "sensitivity.csv", "sensitivity.md"]
      ),
      ("societies", [], ["societies.json", "societies.csv", "societies.md"]),
      ("weights", ["--arm", "liked"], ["weights.json", "weights.csv", "weights.md"]),
      (
        "weights", ["--arm", "liked", "--method", "sobol", "--samples", "2"],
        ["weights.json", "weights.csv", "weights.md"]
      ),
    ])
  func `what is gathered of an analysis is byte for byte what one machine writes`(
    subject: String, arguments: [String], files: [String]
  ) throws {
    let scenario = """
      feedlab: 1
      name: small
      seed: 7
      world: {members: 20, days: 1, warm-up: 0.25}
      arms:
        newest: {home: recency}
        liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}, save: {value: 5, tune: [0, 9]}}}}
      metrics: {like_rate: {margin: 1%}}
      ab: {primary: none, replications: 2}
      """
    let folder = try ScratchFolder(["small.yml": scenario])
    let options =
      ["small.yml", "--of", subject, "-n", "2"] + arguments
      + (arguments.contains("sobol") || subject == "societies" ? [] : ["--trajectories", "2"])
    func outcome(_ words: [String]) throws -> Outcome {
      try feedlab(words, in: folder)
    }
    let local = try outcome(["sensitivity", "--out", "near"] + options)
    expectEqual(local.code, 0, "\(local.error)")
    try expectEqual(outcome(["plan", "sensitivity", "--out", "p.jsonl"] + options).code, 0)
    for shard in ["1", "0"] {
      try work("p.jsonl", shard: shard, of: 2, in: folder)
    }
    let gathered = try feedlab("gather", "--plan", "p.jsonl", "--out", "far", in: folder)
    expectEqual(gathered.code, 0, "\(gathered.error)")
    #expect(gathered.error.hasSuffix("files are in far; open far/\(files[2])\n"))
    expectEqual(gathered.output, local.output)
    for file in files {
      try expectEqual(folder.read("far/\(file)"), folder.read("near/\(file)"), "\(file)")
    }
  }

  @Test func `what is gathered of a selection is byte for byte what one machine writes`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let options = ["small.yml", "--metric", "relevance@10", "--delta", "0.02", "-n", "3..8"]
    func outcome(_ words: [String]) throws -> Outcome { try feedlab(words, in: folder) }
    let local = try outcome(["select", "--out", "near"] + options)
    expectEqual(local.code, 0, "\(local.error)")
    try expectEqual(outcome(["plan", "select", "--out", "p.jsonl"] + options).code, 0)
    // A gathering prints the command that comes next; after one that simulates, it is gathered again.
    let gather = ["gather", "--plan", "p.jsonl", "--out", "far"]
    var (gathered, printed) = (try outcome(gather), [String]())
    while gathered.code == 3, printed.count < 9 {
      let next = gathered.error.split(separator: "\n").last.map { String($0.dropFirst(2)) } ?? ""
      printed.append(next)
      let ended = try outcome(next.split(separator: " ").dropFirst().map(String.init))
      gathered = ended.code == 0 ? try outcome(gather) : ended
    }
    // Rounds of 9, 6 and 4 runs, of which the plan has the first.
    let planning = "feedlab gather --plan p.jsonl --out far --missing p-missing.jsonl"
    let working = "feedlab work --plan p-missing.jsonl --store p.store --shard 0 --of 1"
    expectEqual(
      printed,
      ["feedlab work --plan p.jsonl --store p.store --shard 0 --of 1"]
        + [planning, working, planning, working])
    expectEqual(gathered.code, 0, "\(gathered.error)")
    #expect(gathered.error.hasSuffix("files are in far; open far/select.md\n"))
    expectEqual(gathered.output, local.output)
    for file in ["select.json", "select.csv", "select.md"] {
      try expectEqual(folder.read("far/\(file)"), folder.read("near/\(file)"), "\(file)")
    }
  }

  @Test func `rounds that overlap are planned apart from those that others live through`() throws {
    let scenario = """
      feedlab: 1
      name: tuned
      seed: 7
      world: {members: 20, days: 1, warm-up: 0.25}
      arms: {liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}}}}}
      tune: {maximize: relevance@10, method: cmaes, budget: 400, lag: 2, validate: 2}
      """
    let folder = try ScratchFolder(["tuned.yml": scenario])
    _ = try feedlab("plan", "tuned.yml", "--tune", "--out", "p.jsonl", in: folder)
    // The present values and three generations of four, in four worlds each.
    try expectEqual(folder.read("p.jsonl").split(separator: "\n").count, 1 + 52)
    func missing(_ file: String, _ arguments: String...) throws -> Outcome {
      let words = ["gather", "--plan", "p.jsonl", "--missing", file, "--next-round"] + arguments
      return try feedlab(words, in: folder)
    }
    let first = try missing("1.jsonl")
    expectEqual(
      first.error,
      "feedlab: 52 units are missing; the plan of 20 of them is in 1.jsonl (0 runs exist); this machine"
        + " simulates them by:\n  feedlab work --plan 1.jsonl --store p.store --shard 0 --of 1\n")
    _ = try missing("2.jsonl", "--under-way", "1.jsonl")
    let third = try missing("3.jsonl", "--under-way", "1.jsonl", "--under-way", "2.jsonl")
    expectEqual(
      third.error,
      "feedlab: 52 units are missing; the plan of 16 of them is in 3.jsonl (0 runs exist); this machine"
        + " simulates them by:\n  feedlab work --plan 3.jsonl --store p.store --shard 0 --of 1\n")
    let units = try (1...3).flatMap {
      try folder.read("\($0).jsonl").split(separator: "\n").dropFirst()
    }
    expectEqual(units, (try folder.read("p.jsonl")).split(separator: "\n").dropFirst().map { $0 })
    let none = try missing("3.jsonl", "--under-way", "p.jsonl")
    expectEqual(none.code, 3)
    expectEqual(
      none.error,
      "feedlab: 52 units are missing, all of which other workers simulate (0 runs exist)\n")
    expectEqual((try? folder.read("3.jsonl")), nil)
  }

  @Test func `an experiment that looks more than once is gathered look by look`() throws {
    let folder = try planned("-n", "2..4", "--primary", "like_rate", "--margin", "like_rate=1%")
    var plan = "small.jsonl"
    var codes: [Int32] = []
    for round in 1...5 {
      try work(plan, "--store", "small.store", in: folder)
      let next = "round-\(round).jsonl"
      let outcome = try feedlab(
        "gather", "--plan", plan, "--store", "small.store", "--out", "far", "--missing", next,
        in: folder)
      codes.append(outcome.code)
      guard outcome.code == 3 else { break }
      plan = next
    }
    expectEqual(codes, [3, 0])
    _ = try feedlab(
      "ab", "small.yml", "--out", "near", "-n", "2..4", "--primary", "like_rate", "--margin",
      "like_rate=1%", in: folder)
    try expectEqual(folder.read("far/results.json"), folder.read("near/results.json"))
  }

  /// Processes, since those of one would have one name for what they write aside.
  @Test func `two gatherings at once make the same files`() throws {
    let folder = try planned()
    try work(in: folder)
    let both = try (0..<2).map { _ in
      try FeedLabProcess(["gather", "--plan", "small.jsonl", "--out", "out"], in: folder)
    }
    try expectEqual(both.map { try $0.outcome().code }, [0, 0])
    _ = try feedlab("ab", "small.yml", "--out", "near", in: folder)
    try expectEqual(folder.read("out/results.json"), folder.read("near/results.json"))
  }

  @Test func `two scenarios in a plan are gathered to a folder each`() throws {
    let folder = try ScratchFolder([
      "small.yml": smallScenario,
      "other.yml": smallScenario.replacing("name: small", with: "name: other"),
    ])
    _ = try feedlab("plan", "small.yml", "other.yml", "--out", "p.jsonl", in: folder)
    try work("p.jsonl", in: folder)
    let outcome = try feedlab("gather", "--plan", "p.jsonl", "--out", "out", in: folder)
    expectEqual(outcome.code, 0)
    #expect(folder.contains("out/small/results.json"))
    #expect(folder.contains("out/other/results.json"))
    try feedlab("plan", "small.yml", "small.yml", "--out", "q.jsonl", in: folder).expectRefusal(
      "small.yml and small.yml: both are named 'small' and would share a results folder; rename one"
    )
  }

  @Test func `a graph from a file travels in the store`() throws {
    let folder = try ScratchFolder([
      "graph.yml": """
      feedlab: 1
      seed: 7
      world: {days: 1, warm-up: 0.25, graph: {edges: edges.csv}}
      arms: {newest: {home: recency}, liked: {home: affinity}}
      ab: {primary: none, replications: 2}
      """,
      "edges.csv": "src,dst\n" + (0..<40).map { "\($0),\(($0 + 1) % 40)\n" }.joined(),
    ])
    _ = try feedlab("plan", "graph.yml", "--out", "p.jsonl", in: folder)
    _ = try feedlab("ab", "graph.yml", "--out", "near", in: folder)
    // Nothing of it is where it was.
    try folder.write("", to: "edges.csv")
    try work("p.jsonl", in: folder)
    let outcome = try feedlab("gather", "--plan", "p.jsonl", "--out", "far", in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    try expectEqual(folder.read("far/results.json"), folder.read("near/results.json"))
  }

  @Test func `a scenario with real logs is compared with them where it is gathered`() throws {
    let folder = try ScratchFolder(realismFiles)
    try folder.write("from,to\na,b\nb,a\nb,c\nc,a\n", to: "f.csv")
    _ = try feedlab("plan", "small.yml", "--out", "p.jsonl", in: folder)
    let near = try feedlab("ab", "small.yml", "--out", "near", in: folder)
    // The logs are in the plan's inputs as far as they matter.
    try FileManager.default.removeItem(at: folder.url.appending(component: "f.csv"))
    try work("p.jsonl", in: folder)
    let far = try feedlab("gather", "--plan", "p.jsonl", "--out", "far", in: folder)
    expectEqual(far.code, 0, "\(far.error)")
    expectEqual(far.output, near.output)
    let results = try folder.read("far/results.json")
    try expectEqual(results, folder.read("near/results.json"))
    #expect(results.contains("followers of a member"))
  }
}
