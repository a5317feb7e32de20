import FeedMetrics
import Scenarios
import SyntheticSociety
import TestSupport
import Testing
import Traces

/// Runs of the scenarios that come with FeedLab, their traces, and what is measured and counted of both.
@Suite struct RunTraceTests {
  private static let members = 30
  private static let days = 0.5

  @Test(arguments: ShippedScenario.files)
  func `a trace has the metrics of its run, to the last bit, and the invariants hold`(
    file: String
  ) throws {
    // The graphs of real communities are large.
    let isReal = ["calibrated.yml", "real-graph.yml"].contains(file)
    let scenario = try ShippedScenario.load(
      file, members: Self.members, days: isReal ? Self.days / 2 : Self.days)
    let folder = try TraceFolder()
    for arm in scenario.arms.prefix(scenario.graph == nil ? 3 : 1) {
      let path = folder.path(arm.name)
      let run = try write(scenario, arm, to: path)
      try compare(path, with: run, "\(file), \(arm.name)")
    }
  }

  @Test func `a database has the metrics of its run, to the last bit, and the invariants hold`()
    throws
  {
    let scenario = try ShippedScenario.load("pet-contest.yml", members: 30, days: 0.5)
    let folder = try TraceFolder()
    let path = folder.path("trace.sqlite")
    let run = try write(scenario, scenario.arms[0], to: path)
    try compare(path, with: run, "database")
  }

  /// Without friendships, nothing that friends saw could have been shown to them.
  @Test func `it can be checked from a trace that pages hid the right posts`() throws {
    let scenario = try ShippedScenario.load(
      "private-network.yml", members: 16, days: 14,
      overrides: ["behaviour.privacy.only-me=0.2", "behaviour.deleting.share=0.2"])
    let folder = try TraceFolder()
    _ = try write(scenario, scenario.arms[0], to: folder.path("trace"))
    func cells(_ table: String, _ column: String) throws -> [Substring] {
      let lines = try folder.read("trace/\(table).csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let index = try #require(lines[0].firstIndex(of: column[...]))
      return lines.dropFirst().map { $0[index] }
    }
    try expectEqual(Set(cells("accounts", "user_id")), Set(cells("users", "user_id")))
    try expectEqual(Set(cells("accounts", "private")), ["1"])
    try expectEqual(Set(cells("posts", "privacy")), ["public", "friends_only", "private"])
    let deleted = try cells("posts", "deleted_at").count { !$0.isEmpty }
    let steps = try Set(cells("requests", "step"))
    #expect(deleted > 0 && steps.isSuperset(of: ["sent", "accepted"]), "\(deleted), \(steps)")
    let ties = try folder.read("trace/ties.csv").split(separator: "\n")
    try folder.write(
      ties.filter { !$0.contains(",friend,") }.joined(separator: "\n") + "\n",
      to: "trace/ties.csv")
    let invariants = TraceInvariants()
    try TraceReplay(path: folder.path("trace")).replay([invariants])
    #expect(invariants.violations.contains { $0.invariant == .friendsOnly })
    let rules: Set<TraceInvariant> = [.friendsOnly, .privateAccounts]
    #expect(invariants.violations.allSatisfy { rules.contains($0.invariant) })
  }

  /// `inter_user_overlap` from nothing but the files: the mean of |Sᵤ ∩ Sᵥ| / √(|Sᵤ| |Sᵥ|) over the pairs
  /// of sampled members who were shown somebody else's post in the window.
  @Test func `metrics of sampled members can be computed from the files alone`() throws {
    let scenario = try ShippedScenario.load("quickstart.yml", members: 150, days: 2)
    let folder = try TraceFolder()
    let options = MetricOptions(sampledMembers: 60, sampleSeed: 3)
    var facts = scenario.facts(of: scenario.arms[0])
    facts.metricOptions = options
    let (metrics, writer) = (
      MetricSink(options: options), try TraceWriter(path: folder.path("trace"), facts: facts)
    )
    _ = try #require(
      scenario.run(of: scenario.arms[0]).simulate(sinks: [metrics, writer.sink]))
    try writer.finish(digest: "none")

    func rows(_ table: String) throws -> [[String: String]] {
      let lines = try folder.read("trace/\(table).csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }
    let sampled = Set(try rows("users").filter { $0["sampled"] == "1" }.map { $0["user_id"]! })
    expectEqual(sampled.count, 60)
    let authors = Dictionary(
      uniqueKeysWithValues: try rows("posts").map { ($0["post_id"]!, $0["author_id"]!) })
    var shown: [String: Set<String>] = [:]
    for row in try rows("impressions")
    where sampled.contains(row["user_id"]!) && Double(row["time"]!)! >= 86_400 * 0.5
      && authors[row["post_id"]!] != row["user_id"]!
    {
      shown[row["user_id"]!, default: []].insert(row["post_id"]!)
    }
    let sets = Array(shown.values)
    var overlaps: [Double] = []
    for one in sets.indices {
      for other in sets.indices where other > one {
        let size = Double(sets[one].count * sets[other].count).squareRoot()
        overlaps.append(Double(sets[one].intersection(sets[other]).count) / size)
      }
    }
    let expected = overlaps.reduce(0, +) / Double(overlaps.count)
    let value = try #require(metrics.values().first { $0.id == "inter_user_overlap" }?.value.value)
    #expect(sets.count > 15 && abs(value - expected) < 1e-12, "\(value), by hand \(expected)")
  }

  /// Sessions / Σ over members of the days of the window since they joined, from nothing but the files.
  @Test func `the sessions of a trace are those of the metrics`() throws {
    let scenario = try ShippedScenario.load("quickstart.yml", members: 120, days: 2)
    let folder = try TraceFolder()
    let run = try write(scenario, scenario.arms[0], to: folder.path("trace"))
    func rows(_ table: String, _ names: String...) throws -> [[Substring]] {
      let lines = try folder.read("trace/\(table).csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let columns = try names.map { name in try #require(lines[0].firstIndex(of: name[...])) }
      return lines.dropFirst().map { line in columns.map { line[$0] } }
    }
    let (start, end) = (
      scenario.parameters.world.warmUpDays * 86_400, scenario.parameters.world.days * 86_400
    )
    let authors = Dictionary(
      uniqueKeysWithValues: try rows("posts", "post_id", "author_id").map { ($0[0], $0[1]) })
    // The metrics know no requests that show nothing but own posts.
    let shown = try rows("impressions", "session_id", "time", "user_id", "post_id").filter {
      Double($0[1])! >= start && authors[$0[3]] != $0[2]
    }
    // Pages without posts belong to sessions, too.
    let answered = Set(try rows("impressions", "request_id").map { $0[0] })
    let empty = try rows("duplicates", "session_id", "time", "request_id").filter {
      Double($0[1])! >= start && !answered.contains($0[2])
    }
    let sessions = Set((shown + empty).map { $0[0] })
    let days = try rows("users", "joined_at").reduce(0.0) {
      $0 + (end - max(Double($1[0])!, start)) / 86_400
    }
    let value = try #require(
      run.metrics.values().first { $0.id == "sessions_per_member_day" }?.value.value)
    #expect(sessions.count > 100)
    #expect(abs(value - Double(sessions.count) / days) < 1e-12)
    // What is done with a post is in the session of a page that showed it, with few others in the world.
    let pages = try rows("impressions", "request_id", "session_id")
    let known = Dictionary(pages.map { ($0[0], $0[1]) }) { first, _ in first }
    for row in try rows("interactions", "request_id", "session_id") {
      expectEqual(row[1], known[row[0]] ?? "")
    }
  }

  /// What is measured and counted of a run.
  private typealias Observed = (metrics: MetricSink, looks: LookCountsSink)

  /// Simulates the first world of an arm, whose trace it writes.
  private func write(_ scenario: Scenario, _ arm: Arm, to path: String) throws -> Observed {
    let (metrics, looks) = (MetricSink(), LookCountsSink())
    let (digest, invariants) = (DigestSink(), TraceInvariants())
    let writer = try TraceWriter(path: path, facts: scenario.facts(of: arm))
    _ = try #require(
      scenario.run(of: arm).simulate(sinks: [metrics, looks, digest, invariants, writer.sink]))
    try writer.finish(digest: digest.hexDigest)
    expectEqual(invariants.count, 0, "\(arm.name): \(invariants.violations)")
    return (metrics, looks)
  }

  private func compare(_ path: String, with run: Observed, _ what: String) throws {
    let replay = try TraceReplay(path: path)
    let (again, invariants) = (
      MetricSink(options: replay.metricOptions, isLog: true), TraceInvariants()
    )
    let looks = LookCountsSink()
    try replay.replay([again, looks, invariants])
    let metrics = run.metrics
    // A trace does not have the sessions that members are expected to have.
    #expect(run.looks.counts.table(.activity) != nil, "\(what)")
    expectEqual(
      looks.counts,
      LookCounts(
        tables: run.looks.counts.tables.filter { $0.dimension != .activity },
        memberDays: run.looks.counts.memberDays), "\(what)")
    invariants.check(finalVotes: replay.finalVotes)
    expectEqual(invariants.count, 0, "\(what): \(invariants.violations)")
    expectEqual(again.scopes, metrics.scopes, "\(what)")
    for scope in [.all] + metrics.scopes {
      compare(metrics.values(in: scope), again.values(in: scope), "\(what), \(scope)")
    }
    expectEqual(again.tables(), metrics.tables(), "\(what)")
  }

  private func compare(
    _ run: [(id: String, value: MetricValue)], _ trace: [(id: String, value: MetricValue)],
    _ what: String
  ) {
    expectEqual(run.map(\.id), trace.map(\.id), "\(what)")
    for (one, other) in zip(run, trace) {
      #expect(
        one.value.value?.bitPattern == other.value.value?.bitPattern
          && one.value.support == other.value.support,
        "\(what): \(one.id) is \(other.value) in the trace, \(one.value) in the run")
    }
  }
}
