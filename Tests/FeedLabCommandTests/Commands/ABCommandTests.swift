import Foundation
import TestSupport
import Testing

/// What `feedlab ab` does when all is well.
@Suite struct ABCommandTests {
  private static let files = [
    "report.html", "results.json", "replications.csv", "breakdown.csv", "summary.md",
    "summary.html",
  ]

  /// Each process has hash seeds of its own.
  @Test func `two processes and any number of threads give the same bytes`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let fixed = ["ab", "small.yml", "--candidate", "affinity", "--out"]
    try expectEqual(FeedLabProcess(fixed + ["a", "--jobs", "1"], in: folder).outcome().code, 0)
    for (out, jobs) in [("b", "2"), ("c", "3")] {
      try expectEqual(feedlab(fixed + [out, "--jobs", jobs], in: folder).code, 0)
    }
    for file in Self.files {
      let first = try folder.read("a/\(file)")
      for out in ["b", "c"] { try expectEqual(folder.read("\(out)/\(file)"), first, "\(out)") }
    }
  }

  /// The files name the scenario's record and its scores, which are where the scenario is.
  @Test func `a file has the same bytes from every folder, and no path of the machine`() throws {
    let text = smallScenario.replacing(
      "random:   {home: random}",
      with: "given: {home: {ranker: external, scores: scores.csv, missing: 0}}")
    let home = try ScratchFolder([
      "small.yml": text, "scores.csv": "post_id,score\n0,1\n900000,1\n",
    ])
    let elsewhere = try ScratchFolder()
    let path = home.url.appending(path: "small.yml").path(percentEncoded: false)
    let near = try feedlab("ab", "small.yml", "--quiet", "--out", "out", in: home)
    let far = try feedlab("ab", path, "--quiet", "--out", "out", in: elsewhere)
    expectEqual(far.code, near.code)
    // A terminal has a command that works where it was called.
    let words = far.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("sensitivity \(path) --record."), "\(far.output)")
    for file in Self.files {
      let bytes = try elsewhere.read("out/\(file)")
      try expectEqual(bytes, home.read("out/\(file)"), "\(file)")
      #expect(!bytes.contains(home.url.path(percentEncoded: false)), "\(file)")
    }
  }

  #if os(Linux)
    /// The C library has other versions of exp, log and sin for processors without these; it chooses when a
    /// process starts.
    @Test func `a processor without AVX2 and FMA gives the same worlds`() throws {
      let folder = try ScratchFolder()
      let arguments = [
        "ab", ShippedScenario.quickstart, "-n", "1", "--set", "world.members=120", "--set",
        "world.days=4", "--set", "world.warm-up=1", "--quiet",
      ]
      let without = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA"]
      let other = try FeedLabProcess(arguments + ["--out", "b"], in: folder, environment: without)
      try expectEqual(feedlab(arguments + ["--out", "a"], in: folder).code, 0)
      try expectEqual(other.outcome().code, 0)
      try expectEqual(folder.read("a/replications.csv"), folder.read("b/replications.csv"))
      let digests = try self.digests(folder.read("a/results.json"))
      expectEqual(digests.count, 3)
      expectEqual(Set(digests).count, 3)
      try expectEqual(self.digests(folder.read("b/results.json")), digests)
    }
  #endif

  @Test func `an A/A comparison is exactly zero in every metric`() throws {
    let text = smallScenario.replacing("affinity: {home: affinity}", with: "again: {home: recency}")
    let folder = try ScratchFolder(["aa.yml": text])
    let outcome = try feedlab(
      "ab", "aa.yml", "--candidate", "again", "--format", "csv", "--quiet", in: folder)
    expectEqual(outcome.code, 0)
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let header = rows[0]
    let (difference, verdict) = (
      try #require(header.firstIndex(of: "difference")),
      try #require(header.firstIndex(of: "verdict"))
    )
    var identical = 0
    for row in rows.dropFirst() where row[verdict] != "undefined" {
      expectEqual(row[difference], "0")
      #expect(row[verdict] != "better" && row[verdict] != "worse")
      identical += row[verdict] == "identical" ? 1 : 0
    }
    #expect(identical > 10)
  }

  @Test func `a seed on the command line is the one in the results`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    for (out, arguments) in [("a", ["--seed", "99"]), ("b", ["--set", "seed=99"]), ("c", [])] {
      let fixed = ["ab", "small.yml", "--candidate", "random", "--out", out, "--quiet", "-n", "1"]
      try expectEqual(feedlab(fixed + arguments, in: folder).code, 0)
    }
    let results = try folder.read("a/results.json")
    #expect(results.contains("\n  \"seed\": 99,\n"))
    expectEqual(results, (try folder.read("b/results.json")))
    #expect(try digests(folder.read("c/results.json")) != digests(results))
  }

  /// After the first all worlds are known.
  @Test func `colour is used on request`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let cases: [(environment: [String: String], arguments: [String], isColoured: Bool)] = [
      ([:], ["--color", "always"], true), ([:], [], false), (["FORCE_COLOR": "1"], [], true),
      (["FORCE_COLOR": "1", "NO_COLOR": "1"], [], false),
      (["FORCE_COLOR": "1"], ["--color", "never"], false),
    ]
    for (environment, arguments, isColoured) in cases {
      let fixed = ["ab", "small.yml", "-n", "1", "--quiet", "--candidate", "random"]
      let output = try feedlab(fixed + arguments, in: folder, environment: environment).output
      expectEqual(output.contains("\u{1B}["), isColoured, "\(environment) \(arguments)")
    }
  }

  /// The digests of all runs.
  private func digests(_ results: String) throws -> [String] {
    let arms = try #require(jsonObject(results)["arms"] as? [[String: Any]])
    return try arms.flatMap { arm in
      try #require(arm["worlds"] as? [[String: Any]]).map { try #require($0["digest"] as? String) }
    }
  }
}
