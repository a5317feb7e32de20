/// What a ranker may know of the posts that a feed could show, a column each.
public struct Candidates {
  /// The viewer.
  public let viewer: MemberID
  /// The clock at the refresh, in seconds.
  public let now: Double
  /// In no promised order.
  public private(set) var posts: [PostID]
  private let facts: PostFacts
  /// By the feature's number; empty for those that are not read.
  private var columns: [[Double]]
  private let features: FeatureSet
  private let noise: NoiseBox
  /// The number of the refresh among the viewer's.
  public let refresh: UInt32
  let latent: (any LatentRelevance)?
  /// Whether no run depends on the answer: a ranker does not remember the request.
  private(set) var isHypothetical = false

  /// How many there are, the length of each column.
  public var count: Int { posts.count }

  /// Who posted each: a column that is made on access, so that a loop takes it once.
  public var authors: [MemberID] { facts.authors(of: posts) }

  /// In which category each was posted, `nil` where it has none, as a column like ``authors``.
  public var categories: [CategoryID?] { facts.categories(of: posts) }

  /// The column of a feature, which has to be one of those that the ranker reads.
  ///
  /// A loop takes it once, before its first turn: `let likes = candidates[.likes]`.
  public subscript(feature: RankerFeature) -> [Double] {
    require(
      features.contains(feature),
      "the feature \(feature.name) is not among those that the ranker reads")
    return columns[Int(feature.rawValue)]
  }

  /// The same candidates in reverse order.
  ///
  /// - Complexity: A copy of the posts and of each column that is read; the community is not looked at.
  package func reversed() -> Candidates {
    var reversed = self
    reversed.posts.reverse()
    for index in columns.indices { reversed.columns[index].reverse() }
    return reversed
  }

  /// The same candidates with one value of a feature, for people who want to know what depends on it.
  func with(_ feature: RankerFeature, _ value: Double) -> Candidates {
    var others = self
    others.isHypothetical = true
    let index = Int(feature.rawValue)
    others.columns[index] = [Double](repeating: value, count: columns[index].count)
    return others
  }

  /// A uniform number in the open interval from 0 to 1: one for each candidate, refresh and
  /// occurrence.
  public func noise(_ index: Int, occurrence: UInt32 = 0) -> Double {
    noise.noise.uniform(
      viewer: viewer, post: posts[index], refresh: refresh, occurrence: occurrence)
  }

  /// Writes the noise of some candidates, as ``noise(_:occurrence:)`` gives it.
  ///
  /// - Parameter uniforms: At least as many as there are candidates; the first of them are written.
  public func fillNoise(
    _ positions: Range<Int>, occurrence: UInt32 = 0, into uniforms: inout MutableSpan<Double>
  ) {
    noise.noise.fill(
      &uniforms, viewer: viewer, posts: posts.span.extracting(positions), refresh: refresh,
      occurrence: occurrence)
  }

  /// Gathers the features of posts, for a ranker from outside the module.
  ///
  /// - Parameters:
  ///   - posts: Candidates of the request's feed; those that there are not are left out.
  ///   - features: What is gathered.
  /// - Returns: `nil` for a request without a member.
  public init?(
    _ posts: [PostID], _ features: FeatureSet, for request: FeedRequest,
    from community: borrowing Community
  ) {
    guard let viewer = request.viewer, community.isMember(viewer) else { return nil }
    let count = community.postCount
    self.init(
      posts.filter { $0.index < count }, features, for: request, viewer: viewer,
      now: request.cursor?.refreshedAt ?? request.now, from: community)
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
      posts: posts, viewer: viewer, now: now, isContest: request.surface == .contest,
      request: request)
    self.viewer = viewer
    self.now = now
    self.posts = posts
    self.features = features
    facts = .community(
      author: community.posts.author, category: community.posts.category,
      categories: community.categoryCount)
    var columns = [[Double]](repeating: [], count: RankerFeature.allCases.count)
    for feature in RankerFeature.allCases where features.contains(feature) {
      columns[Int(feature.rawValue)] = gatherer.column(feature, from: community)
    }
    self.columns = columns
    noise = NoiseBox(request.noise)
    refresh = request.refresh
    latent = request.latent
    isHypothetical = request.isHypothetical
  }
}

extension Candidates {
  /// The candidates of a request that was saved. They have no noise of their world, which no external ranker gets.
  package init(_ request: FailedRequest) {
    viewer = request.viewer
    now = request.now
    refresh = request.refresh
    posts = request.posts
    features = FeatureSet(request.columns.keys)
    columns = RankerFeature.allCases.map { request.columns[$0] ?? [] }
    facts = .own(
      Dictionary(
        zip(request.posts, zip(request.authors, request.categories).map { ($0, $1) }),
        uniquingKeysWith: { first, _ in first }))
    noise = NoiseBox(KeyedNoise())
    latent = nil
  }
}

/// Who posted the candidates, and in which category.
private enum PostFacts {
  /// The columns of the community, by post.
  case community(author: [MemberID], category: [UInt8], categories: Int)
  case own([PostID: (author: MemberID, category: CategoryID?)])

  func authors(of posts: [PostID]) -> [MemberID] {
    switch self {
    case .community(let author, _, _): posts.map { author[$0.index] }
    case .own(let facts): posts.compactMap { facts[$0]?.author }
    }
  }

  func categories(of posts: [PostID]) -> [CategoryID?] {
    switch self {
    case .community(_, let category, let count):
      posts.map {
        let number = Int(category[$0.index])
        return number < count ? CategoryID(number) : nil
      }
    case .own(let facts): posts.map { facts[$0]?.category }
    }
  }
}

/// Noise of any size behind a reference, so that candidates, which closures capture, have a known layout.
private final class NoiseBox {
  let noise: any FeedNoise

  init(_ noise: any FeedNoise) { self.noise = noise }
}

/// Reads the features of posts from a community, one after the other.
private struct FeatureGatherer {
  let posts: [PostID]
  let viewer: MemberID
  let now: Double
  let isContest: Bool
  let request: FeedRequest

  private var history: (any ViewingHistory)? { request.history }

  func column(_ feature: RankerFeature, from community: borrowing Community) -> [Double] {
    var column = [Double](repeating: 0, count: posts.count)
    fill(&column, feature, from: community)
    return column
  }

  private func fill(
    _ column: inout [Double], _ feature: RankerFeature, from community: borrowing Community
  ) {
    // Each column by itself: a loop that reads the community reads all the heads of its columns.
    let columns = community.posts
    switch feature {
    case .ageHours: fillAges(&column, from: community)
    case .likes: community.likes.fill(&column, of: posts)
    case .comments: fill(&column) { [comments = columns.comments] in Double(comments[$0.index]) }
    case .saves: community.saves.fill(&column, of: posts)
    case .views: fill(&column) { [views = columns.views] in Double(views[$0.index]) }
    case .votes: fillVotes(&column, from: community)
    case .isFriend:
      fill(&column) { community.isFriend(viewer, columns.author[$0.index]) ? 1 : 0 }
    case .isFollowee:
      fill(&column) { community.isFollowing(viewer, columns.author[$0.index]) ? 1 : 0 }
    case .affinity, .affinityShare, .categoryShare:
      let affinities = affinities(as: feature, in: community)
      fill(&column) { [category = columns.category] in affinities[Int(category[$0.index])] }
    case .authorFollowers:
      fill(&column) { Double(community.ties.followerCount(of: columns.author[$0.index])) }
    case .timesSeen:
      fill(&column) { Double(history?.looks(of: viewer, at: $0, now: now) ?? 0) }
    case .hoursSinceSeen:
      fill(&column) { post in
        let seconds = history?.secondsSinceLook(of: viewer, at: post, now: now)
        return seconds.map { $0 / 3600 } ?? RankerFeature.hoursSinceNever
      }
    case .category:
      let numbers = (0..<community.categoryCount).map(Double.init) + [RankerFeature.noCategory]
      fill(&column) { [category = columns.category] in numbers[Int(category[$0.index])] }
    case .hourOfDay:
      let day = 86_400.0
      let hour = (now - (now / day).rounded(.down) * day) / 3600
      fill(&column) { _ in hour }
    case .looks: fillLooks(&column)
    case .opensPerLook, .likesPerLook:
      self.fill(&column, feature == .opensPerLook ? .views : .likes, from: community)
      divideByLooks(&column)
    case .authorPostsLastDay:
      fill(&column) {
        Double(community.postCount(by: columns.author[$0.index], inDayBefore: now))
      }
    case .authorShown: fillShown(&column, columns.author)
    case .sessionDepth:
      let looks = Double(request.sessionLooks)
      fill(&column) { _ in looks }
    case .sessionsLastWeek:
      let sessions = Double(history?.sessionsLastWeek(of: viewer, now: now) ?? 0)
      fill(&column) { _ in sessions }
    }
  }

  /// The votes at the first page of the refresh.
  private func fillVotes(_ column: inout [Double], from community: borrowing Community) {
    let (entry, votes) = (community.posts.entry, community.entries.votes)
    fill(&column) {
      let entry = entry[$0.index]
      return entry == PostColumns.noEntry ? 0 : Double(votes[Int(entry)])
    }
    let gains = community.voteGains(since: request)
    guard !gains.isEmpty else { return }
    for (position, post) in posts.enumerated() where entry[post.index] != PostColumns.noEntry {
      column[position] -= Double(gains[Int(entry[post.index])])
    }
  }

  private func fillLooks(_ column: inout [Double]) {
    fill(&column) { Double(history?.looks(at: $0) ?? 0) }
  }

  /// Makes rates of counts of actions, each drawn to the mean of all by a few looks.
  private func divideByLooks(_ actions: inout [Double]) {
    var looks = actions
    fillLooks(&looks)
    let (total, weight) = (looks.reduce(0, +), Double(RankerFeature.rateWeight))
    let mean = total > 0 ? actions.reduce(0, +) / total : 0
    for index in actions.indices {
      actions[index] = total > 0 ? (actions[index] + weight * mean) / (looks[index] + weight) : 0
    }
  }

  /// Counts the posts of each author among those that were shown.
  private func fillShown(_ column: inout [Double], _ author: [MemberID]) {
    var counts: [MemberID: Double] = [:]
    for post in request.shown { counts[author[post.index], default: 0] += 1 }
    fill(&column) { counts[author[$0.index]] ?? 0 }
  }

  private func fillAges(_ column: inout [Double], from community: borrowing Community) {
    if isContest {
      fill(&column) { max(0, now - start(of: $0, in: community)) / 3600 }
    } else {
      let createdAt = community.posts.createdAt
      fill(&column) { createdAt[$0.index] }
      Self.turnIntoAges(&column, at: now)
    }
  }

  /// Makes hours of age of seconds on the clock, two at a time.
  private static func turnIntoAges(_ column: inout [Double], at now: Double) {
    var column = column.mutableSpan
    var index = 0
    while index < column.count - 1 {
      var ages = now - SIMD2(column[index], column[index + 1])
      ages.replace(with: 0, where: ages .< 0)
      ages /= 3600
      (column[index], column[index + 1]) = (ages[0], ages[1])
      index += 2
    }
    if index < column.count { column[index] = max(0, now - column[index]) / 3600 }
  }

  @inline(__always)
  private func fill(_ column: inout [Double], _ value: (PostID) -> Double) {
    let posts = posts.span
    var column = column.mutableSpan
    for position in posts.indices { column[position] = value(posts[position]) }
  }

  /// Submission to the contest.
  private func start(of post: PostID, in community: borrowing Community) -> Double {
    community.entries.submittedAt[Int(community.posts.entry[post.index])]
  }

  /// The viewer's affinity for each category, its share of the largest, or of their sum; and 0 for
  /// posts without one.
  private func affinities(
    as feature: RankerFeature, in community: borrowing Community
  ) -> [Double] {
    var affinities: [Double] = []
    for category in 0..<community.categoryCount {
      affinities.append(community.affinity(of: viewer, for: category, at: now))
    }
    affinities.append(0)
    guard feature != .affinity else { return affinities }
    let whole = feature == .categoryShare ? affinities.reduce(0, +) : affinities.max() ?? 0
    return whole > 0 && whole.isFinite ? affinities.map { $0 / whole } : affinities
  }
}
