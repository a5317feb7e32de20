import DataFiles
import Experiments
import Scenarios
internal import Studies
import TestSupport
import Testing

/// What a baseline file says, and how one that says something else is found out.
@Suite struct BaselineTests {
  private static let rules = "{relevance@10: {margin: 1%}}"

  private func baseline(_ scenario: Scenario) throws -> Baseline {
    try BaselineRecorder(scenario).baseline(jobs: 2)
  }

  private func problem(of text: String) -> String {
    do throws(InvalidBaseline) {
      _ = try Baseline(Array(text.utf8), file: "b.json")
      return "none"
    } catch {
      switch error {
      case .malformed(let fault): return fault.description
      case .altered: return "altered"
      case .otherFormat(let misfit): return misfit.description
      }
    }
  }

  @Test func `a baseline is the same once it has been written and read, and recorded again`() throws
  {
    let scenario = try checked(Self.rules, replications: "2")
    let recorded = try baseline(scenario)
    let read = try Baseline(Array(recorded.text.utf8), file: "b.json")
    expectEqual(read, recorded)
    expectEqual(read.text, recorded.text)
    try expectEqual(baseline(scenario).text, recorded.text)
    expectEqual(recorded.arm.worlds.count, 2)
    expectEqual(recorded.arm.worlds.values["relevance@10"]?.count, 2)
  }

  @Test func `files that are edited, cut short or something else are found out`() throws {
    let text = try baseline(checked(Self.rules, replications: "2")).text
    expectEqual(problem(of: text), "none")
    expectEqual(problem(of: text.replacing("\"checked\"", with: "\"Checked\"")), "altered")
    expectEqual(problem(of: text.replacing("\"seed\": 7", with: "\"seed\": 8")), "altered")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.prefix(3).joined(separator: "\n")
    expectEqual(problem(of: cut), "b.json:3:11: expected a name in quotes")
    expectEqual(problem(of: "[]"), "b.json:1:1: expected an object, found a list")
    expectEqual(
      problem(of: "{}"), "b.json:1:1: 'format' is missing; this is not a FeedLab baseline")
    expectEqual(
      problem(of: text.replacing("\"format\": 1", with: "\"format\": 2")),
      "its format is 2, and this version reads 1")
  }

  @Test func `huge and repeated values are refused, though the checksum fits`() throws {
    let text = try baseline(checked(Self.rules, replications: "2")).text
    let value = try #require(text.firstMatch(of: /"relevance@10": \[([^,]*),/)).1
    let huge = try Baseline.resealed(text.replacing("[\(value),", with: "[1e+308,"))
    expectEqual(
      problem(of: huge),
      "b.json:54:24: 'arm.values.relevance@10': expected a number from -1e60 to 1e60, found 1e+308")
    let twice = try Baseline.resealed(
      text.replacing(/"relevance@10": \[[^\]]*\]/) {
        "\($0.output),\n\"relevance_at_k\": [1, 1]"
      })
    expectEqual(
      problem(of: twice), "b.json:52:15: 'relevance_at_k' and 'relevance@10' are the same metric")
  }

  @Test func `a release with fewer worlds than a check may need does not fit`() throws {
    let scenario = try checked(Self.rules, replications: "2")
    let text = try baseline(scenario).anchored(as: "1.0").text
    let parts = text.split(separator: "\n  \"arm\": {", maxSplits: 1).map(String.init)
    let short = parts[0].replacing(/\[([^,\[\]]+), [^\[\]]+\]/) { "[\($0.1)]" }
      .replacing(/\[\s*("[^",]*"),\s*"[^",]*"\s*\]/) { "[\($0.1)]" }
    let sealed = try Baseline.sealed(short + "\n  \"arm\": {" + parts[1])
    expectEqual(
      Check(scenario, against: sealed, file: "b.json").misfits.map(\.description),
      ["it has 1 worlds, and a check may need 2"])
  }

  @Test func `the fingerprint of a world is that of its society, whatever ranks its feeds`() throws
  {
    let rules = Self.rules
    let newest = try baseline(checked(rules, replications: "2"))
    let random = try checked(rules, replications: "2").replacing(arm: "random")
    try expectEqual(baseline(random).arm.worlds.fingerprints, newest.arm.worlds.fingerprints)
    let other = try baseline(
      checked(
        rules, replications: "2",
        extra: "behaviour: {examination: {eta: 0.6}}"))
    for (one, another) in zip(other.arm.worlds.fingerprints, newest.arm.worlds.fingerprints) {
      #expect(one != another)
    }
    expectEqual(Set(newest.arm.worlds.fingerprints).count, 2)
  }

  @Test func `a world that is another than it was is no pair of the recorded one`() throws {
    let scenario = try checked(Self.rules, replications: "2")
    let recorded = try baseline(scenario)
    let old = try #require(recorded.arm.worlds.fingerprints.last)
    let text = recorded.text.replacing(old, with: String(repeating: "0", count: 32))
    let sealed = try Baseline.sealed(text)
    let failure = #expect(throws: CheckFailure.self) {
      try Check(scenario, against: sealed, file: "b.json").run(jobs: 1)
    }
    guard case .misfit(let misfits)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    expectEqual(misfits, [.fingerprint(world: 1)])
    let rerun = try Check(scenario, against: sealed, file: "b.json", rerun: true).run(jobs: 1)
    expectEqual(rerun.outcome, .identical)
    #expect(rerun.baseline.isRerun)
  }

  @Test func `an update keeps its reason and the anchor, and does nothing without a change`() throws
  {
    let scenario = try checked(Self.rules, replications: "2")
    let old = try baseline(scenario).anchored(as: "1.0")
    let recorder = BaselineRecorder(scenario)
    let same = try recorder.updated(
      old, to: try baseline(scenario), reason: "no change", anchor: nil, jobs: 2)
    expectEqual(same, old)
    let changed = try scenario.replacing(arm: "random")
    let new = try BaselineRecorder(changed).updated(
      old, to: try baseline(changed), reason: "fairer", anchor: nil, jobs: 2)
    expectEqual(new.history.map(\.reason), ["fairer"])
    expectEqual(new.history[0].means.keys.sorted(), ["relevance@10"])
    expectEqual(new.anchor, old.anchor)
    expectEqual(new.facts(file: "b.json").acceptedChanges, 1)
  }

  @Test func `unchanged code is identical, and a changed ranker is reported`() throws {
    let scenario = try checked(Self.rules, replications: "2..4", overlap: "warning")
    let baseline = try baseline(scenario)
    let check = Check(scenario, against: baseline, file: "b.json")
    let results = try check.run(jobs: 2)
    expectEqual(results.outcome, .identical)
    expectEqual(results.design.worlds, 2)
    let changed = try scenario.replacing(arm: "random")
    let other = try Check(changed, against: baseline, file: "b.json").run(jobs: 1)
    #expect(other.outcome != .identical)
    expectEqual(other.notices, ["the baseline belongs to the arm 'newest'"])
  }

  @Test func `an external ranker whose seeds were others does not fit`() throws {
    let scenario = try checked(Self.rules, replications: "2")
    let text = try baseline(scenario).text
    #expect(!text.contains("ranker_seeds"))
    let external = text.replacing(/("home": \{\s*"ranker": )"recency"/) { "\($0.1)\"command\"" }
    let recorded = external.replacing(
      "\"top_posts\"", with: "\"ranker_seeds\": \"scenario\",\n\"top_posts\"")
    let table: [(text: String, misfits: [BaselineMisfit])] = [
      (text, []), (external, [.rankerSeeds]), (recorded, []),
    ]
    for (text, misfits) in table {
      let sealed = try Baseline.sealed(text)
      expectEqual(Check(scenario, against: sealed, file: "b.json").misfits, misfits)
      expectEqual(Check(scenario, against: sealed, file: "b.json", rerun: true).misfits, [])
    }
    expectEqual(
      BaselineMisfit.rankerSeeds.description,
      "it was recorded by the former rule for seeds of external rankers, which depended only on the"
        + " number of the world")
  }

  @Test func `what does not fit is named`() throws {
    let baseline = try baseline(checked(Self.rules, replications: "2"))
    func misfits(_ scenario: Scenario, rerun: Bool = false) -> [String] {
      Check(scenario, against: baseline, file: "b.json", rerun: rerun).misfits.map(\.description)
    }
    try expectEqual(misfits(checked(Self.rules, replications: "2")), [])
    let other = try checked(
      "{relevance@10: error, engagement_rate: error, creator_theil_t: warning}",
      replications: "3", seed: 8, world: "{members: 31, days: 1, warm-up: 0.25}")
    expectEqual(
      misfits(other),
      [
        "its seed is 7, and the scenario's is 8",
        "the scenario's world or behaviour has changed since the recording",
        "it has 2 worlds, and a check may need 3",
        "it has no values of engagement_rate", "it has no values of creator_theil_t",
      ])
    expectEqual(misfits(other, rerun: true), [])
  }
}

extension Baseline {
  /// The baseline of an edited text, as if it had been recorded so, with the checksum that fits.
  fileprivate static func sealed(_ text: String) throws -> Baseline {
    try Baseline(Array(resealed(text).utf8), file: "b.json")
  }

  /// An edited text with the checksum that fits.
  fileprivate static func resealed(_ text: String) throws -> String {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let checksum = try #require(text.firstMatch(of: /"checksum": "([0-9a-f]{64})"/)).1
    let canonical = lines.joined().replacing("\"checksum\":\"\(checksum)\",", with: "")
      .replacing("\"checksum\": \"\(checksum)\",", with: "").replacing("\": ", with: "\":")
      .replacing(", ", with: ",")
    let digest = SHA256.hexDigest(of: canonical)
    return text.replacing(checksum, with: digest)
  }
}

extension Scenario {
  /// The same whose check is of another arm.
  fileprivate func replacing(arm: String) throws -> Scenario {
    let text = resolved.replacing("\"arm\":\"newest\"", with: "\"arm\":\"\(arm)\"")
    return try Scenario.parse(Array(text.utf8), file: file)
  }
}
