import Optimisation
import Testing

/// Against NSGA-II of pymoo 0.6.2 (Python 3.11, NumPy 2.4.6) in its default settings: the mean over
/// the seeds of `HV(ref_point=[1.1, 1.1])` of the result of
/// `minimize(get_problem(name, n_var=variables), NSGA2(pop_size=size), ('n_gen', generations), seed=seed)`,
/// seeds 1 to 5 for 30 variables, 1 to 10 for 10.
@Suite struct NondominatedSortingFigureTests {
  struct Setting: Sendable {
    let problem: TestProblem
    let variables: Int
    let size: Int
    let generations: Int
    let seeds: Int
    let reference: Double
  }

  static let settings = [
    Setting(
      problem: .zdt1, variables: 30, size: 100, generations: 250, seeds: 3, reference: 0.86978),
    Setting(
      problem: .zdt2, variables: 30, size: 100, generations: 250, seeds: 3, reference: 0.53628),
    Setting(
      problem: .zdt3, variables: 30, size: 100, generations: 250, seeds: 3, reference: 1.32769),
  ]

  @Test(arguments: settings)
  func `the hypervolume is at least 99 % of what the public implementation reaches`(
    _ setting: Setting
  ) {
    let volumes = (1...UInt64(setting.seeds)).map { seed in
      var search = NondominatedSorting(
        dimensions: setting.variables, populationSize: setting.size, stream: testStream(seed))
      for _ in 0..<setting.generations {
        search.tell(objectives: search.ask().map { setting.problem($0) })
      }
      return hypervolume(of: search.front.map(\.objectives), reference: [1.1, 1.1])
    }
    let mean = volumes.reduce(0, +) / Double(volumes.count)
    #expect(mean >= 0.99 * setting.reference, "\(mean)")
    #expect(volumes.allSatisfy { $0 < setting.problem.hypervolumeOfFront })
  }
}
