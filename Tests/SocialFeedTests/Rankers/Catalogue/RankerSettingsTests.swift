import SocialFeed
import TestSupport
import Testing

@Suite struct RankerSettingsTests {
  @Test func `the defaults are the figures of the domain`() {
    expectEqual(RankerSettings(AffinityRanker.descriptor).values, [1, 3, 4, 5, 604_800, 0])
    expectEqual(RankerSettings(ContestScoreRanker.descriptor).values, [3, 10, 0.1, 5])
    expectEqual(AffinityRanker().threshold, 0)
    let contest = ContestScoreRanker()
    expectEqual([contest.vote, contest.fresh, contest.decay, contest.noise], [3, 10, 0.1, 5])
    expectEqual(RankerSettings(AffinityRanker.descriptor).affinityRule, AffinityRule())
    expectEqual(RankerSettings(BlendedAffinityRanker.descriptor).affinityRule, AffinityRule())
  }

  @Test func `every ranker is made with each value in its position`() throws {
    // A value of its own for each: the default less as many per cent, or as many more than a default
    // that is 0 or whole.
    func value(_ parameter: RankerParameter, _ index: Int) -> Double {
      parameter.isWhole || parameter.defaultValue == 0
        ? parameter.defaultValue + Double(index)
        : parameter.defaultValue * (1 - 0.01 * Double(index))
    }
    func compare<R: Ranker>(
      _ descriptor: RankerDescriptor, _ read: (R) -> [Double], line: Int = #line
    ) throws {
      let values = descriptor.parameters.enumerated().map { value($1, $0 + 1) }
      let chosen = zip(descriptor.parameters, values).map { ($0.name, $1) }
      let settings = RankerSettings(descriptor, Dictionary(uniqueKeysWithValues: chosen))
      expectEqual(settings.values, values)
      let ranker = try #require(settings.makeRanker() as? R)
      let learnt = settings.affinityRule.map { _ in AffinityRule.parameters.count } ?? 0
      expectEqual(read(ranker), Array(values.dropFirst(learnt)), "line \(line)")
    }
    try compare(ContestScoreRanker.descriptor) { (r: ContestScoreRanker) in
      [r.vote, r.fresh, r.decay, r.noise]
    }
    try compare(AffinityRanker.descriptor) { (r: AffinityRanker) in [r.threshold] }
    try compare(BlendedAffinityRanker.descriptor) { (r: BlendedAffinityRanker) in
      [r.affinity, r.recency, r.popularity, r.recencyHalfLife, Double(r.pool)]
    }
    try compare(TrendingRanker.descriptor) { (r: TrendingRanker) in
      [r.view, r.like, r.comment, r.save, r.vote, r.halfLife, Double(r.pool)]
    }
    try compare(HotRanker.descriptor) { (r: HotRanker) in [r.decade, Double(r.pool)] }
    try compare(GravityRanker.descriptor) { (r: GravityRanker) in
      [r.gravity, r.offset, Double(r.pool)]
    }
    try compare(PopularityRanker.descriptor) { (r: PopularityRanker) in [Double(r.pool)] }
    try compare(DiversityRanker.descriptor) { (r: DiversityRanker) in
      [r.lambda, Double(r.window), r.category, r.author]
    }
    try compare(AuthorDiscountRanker.descriptor) { (r: AuthorDiscountRanker) in
      [r.discount, Double(r.window)]
    }
  }

  @Test func `a ranker around another has newest first inside by default`() throws {
    let around = RankerSettings(DiversityRanker.descriptor)
    expectEqual(around.inner, RankerSettings(RecencyRanker.descriptor))
    let hot = RankerSettings(HotRanker.descriptor, ["decade": 60])
    let twice = RankerSettings(
      AuthorDiscountRanker.descriptor, of: RankerSettings(DiversityRanker.descriptor, of: hot))
    #expect(twice.inner?.inner == hot && twice != RankerSettings(AuthorDiscountRanker.descriptor))
    #expect(hot["decade"] == 60 && hot["pool"] == 1000 && hot.inner == nil)
  }

  @Test func `settings are equal when the names and all that was given are`() throws {
    let formula = try ScoreFormula("w * likes", weights: ["w": 2])
    let one = RankerSettings(FormulaRanker.descriptor, formula: formula)
    let other = RankerSettings(
      FormulaRanker.descriptor, formula: try ScoreFormula("w * likes", weights: ["w": 3]))
    expectEqual(one, RankerSettings(FormulaRanker.descriptor, ["pool": 1000], formula: formula))
    #expect(one != other && Set([one, other, one]).count == 2)
  }

  @Test func `what a ranker does not take is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = RankerSettings(HotRanker.descriptor, ["decades": 1])
    }
    await #expect(processExitsWith: .failure) { _ = RankerSettings(FormulaRanker.descriptor) }
    await #expect(processExitsWith: .failure) {
      _ = RankerSettings(
        HotRanker.descriptor, of: RankerSettings(RecencyRanker.descriptor))
    }
  }

  @Test func `a parameter that the ranker does not have has no value`() {
    let hot = RankerSettings(HotRanker.descriptor)
    #expect(hot["decade"] == 45_000 && hot["view"] == nil)
  }

  @Test func `each feed has a default that can order it`() {
    let defaults = Surface.allCases.map(\.defaultRanker)
    expectEqual(
      defaults.map(\.name),
      ["affinity", "contest-score", "recency", "recency", "recency", "recency"])
    for (surface, ranker) in zip(Surface.allCases, defaults) {
      #expect(ranker.descriptor.surfaces.contains(surface))
    }
  }

  @Test func `a path names a number, of inner rankers too, and other values are set by it`() throws
  {
    let formula = try ScoreFormula("w * likes", weights: ["w": 2])
    let scored = RankerSettings(FormulaRanker.descriptor, formula: formula)
    let around = RankerSettings(DiversityRanker.descriptor, of: scored)
    let weight = RankerPath("w", in: .weights).outer
    expectEqual(weight.description, "of.weights.w")
    #expect(weight.outer.inner == weight && RankerPath("lambda").inner == nil)
    expectEqual(around.ranker(at: weight), scored)
    expectEqual(around.ranker(at: RankerPath("lambda")), around)
    expectEqual(around.ranker(at: weight.outer), nil)
    let changed = around.setting(weight, to: 5).setting(RankerPath("lambda"), to: 0.25)
    expectEqual(changed.inner?.formula?.weights, ["w": 5])
    expectEqual(changed["lambda"], 0.25)
    expectEqual(changed["window"], around["window"])
    expectEqual(AffinityRule.parameters.map(\.path.description).prefix(1), ["weights.view"])
  }
}
