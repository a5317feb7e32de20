import BenchmarkSupport
import BenchmarkWorlds
import FeedMetrics
import SocialFeed

// Pages, impressions and events that one world serves a second on one core: one JSON line.
//
//   FeedRun [--ranker NAME] [--score FORMULA] [--candidates N] [--members N]
//     [--days D] [--only] [--metrics core|all] [--digest] [--sampled-members N] [--unsolved]
//
// The ranker orders the home feed, or the contest's where it is for contests alone. A ranker that scores
// scores the newest `--candidates` posts (default: 1,000); the ranker `formula` takes its score from `--score`
// (default: the score of `hot`). With `--only` every session opens that feed; otherwise sessions open all
// feeds, as people do. With `--metrics` the core metrics or all metrics are observed, and their values in every
// scope are computed at the end; with `--digest` the digest is observed. The set-up grows the community and
// solves the intercepts of people's actions, which `--unsolved` replaces by approximate values. Memory is the
// peak of the process: one case for each process.

/// The score of `hot`, as a formula.
let hot = "log10(max(likes, 1)) - age_hours / 12.5"

var arguments = CaseArguments(of: "FeedRun")
var name = "affinity"
var score: String?
var candidates: Int?
var world = BenchmarkWorld(ranker: RankerSettings(RecencyRanker.descriptor))
while let argument = arguments.next() {
  switch argument {
  case "--ranker": name = arguments.value(of: argument) { $0 }
  case "--score": score = arguments.value(of: argument) { $0 }
  case "--candidates": candidates = arguments.count(of: argument)
  case "--members": world.members = arguments.count(of: argument)
  case "--days": world.days = arguments.value(of: argument) { Double($0) }
  case "--only": world.isOnly = true
  case "--metrics": world.metrics = arguments.value(of: argument) { MetricSet(rawValue: $0) }
  case "--digest": world.isDigested = true
  case "--unsolved": world.isSolved = false
  case "--sampled-members": world.sampledMembers = arguments.count(of: argument)
  default: arguments.fail("unknown option \(argument)")
  }
}
guard let descriptor = RankerCatalogue.standard[name] else { arguments.fail("no ranker \(name)") }
let hasPool = descriptor.parameters.contains { $0.name == "pool" }
if candidates != nil && !hasPool { arguments.fail("\(name) has no candidates to score") }
if descriptor.needsMore && !descriptor.takesFormula { arguments.fail("\(name) is not measured") }
if score != nil && !descriptor.takesFormula { arguments.fail("\(name) takes no formula") }
do throws(InvalidFormula) {
  world.ranker = RankerSettings(
    descriptor, candidates.map { ["pool": Double($0)] } ?? [:],
    formula: descriptor.takesFormula ? try ScoreFormula(score ?? hot) : nil)
} catch {
  arguments.fail("\(error)")
}

let outcome = world.simulate()
var line = CaseLine("feed-run")
if hasPool { line.add("candidates", Int(world.ranker["pool"]!)) }
line.print(world, outcome)
