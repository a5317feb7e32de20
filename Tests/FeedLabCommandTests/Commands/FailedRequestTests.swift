import Foundation
import TestSupport
import Testing

/// The request at which an external ranker failed is saved, and asked again.
@Suite struct FailedRequestTests {
  /// The library of the tests refuses a parameter that it does not know.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder([
      "mine.yml": smallScenario.replacing(
        "random:   {home: random}",
        with: "mine: {home: {ranker: library, path: libmine.so, parameters: {wieght: 2}}}"
      ).replacing("ab: {", with: "ab: {baseline: newest, candidates: [mine], ")
    ])
    let library = FeedLabProcess.executable.deletingLastPathComponent().appending(
      path: "libTestRankers.so")
    try FileManager.default.copyItem(at: library, to: folder.url.appending(path: "libmine.so"))
    return folder
  }

  private static let reason =
    "the ranker 'libmine.so (right 1.0)' could not begin: there is no parameter 'wieght'"

  private static func message(_ path: String, _ scenario: String = "mine.yml") -> String {
    "world 0 of arm 'mine': \(reason); its request is saved, and"
      + " 'feedlab rank \(scenario) --arm mine --request \(path)' asks again"
  }

  @Test func `a failed comparison saves the request beside its results`() throws {
    let folder = try folder()
    let ab = ["ab", "mine.yml", "--candidate", "mine", "--quiet"]
    try feedlab(ab, in: folder).expectRefusal(
      Self.message("reports/small/failed-request.json"), code: 1)
    let saved = try folder.read("reports/small/failed-request.json")
    let json = try jsonObject(saved)
    expectEqual(json["failure"] as? String, Self.reason)
    expectEqual(json["run"] as? String, "world 0 of arm 'mine'")
    expectEqual(json["reads"] as? [String], ["age_hours", "likes"])
    // The same failure has the same bytes, and replaces the file of the one before.
    try feedlab(ab + ["--out", "again"], in: folder).expectRefusal(
      Self.message("again/failed-request.json"), code: 1)
    try feedlab(ab, in: folder).expectRefusal(
      Self.message("reports/small/failed-request.json"), code: 1)
    try expectEqual(folder.read("again/failed-request.json"), saved)
    try expectEqual(folder.read("reports/small/failed-request.json"), saved)
  }

  @Test func `the command that asks again has what the command line sets`() throws {
    let folder = try folder()
    let path = "reports/it's here/failed-request.json"
    let outcome = try feedlab(
      "ab", "mine.yml", "--candidate", "mine", "--quiet", "--seed", "8", "--set",
      "arms.mine.home.parameters={wieght: 2, age: 1}", "--out", "reports/it's here", in: folder)
    #expect(
      outcome.error.hasSuffix(
        "'feedlab rank mine.yml --set 'arms.mine.home.parameters={wieght: 2, age: 1}' --set seed=8 --arm mine"
          + #" --request 'reports/it'\''s here/failed-request.json'' asks again"# + "\n"),
      "\(outcome.error)")
    let again = try feedlab(
      "rank", "mine.yml", "--set", "arms.mine.home.parameters={wieght: 2, age: 1}", "--set",
      "seed=8", "--arm", "mine", "--request", path, in: folder)
    expectEqual(again.code, 1)
    #expect(again.output.contains("The same ranker fails again: "), "\(again.output)")
  }

  @Test func `results that are written later remove it, and no other file`() throws {
    let folder = try folder()
    let path = "reports/small/failed-request.json"
    let ab = ["ab", "mine.yml", "--candidate", "mine", "--quiet"]
    let mended = ab + ["--set", "arms.mine.home.parameters={}"]
    _ = try feedlab(ab, in: folder)
    #expect(folder.contains(path))
    try expectEqual(feedlab(mended, in: folder).code, 0)
    #expect(folder.contains("reports/small/results.json") && !folder.contains(path))
    try folder.write("dear diary\n", to: path)
    try expectEqual(feedlab(mended, in: folder).code, 0)
    try expectEqual(folder.read(path), "dear diary\n")
  }

  @Test func `it stands beside no results of an earlier command, whose rankers were named`() throws
  {
    let folder = try folder()
    let ab = ["ab", "mine.yml", "--candidate", "mine", "--quiet", "--report", "csv=table.csv"]
    let mended = ab + ["--set", "arms.mine.home.parameters={}"]
    try expectEqual(feedlab(mended, in: folder).error, "")
    // That nothing was asked is said with --quiet too.
    try expectEqual(
      feedlab(mended, in: folder).error,
      "feedlab: 2 of 2 worlds were known already, and no ranker of 'mine' is called in them\n")
    #expect(folder.contains("table.csv") && folder.contains("reports/small/results.json"))
    try folder.write("dear diary\n", to: "reports/small/diary.txt")
    try expectEqual(feedlab(ab, in: folder).code, 1)
    for name in ["table.csv", "reports/small/results.json", "reports/small/report.html"] {
      #expect(!folder.contains(name), "\(name)")
    }
    for name in ["failed-request.json", "ledger.sqlite", "diary.txt"] {
      #expect(folder.contains("reports/small/\(name)"), "\(name)")
    }
    // Only one arm is known.
    try expectEqual(
      feedlab(mended + ["--set", "arms.newest.home=popularity"], in: folder).error,
      "feedlab: worlds of 'mine' were known already, and no ranker of 'mine' is called in them\n")
  }

  @Test func `it is asked again, until the ranker answers`() throws {
    let folder = try folder()
    _ = try feedlab("ab", "mine.yml", "--candidate", "mine", "--quiet", in: folder)
    let path = "reports/small/failed-request.json"
    let again = try feedlab("rank", "mine.yml", "--request", path, in: folder)
    expectEqual(again.code, 1)
    expectEqual(again.error, "feedlab: error: \(path): \(Self.reason)\n")
    #expect(again.output.contains("The same ranker fails again: "), "\(again.output)")
    // As if the ranker had been mended.
    let request = try folder.read(path)
    try folder.write(request.replacing("\"wieght\": 2", with: "\"weight\": 2"), to: "mended.json")
    let other = smallScenario.replacing(
      "random:   {home: random}", with: "mine: {home: {ranker: library, path: libmine.so}}")
    try folder.write(other, to: "other.yml")
    let mended = try feedlab(
      "rank", "other.yml", "--request", "mended.json", "--format", "csv", in: folder)
    #expect(mended.code == 0 && mended.error == "", "\(mended.error)")
    let rows = mended.output.split(separator: "\n").map { $0.split(separator: ",") }
    expectEqual(
      rows[0],
      [
        "position", "post", "author", "category", "score", "score_reversed", "age_hours", "likes",
      ])
    expectEqual(rows.count - 1, (try jsonObject(request)["posts"] as? [Int])?.count)
    // 2 · likes + age.
    for row in rows.dropFirst() {
      let numbers = row.compactMap { Double($0) }
      let score = 2 * numbers[7] + numbers[6]
      #expect(abs(numbers[4] - score) < 1e-5 * max(1, score) && numbers[4] == numbers[5])
    }
    #expect(rows.dropFirst().map { Double($0[4])! }.isDescending)
  }

  @Test func `two saved answers are compared with the new ones`() throws {
    let folder = try folder()
    _ = try feedlab("ab", "mine.yml", "--candidate", "mine", "--quiet", in: folder)
    var json = try jsonObject(try folder.read("reports/small/failed-request.json"))
    json["parameters"] = ["weight": 0]
    let ages = try #require((json["columns"] as? [String: [Double]])?["age_hours"])
    func ask(_ answers: [[Double]]) throws -> String {
      json["answers"] = answers
      let data = try JSONSerialization.data(withJSONObject: json)
      try folder.write(String(decoding: data, as: UTF8.self), to: "request.json")
      let text = smallScenario.replacing(
        "random:   {home: random}", with: "mine: {home: {ranker: library, path: libmine.so}}")
      try folder.write(text, to: "other.yml")
      let outcome = try feedlab("rank", "other.yml", "--request", "request.json", in: folder)
      expectEqual(outcome.code, 0, "\(outcome.error)")
      return outcome.output.replacing("\n", with: " ")
    }
    let rounded = ages.map { Double(Float($0)) }
    #expect(try ask([rounded, rounded]).contains("Its scores are those that were saved."))
    let other = try ask([rounded, rounded.map { $0 + 1 }])
    #expect(other.contains("Its scores are not those that were saved."), "\(other)")
    #expect(other.contains("saved reversed"))
    #expect(
      try ask([]).contains(
        "answers, and gives the candidates in reverse order the same order. "))
  }

  @Test func `a failure is shown where its request cannot be saved`() throws {
    let folder = try folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "reports/small"), withIntermediateDirectories: true)
    try folder.write("dear diary\n", to: "reports/small/failed-request.json")
    let outcome = try feedlab("ab", "mine.yml", "--candidate", "mine", "--quiet", in: folder)
    expectEqual(outcome.code, 1)
    #expect(
      outcome.error.hasPrefix(
        "feedlab: error: world 0 of arm 'mine': \(Self.reason); its request is not saved: cannot write"
          + " a failed request to reports/small/failed-request.json: the file that is there is not a failed request"
      ), "\(outcome.error)")
    try expectEqual(folder.read("reports/small/failed-request.json"), "dear diary\n")
  }

  @Test func `all commands that simulate save it`() throws {
    let folder = try folder()
    try folder.write(
      try folder.read("mine.yml")
        + "check: {arm: mine, replications: 2, rules: {engagement_rate: {level: error, margin: 50%}}}\n",
      to: "mine.yml")
    let path = "reports/small/failed-request.json"
    for arguments in [
      ["rank", "mine.yml", "--arm", "mine", "--viewer", "3", "--at", "12h"],
      ["run", "mine.yml", "--arm", "mine", "-n", "1", "--quiet"],
      // It ranks the requests of the arm that serves.
      ["rank-overlap", "mine.yml", "--candidate", "mine", "-n", "1", "--quiet"],
    ] {
      try feedlab(arguments, in: folder).expectRefusal(Self.message(path), code: 1)
      #expect(folder.contains(path))
      try FileManager.default.removeItem(at: folder.url.appending(path: path))
    }
    let recorded = try feedlab("baseline", "record", "mine.yml", "--quiet", in: folder)
    #expect(recorded.error.hasSuffix("\(Self.message(path))\n"), "\(recorded.error)")
    try expectEqual(feedlab("plan", "mine.yml", "--out", "mine.jsonl", in: folder).code, 0)
    let work = try feedlab("work", "--plan", "mine.jsonl", "--shard", "0", "--of", "1", in: folder)
    expectEqual(work.code, 75)
    #expect(
      work.error.contains(
        "'feedlab rank SCENARIO --arm mine --request mine.store/requests/failed-request.json' asks again, with the scenario"
          + " of the plan for SCENARIO"), "\(work.error)")
  }

  @Test func `calls that cannot be right`() throws {
    let folder = try folder()
    _ = try feedlab("ab", "mine.yml", "--candidate", "mine", "--quiet", in: folder)
    try folder.write("{\"a\": 1}", to: "other.json")
    let path = "reports/small/failed-request.json"
    for (option, value) in [
      ("--viewer", "1"), ("--at", "5h"), ("--world", "0"), ("--surface", "home"),
    ] {
      try expectRefusal(
        ["rank", "mine.yml", "--request", path, option, value],
        "\(option) and --request: the file contains the request", in: folder)
    }
    try expectRefusal(
      ["rank", "mine.yml", "--request", path, "--arm", "newest"],
      "--arm 'newest': it has no external ranker to send the request to",
      in: folder)
    try feedlab("rank", "mine.yml", "--request", "other.json", in: folder).expectInvalid(
      "other.json:1:1: 'format' is missing; this is no request that FeedLab saved")
  }
}

extension [Double] {
  fileprivate var isDescending: Bool { zip(self, dropFirst()).allSatisfy { $0 >= $1 } }
}
