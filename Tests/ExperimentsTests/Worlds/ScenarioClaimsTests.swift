import Experiments
import FeedMetrics
import Foundation
import Scenarios
import SyntheticSociety
import TestSupport
import Testing

/// What the heads of the files in `scenarios/` say comes out, in worlds that are as small as they can be to show it.
///
/// The seeds are those of the files, so that there are no false alarms. Heads that only ask have no case.
@Suite struct ScenarioClaimsTests {
  /// A sentence of a head, as the means of a metric over the worlds.
  enum Claim: Sendable {
    /// The arms have ever larger means.
    case grows(String, [String])
    /// The means of these arms are in a range.
    case lies(String, [String], in: ClosedRange<Double>)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    /// Besides the measured days.
    let overrides: [String]
    let claims: [Claim]

    var testDescription: String { file }
  }

  static let cases = [
    Case(
      file: "follow-growth.yml",
      overrides: ["world.members=150", "world.days=8", "world.warm-up=1"],
      claims: [
        .grows("follow_growth", ["random", "newest", "popular"]),
        .grows("follow_growth", ["newest", "discounted"]),
        .grows("creator_exposure_gini", ["discounted", "popular"]),
      ]),
    Case(
      file: "multi-device-sync.yml",
      overrides: ["world.members=100", "world.days=5", "world.warm-up=1"],
      claims: [
        .grows("stale_button_share", ["synced", "unsynced"]),
        .lies("duplicate_post_share", ["synced", "unsynced"], in: 0...0),
        .grows("duplicate_post_share", ["synced", "offset"]),
      ]),
    Case(
      file: "pet-contest.yml", overrides: ["world.members=200", "world.days=14"],
      claims: [.lies("early_mover_exposure_gap", ["random"], in: 0.01...1)]),
    Case(
      file: "private-network.yml", overrides: ["world.days=21"],
      claims: [
        .lies("post_coverage", ["newest", "friends-first", "popular"], in: 0.9...1),
        .lies(
          "time_to_first_impression_p50_s", ["newest", "friends-first", "popular"], in: 0...86_400),
        .lies("duplicate_post_share", ["newest", "friends-first", "popular"], in: 0...0),
        .lies("stale_button_share", ["newest", "friends-first", "popular"], in: 0...0),
      ]),
  ]

  @Test(arguments: cases)
  func `a head says what comes out`(of test: Case) throws {
    let scenario = try Self.scenario(test.file, overrides: test.overrides)
    let metrics = try test.claims.map { try #require(MetricCatalogue.definition($0.metric)) }
    let arms = Set(test.claims.flatMap(\.arms))
    let results = try Experiment(
      measuring: scenario, arms: scenario.arms.map(\.name).filter(arms.contains), worlds: 2,
      metrics: MetricCatalogue.all.filter { metrics.map(\.id).contains($0.id) }
    ).run(jobs: 2)
    func mean(_ metric: String, _ arm: String) throws -> Double {
      let outcomes = results.outcomes.filter { $0.arm == arm }
      let values = outcomes.compactMap { $0.values[metric]?.value }
      try #require(!values.isEmpty, "\(metric) of \(arm)")
      return values.reduce(0, +) / Double(values.count)
    }
    for claim in test.claims {
      let means = try claim.arms.map { try mean(claim.metric, $0) }
      switch claim {
      case .grows:
        #expect(zip(means, means.dropFirst()).allSatisfy(<), "\(claim): \(means)")
      case .lies(_, _, let range):
        #expect(means.allSatisfy(range.contains), "\(claim): \(means)")
      }
    }
  }

  @Test func `a few people of the real graph are followed by hundreds, one in seven by nobody`()
    throws
  {
    let graph = try #require(try Self.scenario("real-graph.yml").graph)
    let followers = graph.inDegrees
    #expect((2...50).contains(followers.count { $0 >= 200 }))
    let nobodys = Double(followers.count { $0 == 0 }) / Double(followers.count)
    #expect(abs(nobodys - 1.0 / 7) < 0.01)
  }

  /// A view adds 1, and *n* half-lives leave 2^−*n* of it: the threshold.
  @Test func `the affinity of a single view is forgotten after 4.3 half-lives`() throws {
    let resolved = try Self.scenario("food-affinity.yml").resolved
    #expect(resolved.contains(#""half-life":"7d","ranker":"affinity","threshold":0.05"#))
    #expect(abs(-log2(0.05) - 4.3) < 0.05)
  }

  private static func scenario(_ file: String, overrides: [String] = []) throws -> Scenario {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../scenarios").standardizedFileURL.path()
    return try Scenario.load(file: folder + "/" + file, overrides: overrides)
  }
}

extension ScenarioClaimsTests.Claim {
  var metric: String {
    switch self {
    case .grows(let metric, _), .lies(let metric, _, _): metric
    }
  }

  var arms: [String] {
    switch self {
    case .grows(_, let arms), .lies(_, let arms, _): arms
    }
  }
}
