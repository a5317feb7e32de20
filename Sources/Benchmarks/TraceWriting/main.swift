import BenchmarkSupport
import FeedMetrics
import Foundation
import SocialFeed
import Traces

// How long it takes to write the impressions of a run as a trace: one JSON line.
//
//   TraceWriting [--impressions N] [--database]
//
// Pages of ten posts are told to the trace of a run of 10,000 members and 20,000 posts. Seconds are
// those of the clock, from the first page until the trace has its name and is on the disk, and those of
// the processor. The trace goes to the folder for temporary files and is removed.

struct Options {
  var impressions = 10_000_000
  var isDatabase = false

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--database": isDatabase = true
      case "--impressions":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else {
          Self.fail("--impressions needs a number")
        }
        impressions = count
      default: Self.fail("unknown option \(argument)")
      }
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("TraceWriting: \(message)\n".utf8))
    exit(64)
  }
}

/// Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct Draws {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

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

/// Made before the clock starts, so that writing is what is measured.
func somePages(_ draws: inout Draws) -> [PageObservation] {
  (0..<1000).map { _ in
    PageObservation(
      time: 0, request: 0, viewer: MemberID(draws.number(below: memberCount)), surface: .home,
      ranker: 0, offset: 0,
      posts: (0..<pageSize).map { _ in PostID(draws.number(below: postCount)) },
      examined: (0..<pageSize).map { _ in draws.number(below: 3) == 0 },
      relevance: (0..<pageSize).map { _ in draws.unit() })
  }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
let path = FileManager.default.temporaryDirectory.appending(
  component: "feedlab-trace-\(ProcessInfo.processInfo.processIdentifier)"
    + (options.isDatabase ? ".sqlite" : "")
).path(percentEncoded: false)
let facts = TraceFacts(
  version: "benchmark", scenario: "benchmark", scenarioDigest: "", arm: "recency", world: 0, seed: 1
)
let writer = try TraceWriter(path: path, facts: facts)
defer { try? FileManager.default.removeItem(atPath: path) }
tellCommunity(to: writer.sink)
var draws = Draws()
var pages = somePages(&draws)

let clock = ContinuousClock()
let before = ProcessUsage.now
let elapsed = try clock.measure {
  let count = options.impressions / pageSize
  for request in 0..<count {
    let place = request % pages.count
    pages[place].request = UInt32(request)
    pages[place].time = Double(request * 14 * 86_400 / count)
    writer.sink.observe(pages[place])
  }
  try writer.finish(digest: "")
}
let seconds = elapsed / .seconds(1)
let processor = ProcessUsage.now.cpuSeconds - before.cpuSeconds

let fields: [(String, String)] = [
  ("benchmark", "\"trace-writing\""), ("form", options.isDatabase ? "\"sqlite\"" : "\"folder\""),
  ("impressions", "\(options.impressions)"), ("seconds", String(format: "%.3f", seconds)),
  ("cpu_s", String(format: "%.3f", processor)),
  ("ns_per_impression", "\(Int(processor / Double(options.impressions) * 1e9))"),
  ("peak_bytes", "\(ProcessUsage.now.peakBytes)"),
]
print("{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
