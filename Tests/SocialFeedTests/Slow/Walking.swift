import SocialFeed

extension Community {
  /// A community of some members who all joined at 0.
  init(members: Int, categoryCount: Int = 4, rule: AffinityRule = AffinityRule()) {
    self.init(categoryCount: categoryCount, affinityRule: rule)
    for _ in 0..<members { _ = try! join(now: 0) }
  }

  /// A page as it is served.
  func page(_ request: FeedRequest, by ranker: any Ranker) -> FeedPage {
    var page = FeedPage()
    try! fill(&page, for: request, by: ranker)
    return page
  }

  /// A page as it is served, or why it is not.
  func page(
    _ request: FeedRequest, orThrowBy ranker: any Ranker
  ) throws(FeedRequestError) -> FeedPage {
    var page = FeedPage()
    try fill(&page, for: request, by: ranker)
    return page
  }

  /// The posts of all pages of a refresh.
  func walk(_ request: FeedRequest, by ranker: any Ranker) -> [PostID] {
    var (request, page, posts) = (request, FeedPage(), [PostID]())
    repeat {
      try! fill(&page, for: request, by: ranker)
      posts += page.posts
      request.cursor = page.next
      // A walk that shows a post twice might never end.
    } while request.cursor != nil && posts.count <= postCount
    return posts
  }
}

extension FeedRequest {
  /// A request whose noise does not matter.
  init(_ viewer: MemberID?, _ surface: Surface, now: Double, pageSize: Int = 20) {
    self.init(
      viewer: viewer, surface: surface, now: now, pageSize: pageSize, noise: CountingNoise())
  }
}

/// Posts, members and categories by their numbers.
func posts(_ numbers: Int...) -> [PostID] { numbers.map { PostID($0) } }
func member(_ number: Int) -> MemberID { MemberID(number) }
func category(_ number: Int) -> CategoryID { CategoryID(number) }

extension RankerSettings {
  /// The defaults of a ranker; where it takes a formula, one with every feature and noise.
  init(ofAny descriptor: RankerDescriptor) throws {
    let text = """
      likes + 0.1 * comments + saves + votes + is_friend + is_followee + affinity_share
      - 0.01 * age_hours + author_followers / 10 + views / 100 + affinity + uniform(0, 2)
      + 3 * category_share + likes_per_look + author_posts_last_day
      """
    // Every second post has a score.
    let rows = (0..<200).map { ScoreTable.Row(post: PostID($0 * 2), score: Double($0 * 7 % 11)) }
    self.init(
      descriptor, formula: descriptor.takesFormula ? try ScoreFormula(text) : nil,
      scores: descriptor.takesScores
        ? try ScoreTable(rows, missing: 5, source: "test", digest: "test") : nil,
      host: descriptor.takesHost ? LikesHost(digest: descriptor.name) : nil)
  }
}
