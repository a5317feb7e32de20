internal import DataFiles
internal import Stochastics

/// S5: the probability of selecting the best of five systems, and the number of runs, when it leads by a
/// quarter of a standard deviation, the indifference zone, and worlds have a correlation of 0.8.
///
/// The guarantee is 95 %; an independent simulation had 96 % or more, and 131 runs of a system on average.
/// Over 1,000 experiments the standard error is 0.6 points for the share and 1.3 for the runs: 0.93
/// and 10 % are exceeded by chance once in 10⁴ seeds.
struct SelectionCheck: SelfCheck {
  let id = "S5"
  let suites = [SelfTestSuite.stats]
  let source = "Kim & Nelson 2001"
  let seconds = 2.0

  private static let lead = 0.25
  private static let correlation = 0.8
  private static let best = 2

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let sample = setting.sample(of: 1000, atLeast: 200)
    let noise = KeyedStream(seed: setting.seed(14), world: 0, name: StreamName("selection"))
    let outcomes = (0..<sample.count).map { selection($0, noise) }
    let size = "\(sample.count.grouped) experiments of 5 systems"
    return [
      Finding(
        "share of right choices", size: size,
        expect: sample.count == sample.full ? .atLeast(0.93) : .atLeast(0.90),
        successes: outcomes.count(where: \.isRight), of: sample.count),
      Finding(
        "runs until the choice", size: size,
        expect: .nearly(131, within: 0.1).widened(by: sample.widening),
        replications: outcomes.map { Double($0.runs) }),
    ]
  }

  private func selection(
    _ experiment: Int, _ noise: KeyedStream
  ) -> (isRight: Bool, runs: Int) {
    var procedure = KimNelson(systems: 5, indifference: Self.lead, risk: 1 - Finding.level)
    var runs = 0
    while !procedure.isFinished {
      runs += procedure.alive.count
      let world = UInt32(procedure.worlds)
      let shared = noise.normal(UInt32(experiment), world) * Self.correlation.squareRoot()
      procedure.observe(
        (0..<5).map { system in
          let own = noise.normal(UInt32(experiment), world, UInt32(system + 1))
          return shared + own * (1 - Self.correlation).squareRoot()
            + (system == Self.best ? Self.lead : 0)
        })
    }
    return (procedure.best == [Self.best], runs)
  }
}
