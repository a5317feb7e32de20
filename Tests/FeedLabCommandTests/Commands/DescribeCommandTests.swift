import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct DescribeCommandTests {
  @Test func `the version`() throws {
    let outcome = try feedlab("--version", in: ScratchFolder())
    expectEqual(outcome, .init(code: 0, output: "feedlab 0.1.0\n", error: ""))
  }

  @Test(arguments: [[], ["--help"], ["help", "ab"], ["ab", "--help"], ["describe", "-h"]])
  func `help goes to standard output`(arguments: [String]) throws {
    let outcome = try feedlab(arguments, in: ScratchFolder())
    expectEqual(outcome.code, 0)
    #expect(outcome.output.contains("USAGE: feedlab"))
    expectEqual(outcome.error, "")
  }

  @Test func `a metric has everything that is known of it`() throws {
    let outcome = try feedlab("describe", "metrics", "feed_turnover", in: ScratchFolder())
    expectEqual(outcome.code, 0)
    #expect(outcome.output.hasPrefix("feed_turnover: "))
    for label in ["family", "formula", "good", "range", "no value"] {
      #expect(outcome.output.contains("\n  \(label) "))
    }
    #expect(outcome.output.contains("higher is better"))
  }

  @Test func `a metric that was renamed is described under its new id`() throws {
    let folder = try ScratchFolder()
    let old = try feedlab("describe", "metrics", "relevance_at_k", in: folder)
    let new = try feedlab("describe", "metrics", "relevance@10", in: folder)
    #expect(new.output.hasPrefix("relevance@10: "))
    expectEqual(old.output, "relevance_at_k is now relevance@10.\n\n" + new.output)
    expectEqual(old.code, 0)
  }

  @Test func `a parameter of a metric has the values that are possible`() throws {
    let folder = try ScratchFolder()
    let possible = try feedlab("describe", "metrics", "creator_atkinson(epsilon=2)", in: folder)
    #expect(possible.output.hasPrefix("creator_atkinson(epsilon=2): "))
    let other = try feedlab("describe", "metrics", "relevance@5", in: folder)
    expectEqual(other.code, 64)
    #expect(
      other.error.hasPrefix(
        "feedlab: error: describe metrics 'relevance@5': expected relevance@10\n"))
  }

  @Test(arguments: [
    ("metric", "metrics", "ndcg@10"), ("ranker", "rankers", "hot"),
    ("behaviour", "behaviours", "satiation"),
  ])
  func `a topic in the singular is the same`(one: String, many: String, name: String) throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("describe", one, name, in: folder)
    try expectEqual(outcome, feedlab("describe", many, name, in: folder))
    expectEqual(outcome.code, 0)
  }

  @Test func `a ranker has its order, feeds and parameters`() throws {
    let outcome = try feedlab("describe", "rankers", "contest-score", in: ScratchFolder())
    outcome.expectOutput(
      """
      contest-score: Votes, a boost for fresh entries, and noise that is new at each refresh.
        order          vote x votes + max(0, fresh - decay x hours since submission) + U(0, noise),
                       descending; one's own entries first
        feeds          contest
        weights.vote   What a vote adds. 3 by default, from 0 to 1000.
        weights.fresh  The boost at submission. 10 by default, from 0 to 1000000.
        weights.decay  What the boost loses an hour. 0.1 by default, from 0 to 1000000.
        weights.noise  The width of the noise. 5 by default, from 0 to 1000000.

      """)
  }

  @Test func `a ranker around another shows what is inside, and where it comes from`() throws {
    let outcome = try feedlab("describe", "rankers", "author-discount", in: ScratchFolder())
    outcome.expectOutput(
      """
      author-discount: Another ranker's order in which an author's further posts sink.
        order     rank score x discount^(k - 1) for the k-th post of an author in a window, descending;
                  rank score = 1 - position / window in the order of another ranker
        feeds     home, contest, friends, latest, following, global
        discount  What is left of the score of an author's next post. 0.5 by default, from 0 to 1.
        window    How many posts of the other order are ordered together. 100 posts by default, from 20
                  posts to 1000 posts.
        of        The ranker whose order it changes, a name or a map. recency by default.

      """)
    let hot = try feedlab("describe", "rankers", "hot", in: ScratchFolder())
    #expect(hot.output.contains("\n  source  Reddit's ranking of stories, 2008\n"))
  }

  @Test func `a formula's ranker lists all that a formula can name`() throws {
    let folder = try ScratchFolder()
    let text = try feedlab("describe", "rankers", "formula", in: folder).output
    let markdown = try feedlab(
      "describe", "rankers", "formula", "--format", "markdown", in: folder
    ).output
    for feature in RankerFeature.allCases {
      #expect(text.contains("\n  \(feature.name) "))
      #expect(markdown.contains("| `\(feature.name)` | "))
    }
    for function in FormulaFunction.allCases {
      #expect(text.contains("\n  \(function.signature) "))
      #expect(markdown.contains("| `\(function.signature)` | "))
    }
    for key in ["score", "weights", "pool"] {
      #expect(text.contains("\n  \(key) ") && markdown.contains("| `\(key)` | "))
    }
  }

  @Test(arguments: ["command", "library", "url"])
  func `a ranker outside of FeedLab lists the features that it can read`(ranker: String) throws {
    let folder = try ScratchFolder()
    let text = try feedlab("describe", "rankers", ranker, in: folder).output
    let markdown = try feedlab("describe", "rankers", ranker, "--format", "markdown", in: folder)
      .output
    #expect(markdown.contains("\n### What `\(ranker)` can read\n"))
    for feature in RankerFeature.allCases {
      #expect(text.contains("\n  \(feature.name) "))
      #expect(markdown.contains("| `\(feature.name)` | "))
    }
  }

  @Test(arguments: [
    "commands", "scenario", "metrics", "rankers", "behaviours", "plausible", "mapping", "files",
    "exit-codes",
  ])
  func `every topic has every format, and the overview lists it`(topic: String) throws {
    let folder = try ScratchFolder()
    let text = try feedlab("describe", topic, in: folder)
    #expect(text.code == 0 && !text.output.isEmpty)
    let markdown = try feedlab("describe", topic, "--format", "markdown", in: folder)
    let begin = ["commands", "metrics"].contains(topic) ? "\n## " : "\n| "
    #expect(markdown.code == 0 && markdown.output.contains(begin))
    let json = try feedlab("describe", topic, "--format", "json", in: folder)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    }
    #expect(
      try feedlab("describe", in: folder).output.contains("\nfeedlab describe \(topic) ")
        || topic == "commands")
  }

  @Test func `a command is described as its help`() throws {
    let folder = try ScratchFolder()
    try expectEqual(
      feedlab("describe", "command", "plan status", in: folder).output,
      feedlab("plan", "status", "--help", in: folder, environment: ["COLUMNS": "100"]).output)
    let page = try feedlab("describe", "commands", "--format", "markdown", in: folder).output
    let commands = Set(
      try CommandTree().arguments.map { argument in
        argument.name.split(separator: " ").dropLast().joined(separator: " ")
      })
    for command in commands where !["selftest-digest", "help"].contains(command) {
      #expect(
        page.contains("\n## feedlab \(command)\n") || page.hasPrefix("## feedlab \(command)\n"))
    }
  }

  @Test func `every file of a comparison is described`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "ab", "small.yml", "--out", "out", "--quiet", "--design", "user-split", "--candidate",
      "affinity", in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    let described = try feedlab("describe", "files", in: folder).output
    for entry in try folder.entries where entry.hasPrefix("out/") && !entry.contains("sqlite-") {
      #expect(described.contains("\n  \(entry.dropFirst(4)) "), "\(entry)")
    }
  }

  @Test func `exit codes are those of the help`() throws {
    let folder = try ScratchFolder()
    try expectEqual(
      feedlab("describe", "exit-codes", "5", in: folder).output,
      "Exit codes\n  5  no baseline (checks). Record it with 'feedlab baseline record'.\n")
    let help = try feedlab("--help", in: folder).output
    for code in [0, 1, 2, 3, 4, 5, 6, 7, 64, 65, 66, 70, 75, 130, 141] {
      #expect(help.contains(try Regex("[ \n]\(code) [a-z]")))
      try expectEqual(feedlab("describe", "exit-code", "\(code)", in: folder).code, 0)
    }
  }

  @Test(arguments: ["metrics", "rankers"])
  func `every format lists the same`(topic: String) throws {
    let folder = try ScratchFolder()
    let json = try feedlab("describe", topic, "--format", "json", in: folder).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let names = try #require(object as? [[String: Any]]).compactMap {
      ($0["id"] ?? $0["name"]) as? String
    }
    #expect(names.count >= 5)
    let text = try feedlab("describe", topic, in: folder).output
    let markdown = try feedlab("describe", topic, "--format", "markdown", in: folder).output
    for name in names {
      #expect(text.contains(name))
      #expect(markdown.contains(topic == "metrics" ? "\n### `\(name)`\n" : "| `\(name)` |"))
      try expectEqual(feedlab("describe", topic, name, in: folder).code, 0)
    }
  }

  @Test func `a scenario's keys are described, and have a schema`() throws {
    let folder = try ScratchFolder()
    let key = try feedlab("describe", "scenario", "world.members", in: folder)
    expectEqual(key.code, 0)
    #expect(key.output.hasPrefix("world.members\n"))
    let listed = try feedlab(
      "describe", "scenario", "world.members", "--format", "json", in: folder)
    #expect(listed.output.contains(#""world.members""#))
    let schema = try feedlab("describe", "scenario", "--format", "json-schema", in: folder)
    #expect(try jsonObject(schema.output)["$schema"] != nil)
  }

  @Test func `a scenario without fault is summed up`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "validate", "small.yml", "--set", "world.members=2000", in: folder)
    outcome.expectOutput(
      """
      small.yml: scenario 'small' is valid
        arms      newest, affinity, random
        compares  affinity, random against newest
        members   2,000
        days      1, of which 0.25 warm-up
        worlds    2
        seed      7

      """)
  }

  @Test func `a table of logs has its columns and settings`() throws {
    let outcome = try feedlab("describe", "mapping", "rates", in: ScratchFolder())
    outcome.expectOutput(
      """
      A table of rates. A row for each kind of action, with its rate per impression.
        columns.kind         The action. Required.
        columns.rate         Rate per impression under the logging ranker.
        columns.rateUniform  Rate per impression of posts shown at random.
        settings             where, missing, kindMap

      """)
  }

  @Test func `a role of tables that there is not`() throws {
    try feedlab("describe", "mapping", "event", in: ScratchFolder()).expectRefusal(
      "describe mapping 'event': there is no role of this name; did you mean 'events'?")
  }
}
