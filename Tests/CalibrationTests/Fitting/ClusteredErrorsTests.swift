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
  /// choices of the seeds. Rows as if they were independent cover in some 47, 44 and 86 %.
  @Test func `intervals cover where rows are nested, and those of independent rows do not`() throws
  {
    var covered = [0, 0, 0]
    var independent = [0, 0, 0]
    for seed in 0..<400 as Range<UInt64> {
      let random = SeededGenerator(seed: seed)
      for (index, (target, found, error)) in [
        try clicks(random), try follows(random), try misfit(random),
      ].enumerated() {
        let distance = (found.value - target).magnitude / 1.96
        if distance <= (found.standardError ?? 0) { covered[index] += 1 }
        if distance <= error { independent[index] += 1 }
      }
    }
    #expect(covered.allSatisfy { (360...394).contains($0) }, "\(covered)")
    #expect(independent.allSatisfy { $0 < 360 }, "\(independent)")
  }

  @Test func `the tail's error by member is the jackknife's`() throws {
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
    func fit(without left: UInt32?) throws -> PowerLawFit {
      let graph = FollowGraph(
        nodeCount: members, edges: edges.filter { $0.from != left && $0.to != left })
      return try PowerLawFit(
        CountedValues(graph.inDegrees.map { Double($0) }).positive, xmin: 4)
    }
    let without = try (0..<UInt32(members)).map { try fit(without: $0).alpha.value }
    let fitted = try fit(without: nil)
    let error = try #require(
      fitted.alpha(byMemberOf: FollowGraph(nodeCount: members, edges: edges)).standardError)
    // To first order: one member in sixty.
    #expect((error / jackknife(without) - 1).magnitude < 0.1, "\(error)")
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

/// √((*n* − 1)/*n* · Σ (*x* − mean)²) of what is found without each of *n* clusters.
private func jackknife(_ without: [Double]) -> Double {
  let n = Double(without.count)
  let mean = without.reduce(0, +) / n
  return ((n - 1) / n * without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
}
