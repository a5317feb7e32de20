import BenchmarkSupport
import SocialFeed

// Feed pages: single calls for a page of each feed, by its default ranker.
//
//   FeedPages [--posts N] [--hidden]
//
// A line of JSON for the first pages of 10⁵ members at random, and one for the pages that follow them where
// some do, of each feed, in a community of as many members, each with 6 friends, 12 followees and 30
// interactions, and of 10⁶ posts where nothing is said; posts are spread over authors at random, and a contest
// runs with 10⁴ entries. With `--hidden` one post in ten is for friends only. The set-up is that of the
// community and of the requests.

var arguments = CaseArguments(of: "FeedPages")
var (posts, friendsOnlyShare) = (1_000_000, 0.0)
while let argument = arguments.next() {
  switch argument {
  case "--posts": posts = arguments.count(of: argument)
  case "--hidden": friendsOnlyShare = 0.1
  default: arguments.fail("unknown option \(argument)")
  }
}
var growth = CaseTimer()
let town = Town(posts: posts, friendsOnlyShare: friendsOnlyShare)
growth.begin()
for surface in Surface.allCases {
  for turn in Turn.allCases {
    var timer = CaseTimer(after: growth.setup)
    let pages = town.fill(turn, of: surface, &timer)
    guard pages > 0 else { continue }
    var line = CaseLine("feed-pages")
    line.add("feed", surface.description)
    line.add("page", turn.rawValue)
    line.add("posts", posts)
    line.add("friends_only", friendsOnlyShare, places: 1)
    line.print("pages", pages, timer)
  }
}
