public import Stochastics

/// A search for the least value of a function of many real arguments by CMA-ES, the evolution strategy
/// that learns the function's scales and slants only from the order of the values.
///
/// A generation is a sample of a normal distribution with mean *m* and covariances *σ*²*C*. The caller
/// gives only the values of its points: `ask()`, evaluate, `tell(_:)`, and again. The better
/// half of the points, weighted by the logarithm of the rank, gives the next mean; *C* is drawn towards
/// the steps that did well, alone (rank *μ*) and in sum over generations (rank one), and away from those
/// that did badly (active); *σ* grows when successive steps of the mean agree and shrinks when they
/// cancel out. Only the order of the values decides: any increasing function of the values leads to the
/// same points. Equal values are ordered as their points were drawn.
///
/// Within the unit cube the distribution is still one of all of space, and its points are reflected at the
/// faces (`UnitCube.reflected`). No coordinate's standard deviation exceeds ⅓ then, which is as good as no
/// knowledge of where to look.
///
/// Where evaluations take long, later generations may be proposed before the values of earlier ones are
/// there: with a lag of *L*, up to *L* + 1 of them. Each is drawn from what the generations that were reported
/// by then make of the distribution, and reported in its turn as if its points came from the present
/// distribution, none of them further from the mean than *d*^½ + 2*d*/(*d* + 2) standard deviations. The
/// points of generation *g* depend only on the values of the generations to *g* − 1 − *L*.
/// A lag costs generations: on spheres and slanted bowls in two to ten dimensions some 1.3 times as many at
/// 1, and twice as many at 3.
///
/// The search is deterministic: the generation, the point and the coordinate are the key of each draw,
/// and the matrix root in use does not depend on the choice of eigenvectors.
///
/// Sources: Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2, 2023; for points of other
/// distributions Hansen, "Injecting External Solutions Into CMA-ES", arXiv:1110.4181, 2011.
public struct CovarianceAdaptation: Sendable {
  /// Where points may lie.
  public enum Domain: Sendable, Hashable {
    case unitCube
    /// All of space, for functions without bounds.
    case unbounded
  }

  /// Why the search cannot gain any more.
  public enum Convergence: Sendable, Hashable {
    /// The standard deviations, and what the path would make of them, are within `tolerance`.
    case narrow
    /// The best values of 10 + ⌈30 *d*/*λ*⌉ generations and all finite values of the last one lie within
    /// 10⁻¹² of each other.
    case flat
    /// The axes' variances differ by more than a factor of 10¹⁴.
    case illConditioned
  }

  public let domain: Domain
  /// The standard deviation, in units of the arguments, below which the search is over.
  public let tolerance: Double
  /// How many generations may be proposed before the first of them is reported, besides it.
  public let lag: Int
  /// How many generations were reported.
  public private(set) var generation = 0
  /// How many values were reported.
  public private(set) var evaluationCount = 0
  /// How many of them were not finite and counted as the worst.
  public private(set) var notFiniteCount = 0
  /// The lowest value reported, the first of equal ones, with its point; `nil` before a finite one.
  ///
  /// Where values are noisy the lowest is flattered by chance, and `mean` is the better answer.
  public private(set) var best: Evaluation?
  public private(set) var convergence: Convergence?
  let parameters: Parameters
  let stream: KeyedStream
  var distribution: Distribution
  /// Generations that are proposed and not reported, the oldest first.
  private var samples: [Sample] = []
  private var bestOfGenerations: [Double] = []
  /// How often the distribution has changed.
  private var changes = 0

  /// A generation.
  private struct Sample: Sendable {
    let draws: [Draw]
    /// How often the distribution had changed when they were drawn.
    let changes: Int
  }

  /// - Parameters:
  ///   - start: The first mean: where the minimum is thought to be; within the cube if the domain is.
  ///   - sigma: The first standard deviation along each coordinate, above 0: a third of how far off the
  ///     minimum may be.
  ///   - populationSize: *λ*, points in a generation, at least 2; 4 + ⌊3 ln *d*⌋ when `nil`. More help
  ///     against noise and many local minima, and cost as much more.
  ///   - tolerance: Above 0.
  ///   - lag: 0 or more.
  ///   - stream: Its draws are only for this search.
  public init(
    start: [Double], sigma: Double = 0.3, populationSize: Int? = nil, domain: Domain = .unitCube,
    tolerance: Double = 1e-11, lag: Int = 0, stream: KeyedStream
  ) {
    precondition(!start.isEmpty, "a search of 0 dimensions")
    precondition(sigma > 0 && sigma.isFinite, "a first standard deviation is \(sigma)")
    precondition(tolerance > 0, "a tolerance is \(tolerance)")
    precondition(lag >= 0, "a lag of \(lag) generations")
    switch domain {
    case .unitCube: UnitCube.check(start, dimensions: start.count)
    case .unbounded: for x in start { precondition(x.isFinite, "a coordinate is \(x)") }
    }
    self.domain = domain
    self.tolerance = tolerance
    self.lag = lag
    self.stream = stream
    parameters = Parameters(
      dimensions: start.count,
      populationSize: populationSize ?? Self.populationSize(dimensions: start.count))
    distribution = Distribution(
      mean: domain == .unitCube ? UnitCube.unreflected(start) : start, sigma: sigma)
    if domain == .unitCube { distribution.limit(standardDeviation: Self.widest) }
  }

  /// 4 + ⌊3 ln *d*⌋: the least *λ* that searches well on functions without noise and with few minima.
  public static func populationSize(dimensions: Int) -> Int {
    precondition(dimensions >= 1, "a search of \(dimensions) dimensions")
    return Parameters.populationSize(dimensions: dimensions)
  }

  private static let widest = 1.0 / 3
}

extension CovarianceAdaptation {
  public var dimensions: Int { parameters.dimensions }

  /// *λ*
  public var populationSize: Int { parameters.populationSize }

  /// The centre of the distribution, which is where the minimum is thought to be; a point of the domain.
  public var mean: [Double] { placed(distribution.mean) }

  /// *σ*; the coordinates' standard deviations are `standardDeviations`.
  public var sigma: Double { distribution.sigma }

  /// Of the distribution, by coordinate.
  public var standardDeviations: [Double] { distribution.standardDeviations }

  public var isConverged: Bool { convergence != nil }

  /// The points of a generation, *λ* of them, in the domain; the same ones until their values are reported. May
  /// be called after convergence.
  ///
  /// - Parameter ahead: How many other generations are reported before this one, at most ``lag``.
  /// - Complexity: O(*λd*²).
  public mutating func ask(ahead: Int = 0) -> [[Double]] {
    precondition((0...lag).contains(ahead), "\(ahead) generations ahead with a lag of \(lag)")
    draw(ahead)
    return samples[ahead].draws.map { placed($0.point) }
  }

  /// Moves the distribution towards where values are low.
  ///
  /// - Parameter values: Of the points of the oldest generation that was proposed, in their order. Values that are not finite
  ///   count as the worst; a generation with only such values changes only the counts, and the next is a
  ///   new sample of the same distribution.
  /// - Complexity: O(*λd*² + *d*³).
  public mutating func tell(_ values: [Double]) {
    precondition(!samples.isEmpty, "values of points not asked for")
    // Generations that could have been proposed by now do not know of these values.
    draw(lag)
    let sample = samples.removeFirst()
    let draws = sample.draws
    precondition(values.count == draws.count, "\(values.count) values of \(draws.count) points")
    let ranked = values.enumerated().map { (index: $0.offset, value: $0.element.orWorst) }
      .sorted { ($0.value, $0.index) < ($1.value, $1.index) }
    generation += 1
    evaluationCount += values.count
    notFiniteCount += ranked.count { $0.value == .infinity }
    guard let first = ranked.first, first.value.isFinite else { return }
    if first.value < best?.value ?? .infinity {
      best = Evaluation(point: placed(draws[first.index].point), value: first.value)
    }
    let own = sample.changes == changes ? draws : distribution.own(draws)
    distribution.update(ranked.map { own[$0.index] }, generation, parameters)
    changes += 1
    if domain == .unitCube { distribution.limit(standardDeviation: Self.widest) }
    bestOfGenerations.append(first.value)
    convergence = convergence(worst: ranked.last { $0.value.isFinite }?.value ?? first.value)
  }

  /// Draws the generations up to this one that are not drawn yet.
  private mutating func draw(_ ahead: Int) {
    while samples.count <= ahead { samples.append(nextSample()) }
  }

  /// A sample of the present distribution.
  private func nextSample() -> Sample {
    let number = UInt32(generation + samples.count)
    let draws = (0..<populationSize).map { index in
      distribution.draw(
        (0..<dimensions).map { stream.normal(number, UInt32(index), UInt32($0)) })
    }
    return Sample(draws: draws, changes: changes)
  }

  private func placed(_ point: [Double]) -> [Double] {
    domain == .unitCube ? UnitCube.reflected(point) : point
  }

  private func convergence(worst: Double) -> Convergence? {
    if distribution.isWithin(tolerance) { return .narrow }
    let length = 10 + (30 * dimensions + populationSize - 1) / populationSize
    let recent = bestOfGenerations.suffix(length)
    if recent.count == length, let least = recent.min(), let greatest = recent.max(),
      max(greatest, worst) - least <= 1e-12
    {
      return .flat
    }
    return distribution.conditionNumber > 1e14 ? .illConditioned : nil
  }
}
