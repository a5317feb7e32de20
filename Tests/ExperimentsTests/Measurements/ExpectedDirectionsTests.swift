import Experiments
import FeedMetrics
import Scenarios
import TestSupport
import Testing

/// The directions in which metrics must lie that know what a ranker does.
///
/// The seed is fixed, so that there are no false alarms; with other seeds the differences are many times
/// those between worlds.
@Suite struct ExpectedDirectionsTests {
  private static let results = Result {
    let text = """
      feedlab: 1
      name: directions
      seed: 5
      world: {members: \(120), days: 8, warm-up: 1}
      arms:
        newest:   {home: recency, contest: recency}
        affinity: {home: affinity, contest: recency}
        contest:  {home: recency, contest: contest-score}
      """
    var experiment = try community(text)
    try experiment.addReferenceRankers()
    return try experiment.run(jobs: 2)
  }

  private static func community(_ text: String) throws -> Experiment {
    let scenario = try Scenario.parse(Array(text.utf8), file: "directions.yml")
    return Experiment(measuring: scenario, worlds: 1, metrics: MetricCatalogue.core)
  }

  /// Friends' posts and followees' are newest first in all arms.
  @Test(arguments: ["home"])
  func `the ideal order gains all that there was to gain`(surface: String) throws {
    let home = try Self.results.get().breakdown.filter {
      $0.arm == "ideal" && $0.scope.kind == .surface && $0.scope.name == surface
    }
    for (metric, expected) in [("regret@10", 0.0), ("ndcg@10", 1)] {
      let estimate = try #require(home.first { $0.metric.id == metric })
      expectEqual(estimate.mean, expected, "\(metric)")
    }
  }

  @Test func `newest first shows the youngest posts`() throws {
    let newest = try mean("age_at_impression_p50_s", "newest")
    for arm in ["affinity", "random", "ideal"] {
      #expect(try mean("age_at_impression_p50_s", arm) > newest, "\(arm)")
    }
  }

  /// A community that comes for its contest: votes are what the score is made of, and where there are few
  /// of them its noise makes an order at random.
  @Test func `a random order spreads a contest's exposure more evenly than its score`() throws {
    let text = """
      feedlab: 1
      name: contest
      seed: 5
      world: {members: \(150), days: 8, warm-up: 0}
      behaviour:
        entering: {entries: 0.1}
        surfaces: {home: 20, contest: 80, friends: 0, latest: 0, following: 0, global: 0}
      arms:
        score:  {contest: contest-score}
        random: {contest: random}
      """
    let results = try Self.community(text).run(jobs: 2)
    let ginis = results.estimates.filter { $0.metric.id == "contest_exposure_gini" }
    let (score, random) = (try #require(ginis[0].mean), try #require(ginis[1].mean))
    #expect(random < score)
  }

  @Test func `liked categories first is the least varied and the most relevant`() throws {
    for arm in ["newest", "contest"] {
      #expect(
        try mean("intra_list_diversity@10", "affinity") < mean("intra_list_diversity@10", arm))
      #expect(try mean("relevance@10", "affinity") > mean("relevance@10", arm))
    }
    #expect(
      try mean("intra_list_diversity@10", "affinity") < mean("intra_list_diversity@10", "random"))
  }

  private func mean(_ metric: String, _ arm: String) throws -> Double {
    let estimate = try Self.results.get().estimates(of: arm).first { $0.metric.id == metric }
    return try #require(estimate?.mean)
  }
}
