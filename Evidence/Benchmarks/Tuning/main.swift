import BenchmarkSupport
import Experiments
import FeedMetrics
import Scenarios
import SocialFeed
import Stochastics
internal import Studies
import SyntheticSociety
import TuningProblems

// Worlds a second of a tuner on one core: one JSON line for each case.
//
//   Tuning [search | town | problems]… [--budget N] [--seeds N] [--validate N] [--problem NAME]
//          [--method NAME] [--versus NAME]
//
// In `search` a world is a formula, so that only the tuner's work is timed: a race and a search by CMA-ES for
// two weights. In `town` a world has 150 members and three days, about the smallest that has a value of the
// metric. Without a name these two run. `problems` compares tunings of problems whose best values are known
// with the truth, a line for each problem and budget: the mean gain as a share of the optimum's gain (the gain
// itself where the optimum has none), and shares of runs. With `--versus` also the mean gain of another method
// with the same seeds, and the mean of the paired differences with its standard error.

let scenario = """
  feedlab: 1
  seed: 1
  world: {members: 150, days: 3, warm-up: 1}
  arms:
    liked:
      home:
        ranker: affinity
        weights: {like: {value: 2, tune: [0, 10]}, save: {value: 8, tune: [0, 10]}}
  metrics: {relevance@10: {margin: 0.01}}
  tune: {maximize: relevance@10, normalize: none, validate: 32}
  """

/// A hill over the two weights.
let hill: RunSimulator = { run, _ in
  let ranker = run.arm.ranker(of: .home)
  let (like, save) = (ranker["like"]! / 10 - 0.7, ranker["save"]! / 10 - 0.3)
  return WorldOutcome(
    arm: run.arm.name, world: WorldSpace.number(of: run.world),
    values: ["relevance@10": MetricValue(0.4 - like * like - save * save, support: 1)],
    digest: "", summary: WorldSummary())
}

var arguments = CaseArguments(of: "Tuning")
var cases: [String] = []
var budget: Int?
var seeds = 100
var validation = 64
var problem: String?
var method: Scenario.Tuning.Method?
var other: Scenario.Tuning.Method?
while let argument = arguments.next() {
  switch argument {
  case "--budget": budget = arguments.count(of: argument)
  case "--seeds": seeds = arguments.count(of: argument)
  case "--validate": validation = arguments.count(of: argument)
  case "--problem": problem = arguments.value(of: argument) { $0 }
  case "--method": method = arguments.value(of: argument) { Scenario.Tuning.Method(rawValue: $0) }
  case "--versus": other = arguments.value(of: argument) { Scenario.Tuning.Method(rawValue: $0) }
  case "search", "town", "problems": cases.append(argument)
  default: arguments.fail("unknown option \(argument)")
  }
}

/// A line for each problem and budget.
@MainActor func compareWithTruth() throws {
  let problems = TuningProblem.all.filter { problem == nil || $0.name == problem }
  if problems.isEmpty { arguments.fail("there is no problem \(problem ?? "")") }
  for problem in problems {
    for budget in budget.map({ [$0] }) ?? [200, 500, 1000] {
      func score(_ method: Scenario.Tuning.Method?) throws -> TuningScore {
        try TuningScore.of(
          problem, seeds: 1...UInt64(seeds), budget: budget, validation: validation, method: method)
      }
      var timer = CaseTimer()
      timer.begin()
      let found = try score(method)
      timer.end()
      var line = CaseLine("tuning")
      line.add("case", problem.name)
      line.add("weights", problem.dimensions)
      line.add("budget", budget)
      line.add("optimal_gain", problem.optimalGain, digits: 4)
      line.add("validated", found.validated.mean)
      line.add("true", found.truth.mean)
      line.add("improved", Double(found.improved) / Double(found.runs))
      line.add("limits_kept", Double(found.kept) / Double(found.runs))
      line.add("false_claims", Double(found.falseClaims) / Double(found.runs))
      line.add("fresh_worlds", found.freshWorlds.mean, digits: 0)
      if let other {
        let score = try score(other)
        let differences = Summary(zip(found.gains, score.gains).map { $0 - $1 })
        line.add("versus", score.validated.mean)
        line.add("versus_limits_kept", Double(score.kept) / Double(score.runs))
        line.add("difference", differences.mean)
        line.add("standard_error", differences.standardError ?? 0)
      }
      line.print("tunings", found.runs, timer)
    }
  }
}

for name in cases.isEmpty ? ["search", "town"] : cases {
  do {
    if name == "problems" {
      try compareWithTruth()
      continue
    }
    var timer = CaseTimer()
    let scenario = try Scenario.parse(Array(scenario.utf8), file: "tuned.yml")
    var tuning = scenario.tuning!
    tuning.budget = budget ?? (name == "search" ? 4000 : 400)
    let tuner = Tuner(scenario, tuning)
    timer.begin()
    let results =
      name == "search"
      ? try tuner.run(jobs: 1, monitor: ExperimentMonitor(), simulate: hill)
      : try tuner.run(jobs: 1)
    timer.end()
    var line = CaseLine("tuning")
    line.add("case", name)
    line.add("trials", results.trials.count)
    line.print("worlds", results.trainingWorlds + results.freshWorlds, timer)
  } catch {
    arguments.fail("\(error)")
  }
}
