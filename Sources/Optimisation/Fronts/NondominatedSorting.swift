public import Stochastics

/// A search of the unit cube for the Pareto front of several objectives by NSGA-II, the genetic algorithm
/// that sorts by domination and keeps its population spread out.
///
/// A generation is `populationSize` points: `ask()`, evaluate, `tell(…)`, and again. Parents and offspring
/// together are sorted into fronts; the best fronts survive, the last of them by crowding distance. Parents
/// are the winners of binary tournaments; offspring come of simulated binary crossover and
/// polynomial mutation. Constraints are Deb's: what is feasible beats what is not, and of two infeasible
/// points the one that violates less is better.
///
/// The search is deterministic: generation, pair and coordinate are the key of each draw. No point that
/// equals another one of its generation or of the population is asked for.
///
/// Source: Deb, Pratap, Agarwal & Meyarivan, *IEEE Transactions on Evolutionary Computation* 6(2),
/// 2002.
public struct NondominatedSorting: Sendable {
  /// A point and what was measured there.
  public struct Individual: Sendable, Hashable {
    /// Its place in the order of asking, from 0, over all generations.
    public let number: Int
    public let point: [Double]
    /// To be low.
    public let objectives: [Double]
    /// How much the constraints are violated: 0 for a feasible point, infinite for one with an objective
    /// that is not finite.
    public let violation: Double
    /// Its front in the population, from 0.
    public fileprivate(set) var rank = 0
    /// Among its front.
    public fileprivate(set) var crowdingDistance = 0.0

    public var isFeasible: Bool { violation == 0 }
  }

  public let dimensions: Int
  public let populationSize: Int
  /// How many generations were told.
  public private(set) var generation = 0
  /// How many points were told that had an objective or a violation that is not finite and counted as
  /// the worst.
  public private(set) var notFiniteCount = 0
  /// The survivors, in the order of their fronts, and within a front of their numbers; none before the
  /// first generation is told.
  public private(set) var population: [Individual] = []
  private let start: [[Double]]
  private let stream: KeyedStream
  private var asked: [[Double]]?

  /// - Parameters:
  ///   - dimensions: At least 1.
  ///   - populationSize: Even, at least 4.
  ///   - start: Points of the first generation, different ones, no more than it has; random points are
  ///     the rest.
  ///   - stream: Its draws are for this search alone.
  public init(
    dimensions: Int, populationSize: Int = 100, start: [[Double]] = [], stream: KeyedStream
  ) {
    precondition(dimensions >= 1, "a search of \(dimensions) dimensions")
    precondition(
      populationSize >= 4 && populationSize.isMultiple(of: 2), "a population of \(populationSize)")
    precondition(start.count <= populationSize, "\(start.count) points for \(populationSize)")
    for point in start { UnitCube.check(point, dimensions: dimensions) }
    self.dimensions = dimensions
    self.populationSize = populationSize
    self.start = start
    self.stream = stream
  }
}

extension NondominatedSorting {
  /// The feasible individuals of the population that none of it dominates, in the order of their numbers.
  public var front: [Individual] { population.filter { $0.rank == 0 && $0.isFeasible } }

  /// The points of the next generation; the same ones until they are told.
  ///
  /// - Complexity: O(*nd*).
  public mutating func ask() -> [[Double]] {
    let points = asked ?? (generation == 0 ? firstPoints() : offspring())
    asked = points
    return points
  }

  /// Lets the best of the population and the generation survive.
  ///
  /// - Parameters:
  ///   - objectives: Of the points that `ask()` gave, in their order; to be low, as many in each
  ///     generation. An individual with one that is not finite counts as the worst.
  ///   - violations: Of the same points: 0 for a feasible one, above it the more the constraints are
  ///     violated; NaN counts as infinite. All feasible when `nil`.
  ///   - dominates: Of two feasible individuals, whether the first is better, such as one that asks
  ///     whether an interval of a difference says so; `number` tells which they are. When `nil`, whether
  ///     it is nowhere higher and somewhere lower.
  /// - Complexity: O(*n*²) comparisons.
  public mutating func tell(
    objectives: [[Double]], violations: [Double]? = nil,
    dominates: ((Individual, Individual) -> Bool)? = nil
  ) {
    guard let points = asked else { preconditionFailure("objectives of points not asked for") }
    precondition(
      objectives.count == points.count && violations?.count ?? points.count == points.count,
      "\(objectives.count) objectives and \(violations?.count ?? 0) violations of \(points.count)")
    asked = nil
    let told = points.indices.map { place in
      individual(place, points[place], objectives[place], violations?[place] ?? 0)
    }
    notFiniteCount += told.count { $0.violation == .infinity }
    generation += 1
    population = survivors(of: population + told, dominates)
  }

  private func individual(
    _ place: Int, _ point: [Double], _ objectives: [Double], _ violation: Double
  ) -> Individual {
    precondition(!(violation < 0), "a violation is \(violation)")
    let expected = population.first?.objectives.count ?? objectives.count
    precondition(objectives.count == expected, "\(objectives.count) objectives after \(expected)")
    let isFinite = objectives.allSatisfy(\.isFinite)
    return Individual(
      number: generation * populationSize + place, point: point, objectives: objectives,
      violation: isFinite ? violation.orWorst : .infinity)
  }

  private func survivors(
    of candidates: [Individual], _ dominates: ((Individual, Individual) -> Bool)?
  ) -> [Individual] {
    let fronts = Comparison(candidates).fronts(
      dominates.map { dominates in
        { dominates(candidates[$0], candidates[$1]) }
      })
    var survivors: [Individual] = []
    for (rank, front) in fronts.enumerated() where survivors.count < populationSize {
      var members = front.map { candidates[$0] }
      let distances = crowdingDistances(of: members.map(\.objectives))
      for place in members.indices {
        members[place].rank = rank
        members[place].crowdingDistance = distances[place]
      }
      let room = populationSize - survivors.count
      if members.count > room {
        members.sort { ($1.crowdingDistance, $0.number) < ($0.crowdingDistance, $1.number) }
        members.removeLast(members.count - room)
      }
      survivors += members.sorted { $0.number < $1.number }
    }
    return survivors
  }
}

/// What decides between individuals, in columns: they are compared more often than all else is done.
private struct Comparison {
  private let violations: [Double]
  /// One after the other, `width` for each individual.
  private let objectives: [Double]
  private let width: Int

  init(_ individuals: [NondominatedSorting.Individual]) {
    violations = individuals.map(\.violation)
    objectives = individuals.flatMap(\.objectives)
    width = individuals[0].objectives.count
  }

  /// - Parameter dominates: Of the places of two feasible individuals.
  func fronts(_ dominates: ((Int, Int) -> Bool)?) -> [[Int]] {
    nondominatedFronts(count: violations.count) { place, other in
      if violations[place] == 0 && violations[other] == 0 {
        return dominates?(place, other) ?? isLower(place, other)
      }
      return violations[place] < violations[other]
    }
  }

  private func isLower(_ place: Int, _ other: Int) -> Bool {
    var isLower = false
    for objective in 0..<width {
      let (one, two) = (
        objectives[place * width + objective], objectives[other * width + objective]
      )
      if one > two { return false }
      if one < two { isLower = true }
    }
    return isLower
  }
}

extension NondominatedSorting {
  private func firstPoints() -> [[Double]] {
    start
      + (start.count..<populationSize).map { place in
        (0..<dimensions).map { stream.uniform(0, UInt32(place), UInt32($0)) }
      }
  }

  /// Pairs of children of pairs of winners, without those that exist already; after ten times as many
  /// pairs as are needed, also those, which a population of equals is left with.
  private func offspring() -> [[Double]] {
    var known = Set(population.map(\.point))
    var children: [[Double]] = []
    var tournaments = Tournaments(population, generation, stream)
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

/// Binary tournaments, each individual being in as many as any other: entrants come from one random order
/// of the population after the other.
private struct Tournaments {
  private let population: [NondominatedSorting.Individual]
  private let generation: UInt32
  private let stream: KeyedStream
  private var orderCount: UInt32 = 0
  private var entrants: [Int] = []

  init(
    _ population: [NondominatedSorting.Individual], _ generation: Int, _ stream: KeyedStream
  ) {
    self.population = population
    self.generation = UInt32(generation)
    self.stream = stream
  }

  mutating func nextWinner() -> NondominatedSorting.Individual {
    if entrants.isEmpty {
      entrants = stream.shuffledIndices(
        count: population.count, generation, orderCount, Variation.ordersOccurrence)
      orderCount += 1
    }
    let (one, other) = (population[entrants.removeLast()], population[entrants.removeLast()])
    if one.rank != other.rank { return one.rank < other.rank ? one : other }
    return one.crowdingDistance >= other.crowdingDistance ? one : other
  }
}
