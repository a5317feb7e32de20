import Experiments
import FeedMetrics
import Stochastics
import TestSupport
import Testing

@Suite struct DecompositionTests {
  private typealias World = [LookCounts]

  /// The looks of a world by surface, and those among them that are engaged.
  private func counts(
    _ levels: KeyValuePairs<String, (looks: Double, engaged: Double)>, memberDays: Double = 10
  ) -> LookCounts {
    LookCounts(
      tables: [
        LookCounts.Table(
          dimension: .surface, levels: levels.map(\.key),
          sums: levels.map { level in
            LookSum.allCases.map {
              $0 == .looks ? level.value.looks : $0 == .engaged ? level.value.engaged : 0
            }
          })
      ], memberDays: memberDays)
  }

  private func decomposition(
    of id: String = "engagement_rate", _ baseline: [World], _ candidate: [World],
    by dimension: LookDimension = .surface
  ) throws -> Decomposition? {
    Decomposition(
      of: try #require(MetricCatalogue.definition(id)), candidate: "new", by: dimension,
      baseline: baseline, candidate: candidate, rule: .student(alpha: 0.05))
  }

  private func isNear(_ value: Double?, _ expected: Double?) -> Bool {
    guard let value, let expected else { return value == nil && expected == nil }
    return abs(value - expected) < 1e-12
  }

  /// Whether a level has these weights, rates and parts.
  private func expect(
    _ part: Decomposition.Part, weights: (Double, Double), rates: (Double?, Double?),
    mix: Double, rate: Double, at location: SourceLocation = #_sourceLocation
  ) {
    let isSame =
      isNear(part.baselineWeight, weights.0) && isNear(part.candidateWeight, weights.1)
      && isNear(part.baselineRate, rates.0) && isNear(part.candidateRate, rates.1)
      && isNear(part.fromMix.mean, mix) && isNear(part.fromRate.mean, rate)
      && isNear(part.whole.mean, mix + rate)
    #expect(isSame, "\(part)", sourceLocation: location)
  }

  // Rates of home 0.2 and 0.25 and of contest 0.1 and 0.1; the metric is 0.16 in both, as is c.
  // home: mix (0.4 − 0.6)(0.225 − 0.16) = −0.013, rate 0.05 · 0.5 = 0.025.
  // contest: mix (0.6 − 0.4)(0.1 − 0.16) = −0.012, rate 0.
  private var first: (LookCounts, LookCounts) {
    (
      counts(["home": (60, 12), "contest": (40, 4)]),
      counts(["home": (40, 10), "contest": (60, 6)])
    )
  }

  // Rates of home 0.2 and 0.3 and of contest 0.1 and 0.1; the metric is 0.125 and 0.2, c 0.1625.
  // home: mix (0.5 − 0.25)(0.25 − 0.1625) = 0.021875, rate 0.1 · 0.375 = 0.0375.
  // contest: mix (0.5 − 0.75)(0.1 − 0.1625) = 0.015625, rate 0.
  private var second: (LookCounts, LookCounts) {
    (
      counts(["home": (50, 10), "contest": (150, 15)]),
      counts(["home": (100, 30), "contest": (100, 10)])
    )
  }

  @Test func `two levels in two worlds agree with values worked by hand`() throws {
    let found = try #require(
      try decomposition([[first.0], [second.0]], [[first.1], [second.1]]))
    #expect(found.metric.id == "engagement_rate" && found.candidate == "new")
    #expect(found.dimension == .surface && found.levels.map(\.level) == ["home", "contest"])
    // The rates are those of the looks of both worlds: 22/110 and 40/140.
    expect(
      found.levels[0], weights: (0.425, 0.45), rates: (0.2, 2.0 / 7), mix: 0.0044375, rate: 0.03125)
    // 19/190 and 16/160.
    expect(found.levels[1], weights: (0.575, 0.55), rates: (0.1, 0.1), mix: 0.0018125, rate: 0)
    // The metric is 0.16 and 0.125 under one arm, 0.16 and 0.2 under the other; all levels have its means.
    expect(found.sum, weights: (1, 1), rates: (0.1425, 0.18), mix: 0.00625, rate: 0.03125)
    expectEqual(found.sum.level, nil)
    // Differences of 0 and 0.075, s/√2 = 0.0375; t of one degree of freedom at 0.975 is 12.7062047.
    let interval = try #require(found.sum.whole.interval)
    #expect(abs(interval.lower - 0.0375 * (1 - 12.7062047)) < 1e-8)
    #expect(abs(interval.upper - 0.0375 * (1 + 12.7062047)) < 1e-8)
  }

  @Test func `a level without looks under one arm comes from the mix`() throws {
    // The metric is 0.2 and 0.15, c 0.175: home −0.5 · (0.2 − 0.175), contest 0.5 · (0.1 − 0.175).
    let found = try #require(
      try decomposition(
        [[counts(["home": (100, 20), "friends": (0, 0), "contest": (0, 0)])]],
        [[counts(["home": (50, 10), "friends": (0, 0), "contest": (50, 5)])]]))
    expectEqual(found.levels.map(\.level), ["home", "contest"])
    expect(found.levels[0], weights: (1, 0.5), rates: (0.2, 0.2), mix: -0.0125, rate: 0)
    expect(found.levels[1], weights: (0, 0.5), rates: (nil, 0.1), mix: -0.0375, rate: 0)
    #expect(found.sum.whole.evidence == .single && found.sum.whole.interval == nil)
  }

  @Test func `looks of a metric for each member and day are by the days`() throws {
    // Home: 2 and 2.5 looks a day, of which 0.2 and 0.1 are engaged: mix 0.5 · 0.15, rate −0.1 · 2.25.
    // Contest: 1 and 0.5 looks a day at 0.5: mix −0.25. The metric is 0.9 and 0.5.
    let found = try #require(
      try decomposition(
        of: "engagement_per_member_day",
        [[counts(["home": (100, 20), "contest": (50, 25)], memberDays: 50)]],
        [[counts(["home": (100, 10), "contest": (20, 10)], memberDays: 40)]]))
    expect(found.levels[0], weights: (2, 2.5), rates: (0.2, 0.1), mix: 0.075, rate: -0.225)
    expect(found.levels[1], weights: (1, 0.5), rates: (0.5, 0.5), mix: -0.25, rate: 0)
    expect(found.sum, weights: (3, 3), rates: (0.9, 0.5), mix: -0.175, rate: -0.225)
  }

  @Test func `the parts of a world of antithetic twins are the means of theirs`() throws {
    let found = try #require(
      try decomposition([[first.0, second.0]], [[first.1, second.1]]))
    // The twins' values are 0.16 and 0.125, then 0.16 and 0.2.
    expect(found.sum, weights: (1, 1), rates: (0.1425, 0.18), mix: 0.00625, rate: 0.03125)
    expect(
      found.levels[0], weights: (0.425, 0.45), rates: (0.2, 2.0 / 7), mix: 0.0044375, rate: 0.03125)
    expectEqual(found.sum.whole.count, 1)
    // Without a value in one twin the world has none.
    let none = counts(["home": (0, 0), "contest": (0, 0)])
    try expectEqual(decomposition([[first.0, second.0]], [[first.1, none]]), nil)
    let others = try #require(
      try decomposition(
        [[first.0, second.0], [first.0, first.0]], [[first.1, none], [second.1, second.1]]))
    expectEqual(others.sum.whole.count, 1)
    #expect(isNear(others.sum.whole.mean, 0.2 - 0.16))
  }

  @Test func `a world without a value under one arm is left out`() throws {
    let none = counts(["home": (0, 0), "contest": (0, 0)])
    let found = try #require(
      try decomposition([[first.0], [none], [second.0]], [[first.1], [second.1], [second.1]]))
    expectEqual(found, (try decomposition([[first.0], [second.0]], [[first.1], [second.1]])))
    try expectEqual(decomposition([[none]], [[first.1]]), nil)
    try expectEqual(decomposition([], []), nil)
  }

  @Test func `metrics of another form and unknown dimensions have no parts`() throws {
    try expectEqual(decomposition(of: "ndcg@10", [[first.0]], [[first.1]]), nil)
    try expectEqual(decomposition([[first.0]], [[first.1]], by: .category), nil)
  }

  /// Worlds with random counts, where some levels and now and then a whole world have no looks.
  private func random(
    _ worlds: Int, twins: Int, _ generator: inout SeededGenerator
  ) -> [World] {
    (0..<worlds).map { _ in
      (0..<twins).map { _ in
        let isEmpty = Int.random(in: 0...15, using: &generator) == 0
        let sums = (0..<4).map { _ in
          let looks = isEmpty ? 0 : max(0, Int.random(in: -20...60, using: &generator))
          let counts = LookSum.allCases.map { _ in Int.random(in: 0...looks, using: &generator) }
          return [Double(looks)] + counts.dropFirst().map { Double($0) * generator.unit() }
        }
        return LookCounts(
          tables: [
            LookCounts.Table(dimension: .look, levels: ["a", "b", "c", "d"], sums: sums)
          ], memberDays: 1 + 9 * generator.unit())
      }
    }
  }

  /// The metric's mean over the twins of a world.
  private func value(_ ratio: LookRatio, _ world: World) -> Double? {
    let values = world.compactMap { counts -> Double? in
      let table = counts.tables[0]
      let total =
        ratio.denominator == .looks ? table.sums.map { $0[0] }.reduce(0, +) : counts.memberDays
      return total > 0 ? table.sums.map(ratio.numerator).reduce(0, +) / total : nil
    }
    return values.count == world.count ? values.reduce(0, +) / Double(world.count) : nil
  }

  @Test func `parts add up to the difference of the metric, and change sign with the arms`() throws
  {
    let metrics = MetricCatalogue.all.map(\.id).filter { MetricCatalogue.ratio(of: $0) != nil }
    var compared = 0
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let worlds = Int.random(in: 1...6, using: &generator)
      let twins = Int.random(in: 1...2, using: &generator)
      let baseline = random(worlds, twins: twins, &generator)
      let candidate = random(worlds, twins: twins, &generator)
      for id in metrics {
        let ratio = try #require(MetricCatalogue.ratio(of: id))
        let differences = zip(baseline, candidate).compactMap { before, after in
          value(ratio, before).flatMap { before in value(ratio, after).map { $0 - before } }
        }
        let found = try decomposition(of: id, baseline, candidate, by: .look)
        let expected = IntervalRule.student(alpha: 0.05).test(differences)
        expectEqual((found == nil), (expected == nil), "seed \(seed), \(id)")
        guard let found, let expected else { continue }
        let parts = found.levels.map { $0.fromMix.mean + $0.fromRate.mean }.reduce(0, +)
        #expect(isNear(parts, expected.mean), "seed \(seed), \(id)")
        #expect(isNear(found.sum.whole.mean, expected.mean), "seed \(seed), \(id)")
        #expect(
          isNear(found.sum.fromMix.mean + found.sum.fromRate.mean, expected.mean),
          "seed \(seed), \(id)")
        expectEqual(found.sum.whole.count, expected.count, "seed \(seed), \(id)")
        #expect(
          isNear(found.sum.whole.standardError, expected.standardError), "seed \(seed), \(id)")
        for level in found.levels {
          #expect(isNear(level.fromMix.mean + level.fromRate.mean, level.whole.mean))
        }

        let swapped = try #require(try decomposition(of: id, candidate, baseline, by: .look))
        for (level, back) in zip(found.levels + [found.sum], swapped.levels + [swapped.sum]) {
          expectEqual(level.level, back.level)
          expectEqual(level.fromMix.mean, -back.fromMix.mean, "seed \(seed), \(id)")
          expectEqual(level.fromRate.mean, -back.fromRate.mean, "seed \(seed), \(id)")
          expectEqual(level.whole.mean, -back.whole.mean, "seed \(seed), \(id)")
          expectEqual(level.baselineRate, back.candidateRate)
          expectEqual(level.candidateWeight, back.baselineWeight)
        }
        compared += 1
      }
    }
    #expect(compared > 300)
  }

  /// Rates of 1/8, 2/8 and 5/8 in worlds of any number of looks; and any rates of the same looks.
  @Test func `where only the mix differs no part is from rates, and the other way round`() throws {
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      func planted(_ looks: [Int], _ engaged: [Int]) -> World {
        [
          counts([
            "home": (Double(looks[0]), Double(engaged[0])),
            "contest": (Double(looks[1]), Double(engaged[1])),
            "latest": (Double(looks[2]), Double(engaged[2])),
          ])
        ]
      }
      func numbers() -> [Int] { (0..<3).map { _ in Int.random(in: 1...90, using: &generator) } }
      let arms = (0..<2).map { _ in
        (0..<3).map { _ in
          let looks = numbers()
          return planted(looks.map { $0 * 8 }, zip(looks, [1, 2, 5]).map { $0 * $1 })
        }
      }
      let mix = try #require(try decomposition(arms[0], arms[1]))
      #expect(mix.sum.whole.mean != 0)
      for level in mix.levels + [mix.sum] {
        #expect(level.fromRate.evidence == .identical && level.fromMix.mean == level.whole.mean)
      }

      let looks = (0..<3).map { _ in numbers() }
      let rates = (0..<2).map { _ in
        looks.map { looks in
          planted(looks, looks.map { Int.random(in: 0...$0, using: &generator) })
        }
      }
      let rate = try #require(try decomposition(rates[0], rates[1]))
      #expect(rate.sum.whole.mean != 0)
      for level in rate.levels + [rate.sum] {
        #expect(level.fromMix.evidence == .identical && level.fromRate.mean == level.whole.mean)
      }
    }
  }

  @Test func `worlds of one arm only are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = Decomposition(
        of: MetricCatalogue.definition("like_rate")!, candidate: "new", by: .look, baseline: [[]],
        candidate: [], rule: .student(alpha: 0.05))
    }
  }
}
