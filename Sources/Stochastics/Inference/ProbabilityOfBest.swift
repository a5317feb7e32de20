/// The probability of each of several arms to have the greatest true mean, given only these worlds.
///
/// The means are drawn from their posterior under a flat prior, a multivariate t:
/// μ = *x̄* + *Lz*·√((*n* − 1)/χ²₍ₙ₋₁₎), where *L* is the symmetric root of *S*/*n* and *S* the
/// covariances over the worlds, so that what the arms share in a world cancels. Arms that agree in
/// every world but for rounding share what falls to them. It shows how sure the data are, and is no
/// test.
///
/// Source: Chick & Inoue, *Operations Research* 49(5), 2001.
public struct ProbabilityOfBest: Sendable, Hashable {
  /// One for each arm; they add up to 1.
  public let probabilities: [Double]
  /// How many draws were made; a probability *P* has a standard error of √(*P*(1 − *P*)/draws).
  public let draws: Int

  /// - Parameters:
  ///   - values: For each arm its values by world, as many for each, all finite; more is better.
  ///   - draws: 10,000 make the standard error ½ % at most.
  ///   - stream: Gives the draws: of draw *r*, χ² from `uniform(r)` and *z*ᵢ from `normal(r, i + 1)`.
  /// - Returns: `nil` without arms, and for fewer than two worlds.
  /// - Complexity: O(draws · arms²) beside 3 µs a draw.
  public init?(_ values: [[Double]], draws: Int = 10_000, stream: KeyedStream) {
    precondition(draws > 0 && draws <= Int(UInt32.max), "\(draws) draws")
    guard let worlds = values.first?.count, worlds > 1 else { return nil }
    for arm in values {
      precondition(arm.count == worlds, "\(arm.count) worlds against \(worlds)")
      for value in arm { precondition(value.isFinite, "a value is \(value)") }
    }
    self.draws = draws
    let twins = Twins(values)
    let wins = Self.wins(twins.distinct.map { values[$0] }, draws: draws, stream)
    probabilities = twins.representative.map { index in
      Double(wins[index]) / Double(draws * twins.count(of: index))
    }
  }

  private static func wins(_ values: [[Double]], draws: Int, _ stream: KeyedStream) -> [Int] {
    let count = values.count
    let worlds = values[0].count
    let means = values.map { Summary($0).mean }
    let root = SymmetricMatrix(covariancesOfMeans(values, means), size: count).squareRoot
    var wins = [Int](repeating: 0, count: count)
    for draw in 0..<UInt32(draws) {
      let chiSquare = Quantile.gamma(
        stream.uniform(draw), shape: Double(worlds - 1) / 2, scale: 2)
      let scale = (Double(worlds - 1) / chiSquare).squareRoot()
      let z = (0..<count).map { stream.normal(draw, UInt32($0 + 1)) }
      var best = (arm: 0, mean: -Double.infinity)
      for arm in 0..<count {
        var deviation = 0.0
        for (index, z) in z.enumerated() { deviation += root[arm * count + index] * z }
        let mean = means[arm] + deviation * scale
        if mean > best.mean { best = (arm, mean) }
      }
      wins[best.arm] += 1
    }
    return wins
  }

  /// *S*/*n*, row by row.
  private static func covariancesOfMeans(_ values: [[Double]], _ means: [Double]) -> [Double] {
    let worlds = values[0].count
    return values.indices.flatMap { i in
      values.indices.map { j in
        let sum = (0..<worlds).reduce(0.0) {
          $0 + (values[i][$1] - means[i]) * (values[j][$1] - means[j])
        }
        return sum / (Double(worlds) * Double(worlds - 1))
      }
    }
  }
}

/// Which arms agree in every world.
private struct Twins {
  /// The first arm of each kind.
  var distinct: [Int] = []
  /// For each arm the index of its kind in `distinct`.
  var representative: [Int] = []

  init(_ values: [[Double]]) {
    for (arm, row) in values.enumerated() {
      let known = distinct.firstIndex { other in
        zip(values[other], row).allSatisfy { difference($0, $1) == 0 }
      }
      if known == nil { distinct.append(arm) }
      representative.append(known ?? distinct.count - 1)
    }
  }

  func count(of index: Int) -> Int { representative.count { $0 == index } }
}
