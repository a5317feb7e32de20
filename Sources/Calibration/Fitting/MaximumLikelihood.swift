internal import Stochastics

/// The maximum of a likelihood, and how sharply it peaks there.
///
/// The parameters are unbounded numbers, such as the logarithms of what must be above 0; what is made
/// of them gets its standard error by the delta method.
struct MaximumLikelihood: Sendable {
  /// In the order of the start.
  let parameters: [Double]
  let logLikelihood: Double
  /// The inverse of the observed information; `nil` where the likelihood has no curvature.
  private let covariance: [[Double]]?

  /// Maximises a likelihood.
  ///
  /// - Parameters:
  ///   - name: The distribution's name, for the refusal.
  ///   - start: One or two parameters; refused where the log-likelihood is not finite.
  ///   - logLikelihood: Of all data; −∞ where a parameter cannot be.
  init(
    of name: String, from start: [Double], logLikelihood: ([Double]) -> Double
  ) throws(FitRefusal) {
    guard logLikelihood(start).isFinite,
      let found = Minimum(from: start, step: 0.3, of: { -logLikelihood($0) })
    else { throw .noMaximum(of: name) }
    parameters = found.arguments
    self.logLikelihood = -found.value
    covariance = Self.covariance(at: parameters, of: logLikelihood)
  }

  /// Refuses a likelihood that is flat, or still rises where its parameters end.
  func requirePeak(of name: String) throws(FitRefusal) {
    if covariance == nil { throw .noMaximum(of: name) }
  }

  /// A function of the parameters, with its standard error: √(∇gᵀ *V* ∇g).
  func estimate(_ function: ([Double]) -> Double) -> Estimate {
    Estimate(
      function(parameters),
      standardError: influence(on: function, function).map { max(0, $0).squareRoot() })
  }

  /// The same with its standard error by cluster, where a cluster with the score *s* moves it by ∇gᵀ *V s*.
  ///
  /// - Parameters:
  ///   - count: How many numbers were fitted.
  ///   - clusters: Without any the numbers are independent and follow the distribution.
  ///   - size: How many numbers a cluster has.
  ///   - logLikelihood: Of a cluster's numbers; terms without parameters may be missing.
  ///
  /// Source: White, *Econometrica* 50(1), 1982, section 3; Liang & Zeger, *Biometrika* 73(1), 1986.
  func estimate<Cluster>(
    _ function: ([Double]) -> Double, of count: Int, by clusters: [Cluster],
    size: (Cluster) -> Int, _ logLikelihood: (_ cluster: Cluster, _ parameters: [Double]) -> Double
  ) -> Estimate {
    let independent = estimate(function)
    guard !clusters.isEmpty, independent.standardError != nil else { return independent }
    let moves = clusters.map { cluster in
      Double(count) * (influence(on: function) { logLikelihood(cluster, $0) } ?? 0)
    }
    return Estimate(
      independent.value,
      standardError: Estimate.ratio(of: moves, to: clusters.map { Double(size($0)) })?
        .standardError)
  }

  /// How far a part of the likelihood moves a function of the parameters: ∇fᵀ *V* ∇g.
  ///
  /// - Returns: `nil` where the likelihood has no curvature.
  func influence(on f: ([Double]) -> Double, _ g: ([Double]) -> Double) -> Double? {
    guard let covariance else { return nil }
    func gradient(_ function: ([Double]) -> Double) -> [Double] {
      parameters.indices.map { index in
        let step = 1e-3 * covariance[index][index].squareRoot()
        return
          (function(parameters.moved(index, by: step))
          - function(parameters.moved(index, by: -step))) / (2 * step)
      }
    }
    let (left, right) = (gradient(f), gradient(g))
    var product = 0.0
    for row in left.indices {
      for column in right.indices {
        product += left[row] * covariance[row][column] * right[column]
      }
    }
    return product
  }
}

extension MaximumLikelihood {
  /// The inverse of the matrix of second derivatives of −log *L*, by central differences; `nil` where it does not
  /// belong to a peak.
  private static func covariance(
    at parameters: [Double], of logLikelihood: ([Double]) -> Double
  ) -> [[Double]]? {
    let peak = logLikelihood(parameters)
    func fall(_ moves: [(index: Int, step: Double)]) -> Double {
      peak - logLikelihood(moves.reduce(parameters) { $0.moved($1.index, by: $1.step) })
    }
    let steps = parameters.indices.compactMap { index in
      differenceStep { fall([(index, $0)]) }
    }
    guard steps.count == parameters.count else { return nil }
    func information(_ i: Int, _ j: Int) -> Double {
      let (a, b) = (steps[i], steps[j])
      if i == j { return (fall([(i, a)]) + fall([(i, -a)])) / (a * a) }
      return
        (fall([(i, a), (j, b)]) - fall([(i, a), (j, -b)]) - fall([(i, -a), (j, b)])
        + fall([(i, -a), (j, -b)])) / (4 * a * b)
    }
    guard parameters.count == 2 else { return [[1 / information(0, 0)]] }
    let (aa, ab, bb) = (information(0, 0), information(0, 1), information(1, 1))
    let determinant = aa * bb - ab * ab
    guard determinant > 0, determinant.isFinite else { return nil }
    return [[bb / determinant, -ab / determinant], [-ab / determinant, aa / determinant]]
  }

  /// A thirtieth of the standard error along one parameter: small against the curve, large against
  /// rounding.
  ///
  /// - Parameter fall: How much the likelihood is below its peak after a step.
  /// - Returns: `nil` unless it falls on both sides; towards an end of the parameters it may rise.
  private static func differenceStep(_ fall: (Double) -> Double) -> Double? {
    var step = 1e-4
    for _ in 0..<2 {
      let (up, down) = (fall(step), fall(-step))
      let curvature = (up + down) / (step * step)
      guard up > 0, down > 0, curvature.isFinite else { return nil }
      step = 0.03 / curvature.squareRoot()
    }
    return step
  }
}

extension [Double] {
  fileprivate func moved(_ index: Int, by step: Double) -> [Double] {
    var moved = self
    moved[index] += step
    return moved
  }
}
