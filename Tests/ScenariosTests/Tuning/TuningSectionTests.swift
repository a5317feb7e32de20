internal import FeedMetrics
import Scenarios
import TestSupport
import Testing

@Suite struct `What tuning is to reach` {
  private let arms = """
    feedlab: 1
    arms:
      newest: {home: recency}
      liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}, save: {value: 5, tune: [0, 10]}}}}

    """

  private func tuning(_ text: String) throws -> Scenario.Tuning {
    try #require(try scenario(arms + text).tuning)
  }

  @Test func `The least section names an objective`() throws {
    let tuning = try tuning("tune: {maximize: engagement_rate}")
    expectEqual(tuning.arm, "liked")
    expectEqual(tuning.objectives, [.init([.init(metric: "engagement_rate", coefficient: 1)])])
    expectEqual(tuning.chosenMethod, .race)
    expectEqual(tuning.pin, .shares)
    expectEqual(tuning.budget, 2000)
    expectEqual(tuning.validation, 64)
    expectEqual(tuning.lag, 0)
    #expect(tuning.constraints.isEmpty)
  }

  /// A score orders all candidates; an order may leave some out.
  @Test(arguments: [
    ("kind: score, reads: [likes]", "", []),
    ("kind: order", "", ["underfilled_page_share <= baseline + 0.01"]),
    (
      "kind: order", ", subject-to: [underfilled_page_share <= 0.2]",
      ["underfilled_page_share <= 0.2"]
    ),
  ])
  func `Pages left short are limited where the ranker may leave posts out`(
    kind: String, limits: String, expected: [String]
  ) throws {
    let ranker =
      "{ranker: command, command: [sh, mine.py], \(kind), parameters: {a: {value: 1, tune: [0, 2]}}}"
    let folder = try RankerScenario.folder(ranker)
    try folder.write(
      "feedlab: 1\narms:\n  a: {latest: \(ranker)}\ntune: {maximize: engagement_rate\(limits)}\n",
      to: "t.yml")
    let scenario = try Scenario.load(file: "\(folder.path)/t.yml")
    expectEqual(scenario.tuning?.constraints.map(\.description), expected)
  }

  @Test func `Rounds may overlap where a method has generations`() throws {
    let tuning = try tuning("tune: {maximize: engagement_rate, method: cmaes, lag: 3}")
    expectEqual(tuning.lag, 3)
    let resolved = try scenario(arms + "tune: {maximize: engagement_rate, lag: 2}").resolved
    #expect(resolved.contains(#""lag":2"#))
    expectEqual(Scenario.Tuning.Method.allCases.filter(\.hasGenerations), [.race, .cmaes, .pareto])
  }

  @Test func `The primary is the objective where none is named`() throws {
    let tuning = try tuning("ab: {primary: creator_exposure_gini}\ntune: {budget: 100}")
    expectEqual(
      tuning.objectives, [.init([.init(metric: "creator_exposure_gini", coefficient: -1)])])
  }

  @Test func `A sum has coefficients, a list makes a front`() throws {
    let sum = try tuning("tune: {maximize: {engagement_rate: 2, creator_exposure_gini: -0.5}}")
    expectEqual(
      sum.objectives,
      [
        .init([
          .init(metric: "engagement_rate", coefficient: 2),
          .init(metric: "creator_exposure_gini", coefficient: -0.5),
        ])
      ])
    expectEqual(sum.chosenMethod, .race)
    let front = try tuning(
      "tune: {maximize: [engagement_rate], minimize: [creator_exposure_gini]}")
    expectEqual(front.objectives.map(\.metric), ["engagement_rate", "creator_exposure_gini"])
    expectEqual(front.objectives.map(\.isMaximum), [true, false])
    expectEqual(front.chosenMethod, .pareto)
    expectEqual(front.metrics.map(\.id).sorted(), ["creator_exposure_gini", "engagement_rate"])
  }

  @Test(
    arguments: [
      ("creator_exposure_gini <= 0.45", "creator_exposure_gini <= 0.45"),
      ("creator_exposure_gini<=0.45", "creator_exposure_gini <= 0.45"),
      ("relevance@10 >= -1e-3", "relevance@10 >= -0.001"),
      ("relevance@10 >= baseline", "relevance@10 >= baseline"),
      ("relevance@10 >= baseline - 2%", "relevance@10 >= baseline - 2%"),
      ("relevance@10>=baseline-0.02", "relevance@10 >= baseline - 0.02"),
      ("  relevance@10    >=  baseline +  3% ", "relevance@10 >= baseline + 3%"),
    ])
  func `A limit is absolute or against the baseline`(text: String, canonical: String) throws {
    let tuning = try tuning("tune: {maximize: engagement_rate, subject-to: ['\(text)']}")
    expectEqual(tuning.constraints.map(\.description), [canonical])
  }

  /// The text begins in column 5, after `  - `.
  @Test(
    arguments: cases(
      """
      creator_exposure_gin <= 0.45 =>
        5: tune.subject-to: there is no metric 'creator_exposure_gin'; did you mean 'creator_exposure_gini'?
      relevance@10 < 0.45 => 18: tune.subject-to: expected <= or >=, found '<'
      relevance@10 0.45 => 18: tune.subject-to: expected <= or >=, found '0.45'
      relevance@10 >= => 20: tune.subject-to: expected a number from -1000000000000 to 1000000000000 or 'baseline', found the end
      relevance@10 >= basline - 2% =>
        21: tune.subject-to: expected a number from -1000000000000 to 1000000000000 or 'baseline', found 'basline'
      relevance@10 <= 1e300 =>
        21: tune.subject-to: expected a number from -1000000000000 to 1000000000000 or 'baseline', found '1e300'
      relevance@10 >= -1.5e12 =>
        21: tune.subject-to: expected a number from -1000000000000 to 1000000000000 or 'baseline', found '-1.5e12'
      relevance@10 >= baseline - 1e300 =>
        32: tune.subject-to: expected a number from 0 or a percentage, such as 2%, found '1e300'
      relevance@10 >= baseline 2% => 30: tune.subject-to: expected + or -, found '2%'
      relevance@10 >= baseline - two =>
        32: tune.subject-to: expected a number from 0 or a percentage, such as 2%, found 'two'
      relevance@10 >= baseline - =>
        31: tune.subject-to: expected a number from 0 or a percentage, such as 2%, found the end
      relevance@10 >= 0.3 + 2 => 25: tune.subject-to: expected the end, found '+'
      relevance@10 >= 5% => 21: tune.subject-to: expected a number from -1000000000000 to 1000000000000 or 'baseline', found '5%'
      """))
  func `A limit that cannot be read is reported with its column`(text: String, message: String) {
    let faults = faults(
      arms + "tune:\n maximize: engagement_rate\n subject-to:\n  - \(text)\n")
    expectEqual(faults, ["town.yml:8:\(message)"])
  }

  @Test(
    arguments: cases(
      """
      {maximize: engagement_rate, lag: 9} =>
        tune.lag: expected a whole number from 0 to 8 (generations), found 9
      {maximize: engagement_rate, method: nelder-mead, lag: 1} =>
        tune.lag: nelder-mead has no generations; race, cmaes and pareto have
      {maximize: creator_exposure_gini} =>
        tune.maximize: less of 'creator_exposure_gini' is better; write it under minimize
      {minimize: engagement_rate} =>
        tune.minimize: more of 'engagement_rate' is better; write it under maximize
      {maximize: engagement_rat} =>
        tune.maximize: there is no metric 'engagement_rat'; did you mean 'engagement_rate'?
      {maximize: {engagement_rate: 0}} =>
        tune.maximize.engagement_rate: a coefficient of 0 has no effect
      {maximize: [engagement_rate, engagement_rate]} =>
        tune: 'engagement_rate' is an objective twice
      {budget: 10} =>
        tune.maximize: is missing; it names the metric to raise, such as engagement_rate
      {maximize: engagement_rate, method: pareto} =>
        tune.method: pareto has two objectives or more, and there is one
      {maximize: [engagement_rate, relevance@10], method: grid} =>
        tune.method: grid has one objective, not 2; pareto has several
      {maximize: engagement_rate, method: rase} =>
        tune.method: there is no method 'rase'; did you mean 'race'?
      {maximize: engagement_rate, arm: newest} =>
        tune.arm: 'newest' has no value to tune; write a number of its rankers as {value: 3, tune: [0, 10]}
      {maximize: engagement_rate, fix: sav} =>
        tune.fix: there is no tuned number 'sav'; there are weights.like and weights.save
      {maximize: engagement_rate, fix: save, normalize: l1} =>
        tune.fix: a number is fixed or all are normalised, not both
      {maximize: engagement_rate, budget: 0} =>
        tune.budget: expected a whole number from 1 to 1000000000 (worlds), found 0
      {maximize: engagement_rate, validate: 1} =>
        tune.validate: expected a whole number from 2 to 1000000 (worlds), found 1
      {maximise: engagement_rate} =>
        tune.maximise: no scenario has this key; did you mean 'maximize'?
      """))
  func `A faulty section is reported`(text: String, message: String) {
    let found = faults(arms + "tune: \(text)\n").map { fault in
      String(fault.split(separator: " ", maxSplits: 1)[1])
    }
    #expect(found.contains(message))
  }

  @Test func `Without any range nothing can be tuned`() {
    let found = faults(least + "tune: {maximize: engagement_rate}")
    expectEqual(
      found,
      [
        "town.yml:4:7: tune.arm: is missing; write a number of an arm's ranker as {value: 3, tune: [0, 10]}"
      ])
  }

  @Test func `A resolved scenario has the same tuning`() throws {
    let texts = [
      "tune: {maximize: {engagement_rate: 2, creator_exposure_gini: -0.5}, fix: save}",
      "tune: {maximize: [engagement_rate], minimize: [creator_exposure_gini], normalize: none}",
      "tune: {minimize: creator_exposure_gini, subject-to: [relevance@10 >= baseline - 2%], budget: 300, validate: 8, method: cmaes}",
    ]
    for text in texts {
      let scenario = try scenario(arms + text)
      let again = try Scenario.parse(Array(scenario.resolved.utf8), file: "again.json")
      var tuning = try #require(scenario.tuning)
      tuning.method = tuning.chosenMethod
      expectEqual(
        Set(again.tuning?.objectives.map { Set($0.terms) } ?? []),
        Set(tuning.objectives.map { Set($0.terms) }))
      expectEqual(again.tuning?.constraints, tuning.constraints)
      expectEqual(again.tuning?.pin, tuning.pin)
      expectEqual(again.tuning?.method, tuning.method)
      expectEqual(again.tuning?.budget, tuning.budget)
    }
  }
}
