import DataFiles
import FeedMetrics
import Foundation
import GRDB
import TestSupport
import Testing

/// What `feedlab explain` shows of one world.
@Suite struct ExplainWorldTests {
  private typealias Cells = [String: String]

  /// A folder in which newest was compared with affinity in two worlds, of which the first was traced.
  private func traced() throws -> ScratchFolder {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let compared = try feedlab(
      "ab", "small.yml", "-n", "2", "--candidate", "affinity", "--out", "out", "--quiet", in: folder
    )
    expectEqual(compared.code, 0, "\(compared.error)")
    let traced = try feedlab(
      "run", "small.yml", "-n", "1", "--arm", "newest", "--arm", "affinity", "--trace", "t",
      "--out", "run", "--quiet", in: folder)
    expectEqual(traced.code, 0, "\(traced.error)")
    return folder
  }

  private func rows(_ text: String) -> [Cells] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  private func table(_ arm: String, _ name: String, in folder: ScratchFolder) throws -> [Cells] {
    rows(try folder.read("t/\(arm)/\(name).csv"))
  }

  /// A look in a trace, and the likes that it led to.
  private struct Look {
    let member, creator, post: String
    let likes: Double
  }

  /// The looks of a traced world in the window, from nothing but its files; posts by author, time and quality.
  private func looks(_ arm: String, in folder: ScratchFolder) throws -> [Look] {
    let posts = Dictionary(
      uniqueKeysWithValues: try table(arm, "posts", in: folder).map { ($0["post_id"]!, $0) })
    let likes = try table(arm, "interactions", in: folder).filter { $0["kind"] == "like" }.map {
      [$0["request_id"], $0["post_id"]]
    }
    return try table(arm, "impressions", in: folder).compactMap { row in
      let post = posts[row["post_id"]!]!
      guard row["examined"] == "1", post["author_id"] != row["user_id"],
        Double(row["time"]!)! >= 0.25 * 86_400
      else { return nil }
      return Look(
        member: row["user_id"]!, creator: post["author_id"]!,
        post: [post["author_id"], post["created_at"], post["quality"]].map { $0 ?? "" }
          .joined(separator: " "),
        likes: Double(likes.count { $0 == [row["request_id"], row["post_id"]] }))
    }
  }

  @Test(arguments: LookSubject.allCases)
  func `movers follow from the traces of the same world, row by row`(subject: LookSubject) throws {
    let folder = try traced()
    let (old, new) = (try looks("newest", in: folder), try looks("affinity", in: folder))
    #expect(old.count > 200 && new.count > 200)
    let outcome = try feedlab(
      "explain", "out", "like_rate", "--movers", subject.rawValue, "--world", "0", "--format",
      "csv", in: folder)
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let table = rows(outcome.output)
    let names = ["newest", "affinity"]
    let posts = try names.map { arm in
      Dictionary(
        uniqueKeysWithValues: try self.table(arm, "posts", in: folder).map { row in
          (
            row["post_id"]!,
            [row["author_id"], row["created_at"], row["quality"]].map { $0 ?? "" }
              .joined(separator: " ")
          )
        })
    }
    func name(_ row: Cells) -> String {
      let numbers = [row["baseline_number"] ?? "", row["candidate_number"] ?? ""]
      guard subject == .posts else { return numbers[0] }
      return posts[0][numbers[0]] ?? posts[1][numbers[1]] ?? ""
    }
    func key(_ look: Look) -> String {
      switch subject {
      case .members: look.member
      case .creators: look.creator
      case .posts: look.post
      }
    }
    func rate(_ looks: [Look]) -> Double? {
      looks.isEmpty ? nil : looks.map(\.likes).reduce(0, +) / Double(looks.count)
    }
    expectEqual(Set(table.map(name)), Set((old + new).map(key)))
    let centre = (rate(old)! + rate(new)!) / 2
    var sum = 0.0
    for row in table {
      let parts = [old, new].map { $0.filter { key($0) == name(row) } }
      let (w, v) = (
        Double(parts[0].count) / Double(old.count), Double(parts[1].count) / Double(new.count)
      )
      let r = rate(parts[0]) ?? rate(parts[1])!
      let s = rate(parts[1]) ?? r
      let expected = [
        "baseline_looks": Double(parts[0].count), "candidate_looks": Double(parts[1].count),
        "baseline_rate": rate(parts[0]), "candidate_rate": rate(parts[1]),
        "from_mix": (v - w) * ((r + s) / 2 - centre), "from_rate": (s - r) * (w + v) / 2,
      ]
      for (column, value) in expected {
        let found = Double(row[column] ?? "")
        #expect(
          found == nil && value == nil || abs((found ?? .nan) - (value ?? .nan)) < 1e-12,
          "\(name(row)), \(column): \(row[column] ?? ""), expected \(value as Any)")
      }
      sum += Double(row["difference"]!)!
    }
    #expect(abs(sum - (rate(new)! - rate(old)!)) < 1e-12)
    let sizes = table.map { abs(Double($0["difference"]!)!) }
    expectEqual(sizes, sizes.sorted(by: >))
    // Each command shows feeds.
    let command = try #require(table.compactMap { $0["command"] }.first { !$0.isEmpty })
    let words = command.split(separator: " ").map(String.init)
    expectEqual(words.prefix(3), ["feedlab", "explain", "out"])
    let feeds = try feedlab(Array(words.dropFirst()), in: folder)
    #expect(feeds.code == 0 && feeds.output.contains("\nMember "), "\(feeds.error)")
  }

  @Test(arguments: ["newest", "affinity"])
  func `feeds are the pages that members got, as their traces have them`(arm: String) throws {
    let folder = try traced()
    let created = Set(try table(arm, "posts", in: folder).compactMap { $0["created_at"] })
    let tied = Set(try table(arm, "ties", in: folder).compactMap { $0["time"] })
    let impressions = try table(arm, "impressions", in: folder).filter { $0["surface"] == "home" }
    let requests = Dictionary(grouping: impressions) { $0["request_id"]! }
    // First pages that nothing else that happens in the same second bears on.
    let pages = requests.values.filter { page in
      page[0]["position"] == "1" && !created.contains(page[0]["time"]!)
        && !tied.contains(page[0]["time"]!) && Double(page[0]["time"]!)! > 40_000
    }.sorted { Int($0[0]["request_id"]!)! < Int($1[0]["request_id"]!)! }
    var compared = 0
    for page in pages.enumerated().filter({ $0.offset.isMultiple(of: max(1, pages.count / 4)) })
      .map(\.element)
    {
      let time = try #require(page[0]["time"])
      let outcome = try feedlab(
        "explain", "out", "--member", page[0]["user_id"]!, "--at", "\(time)s", "--surface", "home",
        "--world", "0", "--format", "csv", in: folder)
      #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
      let feed = rows(outcome.output).filter { $0["arm"] == arm }
      let first = page.filter { $0["time"] == time }.prefix(20)
      expectEqual(feed.compactMap { $0["post"] }, first.compactMap { $0["post_id"] }, "at \(time)")
      compared += 1
    }
    #expect(compared >= 3)
  }

  @Test func `every format has both feeds, and nothing is written`() throws {
    let folder = try traced()
    let before = try folder.entries
    let arguments = ["explain", "out", "--member", "5", "--at", "18h", "--world", "1"]
    let text = try feedlab(arguments, in: folder)
    #expect(text.code == 0 && text.error == "", "\(text.error)")
    #expect(
      text.output.hasPrefix(
        "small: 80 members, 1 day (0.25 warm-up), 2 arms in 2 parallel worlds\n\n"
          + "Member 5 on home at 18h in world 1\n\n"))
    let table = rows(try feedlab(arguments + ["--format", "csv"], in: folder).output)
    expectEqual(Set(table.map { [$0["arm"], $0["world"], $0["at_seconds"]] }).count, 2)
    let json = try jsonObject(try feedlab(arguments + ["--format", "json"], in: folder).output)
    let feeds = try #require(json["feeds"] as? [[String: Any]])
    expectEqual(feeds.map { $0["arm"] as? String }, ["newest", "affinity"])
    expectEqual(feeds.flatMap { $0["posts"] as? [[String: Any]] ?? [] }.count, table.count)
    // A post is in the other feed where it says so.
    for row in table where row["other_position"] != "" {
      let other = try #require(
        table.first { $0["arm"] != row["arm"] && $0["position"] == row["other_position"] })
      #expect(other["author"] == row["author"] && other["age_hours"] == row["age_hours"])
      expectEqual(other["other_position"], row["position"])
    }
    let markdown = try feedlab(arguments + ["--format", "markdown"], in: folder)
    #expect(
      markdown.output.hasPrefix(
        "<!-- feedlab:feeds scenario=small -->\n### FeedLab explain: small\n"))
    try expectEqual(folder.entries.filter { !$0.hasPrefix("out/ledger.sqlite-") }, before)
  }

  @Test func `calls that cannot be right`() throws {
    let folder = try traced()
    let refusals: [([String], String)] = [
      (
        ["--member", "5"],
        "--member 5: --at is missing; it is the time of the feeds, such as --at 5d12h"
      ),
      (["--leave-one-out"], "--leave-one-out needs --member, whose feeds are shown"),
      (
        ["--member", "5", "--at", "5h", "--world", "0", "--leave-one-out"],
        "--leave-one-out: the ranker 'affinity' gives candidates no scores of features, of which one could be left out"
      ),
      (["--at", "5h"], "--at needs --member, whose feeds are shown"),
      (["--surface", "home"], "--surface needs --member, whose feeds are shown"),
      (["--world", "0"], "--world needs --movers or --member, which look into one world"),
      (
        ["--movers", "posts", "--member", "5", "--at", "5h"],
        "--movers and --member show different things; use one of them"
      ),
      (
        ["--movers", "posts", "--by", "day"],
        "--by and --movers show different things; use one of them"
      ),
      (
        ["--member", "5", "--at", "noon"],
        "--at 'noon': expected a time from the start of the world, such as 5d12h or 90m"
      ),
      (
        ["--member", "5", "--at", "1d1s"],
        "--at 1d1s: expected a time from 0s to 1d, the end of the world"
      ),
      (
        ["--member", "-1", "--at", "5h", "--world", "0"],
        "--member -1: world 0 has members 0 to 79"
      ),
      (
        ["--member", "80", "--at", "5h", "--world", "1"],
        "--member 80: world 1 has members 0 to 79"
      ),
      (
        ["--member", "5", "--at", "5h", "--surface", "hom"],
        "--surface 'hom': there is no surface of this name; did you mean 'home'?"
      ),
      (["--member", "5", "--at", "5h", "--world", "2"], "--world 2: there are 0, 1"),
      (["--movers", "members", "--world", "-3"], "--world -3: there are 0, 1"),
      (
        ["--movers", "members", "--candidate", "afinity"],
        "--candidate 'afinity': there is no candidate of this name; did you mean 'affinity'?"
      ),
    ]
    for (arguments, message) in refusals {
      try feedlab(["explain", "out"] + arguments, in: folder).expectRefusal(message)
    }
    for arguments in [["--movers", "members"], ["--member", "1", "--at", "5h"]] {
      try feedlab(["explain", "run"] + arguments, in: folder).expectRefusal(
        "run: these results have no comparison; 'feedlab ab' compares arms")
    }
  }

  @Test func `a member who joins later, and a contest that does not run`() throws {
    let growing = smallScenario.replacing(
      "\nab:", with: "\nbehaviour: {joining: {share: 0.1}}\nab:")
    let folder = try ScratchFolder(["small.yml": growing])
    let compared = try feedlab(
      "ab", "small.yml", "-n", "1", "--candidate", "affinity", "--out", "out", "--quiet", in: folder
    )
    expectEqual(compared.code, 0, "\(compared.error)")
    try feedlab("explain", "out", "--member", "80", "--at", "0s", in: folder).expectRefusal(
      "--member 80: this member has not joined world 0 by 0s; its members then are 0 to 79")
    try feedlab(
      "explain", "out", "--member", "8", "--at", "0s", "--surface", "contest", in: folder
    ).expectRefusal("--surface contest: no contest is running in world 0 at 0s")
  }

  @Test func `worlds of another program are compared with what the results have`() throws {
    let folder = try traced()
    let path = folder.url.appending(path: "out/ledger.sqlite").path()
    func change(_ sql: String) throws {
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: sql) }
      try queue.close()
    }
    let feeds = ["explain", "out", "--member", "5", "--at", "12h", "--world", "0"]
    let expected = try feedlab(feeds, in: folder)
    // Another build of the same simulation has the same worlds.
    try change("UPDATE experiment SET build = 'another'")
    try expectEqual(feedlab(feeds, in: folder), expected)
    // Another simulation has not.
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      for row in try Row.fetchAll(
        database,
        sql: "SELECT rowid, json_set(outcome, '$.digest', 'another') AS outcome FROM run")
      {
        let text: String = row["outcome"]
        try database.execute(
          sql: "UPDATE run SET outcome = ?, checksum = ? WHERE rowid = ?",
          arguments: [text, SHA256.hexDigest(of: Array(text.utf8)), row["rowid"] as Int64])
      }
    }
    try queue.close()
    for arguments in [feeds, ["explain", "out", "--movers", "posts", "--world", "0"]] {
      try feedlab(arguments, in: folder).expectRefusal(
        "out: world 0 of arm 'newest' becomes another one when this program simulates it again; run"
          + " 'feedlab ab' again", code: 1)
    }
  }

  @Test func `a scenario that reads a file cannot be read from the results alone`() throws {
    let folder = try ScratchFolder([
      "edges.csv": "0,1\n1,2\n2,0\n3,0\n",
      "small.yml": smallScenario.replacing(
        "days: 1,", with: "days: 1, graph: {edges: edges.csv},"),
    ])
    let compared = try feedlab(
      "ab", "small.yml", "-n", "1", "--candidate", "affinity", "--out", "out", "--quiet", in: folder
    )
    expectEqual(compared.code, 0, "\(compared.error)")
    let outcome = try feedlab("explain", "out", "--movers", "posts", in: folder)
    expectEqual(outcome.code, 1)
    #expect(
      outcome.error.hasPrefix(
        "feedlab: error: out: its worlds cannot be simulated again from the results only:\n"),
      "\(outcome.error)")
    #expect(outcome.error.contains("the recorded file is gone"), "\(outcome.error)")
    #expect(
      outcome.error.hasSuffix(
        "\nIf the scenario reads files or names programs, name it with --scenario.\n"),
      "\(outcome.error)")
    let again = try feedlab(
      "explain", "out", "--movers", "posts", "--scenario", "small.yml", in: folder)
    expectEqual(again.code, 0, "\(again.error)")
  }
}
