import BenchmarkSupport
import Foundation
import OutsideRankers
import SocialFeed

// Feed pages: single calls for a page of each feed.
//
//   FeedPages [--feed FEED] [--page first|second] [--ranker NAME | --library PATH | --command READS | --url READS] [--pool N]
//             [--set PARAMETER=NUMBER]… [--posts N] [--members N] [--requests N] [--lanes N] [--encoding binary|json]
//             [--batch N] [--hidden] [WORD…]
//
// Prints a line of JSON for the first pages of random members, and a line for second pages where there are
// some, of each feed or of the named feed, by its default ranker or by the named ranker, in a community of
// members each with 6 friends, 12 followees and 30 interactions. Defaults: 10⁵ members, as many requests, and
// 10⁶ posts; a named ranker, the one in a shared library and the one in another process score `--pool` posts, or 1,000.
// Posts are spread over authors at random, and a contest runs with at most 10⁴ entries. With
// `--hidden` one post in ten is for friends only. The set-up makes the community and the requests.
//
// A ranker in another process is `--command age_hours,likes python3 mine.py`: the features that it reads, and the words of
// the command, which runs in the folder of the benchmark. Each of `--lanes`, by default 1, is a thread with a share of the
// requests. A ranker that takes batches has as many processes as there are cores, and with `--batch 1`, as every other one, a
// process for each lane. A service that runs already is `--url age_hours,likes http://127.0.0.1:8000/rank`.
//
// `pages_per_second` counts time on the clock, the other rate the processor time of this process.

var arguments = CaseArguments(of: "FeedPages")
var (members, posts, requests) = (100_000, 1_000_000, 100_000)
var friendsOnlyShare = 0.0
var feeds = Surface.allCases
var descriptor: RankerDescriptor?
var library: String?
// What the words are: a command, or the url of a service.
enum Carrier: String {
  case command = "--command"
  case url = "--url"
}

var carrier: Carrier?
var reads: [RankerFeature] = []
var encoding = RankerEncoding.binary
var words: [String] = []
var lanes = 1
var batch: Int?
var turns = Turn.allCases
var pool = 1000
var parameters: [String: Double] = [:]
while let argument = arguments.next() {
  switch argument {
  case "--feed":
    feeds = [
      arguments.value(of: argument) { name in Surface.allCases.first { $0.description == name } }
    ]
  case "--ranker": descriptor = arguments.value(of: argument) { RankerCatalogue.standard[$0] }
  case "--library": library = arguments.value(of: argument) { $0 }
  case "--page": turns = [arguments.value(of: argument) { Turn(rawValue: $0) }]
  case "--command", "--url":
    carrier = Carrier(rawValue: argument)
    reads = arguments.value(of: argument) { names in
      let names = names.split(separator: ",")
      let features = names.compactMap { name in RankerFeature.allCases.first { $0.name == name } }
      return features.count == names.count ? features : nil
    }
  case "--encoding": encoding = arguments.value(of: argument) { RankerEncoding(rawValue: $0) }
  case "--batch": batch = arguments.count(of: argument)
  case "--lanes": lanes = arguments.count(of: argument)
  case "--pool": pool = arguments.count(of: argument)
  case "--members": members = arguments.count(of: argument)
  case "--set":
    let (name, value) = arguments.value(of: argument) { text in
      let parts = text.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? Double(parts[1]).map { (String(parts[0]), $0) } : nil
    }
    parameters[name] = value
  case "--posts": posts = arguments.count(of: argument)
  case "--requests": requests = arguments.count(of: argument)
  case "--hidden": friendsOnlyShare = 0.1
  default:
    if argument.hasPrefix("--") && words.isEmpty { arguments.fail("unknown option \(argument)") }
    words.append(argument)
  }
}
if (carrier == nil) != words.isEmpty {
  arguments.fail("--command or --url and their words go together")
}
if descriptor?.takesFormula == true { arguments.fail("a formula is measured by FeedRun") }
if descriptor?.takesScores == true { arguments.fail("scores from a file are not measured") }
if descriptor?.takesHost == true { arguments.fail("other programs are not measured") }
var host: (any RankerHost)?
switch carrier {
case .command:
  host = CommandRanker(
    .init(
      command: words, folder: FileManager.default.currentDirectoryPath, reads: reads,
      parameters: parameters, encoding: encoding, batch: batch))
case .url:
  guard let address = try? ServiceAddress(words[0]) else { arguments.fail("\(words[0]) is no url") }
  host = ServiceRanker(
    .init(address: address, reads: reads, parameters: parameters, version: "1"))
case nil:
  if let library {
    do throws(RankerFailure) {
      host = try LibraryRanker(path: library, name: library, parameters: parameters)
    } catch {
      arguments.fail(error.message)
    }
  }
}

/// The ranker of a feed in a lane.
let ranker = { [host, descriptor, pool, parameters] (feed: Surface, lane: Int) -> any Ranker in
  if let host { return HostedRanker(host, world: .init(number: lane, seed: 0), pool: pool) }
  guard let descriptor else { return feed.defaultRanker.makeRanker() }
  var values = parameters
  if descriptor.parameters.contains(where: { $0.name == "pool" }) { values["pool"] = Double(pool) }
  return RankerSettings(descriptor, values).makeRanker()
}
var growth = CaseTimer()
let town = Town(members: members, posts: posts, friendsOnlyShare: friendsOnlyShare)
growth.begin()
for feed in feeds {
  for turn in turns {
    var timer = CaseTimer(after: growth.setup)
    let rankers = (0..<lanes).map { ranker(feed, $0) }
    let shares = rankers.indices.map { lane in
      town.requests(
        for: turn, of: feed, by: rankers[lane],
        count: requests * (lane + 1) / lanes - requests * lane / lanes, lane: lane)
    }
    // The first page of each lane starts its process.
    for (share, ranker) in zip(shares, rankers) { town.fill(share.prefix(1), by: ranker) }
    let pages = shares.map(\.count).reduce(0, +)
    guard pages > 0 else { continue }
    timer.begin()
    let seconds = LaneThreads.run(lanes) { [town] in town.fill(shares[$0], by: rankers[$0]) }
    timer.end()
    for case let ranker as HostedRanker in rankers {
      if let failure = ranker.failure { arguments.fail(failure.message) }
    }
    var line = CaseLine("feed-pages")
    line.add("feed", feed.description)
    line.add("page", turn.rawValue)
    line.add("members", members)
    line.add("posts", posts)
    line.add("friends_only", friendsOnlyShare, digits: 1)
    line.add("lanes", lanes)
    line.add("pages_per_second", Int(Double(pages) / seconds))
    line.print("pages", pages, timer)
  }
}
