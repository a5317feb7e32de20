import DataFiles
import FeedMetrics
import Foundation
import GRDB
import TestSupport
import Testing

/// `feedlab explain`.
@Suite struct ExplainCommandTests {
  private static let metrics =
    "like_rate, comment_rate, save_rate, vote_rate, engagement_rate, net_like_rate, examined_relevance_mean,"
    + " engagement_per_member_day, likes_per_member_day, comments_per_member_day, looks_per_member_day,"
    + " saves_per_member_day, votes_per_member_day"

  /// A folder in which newest was compared with affinity and random in one world.
  private func compared(_ more: String...) throws -> ScratchFolder {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      ["ab", "small.yml", "-n", "1", "--out", "out", "--quiet"] + more, in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    return folder
  }

  /// The rows of a table by column.
  private func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test func `every format has the same parts, and nothing is written`() throws {
    let folder = try compared()
    let before = try folder.entries
    let text = try feedlab("explain", "out", "engagement_rate", in: folder)
    #expect(text.code == 0 && text.error == "")
    #expect(
      text.output.hasPrefix(
        "small: 80 members, 1 day (0.25 warm-up), 3 arms in one world\n\naffinity against newest\n\n"
          + "Engagement rate engagement_rate: "))
    #expect(text.output.contains("\nrandom against newest\n"))
    let ledger = try feedlab("explain", "out/ledger.sqlite", "engagement_rate", in: folder)
    // Commands in the text name the results as they were given.
    expectEqual(ledger.output.replacing("out/ledger.sqlite", with: "out"), text.output)

    let table = rows(
      try feedlab("explain", "out", "engagement_rate", "--format", "csv", in: folder).output)
    expectEqual(Set(table.map { $0["candidate"] }), ["affinity", "random"])
    // A run of a day has one day, which divides nothing.
    expectEqual(
      Set(table.compactMap { $0["by"] }),
      Set(LookDimension.allCases.map(\.rawValue)).subtracting(["day"]))
    let json = try jsonObject(
      try feedlab("explain", "out", "engagement_rate", "--format", "json", in: folder).output)
    let candidates = try #require(json["candidates"] as? [[String: Any]])
    let levels = candidates.flatMap { candidate in
      (candidate["by"] as? [String: [[String: Any]]] ?? [:]).values.joined()
    }
    expectEqual(levels.count, table.count)
    let markdown = try feedlab(
      "explain", "out", "engagement_rate", "--format", "markdown", in: folder)
    #expect(
      markdown.output.hasPrefix(
        "<!-- feedlab:explain scenario=small -->\n### FeedLab explain: small\n"))
    try expectEqual(folder.entries.filter { !$0.hasPrefix("out/ledger.sqlite-") }, before)
  }

  @Test func `the primary metric is explained, one candidate and one dimension on request`() throws
  {
    let folder = try compared("--primary", "save_rate")
    let outcome = try feedlab(
      "explain", "out", "--candidate", "random", "--by", "day", "--format", "csv", in: folder)
    let table = rows(outcome.output)
    expectEqual(
      table.map { [$0["metric"], $0["candidate"], $0["by"], $0["at"]] },
      [
        ["save_rate", "random", "day", "day 0"], ["save_rate", "random", "day", "all"],
      ])
  }

  @Test func `calls that cannot be right`() throws {
    let folder = try compared()
    let measured = try feedlab(
      "run", "small.yml", "-n", "1", "--out", "run", "--quiet", in: folder)
    expectEqual(measured.code, 0)
    let refusals: [([String], String)] = [
      (
        ["out", "engagment_rate"],
        "metric 'engagment_rate': there is no metric of this name; did you mean 'engagement_rate'?"
      ),
      (
        ["out", "smoothness"],
        "metric 'smoothness': there is no metric of this name; there are \(Self.metrics)"
      ),
      (
        ["out", "relevance@10"],
        "relevance@10 cannot be divided into parts; 'explain' works for \(Self.metrics)"
      ),
      (
        ["out", "saves_per_member_day"],
        "these results do not have saves_per_member_day; run 'feedlab ab' with '--metrics all', or list it"
          + " under 'metrics' in the scenario"
      ),
      (
        ["out", "--candidate", "afinity"],
        "--candidate 'afinity': there is no candidate of this name; did you mean 'affinity'?"
      ),
      (
        ["out", "--candidate", "newest"],
        "--candidate 'newest': there is no candidate of this name; there are affinity, random"
      ),
      (["run"], "run: these results have no comparison; 'feedlab ab' compares arms"),
      (
        ["run", "like_rate"],
        "run: these results have no comparison; 'feedlab ab' compares arms"
      ),
      (["nowhere"], "'nowhere': there is no such file or folder"),
      (["out", "--number", "2"], "--number 2: there are 1"),
      (
        ["out", "--by", "taste"],
        """
        The value 'taste' is invalid for '--by <dimension>'. Please provide one of the following:
          - surface
          - look
          - surface-look
          - position
          - day
          - activity
          - tenure
          - breadth
          - creators
          - category
        Help:  --by <dimension>  Show the levels of one dimension. Default: the mix and rates of all, and the levels of the one whose mix moves the metric most.
        Usage: feedlab explain [<options>] <results> [<metric>]
          See 'feedlab explain --help' for more information.
        """
      ),
    ]
    for (arguments, message) in refusals {
      try feedlab(["explain"] + arguments, in: folder).expectRefusal(message)
    }
  }

  @Test func `worlds without looks have no parts`() throws {
    // Their window is nine seconds long.
    let still = smallScenario.replacing("warm-up: 0.25", with: "warm-up: 0.9999").replacing(
      "members: 80", with: "members: 20")
    let folder = try ScratchFolder(["small.yml": still])
    try expectEqual(
      feedlab("ab", "small.yml", "-n", "1", "--out", "out", "--quiet", in: folder).code, 0)
    try feedlab("explain", "out", in: folder).expectRefusal(
      "out: no metric of these results can be divided by what was looked at; those that can are"
        + " \(Self.metrics)", code: 1)
    try feedlab("explain", "out", "--by", "breadth", in: folder).expectRefusal(
      "--by breadth: the looks of small are not divided by breadth of the viewer's taste", code: 1)
  }

  @Test func `a ledger whose looks were not counted needs another run`() throws {
    let folder = try compared()
    let path = folder.url.appending(path: "out/ledger.sqlite").path()
    let queue = try DatabaseQueue(path: path)
    // As an earlier program stored it.
    try queue.write { database in
      for row in try Row.fetchAll(
        database, sql: "SELECT rowid, json_remove(outcome, '$.looks') AS outcome FROM run")
      {
        let text: String = row["outcome"]
        try database.execute(
          sql: "UPDATE run SET outcome = ?, checksum = ? WHERE rowid = ?",
          arguments: [text, SHA256.hexDigest(of: Array(text.utf8)), row["rowid"] as Int64])
      }
    }
    try queue.close()
    try feedlab("explain", "out", in: folder).expectRefusal(
      "out: the looks of small were not counted when it was simulated; run 'feedlab ab' again",
      code: 1)
    try expectEqual(feedlab("report", "out", "--quiet", in: folder).code, 0)
    #expect(try !folder.read("out/report.html").contains("id=\"why\""))
  }

  /// A look in a trace.
  private struct Look {
    let surface, look, category, creators: String
    let likes, relevance: Double
  }

  /// The looks of a traced world in the window, from nothing but its files.
  private func looks(_ trace: String, in folder: ScratchFolder) throws -> [Look] {
    func table(_ name: String) throws -> [[String: String]] {
      rows(try folder.read("\(trace)/\(name).csv"))
    }
    let posts = Dictionary(
      uniqueKeysWithValues: try table("posts").map { ($0["post_id"]!, $0) })
    let groups = Dictionary(
      uniqueKeysWithValues: try table("users").map { ($0["user_id"]!, $0["group"]!) })
    let likes = try table("interactions").filter { $0["kind"] == "like" }.map {
      [$0["request_id"], $0["post_id"]]
    }
    var earlier: [[String?]: Int] = [:]
    return try table("impressions").compactMap { row in
      let post = posts[row["post_id"]!]!
      guard row["examined"] == "1", post["author_id"] != row["user_id"] else { return nil }
      let pair = [row["user_id"], row["post_id"]]
      earlier[pair, default: 0] += 1
      guard Double(row["time"]!)! >= 0.25 * 86_400 else { return nil }
      return Look(
        surface: row["surface"]!,
        look: ["first", "second", "third", "fourth or later"][min(earlier[pair]! - 1, 3)],
        category: "category \(post["category"]!)", creators: groups[post["author_id"]!]!,
        likes: Double(likes.count { $0 == [row["request_id"], row["post_id"]] }),
        relevance: Double(row["relevance"]!)!)
    }
  }

  @Test func `the parts follow from the traces of the same world, row by row`() throws {
    let folder = try compared("--metrics", "all", "--candidate", "affinity")
    let traced = try feedlab(
      "run", "small.yml", "-n", "1", "--arm", "newest", "--arm", "affinity", "--trace", "t",
      "--out", "run", "--quiet", in: folder)
    expectEqual(traced.code, 0, "\(traced.error)")
    let (old, new) = (try looks("t/newest", in: folder), try looks("t/affinity", in: folder))
    #expect(old.count > 200 && new.count > 200)
    let dimensions: [(String, KeyPath<Look, String>)] = [
      ("surface", \.surface), ("look", \.look), ("category", \.category), ("creators", \.creators),
    ]
    let metrics: [(String, KeyPath<Look, Double>)] = [
      ("like_rate", \.likes), ("examined_relevance_mean", \.relevance),
    ]
    func mean(_ looks: [Look], _ metric: KeyPath<Look, Double>) -> Double? {
      looks.isEmpty ? nil : looks.map { $0[keyPath: metric] }.reduce(0, +) / Double(looks.count)
    }
    for (metric, numerator) in metrics {
      let centre = (mean(old, numerator)! + mean(new, numerator)!) / 2
      for (by, level) in dimensions {
        let table = rows(
          try feedlab("explain", "out", metric, "--by", by, "--format", "csv", in: folder).output)
        let names = Set((old + new).map { $0[keyPath: level] })
        expectEqual(Set(table.compactMap { $0["at"] }), names.union(["all"]), "\(metric), \(by)")
        for row in table where row["at"] != "all" {
          let parts = [old, new].map { $0.filter { $0[keyPath: level] == row["at"] } }
          let w = Double(parts[0].count) / Double(old.count)
          let v = Double(parts[1].count) / Double(new.count)
          let r = mean(parts[0], numerator) ?? mean(parts[1], numerator)!
          let s = mean(parts[1], numerator) ?? r
          let expected = [
            "baseline_weight": w, "candidate_weight": v, "baseline_rate": mean(parts[0], numerator),
            "candidate_rate": mean(parts[1], numerator),
            "from_mix": (v - w) * ((r + s) / 2 - centre), "from_rate": (s - r) * (w + v) / 2,
          ]
          for (column, value) in expected {
            let found = Double(row[column] ?? "")
            #expect(
              found == nil && value == nil || abs((found ?? .nan) - (value ?? .nan)) < 1e-12,
              "\(metric), \(by) \(row["at"] ?? ""), \(column): \(row[column] ?? ""), expected \(value as Any)"
            )
          }
        }
      }
    }
  }
}
