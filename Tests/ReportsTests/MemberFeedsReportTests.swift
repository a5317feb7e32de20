import Foundation
import ReportKit
import SocialFeed
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Two feeds side by side in every format.
@Suite struct MemberFeedsReportTests {
  private func post(
    _ number: Int, by author: Int, _ opportunity: UInt32, in category: Int, hours: Double,
    looks: Int, isFromFriend: Bool = false
  ) -> PeekedFeed.Post {
    PeekedFeed.Post(
      post: PostID(number), author: MemberID(author), opportunity: opportunity,
      category: CategoryID(category), ageHours: hours, looks: looks, isFromFriend: isFromFriend)
  }

  private func feed(
    _ arm: String, _ ranker: RankerDescriptor, _ posts: [PeekedFeed.Post],
    _ columns: [RankingColumn]
  ) -> MemberFeeds.Feed {
    MemberFeeds.Feed(
      arm: Arm(name: arm, choices: [(.home, RankerSettings(ranker))]), surface: .home,
      page: PeekedFeed(posts: posts, columns: columns, members: 20))
  }

  /// Post 10 under newest is post 9 under affinity: the same of its author's.
  private var feeds: MemberFeeds {
    MemberFeeds(
      SampleResults.results(candidates: ["affinity"]), world: 2, member: MemberID(17),
      surface: .home, time: 475_200,
      baseline: feed(
        "newest", RecencyRanker.descriptor,
        [
          post(12, by: 3, 256, in: 1, hours: 0.5, looks: 0),
          post(11, by: 4, 128, in: 0, hours: 30, looks: 2, isFromFriend: true),
          post(10, by: 3, 128, in: 1, hours: 60, looks: 1),
        ], [RankingColumn("age_hours", unit: "h", [0.5, 30, 60])]),
      candidate: feed(
        "affinity", AffinityRanker.descriptor,
        [
          post(9, by: 3, 128, in: 1, hours: 60, looks: 4),
          post(12, by: 3, 256, in: 1, hours: 0.5, looks: 0),
        ],
        [
          RankingColumn("affinity", [1.25, 1.25]),
          RankingColumn("age_hours", unit: "h", [60, 0.5]),
        ]))
  }

  private func text(_ feeds: MemberFeeds, width: Int) -> String {
    ReportFormat.text.render(feeds.document, width: width, hasStyle: false)
  }

  @Test func `120 columns have everything of both feeds`() {
    let shown = text(feeds, width: 120)
    #expect(
      shown.hasPrefix(
        """
        quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

        Member 17 on home at 5d12h in world 2

        2 of 3 posts are in both feeds, 0 of them at the same position.

        #    newest  author     age  category  seen  other    affinity  author    age  category  seen  affinity  other
        1        12       3   0.5 h         1     0      2           9       3  2.5 d         1     4      1.25      3
        2        11       4  30.0 h         0     2      –          12       3  0.5 h         1     0      1.25      1
        3        10       3   2.5 d         1     1      1           –       –      –         –     –         –      –

        newest: recency orders by created at, descending; then id, descending.

        affinity: affinity orders by category affinity, descending, above the threshold; then created at, descending.
        """), "\(shown)")
    #expect(
      shown.contains(
        """

        #  post  affinity  age_hours
        1     9      1.25         60
        2    12      1.25        0.5

        """), "\(shown)")
  }

  @Test func `80 columns have the posts, their authors and ages, and where else they are`() {
    let shown = text(feeds, width: 80)
    #expect(
      shown.contains(
        """

        #    newest  author     age  seen  other    affinity  author    age  seen  other
        1        12       3   0.5 h     0      2           9       3  2.5 d     4      3
        2        11       4  30.0 h     2      –          12       3  0.5 h     0      1
        3        10       3   2.5 d     1      1           –       –      –     –      –

        """), "\(shown)")
    for width in [80, 120] {
      let lines = text(feeds, width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width })
    }
  }

  @Test func `CSV has a row a post of either feed`() {
    expectEqual(
      ReportFormat.csv.render(feeds.document),
      """
      world,member,at_seconds,surface,arm,position,post,author,category,age_hours,looks,from_friend,other_position,ranking.age_hours,ranking.affinity
      2,17,475200,home,newest,1,12,3,1,0.5,0,false,2,0.5,
      2,17,475200,home,newest,2,11,4,0,30,2,true,,30,
      2,17,475200,home,newest,3,10,3,1,60,1,false,1,60,
      2,17,475200,home,affinity,1,9,3,1,60,4,false,3,60,1.25
      2,17,475200,home,affinity,2,12,3,1,0.5,0,false,1,0.5,1.25

      """)
  }

  @Test func `JSON has the feeds with the numbers of their rankers`() throws {
    let text = ReportFormat.json.render(feeds.document)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["at"] as? String == "5d12h" && json["seconds"] as? Double == 475_200)
    #expect(json["posts_in_both"] as? Int == 2 && json["member"] as? Int == 17)
    let feeds = try #require(json["feeds"] as? [[String: Any]])
    expectEqual(feeds.map { $0["ranker"] as? String }, ["recency", "affinity"])
    let first = try #require((feeds[1]["posts"] as? [[String: Any]])?.first)
    #expect(first["post"] as? Int == 9 && first["other_position"] as? Int == 3)
    expectEqual(first["ranking"] as? [String: Double], ["affinity": 1.25, "age_hours": 60])
  }

  @Test func `empty feeds have no table`() {
    let empty = MemberFeeds(
      SampleResults.results(candidates: ["affinity"]), world: 0, member: MemberID(1),
      surface: .home, time: 0,
      baseline: feed("newest", RecencyRanker.descriptor, [], []),
      candidate: feed("affinity", AffinityRanker.descriptor, [], []))
    let shown = text(empty, width: 80)
    #expect(
      shown.contains("\nMember 1 on home at 0s in world 0\n\nBoth feeds are empty.\n\nnewest: "),
      "\(shown)")
    #expect(!shown.contains("#"))
  }
}
