/// Scores that were worked out elsewhere, of posts or of posts for viewers, the same in every world or each
/// world's own.
///
/// Two are equal when their content has one digest and they have one score for what is missing.
public struct ScoreTable: Sendable {
  /// A score.
  public struct Row: Hashable, Sendable {
    /// The number of the world, from 0; `nil` for every world.
    public let world: Int?
    /// `nil` for every viewer.
    public let viewer: MemberID?
    public let post: PostID
    /// Finite.
    public let score: Double

    public init(world: Int? = nil, viewer: MemberID? = nil, post: PostID, score: Double) {
      self.world = world
      self.viewer = viewer
      self.post = post
      self.score = score
    }
  }

  /// Where the scores come from, for messages.
  public let source: String
  /// What identifies their content, such as its SHA-256 in hex.
  public let digest: String
  /// The score of a post that has none; `nil` to place such posts behind all others that are scored.
  public private(set) var missing: Double?
  /// The scores by world; scores for every world are under −1.
  private let worlds: [Int: WorldScores]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - rows: With finite scores, no world, viewer and post twice. Either all have a world or none,
  ///     and either all have a viewer or none.
  ///   - missing: Finite.
  public init(
    _ rows: [Row], missing: Double? = nil, source: String, digest: String
  ) throws(ScoreTableError) {
    if let missing, !missing.isFinite { throw .missing(missing) }
    self.source = source
    self.digest = digest
    self.missing = missing
    var worlds: [Int: WorldScores] = [:]
    for row in rows {
      guard row.score.isFinite else { throw .score(row.score, of: row.post) }
      guard
        (row.world == nil) == (rows[0].world == nil)
          && (row.viewer == nil) == (rows[0].viewer == nil)
      else { throw .mixedRows(row.post) }
      let isNew = worlds[row.world ?? -1, default: WorldScores(hasViewers: row.viewer != nil)]
        .add(row)
      guard isNew else { throw .twoScores(of: row.post) }
    }
    self.worlds = worlds
  }

  /// The same scores with another for a post that has none.
  package func replacing(missing: Double?) -> ScoreTable {
    var table = self
    table.missing = missing
    return table
  }

  /// The scores of one world.
  func scores(inWorld world: Int) -> WorldScores {
    worlds[-1] ?? worlds[world] ?? WorldScores(hasViewers: false)
  }
}

extension ScoreTable {
  /// A world that was simulated.
  package struct World: Sendable {
    package let number: Int
    /// How many members and posts it had at its end.
    package let members: Int
    package let posts: Int

    package init(number: Int, members: Int, posts: Int) {
      self.number = number
      self.members = members
      self.posts = posts
    }
  }

  /// What some worlds could use of a table.
  package struct Usage: Hashable, Sendable {
    /// How many scores there are for these worlds.
    package fileprivate(set) var scores = 0
    /// How many of them are of a post, or for a member, that none of their worlds had.
    package fileprivate(set) var unused = 0
    /// The numbers of the worlds that have no score, in ascending order.
    package fileprivate(set) var worldsWithout: [Int] = []
    /// Whether members have scores of their own.
    package fileprivate(set) var isByMember = false
  }

  /// What worlds could use of the table, after their end.
  ///
  /// - Parameter simulated: A world may be among them several times, for several arms.
  /// - Complexity: O(scores).
  package func usage(in simulated: [World]) -> Usage {
    var usage = Usage()
    if let scores = worlds[-1] {
      usage.count(scores, in: simulated)
      return usage
    }
    for (number, same) in Dictionary(grouping: simulated, by: \.number).sorted(by: {
      $0.key < $1.key
    }) {
      if let scores = worlds[number] {
        usage.count(scores, in: same)
      } else {
        usage.worldsWithout.append(number)
      }
    }
    return usage
  }
}

extension ScoreTable.Usage {
  fileprivate mutating func count(_ table: WorldScores, in worlds: [ScoreTable.World]) {
    let members = worlds.map(\.members).max() ?? 0
    let posts = worlds.map(\.posts).max() ?? 0
    scores += table.count
    unused += table.count(beyondMembers: members, posts: posts)
    isByMember = isByMember || table.hasViewers
  }
}

extension ScoreTable: Hashable {
  public static func == (left: ScoreTable, right: ScoreTable) -> Bool {
    left.digest == right.digest && left.missing == right.missing
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(missing)
  }
}

/// Scores of posts, or of posts for viewers.
struct WorldScores: Sendable {
  fileprivate let hasViewers: Bool
  /// By post, below the viewer where there is one.
  private var scores: [UInt64: Double] = [:]

  init(hasViewers: Bool) { self.hasViewers = hasViewers }

  /// Adds a score, and answers whether the post had none for the viewer.
  fileprivate mutating func add(_ row: ScoreTable.Row) -> Bool {
    scores.updateValue(row.score, forKey: key(row.post, of: row.viewer ?? MemberID(0))) == nil
  }

  /// The score of a post for a viewer, if it has one.
  func score(of post: PostID, for viewer: MemberID) -> Double? { scores[key(post, of: viewer)] }

  fileprivate var count: Int { scores.count }

  /// How many scores are of a post, or for a member, that is not among so many.
  fileprivate func count(beyondMembers members: Int, posts: Int) -> Int {
    scores.keys.count { key in
      Int(key & 0xFFFF_FFFF) >= posts || hasViewers && Int(key >> 32) >= members
    }
  }

  @inline(__always)
  private func key(_ post: PostID, of viewer: MemberID) -> UInt64 {
    UInt64(post.rawValue) | (hasViewers ? UInt64(viewer.rawValue) << 32 : 0)
  }
}
