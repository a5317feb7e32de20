internal import PortableMath
internal import Stochastics

extension CovarianceAdaptation {
  /// A point of a sample and how it came about: `step` = *C*^½ `normal`, `point` = *m* + *σ* `step`.
  struct Draw: Sendable {
    let normal: [Double]
    let step: [Double]
    let point: [Double]
  }

  /// The normal distribution that points are drawn from, with the two paths of its mean.
  struct Distribution: Sendable {
    private(set) var mean: [Double]
    private(set) var sigma: Double
    /// *C* and its symmetric root, row by row.
    private var covariances: [Double]
    private var root: [Double]
    /// Of *C*, the greatest by the least; infinite when it is singular.
    private(set) var conditionNumber = 1.0
    /// *p*_σ and *p*_c
    private var sigmaPath: [Double]
    private var path: [Double]
    /// (1 − *c*_σ)^(2*g*) after *g* generations, by which the path starts too short.
    private var sigmaPathDeficit = 1.0

    init(mean: [Double], sigma: Double) {
      let size = mean.count
      self.mean = mean
      self.sigma = sigma
      covariances = (0..<size * size).map { $0 % (size + 1) == 0 ? 1 : 0 }
      root = covariances
      sigmaPath = Array(repeating: 0, count: size)
      path = sigmaPath
    }
  }
}

extension CovarianceAdaptation.Distribution {
  typealias Draw = CovarianceAdaptation.Draw

  private var size: Int { mean.count }

  private func variance(_ index: Int) -> Double { covariances[index * size + index] }

  var standardDeviations: [Double] {
    (0..<size).map { sigma * variance($0).squareRoot() }
  }

  /// Whether neither the distribution nor its next change is wider than `tolerance` anywhere.
  func isWithin(_ tolerance: Double) -> Bool {
    (0..<size).allSatisfy {
      sigma * max(variance($0).squareRoot(), path[$0].magnitude) < tolerance
    }
  }

  /// Makes *σ* as small as it must be for no coordinate to have a greater standard deviation.
  mutating func limit(standardDeviation: Double) {
    let greatest = (0..<size).reduce(0) { max($0, variance($1)) }.squareRoot()
    sigma = min(sigma, standardDeviation / greatest)
  }

  func draw(_ normal: [Double]) -> Draw {
    let step = product(root, normal)
    return Draw(normal: normal, step: step, point: (0..<size).map { mean[$0] + sigma * step[$0] })
  }

  /// Draws of an earlier distribution as if they came from this one, at the same points but for those that
  /// are too far away to have come from it, which are drawn in.
  func own(_ draws: [Draw]) -> [Draw] {
    let inverse = SymmetricMatrix(covariances, size: size).inverseSquareRoot
    let dimensions = Double(size)
    let farthest = dimensions.squareRoot() + 2 * dimensions / (dimensions + 2)
    return draws.map { draw in
      let step = (0..<size).map { (draw.point[$0] - mean[$0]) / sigma }
      let normal = product(inverse, step)
      let share = min(1, farthest / squaredLength(normal).squareRoot())
      return Draw(
        normal: normal.map { share * $0 }, step: step.map { share * $0 }, point: draw.point)
    }
  }

  /// One generation, as in the tutorial's appendix A: `ranked` are its draws, the best first.
  mutating func update(
    _ ranked: [Draw], _ generation: Int, _ parameters: CovarianceAdaptation.Parameters
  ) {
    let step = weightedSum(ranked.map(\.step), parameters)
    for index in 0..<size { mean[index] += sigma * step[index] }
    let isSteady = updatePaths(
      step, weightedSum(ranked.map(\.normal), parameters), generation, parameters)
    updateCovariances(ranked, isSteady, parameters)
    let length = squaredLength(sigmaPath).squareRoot()
    let excess = length / parameters.expectedLength - 1
    sigma *= Portable.exp(min(1, parameters.sigmaLearning / parameters.sigmaDamping * excess))
  }

  /// The steps of the mean in sum over generations. *C*^−½ of the step is the same weighted sum of the
  /// normal vectors.
  ///
  /// - Returns: *h*_σ, whether the path behind *σ* is not unusually long: while *σ* is too small, the
  ///   rank-one path waits.
  private mutating func updatePaths(
    _ step: [Double], _ normal: [Double], _ generation: Int,
    _ parameters: CovarianceAdaptation.Parameters
  ) -> Bool {
    let (sigmaRate, rate) = (parameters.sigmaLearning, parameters.pathLearning)
    let effective = parameters.effectiveParents
    let sigmaGain = (sigmaRate * (2 - sigmaRate) * effective).squareRoot()
    for index in 0..<size {
      sigmaPath[index] = (1 - sigmaRate) * sigmaPath[index] + sigmaGain * normal[index]
    }
    sigmaPathDeficit *= (1 - sigmaRate) * (1 - sigmaRate)
    let length = (squaredLength(sigmaPath) / (1 - sigmaPathDeficit)).squareRoot()
    let isSteady = length < (1.4 + 2 / (Double(size) + 1)) * parameters.expectedLength
    let gain = isSteady ? (rate * (2 - rate) * effective).squareRoot() : 0
    for index in 0..<size { path[index] = (1 - rate) * path[index] + gain * step[index] }
    return isSteady
  }

  /// A step that did badly is scaled to the length *d*^½ it has on average, so that none takes
  /// more away than the weights allow for.
  private mutating func updateCovariances(
    _ ranked: [Draw], _ isSteady: Bool, _ parameters: CovarianceAdaptation.Parameters
  ) {
    let (rankOne, rankMany) = (parameters.rankOneLearning, parameters.rankManyLearning)
    let rate = parameters.pathLearning
    let weights = zip(ranked, parameters.weights).map { draw, weight in
      // A point that is the mean by chance takes nothing away.
      weight >= 0 ? weight : weight * Double(size) / max(1e-30, squaredLength(draw.normal))
    }
    // What the path lacks in an unsteady generation is left in the old covariances.
    let lack = isSteady ? 0 : rate * (2 - rate)
    let keep = 1 + rankOne * lack - rankOne - rankMany * parameters.weights.reduce(0, +)
    for row in 0..<size {
      for column in 0...row {
        var element = keep * covariances[row * size + column]
        element += rankOne * path[row] * path[column]
        for (draw, weight) in zip(ranked, weights) {
          element += rankMany * weight * draw.step[row] * draw.step[column]
        }
        covariances[row * size + column] = element
        covariances[column * size + row] = element
      }
    }
    let (root, eigenvalues) = SymmetricMatrix(covariances, size: size).rootAndEigenvalues
    self.root = root
    let (least, greatest) = (eigenvalues[0], eigenvalues[size - 1])
    conditionNumber = least > 0 ? greatest / least : .infinity
  }

  /// Over the ranks with weights above 0.
  private func weightedSum(
    _ vectors: [[Double]], _ parameters: CovarianceAdaptation.Parameters
  ) -> [Double] {
    var sum = Array(repeating: 0.0, count: size)
    for (vector, weight) in zip(vectors, parameters.weights.prefix(parameters.parents)) {
      for index in 0..<size { sum[index] += weight * vector[index] }
    }
    return sum
  }

  private func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
    (0..<size).map { row in
      var sum = 0.0
      for column in 0..<size { sum += matrix[row * size + column] * vector[column] }
      return sum
    }
  }
}

private func squaredLength(_ vector: [Double]) -> Double {
  vector.reduce(0) { $0 + $1 * $1 }
}
