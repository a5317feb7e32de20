internal import PortableMath

extension CovarianceAdaptation {
  /// The constants of a search, which follow from *d* and *λ*: the defaults of the tutorial's table 1.
  struct Parameters: Sendable {
    let dimensions: Int
    let populationSize: Int
    /// By rank, the best first. Those above 0 add up to 1; those below take away from the covariances.
    let weights: [Double]
    /// *μ*: how many weights are above 0.
    let parents: Int
    /// *μ*_eff: the variance of the parents' weighted mean is 1/*μ*_eff of a point's.
    let effectiveParents: Double
    /// *c*_σ and *d*_σ, of the path behind *σ*.
    let sigmaLearning: Double
    let sigmaDamping: Double
    /// *c*_c, of the path behind the rank-one update.
    let pathLearning: Double
    /// *c*₁ and *c*_μ
    let rankOneLearning: Double
    let rankManyLearning: Double
    /// The mean length of a standard normal vector.
    let expectedLength: Double

    init(dimensions: Int, populationSize: Int) {
      precondition(populationSize >= 2, "a population of \(populationSize)")
      self.dimensions = dimensions
      self.populationSize = populationSize
      let n = Double(dimensions)
      // Falls with the logarithm of the rank, below 0 from the middle on.
      let middle = Portable.log((Double(populationSize) + 1) / 2)
      let raw = (1...populationSize).map { middle - Portable.log(Double($0)) }
      let positive = raw.filter { $0 > 0 }
      parents = positive.count
      effectiveParents = Self.effectiveSize(positive)
      let effective = effectiveParents
      sigmaLearning = (effective + 2) / (n + effective + 5)
      sigmaDamping =
        1 + 2 * max(0, ((effective - 1) / (n + 1)).squareRoot() - 1) + sigmaLearning
      pathLearning = (4 + effective / n) / (n + 4 + 2 * effective / n)
      rankOneLearning = 2 / ((n + 1.3) * (n + 1.3) + effective)
      rankManyLearning = min(
        1 - rankOneLearning,
        2 * (0.25 + effective + 1 / effective - 2) / ((n + 2) * (n + 2) + effective))
      expectedLength = n.squareRoot() * (1 - 1 / (4 * n) + 1 / (21 * n * n))
      weights = Self.weights(
        raw, n, effective, rankOne: rankOneLearning, rankMany: rankManyLearning)
    }

    static func populationSize(dimensions: Int) -> Int {
      4 + Int(3 * Portable.log(Double(dimensions)))
    }

    /// The weights above 0 add up to 1; the sum of the others is as far below as lets the
    /// covariances neither decay nor lose their positive definiteness.
    private static func weights(
      _ raw: [Double], _ n: Double, _ effective: Double, rankOne: Double, rankMany: Double
    ) -> [Double] {
      let negative = raw.filter { $0 < 0 }
      let noDecay = 1 + rankOne / rankMany
      let effectiveLimit = 1 + 2 * effectiveSize(negative) / (effective + 2)
      let definite = (1 - rankOne - rankMany) / (n * rankMany)
      let positiveSum = raw.reduce(0) { $0 + max($1, 0) }
      let negativeScale = min(noDecay, effectiveLimit, definite) / -negative.reduce(0, +)
      return raw.map { $0 >= 0 ? $0 / positiveSum : $0 * negativeScale }
    }

    /// (Σ *w*)² / Σ *w*²
    private static func effectiveSize(_ weights: [Double]) -> Double {
      let sum = weights.reduce(0, +)
      return sum * sum / weights.reduce(0) { $0 + $1 * $1 }
    }
  }
}
