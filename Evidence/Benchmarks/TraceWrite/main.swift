import BenchmarkSupport
import FeedMetrics
import Foundation
import SocialFeed
import Traces

// The time to write the impressions of a run as a trace: one JSON line.
//
//   TraceWrite [--impressions N] [--database]
//
// The trace records pages of ten posts of a run of 10,000 members and 20,000 posts. `elapsed_s` is wall-clock
// time, from the first page until the trace has its name and is on the disk. The trace is written to the
// folder for temporary files and removed.

var arguments = CaseArguments(of: "TraceWrite")
var (impressions, isDatabase) = (10_000_000, false)
while let argument = arguments.next() {
  switch argument {
  case "--database": isDatabase = true
  case "--impressions": impressions = arguments.count(of: argument)
  default: arguments.fail("unknown option \(argument)")
  }
}
var timer = CaseTimer()

let memberCount = 10_000
let postCount = 20_000
let pageSize = 10

func tellCommunity(to sink: any ObservationSink) {
  sink.begin(
    RunObservation(
      duration: 14 * 86_400, windowStart: 3 * 86_400, categoryCount: 12, groupNames: ["all"],
      rankerNames: ["recency"]))
  for member in 0..<memberCount {
    sink.observe(MemberObservation(member: MemberID(member), group: 0, joinedAt: -1, taste: []))
  }
  for post in 0..<postCount {
    sink.observe(
      PostObservation(
        post: PostID(post), author: MemberID(post % memberCount), category: CategoryID(post % 12),
        createdAt: -1, quality: 0.5))
  }
}

/// The pages, made before the clock starts, so that only writing is measured.
func somePages(_ draws: inout Xorshift) -> [PageObservation] {
  (0..<1000).map { _ in
    PageObservation(
      time: 0, request: 0, viewer: MemberID(draws.number(below: memberCount)), surface: .home,
      ranker: 0, offset: 0,
      posts: (0..<pageSize).map { _ in PostID(draws.number(below: postCount)) },
      examined: (0..<pageSize).map { _ in draws.number(below: 3) == 0 },
      relevance: (0..<pageSize).map { _ in draws.unit() })
  }
}

let path = FileManager.default.temporaryDirectory.appending(
  component: "feedlab-trace-\(ProcessInfo.processInfo.processIdentifier)"
    + (isDatabase ? ".sqlite" : "")
).path(percentEncoded: false)
let facts = TraceFacts(
  version: "benchmark", scenario: "benchmark", scenarioDigest: "", arm: "recency", world: 0, seed: 1
)
let writer = try TraceWriter(path: path, facts: facts)
defer { try? FileManager.default.removeItem(atPath: path) }
tellCommunity(to: writer.sink)
var draws = Xorshift()
var pages = somePages(&draws)

timer.begin()
let elapsed = try ContinuousClock().measure {
  let count = impressions / pageSize
  for request in 0..<count {
    let index = request % pages.count
    pages[index].request = UInt32(request)
    pages[index].time = Double(request * 14 * 86_400 / count)
    writer.sink.observe(pages[index])
  }
  try writer.finish(digest: "")
}
timer.end()
var line = CaseLine("trace-write")
line.add("form", isDatabase ? "sqlite" : "folder")
line.add("elapsed_s", elapsed / .seconds(1))
line.print("impressions", impressions, timer)
