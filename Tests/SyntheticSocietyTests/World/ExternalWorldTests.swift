internal import FeedMetrics
import SocialFeed
import SyntheticSociety
import Testing

@Suite struct ExternalWorldTests {
  @Test func `scores written from a world give the order of the ranker that they come from`() {
    let (built, _) = simulate(.small(), .ordering(.latest, by: "recency"), seed: 4)
    // Newest first is the highest number first; the world publishes the same posts again.
    let rows = built.posts.map { ScoreTable.Row(post: $0.post, score: Double($0.post.index)) }
    func pages(_ rows: [ScoreTable.Row]) -> [[PostID]] {
      let table = try! ScoreTable(rows, source: "test", digest: "test")
      let external = RankerSettings(ExternalRanker.descriptor, scores: table)
      let arm = Arm(name: "external", choices: [(.latest, external)])
      return simulate(.small(), arm, seed: 4).0.pages.map(\.posts)
    }
    #expect(pages(rows) == built.pages.map(\.posts) && rows.count > 20)
    let reversed = rows.map { ScoreTable.Row(post: $0.post, score: -$0.score) }
    #expect(pages(reversed) != built.pages.map(\.posts))
  }
}
