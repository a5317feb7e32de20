public import Stochastics

/// A search of the unit cube for the Pareto front of several objectives by NSGA-II, the genetic algorithm
/// that sorts by domination and keeps its population spread out.
///
/// A generation is `populationSize` points: `ask()`, evaluate, `tell(…)`, and again. Parents and offspring
/// together are sorted into fronts; the best fronts survive, the last of them by crowding distance. Parents
/// are the winners of binary tournaments, in which domination decides, or else crowding distance;
/// offspring come of simulated binary crossover and polynomial mutation. Constraints are Deb's: a feasible point beats
/// an infeasible one, and of two infeasible points the one that violates less is better.
///
/// Where evaluations take long, later generations may be proposed before earlier ones are reported: with a lag
/// of *L*, up to *L* + 1 of them, the first of which have no parents. The parents of generation *g* are those
/// that survived generation *g* − 1 − *L*.
///
/// The search is deterministic: generation, pair and coordinate are the key of each draw. No point that
/// equals another one of its generation, of those before it that are not reported, or of the population is
/// proposed.
///
/// Source: Deb, Pratap, Agarwal & Meyarivan, *IEEE Transactions on Evolutionary Computation* 6(2),
/// 2002.
public struct NondominatedSorting: Sendable {
  /// A point and what was measured there.
  public struct Individual: Sendable, Hashable {
    /// Its index in the order of proposal, from 0, over all generations.
    public let number: Int
    public let point: [Double]
    /// To be low.
    public let objectives: [Double]
    /// How much the constraints are violated: 0 for a feasible point, infinite for one with an objective
    /// that is not finite.
    public let violation: Double
    /// Its front in the population, from 0.
    public internal(set) var rank = 0
    /// Among its front.
    public internal(set) var crowdingDistance = 0.0

    public var isFeasible: Bool { violation == 0 }
  }

  public let dimensions: Int
  public let populationSize: Int
  /// How many generations may be proposed before the first of them is reported, besides it.
  public let lag: Int
  /// How many generations were reported.
  public private(set) var generation = 0
  /// How many points were reported that had an objective or a violation that is not finite and counted as
  /// the worst.
  public private(set) var notFiniteCount = 0
  /// The survivors, in the order of their fronts, and within a front of their numbers; none before the
  /// first generation is reported.
  public private(set) var population: [Individual] = []
  private let stream: KeyedStream
  /// Of the generations that are not reported, the oldest first: one more than the lag.
  private var waiting: [[[Double]]]

  /// - Parameters:
  ///   - dimensions: At least 1.
  ///   - populationSize: Even, at least 4.
  ///   - lag: 0 or more.
  ///   - start: Points of the first generations, one more than the lag, different ones, no more than these
  ///     have; random points are the rest.
  ///   - stream: Its draws are only for this search.
  public init(
    dimensions: Int, populationSize: Int = 100, lag: Int = 0, start: [[Double]] = [],
    stream: KeyedStream
  ) {
    precondition(dimensions >= 1, "a search of \(dimensions) dimensions")
    precondition(
      populationSize >= 4 && populationSize.isMultiple(of: 2), "a population of \(populationSize)")
    precondition(lag >= 0, "a lag of \(lag) generations")
    let size = populationSize * (lag + 1)
    precondition(start.count <= size, "\(start.count) points for \(size)")
    for point in start { UnitCube.check(point, dimensions: dimensions) }
    self.dimensions = dimensions
    self.populationSize = populationSize
    self.lag = lag
    self.stream = stream
    let points =
      start
      + (start.count..<size).map { index in
        (0..<dimensions).map { stream.uniform(0, UInt32(index), UInt32($0)) }
      }
    waiting = (0...lag).map {
      Array(points[$0 * populationSize..<($0 + 1) * populationSize])
    }
  }
}

extension NondominatedSorting {
  /// The feasible individuals of the population that none of it dominates, in the order of their numbers.
  public var front: [Individual] { population.filter { $0.rank == 0 && $0.isFeasible } }

  /// The points of a generation; the same ones until they are reported.
  ///
  /// - Parameter ahead: How many other generations are reported before this one, at most ``lag``.
  public func ask(ahead: Int = 0) -> [[Double]] {
    precondition((0...lag).contains(ahead), "\(ahead) generations ahead with a lag of \(lag)")
    return waiting[ahead]
  }

  /// Lets the best of the population and the generation survive, and have offspring.
  ///
  /// - Parameters:
  ///   - objectives: Of the points of the oldest generation, in their order; to be low, as many in each
  ///     generation. An individual with one that is not finite counts as the worst.
  ///   - violations: Of the same points: 0 for a feasible one, above it the more the constraints are
  ///     violated; NaN counts as infinite. All feasible when `nil`.
  ///   - dominates: Of two feasible individuals, whether the first is better, such as by an interval of a difference;
  ///     `number` identifies them. When `nil`, whether it is nowhere higher and somewhere lower.
  /// - Complexity: O(*n*²) comparisons; O(*nd*) draws.
  public mutating func tell(
    objectives: [[Double]], violations: [Double]? = nil,
    dominates: ((Individual, Individual) -> Bool)? = nil
  ) {
    let points = waiting.removeFirst()
    precondition(
      objectives.count == points.count && violations?.count ?? points.count == points.count,
      "\(objectives.count) objectives and \(violations?.count ?? 0) violations of \(points.count)")
    let evaluated = points.indices.map { index in
      individual(index, points[index], objectives[index], violations?[index] ?? 0)
    }
    notFiniteCount += evaluated.count { $0.violation == .infinity }
    generation += 1
    population = Selection(population + evaluated, dominates).survivors(populationSize)
    waiting.append(offspring(Selection(population, dominates)))
  }

  private func individual(
    _ index: Int, _ point: [Double], _ objectives: [Double], _ violation: Double
  ) -> Individual {
    precondition(!(violation < 0), "a violation is \(violation)")
    let expected = population.first?.objectives.count ?? objectives.count
    precondition(objectives.count == expected, "\(objectives.count) objectives after \(expected)")
    let isFinite = objectives.allSatisfy(\.isFinite)
    return Individual(
      number: generation * populationSize + index, point: point, objectives: objectives,
      violation: isFinite ? violation.orWorst : .infinity)
  }

  /// Pairs of children of pairs of winners, without those that exist already; after ten times as many
  /// pairs as are needed, also those, which a population of equals is left with.
  private func offspring(_ selection: Selection) -> [[Double]] {
    var known = Set(population.map(\.point) + waiting.joined())
    var children: [[Double]] = []
    var tournaments = Tournaments(selection, generation, stream)
    for pair in 0... {
      let variation = Variation(stream, generation: generation, pair: pair)
      let parents = (tournaments.nextWinner().point, tournaments.nextWinner().point)
      for child in variation.children(of: parents) where children.count < populationSize {
        if known.insert(child).inserted || pair >= 5 * populationSize { children.append(child) }
      }
      if children.count == populationSize { break }
    }
    return children
  }
}
