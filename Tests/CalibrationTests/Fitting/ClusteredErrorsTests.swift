import Calibration
import Foundation
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// Standard errors of rows that are nested in members or authors.
@Suite struct ClusteredErrorsTests {
  @Test(
    arguments: [
      // 6 ÷ 3 = 2: the rests 6 − 4 and 0 − 2 make √(2 ÷ 1 · 8) ÷ 3.
      ([6, 0], [2, 1], 2, 4.0 / 3),
      // A row each: a mean of 3 and 5, √(2 ÷ 1 · 2) ÷ 2.
      ([3, 5], [1, 1], 4, 1),
      // A number without rows is no cluster: as above with 2 and 4.
      ([2, 0, 4], [1, 0, 1], 3, 1),
      // Missing sums are 0: √(2 · 2) ÷ 2.
      ([2], [1, 1], 1, 1),
      ([3], [2], 1.5, nil),
      ([], [0], nil, nil),
    ] as [([Int], [Int], Double?, Double?)])
  func `a ratio of clusters`(sums: [Int], sizes: [Int], ratio: Double?, error: Double?) {
    expectEqual(
      Estimate.ratio(of: sums, to: sizes), ratio.map { Estimate($0, standardError: error) })
  }

  @Test func `with clusters of one size the error is the jackknife's`() throws {
    var random = SeededGenerator(seed: 1)
    let sums = (0..<50).map { _ in Int(100 * random.unit()) }
    let sizes = [Int](repeating: 7, count: 50)
    let without = sums.indices.map { left in
      let rest = sums.indices.filter { $0 != left }
      return Double(rest.map { sums[$0] }.reduce(0, +))
        / Double(rest.map { sizes[$0] }.reduce(0, +))
    }
    let error = try #require(Estimate.ratio(of: sums, to: sizes)?.standardError)
    #expect((error / jackknife(without) - 1).magnitude < 1e-12)
  }

  @Test func `a ratio of pairs`() throws {
    // 0 is mutual with 1 and 2, 3 follows 4 and 5: R = 4 ÷ 6, u = ± 2 ÷ 3. The members' squares sum to 48 ÷ 9,
    // those of pairs to 16 ÷ 9: √(6 ÷ 5 · 32 ÷ 9) ÷ 6.
    let stars = [
      MemberPair(0, 1, sum: 2, size: 2), MemberPair(2, 0, sum: 2, size: 2),
      MemberPair(3, 4, sum: 0, size: 1), MemberPair(5, 3, sum: 0, size: 1),
    ]
    let found = try #require(Estimate.ratio(over: stars))
    #expect((found.value - 2.0 / 3).magnitude < 1e-15)
    #expect((try #require(found.standardError) - (16.0 / 135).squareRoot()).magnitude < 1e-15)
    expectEqual(Estimate.ratio(over: []), nil)
  }

  @Test(
    arguments: [
      ([1, 2, 3], 12.0.squareRoot()),  // 2² + 3² − 1²
      ([3, 2, 3], 3),  // 2² + 3² − 3² is less than 3².
      ([1, 2], 2), ([1, nil], nil), ([1, nil, 3], nil), ([1], 1),
    ] as [([Double?], Double?)])
  func `an error by clusters that cross`(errors: [Double?], crossed: Double?) {
    expectEqual(
      Estimate.crossed(errors.map { Estimate(7, standardError: $0) }),
      Estimate(7, standardError: crossed))
  }

  /// Each pair with each pair that has a member in common, itself too.
  @Test func `the error of pairs sums all pairs that share a member`() throws {
    let pairs = returned(members: 30, SeededGenerator(seed: 4))
    let found = try #require(Estimate.ratio(over: pairs))
    var (sum, total) = (0.0, 0.0)
    for one in pairs {
      total += one.size
      for other in pairs
      where [other.low, other.high].contains(where: [one.low, one.high].contains) {
        sum += (one.sum - found.value * one.size) * (other.sum - found.value * other.size)
      }
    }
    let error = (30.0 / 29 * sum).squareRoot() / total
    #expect((try #require(found.standardError) / error - 1).magnitude < 1e-9)
  }

  /// An interval of 95 % that covers in 94 % of samples covers in fewer than 360 or more than 394 of 400 once in 2,000
  /// choices of the seeds, and one of these twelve once in 160.
  @Test func `intervals cover where rows are nested, and those of independent rows do not`() throws
  {
    var covered = [Int](repeating: 0, count: 12)
    var independent = covered
    for seed in 0..<400 as Range<UInt64> {
      let random = SeededGenerator(seed: seed)
      let samples = try [
        [clicks(random), follows(random), misfit(random), slope(random), tests(random)],
        delays(random), [exponentials(random), reactions(random)], otherPolicy(random),
      ].joined()
      for (index, (target, found, error)) in samples.enumerated() {
        let distance = (found.value - target).magnitude / 1.96
        if distance <= (found.standardError ?? 0) { covered[index] += 1 }
        if distance <= error { independent[index] += 1 }
      }
    }
    #expect(covered.allSatisfy { (360...394).contains($0) }, "\(covered)")
    #expect(independent.allSatisfy { $0 < 360 }, "\(independent)")
  }

  @Test func `the error of a median`() throws {
    // Two, two and one of three numbers are not above 5, where 5/3 are expected: the share 5/9 has √(3/2 · 6/9) ÷ 9 =
    // 1/9, and a share of 1/8 is worth a number.
    let members = [[1, 9, 5], [8, 2, 4], [3, 7, 6]].map { CountedValues($0) }
    let column = CountedValues((1...9).map { Double($0) })
    #expect((try #require(members.standardError(ofMedianOf: column)) - 8.0 / 9).magnitude < 1e-12)
    // Of members with 3, 2 and 0 the share has √(3/2 · 42/9) ÷ 9 = 0.29.
    let apart = [[3, 1, 2], [6, 5, 4], [7, 9, 8]].map { CountedValues($0) }
    expectEqual(apart.standardError(ofMedianOf: column), nil)
    expectEqual([CountedValues]().standardError(ofMedianOf: column), nil)
  }

  @Test func `the errors of fits by member are the jackknife's`() throws {
    let (members, tests) = (
      exponentialMembers(SeededGenerator(seed: 1)), armsOfTests(SeededGenerator(seed: 1))
    )
    func weibull(without left: Int?) throws -> WeibullFit {
      let rest = members.indices.filter { $0 != left }.map { members[$0] }
      return try WeibullFit(CountedValues(rest.joined()), by: [rest.map { CountedValues($0) }])
    }
    func betaBinomial(without left: Int?) throws -> BetaBinomialFit {
      let rest = tests.indices.filter { $0 != left }.map { tests[$0] }
      return try BetaBinomialFit(CountedPairs(rest.joined()), by: rest.map { CountedPairs($0) })
    }
    let weibulls = try members.indices.map { try weibull(without: $0) }
    let betas = try tests.indices.map { try betaBinomial(without: $0) }
    let (fit, beta) = (try weibull(without: nil), try betaBinomial(without: nil))
    for (found, without) in [
      (fit.shape, weibulls.map(\.shape)), (fit.scale, weibulls.map(\.scale)),
      (beta.mean, betas.map(\.mean)), (beta.logitDeviation, betas.map(\.logitDeviation)),
    ] {
      // To first order: one member in sixty.
      let ratio = try #require(found.standardError) / jackknife(without.map(\.value))
      #expect((ratio - 1).magnitude < 0.1, "\(found)")
    }
  }

  @Test func `many members are 256 groups`() throws {
    var tally = ClusteredTally()
    var random = SeededGenerator(seed: 1)
    for member in 0..<70_000 {
      let size = random.unit() < 0.5 ? 1.0 : 8
      for _ in 0..<2 { tally.add(size + random.unit(), of: member, isSuccess: size > 1) }
    }
    let clusters = tally.clusters
    expectEqual(clusters.count, 256)
    let tried = clusters.joined().map(\.tried)
    expectEqual(tried.reduce(0) { $0 + $1.trials }, 140_000)
    // The error of a share by 256 groups varies by 4.4 %; by 20 % once in 100,000 seeds.
    let groups = Estimate.ratio(
      of: clusters.map { $0.reduce(0) { $0 + $1.tried.successes } },
      to: clusters.map { $0.reduce(0) { $0 + $1.tried.trials } })
    let error = 0.5 / 70_000.0.squareRoot()
    #expect((try #require(groups?.standardError) / error - 1).magnitude < 0.2)
  }

  @Test func `errors of degrees by member are the jackknife's`() throws {
    var random = SeededGenerator(seed: 1)
    let members = 60
    // Every tenth member follows five times as many; those of low numbers are popular.
    var edges: [FollowGraph.Edge] = []
    for from in 0..<members {
      for to in 0..<members where from != to {
        let probability = (from % 10 == 0 ? 2.5 : 0.5) / Double(1 + to).squareRoot()
        if random.unit() < probability { edges.append(.init(from: UInt32(from), to: UInt32(to))) }
      }
    }
    let graph = FollowGraph(nodeCount: members, edges: edges)
    let back = FollowGraph(
      nodeCount: members, edges: edges.map { .init(from: $0.to, to: $0.from) })
    func errors(_ fit: (FollowGraph) throws -> Estimate, of graph: FollowGraph) throws -> (
      found: Double, jackknife: Double
    ) {
      let without = try (0..<UInt32(members)).map { left in
        try fit(
          FollowGraph(
            nodeCount: members, edges: graph.edges.filter { $0.from != left && $0.to != left })
        ).value
      }
      return (try #require(try fit(graph).standardError), jackknife(without))
    }
    func column(_ graph: FollowGraph) -> CountedValues {
      CountedValues(graph.inDegrees.map { Double($0) }).positive
    }
    for (found, jackknife) in [
      try errors({ try PowerLawFit(column($0), xmin: 4).alpha(byMemberOf: $0) }, of: graph),
      try errors({ try DiscreteLogNormalFit(column($0), of: $0).mu }, of: graph),
      try errors({ try DiscreteLogNormalFit(column($0), of: $0).sigma }, of: graph),
      try errors({ try DiscreteLogNormalFit(column($0), of: $0).mu }, of: back),
      try errors({ try DiscreteLogNormalFit(column($0), of: $0).sigma }, of: back),
    ] {
      // To first order: one member in sixty.
      #expect((found / jackknife - 1).magnitude < 0.1, "\(found) \(jackknife)")
    }
  }
}

// MARK: - Nested samples

/// The true value, what is found with its error, and the error of independent rows.
private typealias NestedSample = (target: Double, found: Estimate, error: Double)

/// Half of 60 members click on a tenth of 20 to 60 impressions, the others on half.
private func clicks(_ generator: SeededGenerator) throws -> NestedSample {
  var random = generator
  var (clicks, impressions) = ([Int](), [Int]())
  for _ in 0..<60 {
    let rate = random.unit() < 0.5 ? 0.1 : 0.5
    let count = 20 + Int(41 * random.unit())
    impressions.append(count)
    clicks.append((0..<count).count { _ in random.unit() < rate })
  }
  let found = try #require(Estimate.ratio(of: clicks, to: impressions))
  let variance = found.value * (1 - found.value) / Double(impressions.reduce(0, +))
  return (0.3, found, variance.squareRoot())
}

/// Half of the members return a fifth of the follows, the others four fifths, and of a pair both count.
private func returned(members: UInt32, _ generator: SeededGenerator) -> [MemberPair] {
  var random = generator
  let rates = (0..<members).map { _ in random.unit() < 0.5 ? 0.2 : 0.8 }
  return (0..<members).flatMap { one in
    (0..<one).map { other in
      let isMutual = random.unit() < (rates[Int(one)] + rates[Int(other)]) / 2
      return MemberPair(one, other, sum: isMutual ? 2 : 0, size: isMutual ? 2 : 1)
    }
  }
}

/// Half of the pairs are mutual: two follows in three are returned.
private func follows(_ generator: SeededGenerator) throws -> NestedSample {
  let pairs = returned(members: 100, generator)
  let found = try #require(Estimate.ratio(over: pairs))
  let count = pairs.reduce(0) { $0 + $1.size }
  return (2.0 / 3, found, (2 * found.value * (1 - found.value) / count).squareRoot())
}

/// Counts of 1, and of 50 once in five, under a power law whose mean logarithm is that of such counts: ln 50 ÷ 5 =
/// −ζ′(α) ÷ ζ(α) at α = 1.809456.
private func misfit(_ generator: SeededGenerator) throws -> NestedSample {
  var random = generator
  let numbers = (0..<400).map { _ in random.unit() < 0.2 ? 50.0 : 1 }
  let found = try PowerLawFit(CountedValues(numbers), xmin: 1).alpha
  func logZeta(_ alpha: Double) -> Double { log(SpecialFunctions.hurwitzZeta(alpha, 1)) }
  let information =
    (logZeta(found.value + 1e-3) - 2 * logZeta(found.value) + logZeta(found.value - 1e-3)) / 1e-6
  return (1.809456, found, 1 / (400 * information).squareRoot())
}

/// Half of 100 members click alike at positions 1 and 2, the others four times as often at the first: 0.4 : 0.25.
private func slope(_ generator: SeededGenerator) throws -> NestedSample {
  var random = generator
  let members = (0..<100).map { _ in
    let second = random.unit() < 0.5 ? 0.4 : 0.1
    return [(1, 0.4), (2, second)].map { position, rate in
      let count = 10 + Int(31 * random.unit())
      let clicks = (0..<count).count { _ in random.unit() < rate }
      return PositionEffect.Position(position, Proportion(successes: clicks, trials: count))
    }
  }
  let positions = (0..<2).map { index in
    let clicks = members.map { $0[index].clicks }
    return PositionEffect.Position(
      index + 1,
      Proportion(
        successes: clicks.reduce(0) { $0 + $1.successes },
        trials: clicks.reduce(0) { $0 + $1.trials }))
  }
  let error = try #require(PositionEffect(positions).eta.standardError)
  return (log(1.6) / log(2), try PositionEffect(positions, by: members).eta, error)
}

/// 2 to 6 arms of 100 tests with one rate each, of the beta distribution with α = 1 and β = 4.
private func armsOfTests(_ generator: SeededGenerator) -> [[(successes: Int, trials: Int)]] {
  var random = generator
  return (0..<100).map { _ in
    let rate = 1 - exp(log(1 - random.unit()) / 4)
    return (0..<(2 + Int(5 * random.unit()))).map { _ in
      (successes: (0..<100).count { _ in random.unit() < rate }, trials: 100)
    }
  }
}

private func tests(_ generator: SeededGenerator) throws -> NestedSample {
  let tests = armsOfTests(generator)
  let pairs = CountedPairs(tests.joined())
  let error = try #require(BetaBinomialFit(pairs).mean.standardError)
  return (0.2, try BetaBinomialFit(pairs, by: tests.map { CountedPairs($0) }).mean, error)
}

/// Logarithms of 5 to 40 delays of each of 100 members, who differ in their mean by 1 and have a deviation of ½ or 1½:
/// 1 and 1½ overall, since 1 + ½ · ¼ + ½ · 9/4 = 9/4, with the median e.
private func delays(_ generator: SeededGenerator) throws -> [NestedSample] {
  var random = generator
  let members = (0..<100).map { _ in
    let mean = 1 + Quantile.normal(random.unit())
    let deviation = random.unit() < 0.5 ? 0.5 : 1.5
    return (0..<(5 + Int(36 * random.unit()))).map { _ in
      exp(mean + deviation * Quantile.normal(random.unit()))
    }
  }
  let (column, clusters) = (CountedValues(members.joined()), members.map { CountedValues($0) })
  let (fit, rows) = (try LogNormalFit(column, by: [clusters]), try LogNormalFit(column))
  let each = members.joined().map { CountedValues([$0]) }
  return [
    (1, fit.mu, try #require(rows.mu.standardError)),
    (1.5, fit.sigma, try #require(rows.sigma.standardError)),
    (
      exp(1),
      Estimate(
        try #require(column.quantile(0.5)),
        standardError: clusters.standardError(ofMedianOf: column)),
      try #require(each.standardError(ofMedianOf: column))
    ),
  ]
}

/// 5 to 40 exponential delays of each of 60 members, with a mean of 1 or 4.
private func exponentialMembers(_ generator: SeededGenerator) -> [[Double]] {
  var random = generator
  return (0..<60).map { _ in
    let mean = random.unit() < 0.5 ? 1.0 : 4
    return (0..<(5 + Int(36 * random.unit()))).map { _ in -mean * log(1 - random.unit()) }
  }
}

/// With E *x*ᵏ = Γ(1 + *k*)(1 + 4ᵏ) ÷ 2 and E ln *x* = ln 2 − 0.577216 the likelihood of a Weibull distribution is
/// largest on average at *k* = 0.814678 and λ = (E *x*ᵏ)^(1/*k*) = 2.219403.
private func exponentials(_ generator: SeededGenerator) throws -> NestedSample {
  let members = exponentialMembers(generator)
  let column = CountedValues(members.joined())
  let error = try #require(WeibullFit(column).scale.standardError)
  return (2.219403, try WeibullFit(column, by: [members.map { CountedValues($0) }]).scale, error)
}

/// Logarithms of the delays of 10 reactions of each of 100 members to posts of 100 authors, who both differ by 1 about
/// 1. Rows of a member are no independent rows either, so that the error by member is too small.
private func reactions(_ generator: SeededGenerator) throws -> NestedSample {
  var random = generator
  let delayOfAuthor = (0..<100).map { _ in Quantile.normal(random.unit()) }
  var ofMember = [[Double]](repeating: [], count: 100)
  var ofAuthor = ofMember
  for member in 0..<100 {
    let mean = 1 + Quantile.normal(random.unit())
    for _ in 0..<10 {
      let author = Int(100 * random.unit())
      let delay = exp(mean + delayOfAuthor[author] + Quantile.normal(random.unit()))
      ofMember[member].append(delay)
      ofAuthor[author].append(delay)
    }
  }
  let column = CountedValues(ofMember.joined())
  let kinds = [ofMember, ofAuthor].map { kind in
    kind.filter { !$0.isEmpty }.map { CountedValues($0) }
  }
  let byMember = try LogNormalFit(column, by: [kinds[0]]).mu
  return (1, try LogNormalFit(column, by: kinds).mu, try #require(byMember.standardError))
}

/// Items A and B are shown with probabilities 0.8 and 0.2, and would be with 0.2 and 0.8. Half of 100 members click
/// on B in nine cases of ten, the others as all do on A in one: 0.8 · 0.5 + 0.2 · 0.1.
private func otherPolicy(_ generator: SeededGenerator) throws -> [NestedSample] {
  var random = generator
  var (rewards, weights, members) = ([Double](), [Double](), [Int]())
  for member in 0..<100 {
    let rate = random.unit() < 0.5 ? 0.9 : 0.1
    for _ in 0..<(20 + Int(41 * random.unit())) {
      let isA = random.unit() < 0.8
      rewards.append(random.unit() < (isA ? 0.1 : rate) ? 1 : 0)
      weights.append(isA ? 0.25 : 4)
      members.append(member)
    }
  }
  let rows = try #require(OffPolicyValue(rewards: rewards, weights: weights))
  let found = try #require(OffPolicyValue(rewards: rewards, weights: weights, members: members))
  return [
    (0.42, found.inversePropensity, try #require(rows.inversePropensity.standardError)),
    (0.42, found.selfNormalised, try #require(rows.selfNormalised.standardError)),
  ]
}

/// √((*n* − 1)/*n* · Σ (*x* − mean)²) of what is found without each of *n* clusters.
private func jackknife(_ without: [Double]) -> Double {
  let n = Double(without.count)
  let mean = without.reduce(0, +) / n
  return ((n - 1) / n * without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
}
