import Optimisation
import TestSupport
import Testing

@Suite struct NondominatedSortingTests {
  private func search(
    _ seed: UInt64 = 1, dimensions: Int = 3, size: Int = 20, start: [[Double]] = []
  ) -> NondominatedSorting {
    NondominatedSorting(
      dimensions: dimensions, populationSize: size, start: start, stream: testStream(seed))
  }

  /// Two bowls: the front is the line between their bottoms.
  private func bowls(_ x: [Double]) -> [Double] {
    [0.2, 0.7].map { bottom in x.reduce(0) { $0 + ($1 - bottom) * ($1 - bottom) } }
  }

  @Test func `the first generation begins with the points it is given`() {
    let search = search(start: [[0, 0.5, 1], [0.1, 0.2, 0.3]])
    let points = search.ask()
    #expect(points.count == 20 && Array(points[..<2]) == [[0, 0.5, 1], [0.1, 0.2, 0.3]])
    #expect(Set(points).count == 20 && points == search.ask())
    #expect(search.population.isEmpty && search.front.isEmpty)
  }

  @Test func `generations are of new points of the cube, and numbers go on`() {
    var search = search()
    var seen: Set<[Double]> = []
    for generation in 0..<30 {
      let points = search.ask()
      #expect(points.count == 20 && points.joined().allSatisfy { $0 >= 0 && $0 <= 1 })
      #expect(Set(points).isDisjoint(with: search.population.map(\.point)))
      expectEqual(Set(points).count, 20)
      seen.formUnion(points)
      search.tell(objectives: points.map { bowls($0) })
      #expect(search.population.count == 20 && search.generation == generation + 1)
      for member in search.population {
        #expect(seen.contains(member.point) && member.objectives == bowls(member.point))
      }
    }
    #expect(search.population.contains { $0.number >= 20 })
    #expect(search.population.allSatisfy { $0.number < 600 })
  }

  @Test func `the front between two bowls is found from end to end`() {
    var search = search()
    for _ in 0..<100 { search.tell(objectives: search.ask().map { bowls($0) }) }
    expectEqual(search.front.count, 20)
    // On the front √f₁ + √f₂ = √3/2, the distance between the bottoms; elsewhere it is more.
    let sums = search.front.map { $0.objectives[0].squareRoot() + $0.objectives[1].squareRoot() }
    #expect(sums.allSatisfy { $0 >= 0.75.squareRoot() - 1e-12 })
    #expect(sums.reduce(0, +) / 20 < 0.75.squareRoot() + 0.03)
    #expect(search.front.map { $0.objectives[0] }.min() ?? 1 < 1e-3)
    #expect(search.front.map { $0.objectives[1] }.min() ?? 1 < 1e-3)
  }

  @Test func `survivors are the best fronts, and the least crowded of the last`() {
    var search = search(dimensions: 1, size: 4, start: [[0.1], [0.2], [0.3], [0.4]])
    search.tell(objectives: [[9, 9], [8, 8], [7, 9], [9, 7]])
    // Fronts of the first: 1, 2 and 3 on one, 0 behind them.
    expectEqual(search.population.map(\.number), [1, 2, 3, 0])
    expectEqual(search.population.map(\.rank), [0, 0, 0, 1])
    // Numbers 4 to 7 are a front before all of them, with ranges of 19 and 29.
    search.tell(objectives: [[1, 30], [2, 4], [20, 1], [3, 3]])
    expectEqual(search.population.map(\.number), [4, 5, 6, 7])
    // In the order 4, 5, 7, 6: (3 − 1)/19 + (30 − 3)/29 and (20 − 2)/19 + (4 − 1)/29.
    #expect(abs(search.population[1].crowdingDistance - (2.0 / 19 + 27.0 / 29)) < 1e-12)
    #expect(abs(search.population[3].crowdingDistance - (18.0 / 19 + 3.0 / 29)) < 1e-12)
    // In the order 4, 8, 5, 7, 6: 8 has 1/19 + 26/29 = 0.95, 5 has 1.5/19 + 2/29 = 0.15, 7 has
    // 18/19 + 3/29 = 1.05; 9 to 11 are far behind.
    search.tell(objectives: [[1.5, 5], [90, 90], [91, 91], [92, 92]])
    expectEqual(search.population.map(\.number), [4, 6, 7, 8])
  }

  @Test func `feasible points beat others, and smaller violations greater ones`() {
    var search = search(dimensions: 1, size: 4)
    search.tell(
      objectives: [[0, 0], [5, 5], [1, 1], [6, 4]], violations: [2, 0, 1, 0])
    expectEqual(search.population.map(\.number), [1, 3, 2, 0])
    expectEqual(search.population.map(\.rank), [0, 0, 1, 2])
    expectEqual(search.front.map(\.number), [1, 3])
  }

  @Test func `without a feasible point there is no front`() {
    var search = search(dimensions: 1, size: 4)
    search.tell(objectives: [[0, 0], [5, 5], [1, 1], [6, 4]], violations: [2, 3, 1, 1])
    #expect(search.front.isEmpty && search.population.map(\.number) == [2, 3, 0, 1])
  }

  @Test func `values that are not finite lose against all others, and are counted`() {
    var search = search(dimensions: 1, size: 4)
    search.tell(
      objectives: [[.nan, 0], [5, 5], [-.infinity, 1], [6, 6]], violations: [0, 1e9, 0, .nan])
    expectEqual(search.population.map(\.number), [1, 0, 2, 3])
    expectEqual(search.population.map(\.violation), [1e9, .infinity, .infinity, .infinity])
    expectEqual(search.notFiniteCount, 3)
    expectEqual(search.ask().count, 4)
  }

  @Test func `a relation of the caller's decides between feasible points`() {
    var search = search(dimensions: 1, size: 4)
    // Better only when lower by more than 1 in the first objective.
    search.tell(objectives: [[3, 0], [2.5, 9], [1, 9], [2, 0]]) {
      $0.objectives[0] < $1.objectives[0] - 1
    }
    // 2 beats 0 (1 < 2) and 1 (1 < 1.5), not 3.
    expectEqual(search.population.map(\.number), [2, 3, 0, 1])
    expectEqual(search.front.map(\.number), [2, 3])
  }

  @Test func `a population of equals goes on`() {
    var search = search(dimensions: 1, size: 4, start: [[0.5], [0.5], [0.5], [0.5]])
    for _ in 0..<5 { search.tell(objectives: search.ask().map { _ in [1, 1] }) }
    #expect(search.population.count == 4 && search.generation == 5)
  }

  @Test(arguments: [1, 3])
  func `parents are those that survived all generations but the last few`(lag: Int) {
    let start = (0..<20 * (lag + 1)).map { [Double($0) / 100, 0.5, 0.25] }
    func lagging() -> NondominatedSorting {
      NondominatedSorting(
        dimensions: 3, populationSize: 20, lag: lag, start: start, stream: testStream())
    }
    // The other gets nonsense of generation 4.
    var (one, other) = (lagging(), lagging())
    for ahead in 0...lag {
      expectEqual(one.ask(ahead: ahead), Array(start[20 * ahead..<20 * ahead + 20]))
    }
    for generation in 0..<12 {
      for ahead in 0...lag {
        let isAlike = one.ask(ahead: ahead) == other.ask(ahead: ahead)
        expectEqual(isAlike, (generation + ahead <= 4 + lag), "\(generation) + \(ahead)")
      }
      let waiting = (0...lag).flatMap { one.ask(ahead: $0) }
      expectEqual(Set(waiting).count, waiting.count)
      one.tell(objectives: one.ask().map { bowls($0) })
      other.tell(
        objectives: other.ask().map { bowls($0) }.map { generation == 4 ? $0.map { 3 - $0 } : $0 })
    }
  }

  @Test func `the front between two bowls is found with a lag too`() {
    var search = NondominatedSorting(
      dimensions: 3, populationSize: 20, lag: 2, stream: testStream())
    for _ in 0..<150 { search.tell(objectives: search.ask().map { bowls($0) }) }
    let sums = search.front.map { $0.objectives[0].squareRoot() + $0.objectives[1].squareRoot() }
    #expect(sums.count == 20 && sums.reduce(0, +) / 20 < 0.75.squareRoot() + 0.03)
  }

  @Test func `the same stream gives the same search, another one another`() {
    func points(_ seed: UInt64) -> [[Double]] {
      var search = search(seed)
      for _ in 0..<10 { search.tell(objectives: search.ask().map { bowls($0) }) }
      return search.population.map(\.point)
    }
    #expect(points(1) == points(1) && points(1) != points(2))
  }

  @Test func `the order of each objective alone decides, but for the crowding`() {
    // With one objective no one is crowded but the ends, which are the only ones of their rank.
    var (one, other) = (search(), search())
    for _ in 0..<20 {
      let points = one.ask()
      expectEqual(points, other.ask())
      one.tell(objectives: points.map { [bowls($0)[0]] })
      other.tell(objectives: points.map { [bowls($0)[0].squareRoot() * 7 - 3] })
    }
    #expect(one.front[0].objectives[0] < 1e-3)
  }

  @Test
  func `too few objectives, an odd population and a negative violation are programming errors`()
    async
  {
    await #expect(processExitsWith: .failure) {
      var search = NondominatedSorting(dimensions: 1, populationSize: 4, stream: testStream())
      search.tell(objectives: [[1], [1], [1]])
    }
    await #expect(processExitsWith: .failure) {
      _ = NondominatedSorting(dimensions: 1, populationSize: 5, stream: testStream())
    }
    await #expect(processExitsWith: .failure) {
      var search = NondominatedSorting(dimensions: 1, populationSize: 4, stream: testStream())
      search.tell(objectives: [[1], [1], [1], [1]], violations: [0, -1, 0, 0])
    }
  }
}
