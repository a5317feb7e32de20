import BenchmarkSupport
import Experiments
import FeedMetrics
import Scenarios
import SocialFeed
import SyntheticSociety

// Worlds that a tuner gets through a second on one core: one JSON line a case.
//
//   Tuning [search | town]… [--budget N]
//
// In `search` a world is a formula, so that what is left is the tuner's own work, a race and a search by
// CMA-ES for two weights; in `town` it is one of 150 members over three days, about the least that has
// a value of the metric. Without a name both run.

let scenario = """
  feedlab: 1
  seed: 1
  world: {members: 150, days: 3, warm-up: 1}
  arms:
    newest: {home: recency}
    liked:
      home:
        ranker: affinity
        weights: {like: {value: 2, tune: [0, 10]}, save: {value: 8, tune: [0, 10]}}
  metrics: {relevance_at_k: {margin: 0.01}}
  tune: {maximize: relevance_at_k, normalise: none, validate: 32}
  """

/// A hill over the two weights.
let hill: LivingWorld = { run, _ in
  let ranker = run.arm.ranker(of: .home)
  let (like, save) = (ranker["like"] / 10 - 0.7, ranker["save"] / 10 - 0.3)
  return WorldOutcome(
    arm: run.arm.name, world: WorldSpace.number(of: run.world),
    values: ["relevance_at_k": MetricValue(0.4 - like * like - save * save, support: 1)],
    digest: "", summary: WorldSummary())
}

var arguments = CaseArguments(of: "Tuning")
var cases: [String] = []
var budget: Int?
while let argument = arguments.next() {
  switch argument {
  case "--budget": budget = arguments.count(of: argument)
  case "search", "town": cases.append(argument)
  default: arguments.fail("unknown option \(argument)")
  }
}
for name in cases.isEmpty ? ["search", "town"] : cases {
  var timer = CaseTimer()
  do {
    let scenario = try Scenario.parse(Array(scenario.utf8), file: "tuned.yml")
    var tuning = scenario.tuning!
    tuning.budget = budget ?? (name == "search" ? 4000 : 400)
    let tuner = Tuner(scenario, tuning)
    timer.begin()
    let results =
      name == "search"
      ? try tuner.run(jobs: 1, monitor: ExperimentMonitor(), live: hill) : try tuner.run(jobs: 1)
    timer.end()
    var line = CaseLine("tuning")
    line.add("case", name)
    line.add("trials", results.trials.count)
    line.print("worlds", results.trainingWorlds + results.freshWorlds, timer)
  } catch {
    arguments.fail("\(error)")
  }
}
