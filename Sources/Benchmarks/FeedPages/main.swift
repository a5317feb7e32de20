import SocialFeed

// Feed pages: what a page of each feed costs, by its default ranker. `FeedPages [POSTS…]` prints a
// line of JSON for each feed and number of posts, with the median over five rounds of the mean time
// of a page, first pages and second pages apart; without arguments for 10⁵ and 10⁷ posts.
// There are 10⁵ members, each with 6 friends, 12 followees and 30 interactions; posts are spread
// over authors at random, and a contest runs with 10⁴ entries. With `--hidden` one post in ten is
// for friends only.

let arguments = CommandLine.arguments.dropFirst()
let sizes = arguments.compactMap { Int($0) }
let hidesSome = arguments.contains("--hidden")
for posts in sizes.isEmpty ? [100_000, 10_000_000] : sizes {
  let town = Town(posts: posts, friendsOnlyShare: hidesSome ? 0.1 : 0)
  for surface in Surface.allCases {
    let pages = town.pageTimes(of: surface)
    print(
      #"{"benchmark":"feed-page","feed":"\#(surface)","posts":\#(posts),"#
        + #""friends_only":\#(hidesSome ? 0.1 : 0),"first_page_us":\#(rounded(pages.first)),"#
        + #""second_page_us":\#(rounded(pages.second))}"#)
  }
}

func rounded(_ microseconds: Double) -> Double { (microseconds * 100).rounded() / 100 }
