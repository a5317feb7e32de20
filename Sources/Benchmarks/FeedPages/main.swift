import BenchmarkSupport
import OutsideRankers
import SocialFeed

// Feed pages: single calls for a page of each feed.
//
//   FeedPages [--feed FEED] [--ranker NAME | --library PATH] [--pool N] [--posts N] [--members N] [--requests N]
//             [--hidden]
//
// Prints a line of JSON for the first pages of random members, and a line for second pages where there are
// some, of each feed or of the named feed, by its default ranker or by the named ranker, in a community of
// members each with 6 friends, 12 followees and 30 interactions. Defaults: 10⁵ members, as many requests, and
// 10⁶ posts; a named ranker and the one in a shared library score `--pool` posts, or 1,000. Posts are spread over authors at random, and a contest runs with at most 10⁴ entries. With
// `--hidden` one post in ten is for friends only. The set-up makes the community and the requests.

var arguments = CaseArguments(of: "FeedPages")
var (members, posts, requests) = (100_000, 1_000_000, 100_000)
var friendsOnlyShare = 0.0
var feeds = Surface.allCases
var descriptor: RankerDescriptor?
var library: String?
var pool = 1000
while let argument = arguments.next() {
  switch argument {
  case "--feed":
    feeds = [
      arguments.value(of: argument) { name in Surface.allCases.first { $0.description == name } }
    ]
  case "--ranker": descriptor = arguments.value(of: argument) { RankerCatalogue.standard[$0] }
  case "--library": library = arguments.value(of: argument) { $0 }
  case "--pool": pool = arguments.count(of: argument)
  case "--members": members = arguments.count(of: argument)
  case "--posts": posts = arguments.count(of: argument)
  case "--requests": requests = arguments.count(of: argument)
  case "--hidden": friendsOnlyShare = 0.1
  default: arguments.fail("unknown option \(argument)")
  }
}
if descriptor?.takesFormula == true { arguments.fail("a formula is measured by FeedRun") }
if descriptor?.takesScores == true { arguments.fail("scores from a file are not measured") }
if descriptor?.takesHost == true { arguments.fail("other programs are not measured") }
var chosen: (any Ranker)?
if let library {
  do throws(RankerFailure) {
    let host = try LibraryRanker(path: library, name: library, parameters: [:])
    chosen = HostedRanker(host, world: 0, pool: pool)
  } catch {
    arguments.fail(error.message)
  }
} else if let descriptor {
  let takesPool = descriptor.parameters.contains { $0.name == "pool" }
  chosen = RankerSettings(descriptor, takesPool ? ["pool": Double(pool)] : [:]).makeRanker()
}
var growth = CaseTimer()
let town = Town(members: members, posts: posts, friendsOnlyShare: friendsOnlyShare)
growth.begin()
for feed in feeds {
  let ranker = chosen ?? feed.defaultRanker.makeRanker()
  for turn in Turn.allCases {
    var timer = CaseTimer(after: growth.setup)
    let pages = town.fill(turn, of: feed, by: ranker, requests: requests, &timer)
    guard pages > 0 else { continue }
    var line = CaseLine("feed-pages")
    line.add("feed", feed.description)
    line.add("page", turn.rawValue)
    line.add("members", members)
    line.add("posts", posts)
    line.add("friends_only", friendsOnlyShare, digits: 1)
    if let failure = (ranker as? HostedRanker)?.failure { arguments.fail(failure.message) }
    line.print("pages", pages, timer)
  }
}
