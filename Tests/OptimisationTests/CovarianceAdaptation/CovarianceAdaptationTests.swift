import Optimisation
import PortableMath
internal import Stochastics
import TestSupport
import Testing

@Suite struct CovarianceAdaptationTests {
  private func search(_ seed: UInt64 = 1, start: [Double] = [0.9, 0.2, 0.4]) -> CovarianceAdaptation
  {
    CovarianceAdaptation(start: start, stream: testStream(seed))
  }

  /// Distance to a place in the cube, stretched along the second coordinate.
  private func bowl(_ x: [Double]) -> Double {
    zip(x, [0.3, 0.6, 0.1]).enumerated().reduce(0) { sum, pair in
      let off = pair.element.0 - pair.element.1
      return sum + (pair.offset == 1 ? 1000 : 1) * off * off
    }
  }

  @Test(arguments: [(1, 4), (2, 6), (5, 8), (10, 10), (40, 15)])
  func `the population is 4 + ⌊3 ln d⌋ by default`(dimensions: Int, size: Int) {
    // 3 ln 2 = 2.08, 3 ln 5 = 4.83, 3 ln 10 = 6.91, 3 ln 40 = 11.07
    expectEqual(CovarianceAdaptation.populationSize(dimensions: dimensions), size)
    var given = CovarianceAdaptation(
      start: Array(repeating: 0.5, count: dimensions), populationSize: 7, stream: testStream())
    expectEqual(given.ask().count, 7)
  }

  @Test func `the minimum inside the cube is found`() {
    var search = search()
    while !search.isConverged { search.tell(search.ask().map { bowl($0) }) }
    #expect(search.convergence == .flat || search.convergence == .narrow)
    let best = search.best
    #expect(zip(best?.point ?? [], [0.3, 0.6, 0.1]).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(best.map { bowl($0.point) == $0.value } ?? false)
    #expect(zip(search.mean, [0.3, 0.6, 0.1]).allSatisfy { abs($0 - $1) < 1e-5 })
    expectEqual(search.evaluationCount, 7 * search.generation)
  }

  @Test func `a minimum in a corner is found by reflection`() {
    var search = search()
    for _ in 0..<150 { search.tell(search.ask().map { $0[0] - $0[1] + 3 * $0[2] }) }
    // The least value is −1, in the corner (0, 1, 0).
    #expect(abs((search.best?.value ?? 0) + 1) < 1e-6)
    #expect(zip(search.mean, [0, 1, 0]).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test func `the mean is the start, in the corners and near the faces too`() {
    let start = [0, 0.01, 0.05, 0.5, 0.97, 1]
    let search = CovarianceAdaptation(start: start, stream: testStream())
    #expect(zip(search.mean, start).allSatisfy { abs($0 - $1) < 1e-15 })
  }

  @Test func `points lie in the cube, and the first generations are as wide as requested`() {
    var search = CovarianceAdaptation(start: [0, 1], sigma: 5, stream: testStream())
    // ⅓ is the widest.
    expectEqual(search.standardDeviations, [1.0 / 3, 1.0 / 3])
    for _ in 0..<30 {
      let points = search.ask()
      #expect(points.joined().allSatisfy { $0 >= 0 && $0 <= 1 })
      search.tell(points.map { _ in 0.5 })
      #expect(search.standardDeviations.allSatisfy { $0 <= 1.0 / 3 + 1e-15 })
    }
    let narrow = CovarianceAdaptation(start: [0.5, 0.5], sigma: 0.1, stream: testStream())
    expectEqual(narrow.standardDeviations, [0.1, 0.1])
  }

  @Test func `a draw is the mean and sigma times normal numbers of its key`() {
    let stream = testStream(4)
    var search = CovarianceAdaptation(
      start: [2, -3], sigma: 0.5, domain: .unbounded, stream: stream)
    let expected = (0..<6 as Range<UInt32>).map { place in
      [2 + 0.5 * stream.normal(0, place, 0), -3 + 0.5 * stream.normal(0, place, 1)]
    }
    expectEqual(search.ask(), expected)
  }

  @Test func `the order of the values alone decides`() {
    for seed in 1...10 as ClosedRange<UInt64> {
      var (one, other) = (search(seed), search(seed))
      for _ in 0..<40 {
        let points = one.ask()
        expectEqual(points, other.ask(), "seed \(seed)")
        one.tell(points.map { bowl($0) })
        // Increasing, and not linear.
        other.tell(points.map { Portable.exp(bowl($0)) - 7 })
      }
    }
  }

  @Test func `points are the same until their values are known, and for the same stream`() {
    var (one, other) = (search(), search())
    let points = one.ask()
    #expect(points == one.ask() && points == other.ask())
    one.tell(points.map { bowl($0) })
    #expect(one.ask() != points)
    var third = search(2)
    #expect(third.ask() != points)
  }

  @Test func `a search that turns with the function finds the same values`() {
    // Turned by 30° the covariances must learn a slant: 20 seeds of each, mean evaluations to 10⁻⁹.
    let (c, s) = (3.0.squareRoot() / 2, 0.5)
    let straight = evaluations { x, y in x * x + 1e4 * y * y }
    let turned = evaluations { x, y in
      let (a, b) = (c * x + s * y, c * y - s * x)
      return a * a + 1e4 * b * b
    }
    #expect(turned / straight > 0.8 && turned / straight < 1.25, "\(turned) to \(straight)")
  }

  private func evaluations(_ function: (Double, Double) -> Double) -> Double {
    let spent = (1...20 as ClosedRange<UInt64>).map { seed in
      var search = CovarianceAdaptation(
        start: [0.5, 0.5], domain: .unbounded, stream: testStream(seed))
      while search.best?.value ?? 1 > 1e-9 {
        search.tell(search.ask().map { function($0[0], $0[1]) })
      }
      return search.evaluationCount
    }
    return Double(spent.reduce(0, +)) / 20
  }

  @Test func `values that are not finite count as the worst`() {
    var (one, other) = (search(), search())
    for _ in 0..<20 {
      let values = one.ask().map { bowl($0) }
      _ = other.ask()
      let worst = values.max()
      one.tell(values)
      other.tell(
        values.map { $0 == worst ? [Double.nan, -.infinity, .infinity][Int($0 * 1e3) % 3] : $0 })
      #expect(one.mean == other.mean && one.sigma == other.sigma)
    }
    #expect(one.notFiniteCount == 0 && other.notFiniteCount == 20)
    expectEqual(one.best, other.best)
  }

  @Test func `a generation without a finite value leaves the distribution as it is`() {
    var search = search()
    let points = search.ask()
    search.tell(points.map { _ in .nan })
    #expect(search.mean == [0.9, 0.2, 0.4] && search.sigma == 0.3 && search.best == nil)
    #expect(search.generation == 1 && search.evaluationCount == 7 && search.notFiniteCount == 7)
    #expect(search.ask() != points && !search.isConverged)
  }

  @Test func `a constant function ends the search as flat`() {
    // The best values of 10 + ⌈30·3/7⌉ = 23 generations agree.
    var search = search()
    for generation in 1...23 {
      search.tell(search.ask().map { _ in 4 })
      expectEqual(search.isConverged, (generation == 23))
    }
    expectEqual(search.convergence, .flat)
  }

  @Test func `the tolerance ends the search at the requested width`() {
    var search = CovarianceAdaptation(
      start: [0.9, 0.2, 0.4], tolerance: 0.01, stream: testStream())
    while !search.isConverged { search.tell(search.ask().map { bowl($0) }) }
    expectEqual(search.convergence, .narrow)
    #expect(search.standardDeviations.allSatisfy { $0 < 0.01 })
    #expect(search.generation < 60)
  }

  @Test(arguments: [1, 2, 30])
  func `one dimension, two points and many dimensions are searched`(dimensions: Int) {
    var search = CovarianceAdaptation(
      start: Array(repeating: 0.8, count: dimensions), populationSize: dimensions == 1 ? 2 : nil,
      stream: testStream())
    for _ in 0..<(dimensions == 30 ? 100 : 200) {
      search.tell(search.ask().map { $0.reduce(0) { $0 + ($1 - 0.4) * ($1 - 0.4) } })
    }
    // From 0.16 a dimension.
    #expect(search.best?.value ?? 1 < 0.16 * Double(dimensions) / 20)
  }

  @Test(arguments: [1, 2, 4])
  func `a generation knows of those before it but for the lag, whenever it is requested`(lag: Int) {
    func lagging() -> CovarianceAdaptation {
      CovarianceAdaptation(start: [0.9, 0.2, 0.4], lag: lag, stream: testStream())
    }
    // One asks for generations as early as it can, the other when their values are known; a third gets nonsense of
    // generation 5.
    var (early, late, other) = (lagging(), lagging(), lagging())
    for generation in 0..<30 {
      let points = early.ask()
      expectEqual(points, late.ask())
      for ahead in 0...lag {
        let isAlike = early.ask(ahead: ahead) == other.ask(ahead: ahead)
        expectEqual(isAlike, (generation + ahead <= 5 + lag), "\(generation) + \(ahead)")
      }
      let values = points.map { bowl($0) }
      early.tell(values)
      late.tell(values)
      other.tell(generation == 5 ? values.map { 0 - $0 } : other.ask().map { bowl($0) })
    }
  }

  @Test func `a lag of none is what there is without`() {
    var plain = search()
    var lagging = CovarianceAdaptation(start: [0.9, 0.2, 0.4], lag: 0, stream: testStream())
    for _ in 0..<20 {
      let points = plain.ask()
      expectEqual(points, lagging.ask())
      plain.tell(points.map { bowl($0) })
      lagging.tell(points.map { bowl($0) })
    }
    #expect(plain.mean == lagging.mean && plain.sigma == lagging.sigma)
  }

  @Test(arguments: [1, 2, 4, 8])
  func `the minimum inside the cube and one in a corner are found with a lag`(lag: Int) {
    for seed in 1...5 as ClosedRange<UInt64> {
      var inside = CovarianceAdaptation(
        start: [0.9, 0.2, 0.4], lag: lag, stream: testStream(seed))
      while !inside.isConverged, inside.generation < 3000 {
        inside.tell(inside.ask().map { bowl($0) })
      }
      #expect(zip(inside.mean, [0.3, 0.6, 0.1]).allSatisfy { abs($0 - $1) < 1e-5 }, "seed \(seed)")
      var corner = CovarianceAdaptation(
        start: [0.9, 0.2, 0.4], lag: lag, stream: testStream(seed))
      for _ in 0..<600 { corner.tell(corner.ask().map { $0[0] - $0[1] + 3 * $0[2] }) }
      #expect(abs((corner.best?.value ?? 0) + 1) < 1e-4, "seed \(seed)")
    }
  }

  @Test func `values that were not requested, or too few, are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var search = CovarianceAdaptation(start: [0.5], lag: 1, stream: testStream())
      _ = search.ask(ahead: 2)
    }
    await #expect(processExitsWith: .failure) {
      var search = CovarianceAdaptation(start: [0.5], stream: testStream())
      search.tell([1, 2, 3, 4])
    }
    await #expect(processExitsWith: .failure) {
      var search = CovarianceAdaptation(start: [0.5], stream: testStream())
      _ = search.ask()
      search.tell([1])
    }
    await #expect(processExitsWith: .failure) {
      _ = CovarianceAdaptation(start: [1.5], stream: testStream())
    }
  }
}
