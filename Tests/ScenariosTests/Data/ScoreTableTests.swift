import DataFiles
import Scenarios
import SocialFeed
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct ScoreTableTests {
  /// What a scenario reads from a table of scores, or its faults.
  private func read(
    _ table: String, _ rest: String = ""
  ) throws -> (scores: ScoreTable?, faults: [String]) {
    let folder = try TestFolder()
    try folder.write(table, to: "scores.csv")
    try folder.write(
      "feedlab: 1\narms: {a: {latest: {ranker: external, scores: scores.csv\(rest)}}}\n",
      to: "town.yml")
    let faults = folder.faults(of: "town.yml")
    let arm = try? Scenario.load(file: folder.path + "/town.yml").arms[0]
    return (arm?.ranker(of: .latest).scores, faults)
  }

  /// The order in which member 1 is shown four posts in world 1.
  private func order(_ scores: ScoreTable?) throws -> [Int] {
    var community = Community(categoryCount: 1)
    for _ in 0..<3 { _ = try? community.join(now: 0) }
    for _ in 0..<4 {
      try community.publish(author: MemberID(0), category: CategoryID(0), now: 0)
    }
    var page = FeedPage()
    let request = FeedRequest(viewer: MemberID(1), surface: .latest, now: 1, noise: NoNoise())
    try! community.fill(&page, for: request, by: ExternalRanker(try #require(scores), world: 1))
    return page.posts.map(\.index)
  }

  private final class NoNoise: FeedNoise {
    func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
      0.5
    }
    func shuffled(_ position: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
      position
    }
  }

  @Test(arguments: [
    "post_id,score\n0,0.5\n1,2e1\n2,-3\n3,1\n",
    "score;post_id\n-3;2\n1;3\n20;1\n.5;0",
    "# from elsewhere\npost_id\tcreated_at\tscore\n3\tx\t1\n1\ty\t20\n0\tz\t+0.5\n2\t-\t-3\n",
    "world,post_id,score\n0,0,9\n1,3,1\n1,1,20\n1,0,0.5\n1,2,-3\n",
    """
    user_id,post_id,score
    0,0,9\n0,1,9\n0,2,9\n0,3,9
    1,0,0.5\n1,1,20\n1,2,-3\n1,3,1
    """,
  ])
  func `all ways to write the same scores are read alike`(table: String) throws {
    let (scores, faults) = try read(table)
    #expect(faults.isEmpty)
    // 20, 1, 0.5, −3.
    try expectEqual(order(scores), [1, 3, 0, 2])
  }

  @Test func `what is missing has the score that the scenario gives it`() throws {
    let (scores, faults) = try read("post_id,score\n3,-1\n1,1\n", ", missing: 0.5")
    #expect(faults.isEmpty)
    try expectEqual(order(scores), [1, 2, 0, 3])
  }

  @Test(arguments: [
    ("post_id,scores\n0,1\n", ["1:1: there is no column 'score'; did you mean 'scores'?"]),
    (
      "user,value\n0,1\n",
      [
        "1:1: there is no column 'post_id'; there are user and value",
        "1:1: there is no column 'score'; there are user and value",
      ]
    ),
    (
      "post_id,score\n0,1\n1,x\n-2,1\n3\n",
      [
        "3:3: score: expected a finite number, found 'x'",
        "4:1: post_id: expected the number of a post in traces, 0 or more, found '-2'",
        "5:1: score: expected a finite number, found nothing",
      ]
    ),
    (
      "post_id,score\n0,nan\n1,inf\n2,1e999\n3,\n",
      [
        "2:3: score: expected a finite number, found 'nan'",
        "3:3: score: expected a finite number, found 'inf'",
        "4:3: score: expected a finite number, found '1e999'",
        "5:3: score: expected a finite number, found nothing",
      ]
    ),
    (
      "user_id,post_id,score\n1.5,0,1\nx,99999999999,1\n",
      [
        "2:1: user_id: expected the number of a member in traces, 0 or more, found '1.5'",
        "3:1: user_id: expected the number of a member in traces, 0 or more, found 'x'",
        "3:3: post_id: expected the number of a post in traces, 0 or more, found '99999999999'",
      ]
    ),
    (
      "world,post_id,score\n-1,0,1\n",
      ["2:1: world: expected a world's number, 0 or more, found '-1'"]
    ),
    (
      "post_id,score\n1,2\n0,1\n1,2\n1,3\n",
      [
        "4:1: post_id: post 1 has a score already, in line 2",
        "5:1: post_id: post 1 has a score already, in line 2",
      ]
    ),
    (
      "world,user_id,post_id,score\n0,7,1,2\n1,7,1,2\n0,7,1,2\n",
      ["4:5: post_id: post 1 for member 7 in world 0 has a score already, in line 2"]
    ),
    ("post_id,score\n", ["1:1: expected a score a row, found no row"]),
    ("post_id,score\n\"0,1\n", ["2:1: this quote is never closed"]),
    ("", ["1:1: expected a table with the columns post_id and score, found nothing"]),
  ])
  func `a table with faults`(table: String, messages: [String]) throws {
    try expectEqual(read(table, ", missing: 0").faults, messages.map { "scores.csv:" + $0 })
  }

  @Test(arguments: [
    // Post 1 is not there, nor is post 0.
    ("post_id,score\n0,1\n3,1\n2,1\n", "2:1", "post 1"),
    ("post_id,score\n3,1\n", "2:1", "post 0"),
    // Member 0 has posts 0 to 2, member 1 two of them.
    ("user_id,post_id,score\n0,0,1\n0,1,1\n0,2,1\n1,0,1\n1,2,1\n", "5:3", "post 1 for member 1"),
    ("user_id,post_id,score\n0,0,1\n0,1,1\n1,0,1\n", "4:3", "post 1 for member 1"),
    // World 4 has two posts, world 9 lacks the first of its two.
    ("world,post_id,score\n4,0,1\n9,1,1\n4,1,1\n", "3:3", "post 0 in world 9"),
  ])
  func `a table without a score for what is missing has one for each post up to its last`(
    table: String, location: String, subject: String
  ) throws {
    try expectEqual(
      read(table).faults,
      [
        "scores.csv:\(location): score: the score of \(subject) is missing; add it, or write"
          + " 'missing: 0' beside scores, the score of whatever the file does not have"
      ])
    #expect(try read(table, ", missing: 0").faults.isEmpty)
  }

  @Test func `scores that cannot be read are faults of the scenario`() throws {
    let folder = try TestFolder()
    func faults(_ ranker: String) throws -> [String] {
      try folder.write("feedlab: 1\narms: {a: {latest: \(ranker)}}\n", to: "town.yml")
      return folder.faults(of: "town.yml")
    }
    try expectEqual(
      faults("external"),
      [
        "town.yml:2:20: arms.a.latest: needs scores; write {ranker: external, scores: scores.csv}"
      ])
    try expectEqual(
      faults("{ranker: external, missing: 0}"),
      [
        "town.yml:2:20: arms.a.latest.scores: is missing; write {ranker: external, scores: scores.csv}"
      ])
    try expectEqual(
      faults("{ranker: external, scores: none.csv, missing: x}"),
      [
        "town.yml:2:47: arms.a.latest.scores: none.csv: there is no such file",
        "town.yml:2:66: arms.a.latest.missing: expected a number from -1000000000000 to"
          + " 1000000000000, found 'x'",
      ])
    #expect(
      try faults("{ranker: external, score: none.csv}").contains(
        "town.yml:2:39: arms.a.latest.score: there is no parameter of external 'score';"
          + " did you mean 'scores'?"))
  }

  @Test func `scores count by their content, and what is missing counts too`() throws {
    let folder = try TestFolder()
    try folder.write("post_id,score\n0,1\n", to: "one.csv")
    try folder.write("post_id,score\n0,1\n", to: "same.csv")
    try folder.write("post_id,score\n0,2\n", to: "other.csv")
    func load(_ file: String, _ rest: String = "") throws -> Scenario {
      try folder.write(
        """
        feedlab: 1
        name: t
        arms:
          a: {latest: {ranker: seen-discount, of: {ranker: external, scores: \(file)\(rest)}}}
        """, to: "t.yml")
      return try Scenario.load(file: "\(folder.path)/t.yml")
    }
    let one = try load("one.csv")
    let digest = SHA256.hexDigest(of: Array("post_id,score\n0,1\n".utf8))
    #expect(
      one.resolved.contains(
        #""of":{"pool":1000,"ranker":"external","scores":"sha256:\#(digest)"}"#))
    try expectEqual(load("same.csv").digest, one.digest)
    let others = try [load("other.csv"), load("one.csv", ", missing: 3")]
    for other in others {
      #expect(other.digest != one.digest)
      #expect(other.dependencies(of: other.arms[0]) != one.dependencies(of: one.arms[0]))
    }
    expectEqual(one.dataFiles, ["\(folder.path)/one.csv"])
    // The file travels by its content.
    expectEqual(one.contents.map(\.digest), [digest])
    try folder.write("post_id,score\n0,1\n", to: "contents/\(digest)")
    let again = try Scenario.parse(
      Array(one.resolved.utf8), file: "t.yml", contents: "\(folder.path)/contents")
    #expect(again.digest == one.digest && again.arms == one.arms)
    // A recorded arm is made again where the scenario has its scores, and by nobody else.
    let definition = Scenario.definition(of: one.arms[0])
    try expectEqual(one.arm("a", definition: definition), one.arms[0])
    #expect(throws: InvalidScenario.self) {
      try others[0].arm("a", definition: definition)
    }
  }

  @Test func `an override names another file`() throws {
    let folder = try TestFolder()
    try folder.write("post_id,score\n0,1\n", to: "one.csv")
    try folder.write("post_id,score\n0,2\n", to: "other.csv")
    try folder.write(
      "feedlab: 1\narms: {a: {latest: {ranker: external, scores: one.csv}}}\n", to: "t.yml")
    let other = try Scenario.load(
      file: "\(folder.path)/t.yml", overrides: ["arms.a.latest.scores=other.csv"])
    expectEqual(other.dataFiles, ["\(folder.path)/other.csv"])
  }
}
