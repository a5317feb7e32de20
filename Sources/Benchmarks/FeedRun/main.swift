import FeedMetrics
import Foundation
import SocialFeed
import SyntheticSociety

// Pages and impressions a second of one world on one core, a JSON line a case.
//
//   FeedRun [MEMBERS] [DAYS] [ARM] [metrics]
//
// ARM names a ranker for the home feed, or `contest-score` for the contest feed alone; `home` or
// another feed may be made the only one by `ARM@SURFACE`. With `metrics` all metrics and the digest
// watch; otherwise nobody does.

let arguments = CommandLine.arguments
let members = arguments.count > 1 ? Double(arguments[1])! : 10_000
let days = arguments.count > 2 ? Double(arguments[2])! : 3
let name = arguments.count > 3 ? arguments[3] : "affinity"
let isMeasured = arguments.dropFirst(4).contains("metrics")

var parameters = SocietyParameters()
parameters.world.members = members
parameters.world.days = days
parameters.world.warmUpDays = 0
let surface: Surface = name == "contest-score" ? .contest : .home
if arguments.dropFirst(4).contains("only") {
  parameters.surfaces.home = surface == .home ? 1 : 0
  parameters.surfaces.contest = surface == .contest ? 1 : 0
  parameters.surfaces.friends = 0
  parameters.surfaces.latest = 0
  parameters.surfaces.following = 0
  parameters.surfaces.global = 0
}
let arm = Arm(name: name, choices: [(surface, RankerSettings(name))])

#if os(Linux)
  let ownProcess = __rusage_who_t(RUSAGE_SELF.rawValue)
#else
  let ownProcess = RUSAGE_SELF
#endif

func cpuSeconds() -> Double {
  var usage = rusage()
  unsafe getrusage(ownProcess, &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

func peakBytes() -> Int {
  var usage = rusage()
  unsafe getrusage(ownProcess, &usage)
  return Int(usage.ru_maxrss) * 1024
}

let started = cpuSeconds()
let baseBytes = peakBytes()
var first: Double?
let run = WorldRun(parameters: parameters, arm: arm, seed: 1, world: 0)
let summary = run.live(sinks: []) { _ in
  if first == nil { first = cpuSeconds() }
  return true
}!
let ended = cpuSeconds()
let seconds = ended - first!
print(summary)
print(
  "{\"members\":\(Int(members)),\"ranker\":\"\(name)\",\"setup\":\(first! - started),\"run\":\(seconds),\"pages_per_s\":\(Int(Double(summary.pages) / seconds)),\"impressions_per_s\":\(Int(Double(summary.impressions) / seconds)),\"bytes_per_member\":\((peakBytes() - baseBytes) / Int(members))}"
)
