package import Experiments
package import Scenarios
package import Stochastics
package import Studies

/// The results of many tunings of one problem, compared with the truth.
package struct TuningScore: Sendable {
  package private(set) var runs = 0
  /// The number of tunings that chose other values than the incumbent.
  package private(set) var improved = 0
  /// The number of tunings whose values break no limit in truth; a tuning that kept the incumbent makes no
  /// claim and counts.
  package private(set) var kept = 0
  /// The validated gain of each tuning and the true gain of the chosen values, as shares of the optimum's gain;
  /// 0 where the incumbent stays. Where the optimum has no gain, both are in the objective's unit.
  package private(set) var gains: [Double] = []
  package private(set) var truth = Summary()
  /// The number of claimed gains that are not gains, or break a limit.
  package private(set) var falseClaims = 0

  /// The number of fresh worlds of a tuning.
  package private(set) var freshWorlds = Summary()

  package var validated: Summary { Summary(gains) }

  package init() {}

  package mutating func add(_ results: TuningResults, of problem: TuningProblem) {
    let point = problem.point(chosenBy: results)
    let unit = problem.optimalGain > 0 ? problem.optimalGain : 1
    let gain =
      problem.means(point).relevance - problem.means(problem.incumbent).relevance
    let isKept =
      !results.isImproved || problem.slack(at: point, results.design.tuning) >= 0
    runs += 1
    freshWorlds.add(Double(results.freshWorlds))
    if isKept { kept += 1 }
    if results.isImproved {
      improved += 1
      if !isKept || gain <= 0 { falseClaims += 1 }
    }
    gains.append(results.isImproved ? (results.validatedGain?.mean ?? 0) / unit : 0)
    truth.add(results.isImproved ? gain / unit : 0)
  }

  /// Runs a tuning for each seed.
  package static func of(
    _ problem: TuningProblem, seeds: ClosedRange<UInt64>, budget: Int, validation: Int,
    method: Scenario.Tuning.Method? = nil
  ) throws(ExperimentFailure) -> TuningScore {
    var score = TuningScore()
    for seed in seeds {
      score.add(
        try problem.results(seed: seed, budget: budget, validation: validation, method: method),
        of: problem)
    }
    return score
  }
}
