import Optimisation
import Stochastics
import TestSupport
import Testing

/// Against pycma 4.5.0 (Python 3.11, NumPy 2.4.6), default settings, unbounded: the mean number of
/// evaluations over the seeds 1 to 20 until the generation that reaches 10⁻⁹,
/// `CMAEvolutionStrategy(d * [start], 0.3, {'seed': seed, 'ftarget': 1e-9, 'maxfevals': 20000})`, from
/// 0.5 for Sphere and 0 for Rosenbrock.
@Suite struct CovarianceAdaptationFigureTests {
  /// A run that does not reach the target within 20,000 evaluations, such as one that ends in
  /// Rosenbrock's other minimum, would count with all it spent, on top of the runs that do; none of
  /// pycma's 80 runs is one, and none of ours.
  @Test(arguments: [
    (TestFunction.sphere, 0.5, 5, 672.0), (.sphere, 0.5, 10, 1402.5),
    (.rosenbrock, 0, 5, 1763.6), (.rosenbrock, 0, 10, 5212.5),
  ])
  func `no more evaluations than 1.5 times those of the reference implementation`(
    function: TestFunction, start: Double, dimensions: Int, reference: Double
  ) {
    let seeds = 20
    let runs = evaluations(seeds: seeds, of: function, budget: 20_000) { seed in
      CovarianceAdaptation(
        start: Array(repeating: start, count: dimensions), domain: .unbounded,
        stream: testStream(seed))
    }
    expectEqual(runs.reached, seeds)
    #expect(runs.perSuccess < 1.5 * reference, "\(runs.perSuccess)")
  }

  /// Generations until 10⁻⁹, of those that it takes without a lag. A prototype in NumPy (Hansen's rule for
  /// points of other distributions) took 1.34 and 2.3 times as many on the sphere in five dimensions.
  @Test(arguments: [(1, 1.6), (3, 2.8)])
  func `a lag costs some generations, and less than waiting does`(lag: Int, factor: Double) {
    func generations(_ lag: Int) -> Double {
      let spent = (1...10 as ClosedRange<UInt64>).map { seed in
        var search = CovarianceAdaptation(
          start: [0.7, 0.7, 0.7, 0.7, 0.7], domain: .unbounded, lag: lag, stream: testStream(seed))
        while search.best?.value ?? 1 > 1e-9, search.generation < 5000 {
          search.tell(search.ask().map { TestFunction.sphere($0) })
        }
        return search.generation
      }
      return Double(spent.reduce(0, +)) / 10
    }
    let ratio = generations(lag) / generations(0)
    #expect(ratio < factor && ratio < Double(lag + 1), "\(ratio)")
  }

  /// In the unit cube, with `'bounds': [0, 1]`, from its centre and to 10⁻⁶, as a mean over 200 seeds: of
  /// the sum of the coordinates and of the sphere, both with the minimum in a corner.
  @Test(arguments: [(isSphere: false, 505.8), (isSphere: true, 258.2)])
  func `a minimum in a corner costs no more than 1.5 times what it costs the reference`(
    isSphere: Bool, reference: Double
  ) {
    var spent = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var search = CovarianceAdaptation(
        start: [0.5, 0.5, 0.5, 0.5, 0.5], stream: testStream(seed))
      while search.best?.value ?? 1 > 1e-6 && search.evaluationCount < 10_000 {
        search.tell(
          search.ask().map { isSphere ? TestFunction.sphere($0) : $0.reduce(0, +) })
      }
      spent += search.evaluationCount
    }
    #expect(Double(spent) / 20 < 1.5 * reference, "\(Double(spent) / 20)")
  }

  /// With `popsize` 100, from 2 and with 2 as the first standard deviation, pycma reaches 10⁻⁹ in 13 of
  /// 20 runs of at most 30,000 evaluations, 11,331 evaluations a success; the others end in a
  /// minimum beside the origin.
  @Test func `among many minima the least is found as often as by the reference implementation`() {
    let runs = evaluations(
      seeds: 20, of: .rastrigin, budget: 30_000
    ) { seed in
      CovarianceAdaptation(
        start: [2, 2, 2, 2, 2], sigma: 2, populationSize: 100, domain: .unbounded,
        stream: testStream(seed))
    }
    #expect(runs.perSuccess < 1.5 * 11_331, "\(runs.perSuccess)")
  }

  /// On the sphere in 5 dimensions with normal noise of deviation 0.01, from 0.5, the mean of pycma's
  /// distribution has the value 0.0041 after 1,000 evaluations, on average over 20 seeds.
  @Test func `noise is coped with as well as by the reference implementation`() {
    let seeds = 20
    let values = (1...UInt64(seeds)).map { seed in
      let noise = KeyedStream(seed: seed, world: 0, name: StreamName("noise"))
      var search = CovarianceAdaptation(
        start: [0.5, 0.5, 0.5, 0.5, 0.5], domain: .unbounded, stream: testStream(seed))
      while search.evaluationCount < 1000 {
        let number = UInt32(search.generation)
        search.tell(
          search.ask().enumerated().map { place, point in
            TestFunction.sphere(point) + 0.01 * noise.normal(number, UInt32(place))
          })
      }
      return TestFunction.sphere(search.mean)
    }
    let mean = values.reduce(0, +) / Double(seeds)
    #expect(mean < 1.5 * 0.0041, "\(mean)")
  }

  /// How many of the runs reach 10⁻⁹, and how many evaluations all of them spend for each that does.
  private func evaluations(
    seeds: Int, of function: TestFunction, budget: Int,
    by search: (_ seed: UInt64) -> CovarianceAdaptation
  ) -> (reached: Int, perSuccess: Double) {
    var (spent, reached) = (0, 0)
    for seed in 1...UInt64(seeds) {
      var search = search(seed)
      while search.best?.value ?? 1 > 1e-9 && !search.isConverged
        && search.evaluationCount < budget
      {
        search.tell(search.ask().map { function($0) })
      }
      spent += search.evaluationCount
      if search.best?.value ?? 1 <= 1e-9 { reached += 1 }
    }
    return (reached, Double(spent) / Double(reached))
  }
}
