import DataFiles
import FeedMetrics
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct DefaultsTests {
  @Test func `an absent key has its default`() throws {
    let town = try scenario(least + "  other: {contest: random}\n")
    expectEqual(town.name, "town")
    expectEqual(town.file, "town.yml")
    expectEqual(town.seed, 1)
    expectEqual(town.parameters, SocietyParameters())
    expectEqual(town.graph, nil)
    #expect(town.margins.isEmpty)
    #expect(town.notes.isEmpty)
    expectEqual(town.comparison.baseline, "newest")
    expectEqual(town.comparison.candidates, ["other"])
    expectEqual(town.comparison.replications, .fixed(8))
    #expect(!town.comparison.isAntithetic)
    expectEqual(town.arms[1].ranker(of: .home), Surface.home.defaultRanker)
    expectEqual(town.arms[1].ranker(of: .contest).name, "random")
  }

  @Test func `the other arms are candidates, whichever is the baseline`() throws {
    let arms = "feedlab: 1\narms: {a: {home: recency}, b: {home: random}, c: {home: ideal}}\n"
    try expectEqual(scenario(arms + "ab: {baseline: b}").comparison.candidates, ["a", "c"])
    try expectEqual(scenario(arms + "ab: {candidates: [c, b]}").comparison.candidates, ["c", "b"])
    #expect(try scenario(least).comparison.candidates.isEmpty)
  }

  @Test func `an experiment with hypotheses ends by default when they are decided`()
    throws
  {
    let asking = "ab: {primary: engagement_rate, guardrails: [creator_exposure_gini, ndcg@10]}"
    let comparison = try scenario(least + asking).comparison
    expectEqual(comparison.replications, .looks(first: 8, most: 64))
    expectEqual(
      comparison.questions,
      Scenario.Questions(
        primary: "engagement_rate", guardrails: ["creator_exposure_gini", "ndcg@10"], alpha: 0.05,
        correction: .holm, family: .scenario, equivalence: .interval))
    expectEqual(
      comparison.questions.metrics, ["engagement_rate", "creator_exposure_gini", "ndcg@10"])
    let all =
      "ab: {primary: ndcg@10, replications: 5, alpha: 0.1, correction: bh, family: candidate,"
      + " equivalence: tost}"
    try expectEqual(
      scenario(least + all).comparison.questions,
      Scenario.Questions(
        primary: "ndcg@10", alpha: 0.1, correction: .benjaminiHochberg, family: .candidate,
        equivalence: .tost))
  }

  /// Behind the arms and sections stands the primary.
  @Test(
    arguments: cases(
      """
      b: {home: random} => engagement_per_member_day(surface=home)
      b: {contest: random, home: random} => engagement_per_member_day(surface=home+contest)
      b: {contest: random}, c: {latest: random} => engagement_per_member_day(surface=contest+latest)
      b: {home: random}, c: {contest: random}}\\nab: {candidates: [b] =>
        engagement_per_member_day(surface=home)
      b: {home: random}, c: {contest: random}}\\nab: {baseline: c, candidates: [a] =>
        engagement_per_member_day(surface=contest)
      b: {home: random, pool: network} => engagement_per_member_day(surface=home)
      b: {home: affinity, pool: network} => engagement_per_member_day
      b: {home: random}}\\nbehaviour: {off: [surfaces] => engagement_per_member_day
      b: {home: random, contest: random}}\\nbehaviour: {surfaces: {contest: 0} =>
        engagement_per_member_day(surface=home)
      b: {contest: random}}\\nbehaviour: {surfaces: {contest: 0} => engagement_per_member_day
      b: {home: random}}\\nab: {primary: like_rate(surface=contest+home) =>
        like_rate(surface=home+contest)
      b: {home: random}}\\nab: {primary: none => none
      b: {home: random}}\\nab: {guardrails: [ndcg@10] => none
      b: {home: random}}\\nab: {primary: none, guardrails: [ndcg@10] => none
      """))
  func `the primary is engagement on the surfaces on which the arms differ`(
    text: String, primary: String
  ) throws {
    let town = try scenario("feedlab: 1\narms: {a: {home: affinity}, \(text)}")
    expectEqual(town.comparison.questions.primary ?? "none", primary)
    expectEqual(
      town.comparison.questions.hasDefaultPrimary,
      !text.contains("primary") && !text.contains("guardrails"))
    try expectEqual(scenario(town.resolved).comparison, town.comparison)
  }

  @Test func `one arm has no primary, and other arms have their own`() throws {
    let town = try scenario(least)
    expectEqual(town.comparison.questions.primary, nil)
    let arms = try scenario(least + "  other: {contest: random}\n").arms
    expectEqual(
      town.replacingArms(arms).comparison.questions.primary,
      "engagement_per_member_day(surface=home+contest)")
    expectEqual(
      try scenario(least + "ab: {primary: none}").replacingArms(arms).comparison.questions.primary,
      nil)
  }

  @Test(arguments: [
    ("8", Scenario.Replications.fixed(8)), ("1", .fixed(1)), ("auto", .looks(first: 8, most: 64)),
    ("8..64", .auto), ("2..3", .looks(first: 2, most: 3)),
    ("'4..1000000'", .looks(first: 4, most: 1_000_000)),
  ])
  func `worlds are a number, a range or auto`(text: String, worlds: Scenario.Replications) throws {
    let town = try scenario(least + "ab: {replications: \(text)}")
    expectEqual(town.comparison.replications, worlds)
    try expectEqual(scenario(town.resolved).comparison, town.comparison)
  }

  @Test func `the scenario has where the file names each tested metric`() throws {
    let town = try scenario(
      least
        + "metrics: {ndcg@10: {margin: 1%}, relevance@10: {margin: 1%}}\nab:\n  primary: ndcg@10\n"
        + "  guardrails:\n    - engagement_rate\n")
    func line(_ metric: String) -> Int? {
      if case .line(_, let line, _)? = town.ruleLocations[metric] { line } else { nil }
    }
    expectEqual(line("ndcg@10"), 6)
    expectEqual(line("relevance@10"), 4)
    expectEqual(line("engagement_rate"), 8)
    expectEqual(line("vote_rate"), nil)
  }

  @Test(arguments: [
    ("Pet Town.yml", "pet-town"), ("../a/b.c.yaml", "b-c"), ("x", "x"),
    ("Ünder_score.yml", "nder-score"),
    ("!.yml", "scenario"), (".yml", "yml"),
  ])
  func `a scenario without name is called like its file`(file: String, name: String) throws {
    let text = Array("feedlab: 1\narms: {a: {home: recency}}".utf8)
    try expectEqual(Scenario.parse(text, file: file).name, name)
  }

  @Test func `the preset static stops attention from changing how much people post`() throws {
    try expectEqual(scenario(least + "preset: static").parameters.posting.feedback, 0)
    let both = "preset: static\nbehaviour: {posting: {feedback: 0.3}}"
    try expectEqual(scenario(least + both).parameters.posting.feedback, 0.3)
  }

  @Test(arguments: [
    ("static", 0, 0, 0, 0, 0), ("sticky", 0.5, 0.8, 0, 0, 0),
    ("satiating", 0.5, 0.8, 0, -0.5, 0.01),
  ])
  func `presets switch feedback, return, churn, satiation and drift`(
    preset: String, feedback: Double, gain: Double, leaving: Double, satiation: Double,
    drift: Double
  ) throws {
    let parameters = try scenario(least + "preset: \(preset)").parameters
    expectEqual(parameters.posting.feedback, feedback)
    expectEqual(parameters.returning.gain, gain)
    expectEqual(parameters.churn.scale, leaving)
    expectEqual(parameters.utility.satiation, satiation)
    expectEqual(parameters.drift.rate, drift)
  }

  @Test(arguments: BehaviourComponent.all.map(\.name))
  func `each component can be switched off by itself, whatever its numbers`(name: String) throws {
    var off = SocietyParameters()
    BehaviourComponent.named(name)!.switchOff(in: &off)
    try expectEqual(scenario(least + "behaviour: {off: [\(name)]}").parameters, off)
    let both = "behaviour: {satiation: {cap: 2}, utility: {satiation: -1}, off: [satiation]}"
    try expectEqual(scenario(least + both).parameters.utility.satiation, 0)
  }

  @Test func `every parameter of a society can be set`() throws {
    for parameter in SocietyParameter.all {
      let middle = (parameter.defaultValue + parameter.range.upperBound) / 2
      let value = parameter.isInteger ? middle.rounded() : middle
      let town = try scenario(
        least,
        overrides: ["world.days=3650", "world.members=20000000", "\(parameter.key)=\(value)"])
      expectEqual(town.parameters[keyPath: parameter.path], value, "\(parameter.key)")
    }
  }

  @Test func `margins are in the metric's unit or relative, in the order of the file`() throws {
    let town = try scenario(
      least
        + "metrics: {ndcg@10: {margin: 7%}, relevance@10: {margin: 0.01}, like_rate: {margin: '0.5%'}}"
    )
    expectEqual(
      town.margins,
      [
        Scenario.Margin(metric: "ndcg@10", size: .relative(0.07)),
        Scenario.Margin(metric: "relevance@10", size: .absolute(0.01)),
        Scenario.Margin(metric: "like_rate", size: .relative(0.005)),
      ])
  }

  @Test(arguments: [
    ("90s", 90.0), ("5m", 300), ("12h", 43_200), ("7d", 604_800), ("1.5h", 5400), ("1e2m", 6000),
  ])
  func `durations are read in seconds`(text: String, seconds: Double) throws {
    let town = try scenario("feedlab: 1\narms: {a: {home: {ranker: affinity, half-life: \(text)}}}")
    expectEqual(town.arms[0].ranker(of: .home).values[4], seconds)
  }
}
