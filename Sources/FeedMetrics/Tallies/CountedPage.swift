import SocialFeed

/// The impressions of a page that count: all except the viewer's own posts.
///
/// One page is worked on at a time, in the same room, which grows to the longest page only. The rows
/// stay in the nearest cache from the first tally to the last.
struct CountedPage: Sendable {
  /// An impression of somebody else's post.
  struct Impression: Sendable {
    var post: UInt32 = 0
    var category: UInt32 = 0
    /// Seconds since the post was created.
    var age: Int32 = 0
    /// In the slate, from 1.
    var position: Int32 = 0
    var examined = false
    /// The weight of the position.
    var weight = 0.0
    var relevance = 0.0
  }

  private(set) var viewer = 0
  private(set) var request: UInt32 = 0
  private(set) var time: Int32 = 0
  private(set) var surface = Surface.home
  private(set) var ranker = 0
  /// What the pool of the request could have given, with the page that brings the pool.
  var ideal: IdealSlate?
  /// Positions of the first and last post of the page, whoever the author is, from 1.
  private(set) var firstPosition = 1
  private(set) var lastPosition = 0
  /// Impressions that count.
  private(set) var count = 0
  /// Those among them that are examined.
  private(set) var examinedCount = 0
  /// They are the first `count` rows, in order of position; the rest is room.
  private(set) var rows: [Impression] = []
  /// The posts of the rows, side by side.
  private(set) var posts: [UInt32] = []
  /// The weight of each position met so far, the first at 0.
  private var positionWeights: [Double] = []
  private var geometricWeights: [Double] = []

  /// γ: the part of a viewer's patience that each position leaves.
  ///
  /// Source: Moffat & Zobel, *TOIS* 27(1), 2008.
  static let persistence = 0.85

  /// γ^(position − 1).
  func geometricWeight(at position: Int32) -> Double { geometricWeights[Int(position) - 1] }

  /// Takes the impressions of somebody else's posts from a page.
  mutating func fill(from page: borrowing PageObservation, origin: [PostColumns.Origin]) {
    viewer = page.viewer.index
    request = page.request
    time = wholeSeconds(page.time, of: "page")
    surface = page.surface
    ranker = page.ranker
    ideal = nil
    firstPosition = page.offset + 1
    lastPosition = page.offset + page.posts.count
    reserve(rows: page.posts.count, positions: lastPosition)
    (count, examinedCount) = Self.gather(
      page, time: time, origin: origin, positionWeights: positionWeights, into: &rows)
    for row in 0..<count { posts[row] = rows[row].post }
  }

  /// Fills `rows` from their beginning.
  ///
  /// - Returns: The numbers of impressions that count, and of those examined.
  private static func gather(
    _ page: borrowing PageObservation, time: Int32, origin: [PostColumns.Origin],
    positionWeights: [Double], into rows: inout [Impression]
  ) -> (count: Int, examined: Int) {
    let (posts, examined, relevance) = (page.posts.span, page.examined.span, page.relevance.span)
    let (origin, positionWeights) = (origin.span, positionWeights.span)
    var rows = rows.mutableSpan
    var (count, examinedCount) = (0, 0)
    for index in posts.indices {
      let source = origin[posts[index].index]
      guard source.author != page.viewer.rawValue else { continue }
      precondition(time >= source.createdAt, "post \(posts[index]) was shown before its creation")
      rows[count] = Impression(
        post: posts[index].rawValue, category: source.category, age: time - source.createdAt,
        position: Int32(page.offset + index + 1), examined: examined[index],
        weight: positionWeights[page.offset + index], relevance: relevance[index])
      examinedCount += examined[index] ? 1 : 0
      count += 1
    }
    return (count, examinedCount)
  }

  private mutating func reserve(rows count: Int, positions: Int) {
    while rows.count < count {
      rows.append(Impression())
      posts.append(0)
    }
    while positionWeights.count < positions {
      positionWeights.append(PositionDiscount.weight(at: positionWeights.count + 1))
      geometricWeights.append(geometricWeights.last.map { $0 * Self.persistence } ?? 1)
    }
  }
}
