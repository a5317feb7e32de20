import BenchmarkSupport
import BenchmarkWorlds
import FeedMetrics
import SocialFeed

// The cost of metrics: the same world without metrics, with the core metrics and with all, one JSON line each.
// `MetricsCost [none|core|all]… [--members N] [--days D]`; without a name all three run in one process, and
// the peak of memory is then the largest so far.

let sets: [String: MetricSet?] = ["none": MetricSet?.none, "core": .core, "all": .all]
var arguments = CaseArguments(of: "MetricsCost")
var cases: [String] = []
var world = BenchmarkWorld(ranker: RankerSettings(AffinityRanker.descriptor))
while let argument = arguments.next() {
  switch argument {
  case "--members": world.members = arguments.count(of: argument)
  case "--days": world.days = arguments.value(of: argument) { Double($0) }
  case _ where sets[argument] != nil: cases.append(argument)
  default: arguments.fail("unknown option \(argument)")
  }
}
for name in cases.isEmpty ? ["none", "core", "all"] : cases {
  world.metrics = sets[name]!
  let outcome = world.simulate()
  var line = CaseLine("metrics-cost")
  line.print(world, outcome)
}
