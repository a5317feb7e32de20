/// What the posts shown to sampled members have in common, in some feeds.
struct SampledPosts: Sendable {
  /// Members with impressions, all their impressions, and the number of different posts and authors of each, added up.
  private(set) var members = 0
  private(set) var impressions = 0
  private(set) var pairsWithPosts = 0
  private(set) var pairsWithAuthors = 0
  /// For each post Σ |Sᵤ|^−½, Σ 1 / |Sᵤ| and the number of the members *u* that it was shown to, Sᵤ the
  /// posts shown to *u*.
  private(set) var rootShare: [Double]
  private(set) var share: [Double]
  private(set) var viewers: [UInt32]
  /// For each author Σ |Aᵤ|^−½ over the members *u*, Aᵤ the authors shown to *u*.
  private(set) var authorRootShare: [Double]
  /// Σ over members of the largest share of one author in the posts shown.
  private(set) var topAuthorShare = CompensatedSum()

  /// Posts by each author among those shown to the current member.
  private var ofAuthor: [UInt32]
  private var authorsAtHand: [Int] = []

  /// - Complexity: O(*s*), where *s* is the number of pairs of a sampled member and a post shown to it.
  ///
  /// - Parameter countsAuthors: Whether a metric of authors is computed.
  init(
    _ feeds: [ShownPostsTally], sample: MemberSample, posts: PostColumns, members: MemberColumns,
    countsAuthors: Bool
  ) {
    rootShare = Array(repeating: 0, count: posts.count)
    share = rootShare
    viewers = Array(repeating: 0, count: posts.count)
    authorRootShare = Array(repeating: 0, count: members.count)
    ofAuthor = Array(repeating: 0, count: members.count)
    for slot in sample.slotsByMember {
      var shown: [UInt32] = []
      for feed in feeds.indices {
        let count = feeds[feed].records[slot].impressions
        guard count > 0 else { continue }
        impressions += count
        shown = Self.union(shown, feeds[feed].records[slot].posts.elements)
      }
      guard !shown.isEmpty else { continue }
      add(shown)
      if countsAuthors { addAuthors(of: shown, by: posts) }
    }
  }

  private mutating func add(_ shown: [UInt32]) {
    members += 1
    pairsWithPosts += shown.count
    let count = Double(shown.count)
    let (root, part) = (1 / count.squareRoot(), 1 / count)
    for post in shown {
      rootShare[Int(post)] += root
      share[Int(post)] += part
      viewers[Int(post)] += 1
    }
  }

  private mutating func addAuthors(of shown: [UInt32], by posts: PostColumns) {
    for post in shown {
      let author = Int(posts.origin[Int(post)].author)
      if ofAuthor[author] == 0 { authorsAtHand.append(author) }
      ofAuthor[author] += 1
    }
    pairsWithAuthors += authorsAtHand.count
    let root = 1 / Double(authorsAtHand.count).squareRoot()
    var most: UInt32 = 0
    for author in authorsAtHand {
      authorRootShare[author] += root
      most = max(most, ofAuthor[author])
      ofAuthor[author] = 0
    }
    authorsAtHand.removeAll(keepingCapacity: true)
    topAuthorShare.add(Double(most) / Double(shown.count))
  }

  /// What is in one of two ascending lists or in both, ascending.
  private static func union(_ one: [UInt32], _ other: [UInt32]) -> [UInt32] {
    if one.isEmpty { return other }
    if other.isEmpty { return one }
    var union: [UInt32] = []
    union.reserveCapacity(one.count + other.count)
    var (first, second) = (0, 0)
    while first < one.count && second < other.count {
      let (a, b) = (one[first], other[second])
      union.append(min(a, b))
      first += a <= b ? 1 : 0
      second += b <= a ? 1 : 0
    }
    union.append(contentsOf: one[first...])
    union.append(contentsOf: other[second...])
    return union
  }
}
