import Foundation
import TestSupport
import Testing

/// `feedlab rank`.
@Suite struct RankCommandTests {
  private typealias Cells = [String: String]

  private func rows(_ text: String) -> [Cells] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  private static let rankers = """
      gravity:  {home: gravity}
      formula:  {home: {ranker: formula, score: likes / (1 + age_hours)}}
      sinking:  {home: {ranker: seen-discount, of: affinity}}

    """

  private func folder() throws -> ScratchFolder {
    try ScratchFolder([
      "small.yml": smallScenario.replacing("\nab:", with: "\n\(Self.rankers)ab:").replacing(
        "\n\n  gravity", with: "\n  gravity")
    ])
  }

  @Test func `a page is the one that 'feedlab explain' shows of the same world`() throws {
    let folder = try folder()
    let arms = ["affinity", "random", "gravity", "formula", "sinking"]
    let compared = try feedlab(
      ["ab", "small.yml", "-n", "2", "--out", "out", "--quiet"], in: folder)
    expectEqual(compared.code, 0, "\(compared.error)")
    for arm in arms {
      let explained = try feedlab(
        "explain", "out", "--member", "5", "--at", "18h30m", "--world", "1", "--surface", "home",
        "--candidate", arm, "--format", "csv", in: folder)
      expectEqual(explained.code, 0, "\(explained.error)")
      let ranked = try feedlab(
        "rank", "small.yml", "--viewer", "5", "--at", "18h30m", "--world", "1", "--arm", arm,
        "--format", "csv", in: folder)
      #expect(ranked.code == 0 && ranked.error == "", "\(ranked.error)")
      let (page, feed) = (rows(ranked.output), rows(explained.output).filter { $0["arm"] == arm })
      #expect(!page.isEmpty && page.count == feed.count)
      for (row, other) in zip(page, feed) {
        #expect(row["viewer"] == "5" && other["member"] == "5")
        for name in row.keys where name != "viewer" {
          expectEqual(row[name], other[name], "\(name)")
        }
      }
    }
  }

  @Test func `--limit is the length of the page`() throws {
    let folder = try folder()
    func posts(_ limit: String...) throws -> [String?] {
      let outcome = try feedlab(
        [
          "rank", "small.yml", "--viewer", "5", "--at", "20h", "--arm", "gravity", "--format",
          "csv",
        ]
          + limit, in: folder)
      expectEqual(outcome.code, 0, "\(outcome.error)")
      return rows(outcome.output).map { $0["post"] }
    }
    let page = try posts()
    expectEqual(page.count, 20)
    try expectEqual(posts("--limit", "5"), Array(page.prefix(5)))
    try expectEqual(Array(posts("--limit", "30").prefix(20)), page)
  }

  @Test func `every format has the page, and nothing is written`() throws {
    let folder = try folder()
    let arguments = [
      "rank", "small.yml", "--arm", "gravity", "--viewer", "5", "--at", "18h", "--limit", "3",
    ]
    let text = try feedlab(arguments, in: folder)
    #expect(
      text.output.hasPrefix(
        "small: 80 members, 1 day (0.25 warm-up)\n\ngravity for viewer 5 on home at 18h in world 0\n\n"
          + "gravity orders by "), "\(text.output)")
    #expect(text.output.contains("\n#  post  author  category"), "\(text.output)")
    let json = try jsonObject(try feedlab(arguments + ["--format", "json"], in: folder).output)
    expectEqual((json["posts"] as? [[String: Any]])?.count, 3)
    #expect(json["arm"] as? String == "gravity" && json["viewer"] as? Int == 5)
    let markdown = try feedlab(arguments + ["--format", "markdown"], in: folder)
    #expect(
      markdown.output.hasPrefix("<!-- feedlab:rank scenario=small -->\n### FeedLab rank: small\n"))
    try expectEqual(folder.entries, ["small.yml"])
    // The age alone has its own column.
    let newest = try feedlab(
      "rank", "small.yml", "--arm", "newest", "--viewer", "5", "--at", "18h", in: folder)
    #expect(newest.code == 0 && newest.output.contains("orders by created at"), "\(newest)")
    // Before anything was posted.
    let empty = try feedlab(
      "rank", "small.yml", "--arm", "newest", "--viewer", "5", "--at", "0s", "--surface", "contest",
      in: folder)
    expectEqual(empty.code, 64)
  }

  @Test func `without each feature a post has another score and position`() throws {
    let folder = try folder()
    let arguments = [
      "rank", "small.yml", "--arm", "formula", "--viewer", "5", "--at", "18h", "--leave-one-out",
    ]
    let table = rows(try feedlab(arguments + ["--format", "csv"], in: folder).output)
    expectEqual(table.count, 20)
    let json = try jsonObject(try feedlab(arguments + ["--format", "json"], in: folder).output)
    let parts = try #require(json["dependence"] as? [[String: Any]])
    expectEqual(parts.map { $0["feature"] as? String }, ["age_hours", "likes"])
    let medians = parts.compactMap { $0["neutral"] as? Double }
    for row in table {
      func number(_ name: String) -> Double { Double(row[name] ?? "") ?? .nan }
      let (likes, age) = (number("ranking.likes"), number("ranking.age_hours"))
      #expect(abs(number("without.likes.score") - medians[1] / (1 + age)) < 1e-12)
      #expect(abs(number("without.age_hours.score") - likes / (1 + medians[0])) < 1e-12)
    }
    let positions = table.compactMap { Int($0["without.likes.position"] ?? "") }
    #expect(Set(positions).count == 20 && positions.allSatisfy { $0 >= 1 })
    expectEqual(parts[1]["staying"] as? Int, positions.count { $0 <= 20 })
    let text = try feedlab(arguments, in: folder).output
    #expect(text.contains("\nWhat it depends on\n") && text.contains("\nwithout"), "\(text)")
    try feedlab(
      "rank", "small.yml", "--arm", "newest", "--viewer", "5", "--at", "18h", "--leave-one-out",
      in: folder
    ).expectRefusal(
      "--leave-one-out: the ranker 'recency' gives candidates no scores of features, of which one could be left out"
    )
    try feedlab(
      "rank", "small.yml", "--arm", "sinking", "--viewer", "5", "--at", "18h", "--leave-one-out",
      in: folder
    ).expectRefusal(
      "--leave-one-out: the ranker 'seen-discount' gives candidates no scores of features, of which one could be left"
        + " out; the ranker inside of it may")
  }

  @Test func `the arm has a default where one is compared`() throws {
    let two = smallScenario.replacing("\n  random:   {home: random}", with: "")
    let folder = try ScratchFolder(["two.yml": two, "small.yml": smallScenario])
    let outcome = try feedlab("rank", "two.yml", "--viewer", "1", "--at", "9h", in: folder)
    #expect(outcome.output.contains("affinity for viewer 1 on home at 9h"), "\(outcome)")
    try feedlab("rank", "small.yml", "--viewer", "1", "--at", "9h", in: folder).expectRefusal(
      "--arm is missing; there are newest, affinity, random")
  }

  @Test func `calls that cannot be right`() throws {
    let folder = try folder()
    let refusals: [([String], String)] = [
      (
        ["--arm", "gravty"], "--arm 'gravty': there is no arm of this name; did you mean 'gravity'?"
      ),
      (
        ["--arm", "gravity"],
        "--viewer is missing; it is the number of the member who opens the feed, such as --viewer 17"
      ),
      (
        ["--arm", "gravity", "--viewer", "5"],
        "--at is missing; it is the time of the page, such as --at 5d12h"
      ),
      (
        ["--arm", "gravity", "--viewer", "-5", "--at", "5h"],
        "--viewer -5: expected the number of a member, from 0 up"
      ),
      (
        ["--arm", "gravity", "--viewer", "80", "--at", "5h"],
        "--viewer 80: this member has not joined world 0 by 5h; its members then are 0 to 79"
      ),
      (
        ["--arm", "gravity", "--viewer", "5", "--at", "noon"],
        "--at 'noon': expected a time from the start of the world, such as 5d12h or 90m"
      ),
      (
        ["--arm", "gravity", "--viewer", "5", "--at", "2d"],
        "--at 2d: expected a time from 0s to 1d, the end of the world"
      ),
      (
        ["--arm", "gravity", "--viewer", "5", "--at", "5h", "--world", "-1"],
        "--world -1: expected the number of a world, from 0 to 1073741823"
      ),
      (
        ["--arm", "gravity", "--viewer", "5", "--at", "5h", "--limit", "0"],
        "--limit 0: expected a number of posts from 1 to 1000"
      ),
      (
        ["--arm", "gravity", "--viewer", "5", "--at", "5h", "--surface", "hom"],
        "--surface 'hom': there is no surface of this name; did you mean 'home'?"
      ),
    ]
    for (arguments, message) in refusals {
      try expectRefusal(["rank", "small.yml"] + arguments, message, in: folder)
    }
    let other = try feedlab("rank", "small.yml", "--member", "5", "--at", "5h", in: folder)
    #expect(other.error.contains("Unknown option '--member'. Did you mean '--viewer'?"), "\(other)")
    let feed = try feedlab("rank", "small.yml", "--feed", "home", in: folder)
    #expect(feed.error.contains("Unknown option '--feed'. Did you mean '--surface'?"), "\(feed)")
  }
}
