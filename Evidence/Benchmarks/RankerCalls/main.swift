import BenchmarkSupport
import Foundation
import OutsideRankers
import SocialFeed

// Calls of a ranker in another process.
//
//   RankerCalls [--candidates N] [--columns N] [--requests N] [--encoding binary|json] [--lanes N] WORD…
//
// Prints a line of JSON for the requests of as many lanes, each on a thread of its own with a process of its own. The
// words are the command, such as `python3 Examples/rankers/python/warm.py`, which runs in the folder of the benchmark.
// Defaults: 100 candidates with 3 columns, age_hours and likes first, and 20,000 requests in one lane. The processor
// time is that of this process; `requests_per_second` counts time on the clock.

var arguments = CaseArguments(of: "RankerCalls")
var (count, width, requests, lanes) = (100, 3, 20_000, 1)
var encoding = RankerEncoding.binary
var command: [String] = []
while let argument = arguments.next() {
  switch argument {
  case "--candidates": count = arguments.count(of: argument)
  case "--columns": width = arguments.count(of: argument)
  case "--requests": requests = arguments.count(of: argument)
  case "--lanes": lanes = arguments.count(of: argument)
  case "--encoding": encoding = arguments.value(of: argument) { RankerEncoding(rawValue: $0) }
  default: command.append(argument)
  }
}
if command.isEmpty { arguments.fail("the words of a command are missing") }
if width > RankerFeature.allCases.count { arguments.fail("there are not so many features") }

let reads = Array(RankerFeature.allCases.prefix(width))
let ranker = CommandRanker(
  .init(
    command: command, folder: FileManager.default.currentDirectoryPath, reads: reads,
    encoding: encoding))
let town = PostList(count: count, reads: reads)
do {
  var timer = CaseTimer()
  // The first request of each lane starts its process.
  let open = try (0..<lanes).map { world in
    let lane = try ranker.open(world: .init(number: world, seed: 0))
    try town.score(by: lane, requests: 1)
    return lane
  }
  timer.begin()
  let seconds = LaneThreads.run(lanes) { [town, requests] lane in
    do { try town.score(by: open[lane], requests: requests) } catch {
      preconditionFailure("\(error)")
    }
  }
  timer.end()
  var line = CaseLine("ranker-calls")
  line.add("encoding", encoding.rawValue)
  line.add("candidates", count)
  line.add("columns", width)
  line.add("lanes", lanes)
  line.add("requests_per_second", Int(Double(lanes * requests) / seconds))
  line.print("requests", lanes * requests, timer)
} catch {
  arguments.fail("\(error)")
}

/// The posts of a community, and their features, which are the same in each request. Nobody changes them.
struct PostList: @unchecked Sendable {
  private let candidates: Candidates

  init(count: Int, reads: [RankerFeature]) {
    var community = Community(categoryCount: 1, contestLength: 1e9)
    do {
      for _ in 0..<2 { _ = try community.join(now: 0) }
      for number in 0..<count {
        let post = try community.publish(
          author: MemberID(1), category: CategoryID(0), now: 600 * Double(number))
        if number.isMultiple(of: 3) {
          try community.like(post, by: MemberID(0), now: 600 * Double(number))
        }
      }
    } catch {
      preconditionFailure("a post was refused: \(error)")
    }
    let request = FeedRequest(
      viewer: MemberID(0), surface: .home, now: 600 * Double(count), refresh: 0, noise: NoNoise())
    let posts = (0..<count).reversed().map { PostID($0) }
    candidates = Candidates(posts, FeatureSet(reads), for: request, from: community)!
  }

  func score(by lane: any RankerLane, requests: Int) throws(RankerFailure) {
    var scores = [Double](repeating: 0, count: candidates.count)
    var span = scores.mutableSpan
    for _ in 0..<requests { try lane.score(candidates, into: &span) }
  }
}

/// No ranker of this benchmark draws.
private final class NoNoise: FeedNoise {
  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    0.5
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int { index }
}
