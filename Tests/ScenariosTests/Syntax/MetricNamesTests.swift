import FeedMetrics
import Scenarios
import TestSupport
import Testing

/// Metrics that a scenario names by an old id, or with a value of a parameter.
@Suite struct MetricNamesTests {
  private let town = least + "  other: {home: random}\n"

  @Test func `ids that were renamed are read with a note`() throws {
    let scenario = try scenario(
      town + """
        metrics: {relevance_at_k: {margin: 1%}}
        ab: {primary: ndcg, guardrails: [slate_ild_category, relevance_at_k]}
        check: {rules: {creator_atkinson_1: error}}
        """)
    expectEqual(scenario.margins.map(\.metric), ["relevance@10"])
    expectEqual(scenario.comparison.questions.primary, "ndcg@10")
    expectEqual(
      scenario.comparison.questions.guardrails, ["intra_list_diversity@10", "relevance@10"])
    expectEqual(scenario.check?.rules.map(\.metric), ["creator_atkinson(epsilon=1)"])
    expectEqual(
      scenario.notes,
      [
        ("relevance_at_k", "relevance@10"), ("creator_atkinson_1", "creator_atkinson(epsilon=1)"),
        ("ndcg", "ndcg@10"), ("slate_ild_category", "intra_list_diversity@10"),
      ].map { "the metric \($0) is now \($1); the next version accepts only the new name" })
    #expect(!scenario.resolved.contains("relevance_at_k"))
  }

  @Test func `what is tuned may have old ids and parameters`() throws {
    let scenario = try scenario(
      """
      feedlab: 1
      arms:
        liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}, save: 5}}}
      tune:
        maximize: {like_rate: 1, epc: 2}
        subject-to: [regret_at_k <= 2, creator_atkinson(epsilon=2)>=0.1]
      """)
    let tuning = try #require(scenario.tuning)
    expectEqual(
      tuning.objectives[0].terms.map(\.metric), ["like_rate", "expected_popularity_complement"])
    expectEqual(
      tuning.constraints.map(\.description),
      [
        "regret@10 <= 2", "creator_atkinson(epsilon=2) >= 0.1",
      ])
    expectEqual(scenario.notes.count, 2)
    expectEqual(
      tuning.metrics.map(\.id),
      [
        "expected_popularity_complement", "regret@10", "like_rate", "creator_atkinson(epsilon=2)",
      ])
  }

  @Test func `one metric has one margin, whatever its names`() {
    expectEqual(
      faults(least + "metrics: {ndcg: {margin: 1%}, ndcg@10: {margin: 2%}}"),
      [
        "town.yml:4:11: metrics.ndcg: it is another name of 'ndcg@10', which is here too"
      ])
  }

  @Test func `a value of a parameter is written in one way`() throws {
    let scenario = try scenario(
      least + "metrics: {creator_atkinson(epsilon=1.50): {margin: 1%}, utility_p20: {margin: 1%}}",
      overrides: [
        "metrics.creator_atkinson(epsilon=2.5).margin=0.02", "ab.primary=creator_top5_share",
      ])
    expectEqual(
      scenario.margins.map(\.metric),
      [
        "creator_atkinson(epsilon=1.5)", "utility_p20", "creator_atkinson(epsilon=2.5)",
      ])
    expectEqual(scenario.comparison.questions.primary, "creator_top5_share")
    #expect(scenario.notes.isEmpty)
  }

  @Test(
    arguments: cases(
      """
      metrics: {relevance@5: {margin: 1%}} =>
        4:11: metrics.relevance@5: expected relevance@10, found 'relevance@5'
      check: {rules: {utility_p100: error}} =>
        4:17: check.rules.utility_p100: expected utility_pN, N from 1 to 99, found 'utility_p100'
      ab: {primary: creator_atkinson(epsilon=11)} =>
        4:15: ab.primary: expected creator_atkinson(epsilon=N), N from 0.01 to 10, found 'creator_atkinson(epsilon=11)'
      ab: {primary: 'utility_p0(surface=home)'} =>
        4:15: ab.primary: expected utility_pN, N from 1 to 99, found 'utility_p0(surface=home)'
      ab: {primary: like_rate(surface=hom)} =>
        4:15: ab.primary: there is no surface 'hom'; did you mean 'home'?
      ab: {primary: like_rate(surface=home+zz)} =>
        4:15: ab.primary: there is no surface 'zz'; there are home, contest, friends, latest, following and global
      ab: {primary: follow_growth(surface=home)} =>
        4:15: ab.primary: 'follow_growth' has no value for a surface
      ab: {guardrails: [like_rat(surface=home)]} =>
        4:19: ab.guardrails: there is no metric 'like_rat(surface=home)'; did you mean 'like_rate(surface=home)'?
      ab: {primary: looks_per_member_day(surface=home)} =>
        4:15: ab.primary: 'looks_per_member_day(surface=home)' has no good side, so that it cannot get worse
      metrics: {like_rate(surface=hom): {margin: 1%}} =>
        4:11: metrics.like_rate(surface=hom): there is no surface 'hom'; did you mean 'home'?
      check: {rules: {like_rate(surface=hom): error}} =>
        4:17: check.rules.like_rate(surface=hom): there is no surface 'hom'; did you mean 'home'?
      """))
  func `a value that is not possible is refused with those that are`(
    line: String, message: String
  ) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  @Test func `surfaces stand in the order of the surfaces, wherever metrics are named`() throws {
    let scenario = try scenario(
      least + """
          liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}, save: 5}}}
        metrics: {like_rate(surface=contest+home): {margin: 1%}}
        ab: {primary: relevance_at_k(surface=contest+home), guardrails: [like_rate(surface=latest+home)]}
        check: {rules: {like_rate(surface=contest+home): error}}
        tune:
          maximize: {like_rate(surface=contest+home): 1}
          subject-to: ["ndcg(surface=contest+home) >= baseline - 2%"]
        """)
    let both = "(surface=home+contest)"
    expectEqual(scenario.margins.map(\.metric), ["like_rate" + both])
    expectEqual(
      scenario.comparison.questions.metrics,
      ["relevance@10" + both, "like_rate(surface=home+latest)"])
    expectEqual(scenario.check?.rules.map(\.metric), ["like_rate" + both])
    expectEqual(scenario.check?.rules.map(\.margin), [.relative(0.01)])
    expectEqual(
      scenario.tuning?.objectives.map { $0.terms.map(\.metric) }, [["like_rate" + both]])
    expectEqual(
      scenario.tuning?.constraints.map(\.description), ["ndcg@10\(both) >= baseline - 2%"])
    expectEqual(
      scenario.notes,
      [("relevance_at_k", "relevance@10"), ("ndcg", "ndcg@10")].map {
        "the metric \($0)(surface=contest+home) is now \($1)\(both); the next version accepts only the new name"
      })
  }

  /// Sessions open every feed but the contest.
  private let withoutContest = """
    feedlab: 1
    behaviour: {surfaces: {contest: 0}}
    arms:
      newest: {home: recency}
      liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}, save: 5}}}

    """

  @Test(
    arguments: cases(
      """
      ab: {primary: like_rate(surface=contest)} => 6:15: ab.primary
      ab: {primary: like_rate(surface=home+contest)} => 6:15: ab.primary
      ab: {guardrails: [ndcg@10, like_rate(surface=contest)]} => 6:28: ab.guardrails
      check: {rules: {like_rate(surface=contest): error}} =>
        6:17: check.rules.like_rate(surface=contest)
      tune: {maximize: like_rate(surface=contest)} => 6:18: tune.maximize
      tune: {maximize: {like_rate(surface=contest): 1}} =>
        6:19: tune.maximize.like_rate(surface=contest)
      tune: {maximize: ndcg@10, subject-to: [like_rate(surface=contest) >= 0.1]} =>
        6:40: tune.subject-to
      """))
  func `a tested metric counts surfaces that sessions open`(line: String, at: String) {
    let names = ["contest", "home+contest"].map { "like_rate(surface=\($0))" }
    let metric = names.first(where: line.contains) ?? ""
    expectEqual(
      faults(withoutContest + line),
      [
        "town.yml:\(at): '\(metric)' counts pages of contest, which no session opens: behaviour.surfaces.contest is 0"
      ])
  }

  @Test func `a metric that is not tested may count surfaces that no session opens`() throws {
    let text = withoutContest + "metrics: {like_rate(surface=contest): {margin: 1%}}\n"
    expectEqual(faults(text), [])
    expectEqual(
      faults(
        text.replacing("surfaces: {contest: 0}", with: "off: [surfaces]")
          + "ab: {primary: like_rate(surface=latest)}"),
      [
        "town.yml:7:15: ab.primary: 'like_rate(surface=latest)' counts pages of latest, which no session opens: behaviour.surfaces.latest is 0"
      ])
  }
}
