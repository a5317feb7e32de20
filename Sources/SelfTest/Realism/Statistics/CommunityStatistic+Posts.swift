internal import Calibration
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

// MARK: What posts receive

extension CommunityStatistic {
  static let commentsPerLike = perPost("comments ÷ likes", \.comments, \.likes)
  static let savesPerLike = perPost("saves ÷ likes", \.saves, \.likes)
  static let likesPerOpen = perPost("likes ÷ opens", \.likes, \.opens)
  static let savesPerOpen = perPost("saves ÷ opens", \.saves, \.opens)

  private static func perPost(
    _ name: String, _ numerator: @escaping @Sendable (PostColumns.Post) -> Int,
    _ denominator: @escaping @Sendable (PostColumns.Post) -> Int
  ) -> CommunityStatistic {
    CommunityStatistic("\(name) of posts") { record in
      let posts = record.posts.settled
      return ratio(
        Double(posts.reduce(0) { $0 + numerator($1) }),
        Double(posts.reduce(0) { $0 + denominator($1) }))
    }
  }

  static let opensAndLikes = correlation("opens and likes of a post: Spearman", \.opens, \.likes)
  static let likesAndComments = correlation(
    "likes and comments of a post: Spearman", \.likes, \.comments)

  private static func correlation(
    _ name: String, _ one: @escaping @Sendable (PostColumns.Post) -> Int,
    _ other: @escaping @Sendable (PostColumns.Post) -> Int
  ) -> CommunityStatistic {
    CommunityStatistic(name) { record in
      let posts = record.posts.settled
      return spearman(posts.map { Double(one($0)) }, posts.map { Double(other($0)) })
    }
  }

  /// The share of the variance of ln(1 + opens) of posts that lies between authors: the squares between
  /// their means ÷ all squares.
  static let authorVarianceShare = CommunityStatistic("variance of ln(1 + opens) between authors") {
    let posts = $0.posts.settled.map {
      (author: $0.author.index, log: Portable.log(1 + Double($0.opens)))
    }
    return shareBetween(posts.sorted { $0.author < $1.author })
  }

  /// - Parameter posts: In order of author.
  private static func shareBetween(_ posts: [(author: Int, log: Double)]) -> Double? {
    let mean = posts.reduce(0) { $0 + $1.log } / Double(posts.count)
    let all = posts.reduce(0) { $0 + ($1.log - mean) * ($1.log - mean) }
    var between = 0.0
    var start = 0
    for end in posts.indices.map({ $0 + 1 })
    where end == posts.count || posts[end].author != posts[start].author {
      let sum = posts[start..<end].reduce(0) { $0 + $1.log - mean }
      between += sum * sum / Double(end - start)
      start = end
    }
    return ratio(between, all)
  }

  /// Likes or comments that come between two ages of a post, of all.
  static func likesWithin(_ name: String, days: Range<Double>) -> CommunityStatistic {
    CommunityStatistic("likes that come \(name)") { record in
      ratio(
        Double(record.posts.likeDelays.count { days.contains($0 / 86_400) }),
        Double(record.posts.likeDelays.count))
    }
  }

  static let commentsInHour = CommunityStatistic("comments of a day that come within an hour") {
    ratio(
      Double($0.posts.commentDelays.count { $0 < 3600 }),
      Double($0.posts.commentDelays.count { $0 <= 86_400 }))
  }
}

// MARK: Who posts what

extension CommunityStatistic {
  /// The share of members with an upload at any time, the initial posts included.
  static let postingShare = CommunityStatistic("members who post") { record in
    let authors = Set(record.posts.posts.map(\.author))
    return ratio(Double(authors.count), Double(record.posts.actionsOfMember.count))
  }

  static let postsPerMonth = CommunityStatistic("posts of a member who posts, a month") { record in
    let month = record.looks.measuredDays / 30
    return ratio(
      Double(record.posts.published.count),
      Double(Set(record.posts.posts.map(\.author)).count) * month)
  }

  static let categoryZipf = CommunityStatistic("categories of posts: Zipf slope") {
    CategoryShares(counts: $0.posts.categoryCounts)?.zipfSlope?.value
  }
  /// Entropy relative to the entropy of as many equal categories, so that communities of different numbers of
  /// categories compare.
  static let categoryEvenness = CommunityStatistic("categories of posts: evenness") { record in
    CategoryShares(counts: record.posts.categoryCounts).flatMap {
      ratio($0.entropy, Portable.log(Double(record.posts.categoryCount)))
    }
  }
  static let categoryConcentration = CommunityStatistic("categories of an author: concentration") {
    try? DirichletMultinomialFit(rows: $0.posts.categoriesOfAuthors(from: 1)).concentration.value
  }
  static let authorEntropy = CommunityStatistic("categories of an author: median entropy, nats") {
    CountedValues(
      $0.posts.categoriesOfAuthors(from: 10).compactMap {
        // The entropy of one category is computed as −0.
        CategoryShares(counts: $0)?.entropy.magnitude
      }
    ).quantile(0.5)
  }
  static let authorTopShare = CommunityStatistic("largest category of an author: median share") {
    CountedValues(
      $0.posts.categoriesOfAuthors(from: 10).compactMap {
        CategoryShares(counts: $0)?.shares.first
      }
    ).quantile(0.5)
  }
  static let actionBurstiness = CommunityStatistic(
    "gaps of a member's posts and comments: burstiness"
  ) {
    burstiness(CountedValues($0.posts.actionGaps))
  }
  static let actionsInHalfHour = CommunityStatistic(
    "gaps of a member's posts and comments under 30 min"
  ) {
    ratio(
      Double($0.posts.actionGaps.count { $0 < 1800 }), Double($0.posts.actionGaps.count))
  }
}

extension PostColumns {
  /// Posts by category, of all times, so that there are many of each author.
  fileprivate var categoryCounts: [Int] {
    var counts = [Int](repeating: 0, count: categoryCount)
    for post in posts { counts[post.category.index] += 1 }
    return counts
  }

  /// Posts by category of each author with so many posts, in order of author.
  fileprivate func categoriesOfAuthors(from least: Int) -> [[Int]] {
    var rows = [[Int]](
      repeating: Array(repeating: 0, count: categoryCount), count: actionsOfMember.count)
    for post in posts { rows[post.author.index][post.category.index] += 1 }
    return rows.filter { $0.reduce(0, +) >= least }
  }
}

// MARK: Ties and contests

extension CommunityStatistic {
  static let reciprocity = graph("follows that are returned", \.reciprocity)
  static let clustering = graph("clustering of follows", \.meanClustering)
  static let transitivity = graph("transitivity of follows", \.transitivity)
  static let giantShare = graph("members in the giant component", \.giantShare)
  static let assortativity = graph("degrees at the ends of a tie: Pearson", \.assortativity)
  static let degreeCorrelation = graph(
    "follows and followers of a member: Spearman", \.degreeRankCorrelation)

  private static func graph(
    _ name: String, _ value: @escaping @Sendable (FollowGraphStatistics) -> Double?
  ) -> CommunityStatistic {
    CommunityStatistic(name) { value($0.graph) }
  }

  /// Clustering ÷ the clustering of a random graph with the same degrees.
  static let clusteringRatio = CommunityStatistic("clustering ÷ a random graph's") { record in
    let random = record.follows.rewired(
      KeyedStream(seed: 17, world: 0, name: StreamName("rewiring")))
    return ratio(
      record.graph.meanClustering, FollowGraphStatistics(random).meanClustering)
  }

  static let returnsInTwoDays = CommunityStatistic("returned follows that are so within 48 h") {
    ratio(Double($0.returnDelays.count { $0 <= 48 * 3600 }), Double($0.returnDelays.count))
  }

  static let lateEntries = CommunityStatistic("entries in the last tenth of a contest") {
    ratio(Double($0.contests.moments.count { $0 >= 0.9 }), Double($0.contests.moments.count))
  }
  static let entriesPerContest = CommunityStatistic("entries of a contest and 10,000 members") {
    guard $0.contests.contests > 0, $0.follows.nodeCount > 0 else { return nil }
    return Double($0.contests.moments.count) / Double($0.contests.contests)
      / Double($0.follows.nodeCount) * 10_000
  }
}
