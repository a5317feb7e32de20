internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// The hidden state of people and posts that decides the worth of posts to people: tastes, qualities,
/// keys. The domain does not know it.
struct LatentColumns: Sendable {
  /// The keys of the members in draws.
  var keys: [MemberKey] = []
  /// Interests, `categoryCount` numbers a member.
  var taste: [Float] = []
  var posts: [PostTraits] = []
  let categoryCount: Int
  /// When each post was published: seconds from the start of the run; a `Float` is within 2 s of them for a year.
  var publishedAt: [Float] = []
  let utility: any Behaviour<Utility.Situation, Double>
  /// `nil` where freshness has no weight.
  let freshness: (any Behaviour<Double, Double>)?
  /// What is added to utility under relevance.
  let offset: Double
  let tasteStream: KeyedStream

  init(
    _ parameters: SocietyParameters, _ behaviours: Behaviours, tasteStream: KeyedStream
  ) {
    categoryCount = Int(parameters.categories.count)
    utility = behaviours.utility
    freshness = parameters.utility.freshness == 0 ? nil : behaviours.freshness
    offset = parameters.utility.offset
    self.tasteStream = tasteStream
  }

  /// What is left of a post's newness at a time.
  @inline(__always)
  func freshness(of post: PostID, at time: Double) -> Double {
    guard let freshness else { return 0 }
    return freshness.decide(max(0, time - Double(publishedAt[post.index])))
  }

  /// The utility of a post to a viewer before repeats, satiation and herding. The viewer's taste for
  /// the post is drawn once for the two.
  @inline(__always)
  func baseUtility(
    of post: PostTraits, for viewer: MemberID, key: UInt32, isFriend: Bool, freshness: Double
  ) -> Double {
    let match = Double(taste[viewer.index * categoryCount + Int(post.category)])
    let word = tasteStream.bits(key, post.authorKey, post.opportunity << 8).x
    return utility.decide(
      Utility.Situation(
        match: match, quality: Double(post.quality), isFriend: isFriend,
        taste: Quantile.normal(Uniform.open(word)), freshness: freshness))
  }

  /// Cosine of the interests of two members.
  func cosine(_ one: MemberID, _ other: MemberID) -> Double {
    let (first, second) = (one.index * categoryCount, other.index * categoryCount)
    var (product, ones, others) = (0.0, 0.0, 0.0)
    for category in 0..<categoryCount {
      let (a, b) = (Double(taste[first + category]), Double(taste[second + category]))
      product += a * b
      ones += a * a
      others += b * b
    }
    return product / (ones.squareRoot() * others.squareRoot())
  }
}

/// The latent columns as a source of noise for rankers and, for the ideal reference ranker, of relevance; and
/// what members have looked at, for pools that leave it out.
///
/// A world and the requests that carry it are used by one thread at a time.
final class LatentState: @unchecked Sendable {
  var columns: LatentColumns
  var looks = Looks()
  /// How often each post was looked at.
  var lookCounts: [UInt32] = []
  var sessions = SessionDays()
  private let noise: KeyedStream
  private let discovery: KeyedStream
  private let shuffle: KeyedStream
  /// The key of the last refresh that was served, since a refresh draws for many posts.
  private var refresh: (viewer: MemberID?, number: UInt32, key: SIMD2<UInt32>)?
  /// The key of the last viewer's discoveries, since a page asks for many posts.
  private var discoverer: (viewer: MemberID, key: UInt64)?
  /// The random order that was used last.
  private var order: (viewer: MemberID?, refresh: UInt32, elements: KeyedPermutation)?

  init(_ columns: LatentColumns, _ streams: SocietyStreams) {
    self.columns = columns
    noise = streams.rankerNoise
    discovery = streams.discovery
    shuffle = streams.shuffle
  }

  func reserveCapacity(members: Int, posts: Int) {
    columns.keys.reserveCapacity(members)
    columns.taste.reserveCapacity(members * columns.categoryCount)
    columns.posts.reserveCapacity(posts)
    columns.publishedAt.reserveCapacity(posts)
    looks.reserveCapacity(members: members)
    lookCounts.reserveCapacity(posts)
    sessions.reserveCapacity(members: members)
  }

  private func key(of viewer: MemberID?) -> UInt32 {
    viewer.map { columns.keys[$0.index].rawValue } ?? .max
  }

  private func key(of viewer: MemberID?, refresh number: UInt32) -> SIMD2<UInt32> {
    if let refresh, refresh.viewer == viewer, refresh.number == number { return refresh.key }
    let words = noise.bits(key(of: viewer), number)
    let key = SIMD2(words.x, words.y)
    refresh = (viewer, number, key)
    return key
  }

  private func discoveryKey(of viewer: MemberID) -> UInt64 {
    if let discoverer, discoverer.viewer == viewer { return discoverer.key }
    let words = discovery.bits(key(of: viewer))
    let key = UInt64(words.x) << 32 | UInt64(words.y)
    discoverer = (viewer, key)
    return key
  }
}

extension LatentState: FeedNoise {
  /// Keyed by viewer and refresh, then by the post's author and opportunity and by the occurrence.
  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    let traits = columns.posts[post.index]
    let words = Philox4x32.block(
      key: key(of: viewer, refresh: refresh),
      counter: SIMD4(traits.authorKey, traits.opportunity, occurrence, 0))
    return Uniform.open(words.x, words.y)
  }

  /// Four posts at a time; each number equals the result of `uniform`.
  func fill(
    _ uniforms: inout MutableSpan<Double>, viewer: MemberID?, posts: Span<PostID>,
    refresh: UInt32, occurrence: UInt32
  ) {
    let key = key(of: viewer, refresh: refresh)
    let whole = posts.count & ~3
    for start in stride(from: 0, to: whole, by: 4) {
      var (authors, opportunities) = (SIMD4<UInt32>(), SIMD4<UInt32>())
      for lane in 0..<4 {
        let traits = columns.posts[posts[start + lane].index]
        authors[lane] = traits.authorKey
        opportunities[lane] = traits.opportunity
      }
      let words = Philox4x32.blocks(
        key: key, authors, opportunities, SIMD4(repeating: occurrence), SIMD4())
      for lane in 0..<4 {
        uniforms[start + lane] = Uniform.open(words.0[lane], words.1[lane])
      }
    }
    for index in whole..<posts.count {
      uniforms[index] = uniform(
        viewer: viewer, post: posts[index], refresh: refresh, occurrence: occurrence)
    }
  }

  /// Keyed by viewer, then a hash of the post's author and opportunity.
  func discovery(of post: PostID, by viewer: MemberID) -> Double {
    Self.discovery(of: columns.posts[post.index], key: discoveryKey(of: viewer))
  }

  func fillDiscoveries(
    _ uniforms: inout MutableSpan<Double>, of posts: Range<Int>, by viewer: MemberID
  ) {
    let (traits, key) = (columns.posts, discoveryKey(of: viewer))
    for (place, post) in posts.enumerated() {
      uniforms[place] = Self.discovery(of: traits[post], key: key)
    }
  }

  @inline(__always)
  private static func discovery(of traits: PostTraits, key: UInt64) -> Double {
    let identity = UInt64(traits.authorKey) << 32 | UInt64(traits.opportunity)
    let hash = SplitMix64.hash(identity, key: key)
    return Uniform.open(
      UInt32(truncatingIfNeeded: hash >> 32), UInt32(truncatingIfNeeded: hash))
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
    if let order, order.viewer == viewer, order.refresh == refresh, order.elements.count == count {
      return order.elements[index]
    }
    let elements = KeyedPermutation(count: count, stream: shuffle, key(of: viewer), refresh)
    order = (viewer, refresh, elements)
    return elements[index]
  }
}

extension LatentState: LatentRelevance {
  func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool, now: Double) -> Double {
    Portable.logistic(
      columns.offset
        + columns.baseUtility(
          of: columns.posts[post.index], for: viewer,
          key: columns.keys[viewer.index].rawValue, isFriend: isFriend,
          freshness: columns.freshness(of: post, at: now)))
  }
}

extension LatentState: ViewingHistory {
  func looks(of viewer: MemberID, at post: PostID, now: Double) -> Int {
    looks.looks(of: viewer, at: post, time: now).count
  }

  func secondsSinceLook(of viewer: MemberID, at post: PostID, now: Double) -> Double? {
    let before = looks.looks(of: viewer, at: post, time: now)
    return before.count > 0 ? before.elapsed : nil
  }

  func recentlySeen(
    by viewer: MemberID, among posts: UInt64, from base: Int, _ kind: FeedPool.Exclusion,
    now: Double, within time: Double
  ) -> UInt64 {
    looks.recent(
      of: viewer, among: posts, from: base, isOpened: kind == .opened, time: now, within: time)
  }

  func looks(at post: PostID) -> Int { Int(lookCounts[post.index]) }

  func sessionsLastWeek(of viewer: MemberID, now: Double) -> Int {
    sessions.count(of: viewer, now: now)
  }
}
