import Scenarios
internal import SocialFeed
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct `Numbers that are tuned` {
  private let tuned = """
    feedlab: 1
    arms:
      newest: {home: recency}
      liked:
        contest:
          ranker: formula
          score: w_votes * votes + 2 * w_age / (1 + age_hours)
          weights: {w_votes: {value: 3, tune: [1, 10]}, w_age: 2}
        home:
          ranker: diversity
          of:
            ranker: affinity
            weights: {like: {value: 3, tune: {range: [1, 10], scale: log}}, save: 5}
            half-life: {value: 7d, tune: {range: [1d, 30d]}}
            pool: {value: 500, tune: {choices: [100, 500, 1000]}}

    """

  @Test func `They are listed in the order of arms, feeds and parameters`() throws {
    let scenario = try scenario(
      tuned.replacing("        pool: {value: 500, tune: {choices: [100, 500, 1000]}}\n", with: ""))
    expectEqual(
      scenario.tunables.map(\.key),
      [
        "liked.home.of.weights.like", "liked.home.of.half-life", "liked.contest.weights.w_votes",
      ])
    expectEqual(scenario.tunables.map(\.name), ["like", "half-life", "w_votes"])
    expectEqual(scenario.tunables.map(\.isWeight), [true, false, true])
    expectEqual(scenario.tunables.map(\.value), [3, 604_800, 3])
    expectEqual(
      scenario.tunables[1].range,
      .interval(low: 86_400, high: 2_592_000, scale: .linear, isWhole: false))
    expectEqual(scenario.tunables[1].text(86_400), "1d")
    // The arm itself has the present values.
    expectEqual(scenario.arms[1].ranker(of: .home).inner?["like"], 3)
  }

  @Test func `An arm takes other values and keeps all else`() throws {
    let scenario = try scenario(
      tuned.replacing("        pool: {value: 500, tune: {choices: [100, 500, 1000]}}\n", with: ""))
    let values = Array(zip(scenario.tunables, [8, 3600, 4.5]))
    let arm = scenario.arms[1].setting(
      values.map { (parameter: $0, value: $1) }, name: "tuned")
    expectEqual(arm.name, "tuned")
    expectEqual(arm.ranker(of: .home).inner?["like"], 8)
    expectEqual(arm.ranker(of: .home).inner?["half-life"], 3600)
    expectEqual(arm.ranker(of: .home).inner?["save"], 5)
    expectEqual(arm.ranker(of: .contest).formula?.weights, ["w_votes": 4.5, "w_age": 2])
    expectEqual(arm.ranker(of: .latest), scenario.arms[1].ranker(of: .latest))
    let same = scenario.arms[1].setting(
      scenario.tunables.map { (parameter: $0, value: $0.value) }, name: "liked")
    expectEqual(same, scenario.arms[1])
  }

  @Test func `A resolved scenario is a scenario with the same ranges`() throws {
    let scenario = try scenario(
      tuned.replacing("        pool: {value: 500, tune: {choices: [100, 500, 1000]}}\n", with: ""))
    let again = try Scenario.parse(Array(scenario.resolved.utf8), file: "again.json")
    expectEqual(
      again.tunables.sorted { $0.key < $1.key }, scenario.tunables.sorted { $0.key < $1.key })
    expectEqual(Set(again.arms), Set(scenario.arms))
  }

  @Test func `What worlds depend on has the value alone`() throws {
    let plain = try scenario(
      "feedlab: 1\narms: {a: {home: {ranker: affinity, weights: {like: 2}}}}")
    let tuned = try scenario(
      "feedlab: 1\narms: {a: {home: {ranker: affinity, weights: {like: {value: 2, tune: [0, 5]}}}}}"
    )
    expectEqual(plain.dependencies(of: plain.arms[0]), tuned.dependencies(of: tuned.arms[0]))
    #expect(plain.digest != tuned.digest)
  }

  @Test(
    arguments: cases(
      """
      {value: 3, tune: [5, 1]} =>
        18: arms.a.home.weights.like.tune: this range is upside down; write [1, 5]
      {value: 3, tune: [3, 3]} =>
        18: arms.a.home.weights.like.tune: the range from 3 to 3 holds one value
      {value: 9, tune: [0, 5]} =>
        9: arms.a.home.weights.like.value: 9 is not in its own range, 0 to 5
      {value: 3, tune: [0, 5, 6]} =>
        18: arms.a.home.weights.like.tune: expected a range [LOW, HIGH], such as [0, 10], found a list of 3
      {value: 3, tune: {range: [0, 5], scale: log}} =>
        26: arms.a.home.weights.like.tune.range: a log scale begins above 0, not at 0
      {value: 3, tune: {range: [0.5, 5], whole: true}} =>
        26: arms.a.home.weights.like.tune.range: a range of whole numbers ends at whole numbers
      {value: 3, tune: {range: [1, 5], scale: logg}} =>
        41: arms.a.home.weights.like.tune.scale: there is no scale 'logg'; did you mean 'log'?
      {value: 3, tune: {choices: [3]}} =>
        28: arms.a.home.weights.like.tune.choices: expected a list of values, two or more, such as [1, 2, 5], found a list of 1
      {value: 3, tune: {choices: [3, 3]}} =>
        32: arms.a.home.weights.like.tune.choices: 3 is in the list already
      {value: 4, tune: {choices: [3, 5]}} =>
        9: arms.a.home.weights.like.value: 4 is not in its own range, 3, 5
      {value: 3, tune: {rnage: [1, 5]}} =>
        19: arms.a.home.weights.like.tune.rnage: no scenario has this key; did you mean 'range'?
      {value: 3} =>
        1: arms.a.home.weights.like.tune: is missing; it is the range of the tuned value: {value: 3, tune: [0, 10]}
      {tune: [0, 5]} =>
        1: arms.a.home.weights.like.value: is missing; it is where tuning starts: {value: 3, tune: [0, 10]}
      {value: 3, tune: [0, 5000]} =>
        22: arms.a.home.weights.like.tune: expected a number from 0 to 1000, found 5000
      """))
  func `A faulty number is reported at its location`(text: String, message: String) {
    let head = "feedlab: 1\narms: {a: {home: {ranker: affinity, weights: {like: \n"
    let found = faults(head + text + "}}}}").map { fault in
      // Columns are those of the text, which has a line of its own.
      fault.replacing("town.yml:3:", with: "")
    }
    #expect(found.contains(message))
  }
}

@Suite struct `Positions of tuned values` {
  @Test func `A linear range is laid out by differences`() {
    let range = TuneRange.interval(low: 2, high: 10, scale: .linear, isWhole: false)
    expectEqual([0, 0.25, 0.5, 1].map(range.value), [2, 4, 6, 10])
    expectEqual([2, 4, 6, 10].map(range.position), [0, 0.25, 0.5, 1])
  }

  @Test func `A log range is laid out by ratios`() {
    let range = TuneRange.interval(low: 0.01, high: 100, scale: .log, isWhole: false)
    // A quarter of four powers of ten is one.
    expectEqual([0, 0.25, 0.5, 1].map(range.value), [0.01, 0.1, 1, 100])
    for value in [0.01, 0.1, 1, 100] {
      expectEqual(range.value(at: range.position(of: value)), value)
    }
  }

  @Test func `Whole numbers have equal shares`() {
    let range = TuneRange.interval(low: 1, high: 4, scale: .linear, isWhole: true)
    // 0.5 … 4.5 in four parts.
    expectEqual(
      [0, 0.24, 0.26, 0.49, 0.51, 0.74, 0.76, 1].map(range.value), [1, 1, 2, 2, 3, 3, 4, 4])
    expectEqual([1, 2, 3, 4].map(range.position), [0.125, 0.375, 0.625, 0.875])
  }

  @Test func `Choices have equal shares in the order of the scenario`() {
    let range = TuneRange.choices([5, 1, 2])
    expectEqual([0, 0.3, 0.34, 0.66, 0.67, 1].map(range.value), [5, 5, 1, 1, 2, 2])
    expectEqual([5, 1, 2].map { range.value(at: range.position(of: $0)) }, [5, 1, 2])
  }

  @Test func `Values have four significant digits and stay in the range`() {
    let range = TuneRange.interval(low: 0, high: 1, scale: .linear, isWhole: false)
    expectEqual(range.value(at: 0.123456), 0.1235)
    expectEqual(range.value(at: 0.0000123456), 0.00001235)
    expectEqual(range.value(at: 0), 0)
    let days = TuneRange.interval(low: 86_400, high: 864_000, scale: .linear, isWhole: false)
    // 86,400 + 777,600 / 3 = 345,600 s.
    expectEqual(days.value(at: 1 / 3), 345_600)
    let narrow = TuneRange.interval(low: 1.00001, high: 1.00002, scale: .linear, isWhole: false)
    #expect((0...10).map { narrow.value(at: Double($0) / 10) }.allSatisfy { narrow.contains($0) })
  }
}
