/// What a ranker may know of the posts that a feed could show, a column each.
public struct Candidates {
  /// Who asks.
  public let viewer: MemberID
  /// The clock at the refresh, in seconds.
  public let now: Double
  /// In no promised order.
  public let posts: [PostID]
  /// Who posted each, and in which category.
  public let authors: [MemberID]
  public let categories: [CategoryID]
  /// By the feature's number; empty for those that are not read.
  private let columns: [[Double]]
  private let features: FeatureSet
  private let noise: any FeedNoise
  private let refresh: UInt32
  let latent: (any LatentRelevance)?

  /// How many there are, the length of each column.
  public var count: Int { posts.count }

  /// The column of a feature, which has to be one that the ranker says it reads.
  ///
  /// A loop takes it once, before its first turn: `let likes = candidates[.likes]`.
  public subscript(feature: RankerFeature) -> [Double] {
    precondition(
      features.contains(feature), "\(feature.name) is not among the features that are read")
    return columns[Int(feature.rawValue)]
  }

  /// A uniform number in the open interval from 0 to 1: one for each candidate, refresh and
  /// occurrence.
  public func noise(_ index: Int, occurrence: UInt32 = 0) -> Double {
    noise.uniform(viewer: viewer, post: posts[index], refresh: refresh, occurrence: occurrence)
  }

  /// Writes the noise of some candidates, as ``noise(_:occurrence:)`` gives it.
  ///
  /// - Parameter uniforms: At least as many as there are candidates; the first of them are written.
  public func fillNoise(
    _ places: Range<Int>, occurrence: UInt32 = 0, into uniforms: inout MutableSpan<Double>
  ) {
    noise.fill(
      &uniforms, viewer: viewer, posts: posts.span.extracting(places), refresh: refresh,
      occurrence: occurrence)
  }

  /// Gathers the features of posts.
  ///
  /// - Parameters:
  ///   - posts: Candidates of the request's feed.
  ///   - now: The clock at the refresh.
  ///   - community: Where they are.
  /// - Complexity: A pass over the posts for each feature, and an array for it.
  package init(
    _ posts: [PostID], _ features: FeatureSet, for request: FeedRequest, viewer: MemberID,
    now: Double, from community: borrowing Community
  ) {
    let gatherer = FeatureGatherer(
      posts: posts, viewer: viewer, now: now, isContest: request.surface == .contest)
    self.viewer = viewer
    self.now = now
    self.posts = posts
    self.features = features
    authors = gatherer.authors(in: community)
    categories = gatherer.categories(in: community)
    var columns = [[Double]](repeating: [], count: RankerFeature.allCases.count)
    for feature in RankerFeature.allCases where features.contains(feature) {
      columns[Int(feature.rawValue)] = gatherer.column(feature, authors: authors, from: community)
    }
    self.columns = columns
    noise = request.noise
    refresh = request.refresh
    latent = request.latent
  }
}

/// Reads the features of posts from a community, one after the other.
private struct FeatureGatherer {
  let posts: [PostID]
  let viewer: MemberID
  let now: Double
  let isContest: Bool

  func authors(in community: borrowing Community) -> [MemberID] {
    var authors: [MemberID] = []
    authors.reserveCapacity(posts.count)
    for post in posts { authors.append(community.posts.author[post.index]) }
    return authors
  }

  func categories(in community: borrowing Community) -> [CategoryID] {
    var categories: [CategoryID] = []
    categories.reserveCapacity(posts.count)
    for post in posts { categories.append(CategoryID(Int(community.posts.category[post.index]))) }
    return categories
  }

  func column(
    _ feature: RankerFeature, authors: [MemberID], from community: borrowing Community
  ) -> [Double] {
    var column: [Double] = []
    column.reserveCapacity(posts.count)
    switch feature {
    case .ageHours:
      for post in posts { column.append(max(0, now - start(of: post, in: community)) / 3600) }
    case .likes: for post in posts { column.append(Double(community.likes.count(of: post))) }
    case .comments:
      for post in posts { column.append(Double(community.posts.comments[post.index])) }
    case .saves: for post in posts { column.append(Double(community.saves.count(of: post))) }
    case .views: for post in posts { column.append(Double(community.posts.views[post.index])) }
    case .votes: for post in posts { column.append(Double(community.voteCount(of: post))) }
    case .isFriend:
      for author in authors { column.append(community.isFriend(viewer, author) ? 1 : 0) }
    case .isFollowee:
      for author in authors { column.append(community.isFollowing(viewer, author) ? 1 : 0) }
    case .affinity, .affinityShare:
      let affinities = affinities(asShares: feature == .affinityShare, in: community)
      for post in posts { column.append(affinities[Int(community.posts.category[post.index])]) }
    case .authorFollowers:
      for author in authors { column.append(Double(community.followerCount(of: author))) }
    }
    return column
  }

  private func start(of post: PostID, in community: borrowing Community) -> Double {
    isContest
      ? community.entries.submittedAt[Int(community.posts.entry[post.index])]
      : community.posts.createdAt[post.index]
  }

  /// The viewer's affinity for each category, or its share of the largest.
  private func affinities(asShares: Bool, in community: borrowing Community) -> [Double] {
    var affinities: [Double] = []
    for category in 0..<community.categoryCount {
      affinities.append(community.affinity.affinity(of: viewer, for: category, at: now))
    }
    guard asShares else { return affinities }
    let largest = affinities.max() ?? 0
    return largest > 0 ? affinities.map { $0 / largest } : affinities
  }
}
