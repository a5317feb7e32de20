import Experiments
import FeedMetrics
import ReportKit
import Scenarios
import SocialFeed
internal import Stochastics
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What arms show in answer to the same requests.
@Suite struct RankOverlapTests {
  /// Of the newest twenty posts the oldest first: the first page of newest first, backwards.
  private struct BackwardsRanker: ScoringRanker {
    static let descriptor = RankerDescriptor(
      name: "backwards", summary: "", order: "", surfaces: [.home], make: { _ in BackwardsRanker() }
    )

    var features: FeatureSet { [.ageHours] }
    var pool: Int { 20 }

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      let ages = candidates[.ageHours]
      for index in ages.indices { scores[index] = ages[index] }
    }
  }

  private func town(
    _ arms: String = "newest: {home: recency}, again: {home: recency}, back: {home: backwards}",
    world: String = "members: 200, days: 4, warm-up: 2"
  ) throws -> Scenario {
    let text = """
      feedlab: 1
      name: town
      seed: 7
      world: {\(world)}
      pool: everyone
      # Of posts at one instant the newer stands first, forwards and backwards.
      behaviour: {posting: {largest-batch: 1}}
      arms: {\(arms)}
      """
    return try Scenario.parse(
      Array(text.utf8), file: "town.yml",
      rankers: .standard.adding([BackwardsRanker.descriptor]))
  }

  @Test func `arms that order alike agree wholly, and an order backwards is its opposite`() throws {
    let study = try RankOverlapStudy(try town(), arms: ["newest", "again", "back"], worlds: 2)
    expectEqual(study.surfaces, [.home])
    let pairs = try study.run(jobs: 2).pairs
    expectEqual(pairs.map(\.arms), [["newest", "again"], ["newest", "back"], ["again", "back"]])
    #expect(pairs[0].overlap.mean == 1 && pairs[0].tau.mean == 1)
    expectEqual(pairs[0].overlap.interval, pairs[0].tau.interval)
    #expect(pairs[1].tau.mean == -1 && pairs[1].tau.interval?.upper == -1)
    expectEqual(pairs[1].overlap.mean, pairs[2].overlap.mean)
    expectEqual(pairs[1].overlap.interval, pairs[2].overlap.interval)
    // A full page and the same backwards have nothing in common at depths up to 10, 2d − 20 of d posts at
    // depth d behind, and everything at the end.
    let p = RankOverlapStudy.persistence
    var (sum, weight) = (0.0, 1.0)
    for depth in 1...20 {
      weight *= p
      sum += Double(max(0, 2 * depth - 20)) / Double(depth) * weight
    }
    let expected = (1 - p) / p * sum + weight
    #expect(abs((pairs[1].overlap.mean ?? 0) - expected) < 1e-12)
    #expect(try #require(pairs[1].overlap.support) > 100)
  }

  @Test func `nobody sees what the other arms would have shown`() throws {
    let scenario = try town("newest: {home: recency}, hot: {home: hot}, random: {home: random}")
    let (alone, watched) = (ExperimentMonitor(), ExperimentMonitor())
    _ = try Experiment(measuring: scenario, arms: ["newest"], worlds: 2).run(
      jobs: 2, monitor: alone)
    _ = try RankOverlapStudy(scenario, arms: ["newest", "hot", "random"], worlds: 2).run(
      jobs: 2, monitor: watched)
    expectEqual(alone.progress.impressions, watched.progress.impressions)
    #expect(alone.progress.impressions > 1000)
  }

  @Test func `an affinity ranker that serves learns what it would learn alone`() throws {
    let arms = "liked: {home: {ranker: affinity, weights: {like: 40}}}, newest: {home: recency}"
    let scenario = try town(arms)
    let (alone, watched) = (ExperimentMonitor(), ExperimentMonitor())
    _ = try Experiment(measuring: scenario, arms: ["liked"], worlds: 2).run(jobs: 2, monitor: alone)
    _ = try RankOverlapStudy(scenario, arms: ["liked", "newest"], worlds: 2).run(
      jobs: 2, monitor: watched)
    expectEqual(alone.progress.impressions, watched.progress.impressions)
  }

  @Test func `any number of threads gives the same results`() throws {
    let study = try RankOverlapStudy(
      try town("newest: {home: recency}, hot: {home: hot}"), arms: ["newest", "hot"], worlds: 3)
    try expectEqual(study.run(jobs: 1), study.run(jobs: 3))
  }

  @Test(arguments: ["", ", app: {paging: offset}"])
  func `a refresh counts once, after warm-up alone`(app: String) throws {
    func pages(warmUp: String) throws -> Double {
      let scenario = try town(
        "newest: {home: recency\(app)}, hot: {home: hot\(app)}",
        world: "members: 60, days: 2, warm-up: \(warmUp)")
      let run = try RankOverlapStudy(scenario, arms: ["newest", "hot"], worlds: 2).run(jobs: 2)
      return run.pairs[0].overlap.support ?? 0
    }
    let (all, late) = (try pages(warmUp: "0"), try pages(warmUp: "1"))
    #expect(late > 0 && late < all)
  }

  @Test func `arms that learn affinities in different ways have no page of one moment`() throws {
    let arms = """
      liked: {home: {ranker: affinity, weights: {like: 40}}}, usual: {home: affinity}, newest: {home: recency}
      """
    let scenario = try town(arms)
    #expect(throws: LiveTestConflict.affinities("liked", "usual")) {
      try RankOverlapStudy(scenario, arms: ["newest", "liked", "usual"], worlds: 2)
    }
  }

  // MARK: The document

  /// Two worlds with overlaps of 0.4 and 0.6 and no common posts.
  private func results(serving: String = "newest") throws -> RankOverlapResults {
    let scenario = try town()
    let design = Experiment(measuring: scenario, arms: [serving], worlds: 2, metrics: []).design
    let key = RankOverlapResults.key(RankOverlapResults.overlap, surface: 0, pair: 0)
    let outcomes = [0.4, 0.6].enumerated().map { world, overlap in
      WorldOutcome(
        arm: serving, world: world, values: [key: MetricValue(overlap, support: 10 + world)],
        digest: "", summary: WorldSummary())
    }
    return RankOverlapResults(
      design: design, arms: [serving, "back"], surfaces: [.home], outcomes: outcomes)
  }

  @Test func `means have Student's intervals over worlds`() throws {
    // Mean 0.5, standard deviation √0.02, standard error 0.1; t of one degree of freedom is 12.7062.
    let pair = try results().pairs[0]
    #expect(pair.overlap.mean == 0.5 && pair.overlap.support == 10.5)
    #expect(abs((pair.overlap.interval?.upper ?? 0) - (0.5 + 1.27062)) < 1e-5)
    #expect(pair.tau.mean == nil && pair.tau.interval == nil)
  }

  @Test func `the document names arms that agree, and what the numbers are`() throws {
    let document = try results().document
    expectEqual(
      ReportFormat.text.render(document),
      """
      town: 200 members, 4 days (2 warm-up), 2 arms, of which newest serves 2 parallel worlds

      On home

      The pages of all arms overlap by 0.500.

      arm     other  overlap           95% CI  tau  95% CI  pages a world
      newest  back     0.500  [−0.771, 1.771]    –       –             11

      First pages of the same requests after warm-up, of up to 20 posts; overlap is rank-biased with p =
      0.9, 1 for the same page and 0 for no post in common; tau is Kendall's over the posts that both
      pages have, 1 for the same order and −1 for the opposite; means over worlds with Student's
      intervals; seed 7.

      """)
    let rows = ReportFormat.csv.render(document).split(separator: "\n")
    expectEqual(
      rows[0], "surface,arm,other,overlap,overlap_lower,overlap_upper,tau,tau_lower,tau_upper,pages"
    )
    #expect(rows[1].hasPrefix("home,newest,back,0.5,-0.77"))
    #expect(rows[1].hasSuffix(",,,,10.5"))
    #expect(ReportFormat.json.render(document).contains("\"tau\": null"))
  }
}
