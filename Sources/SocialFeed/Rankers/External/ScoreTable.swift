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
  /// By world, those of every world under −1.
  private let worlds: [Int: WorldScores]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - rows: With finite scores, no world, viewer and post twice. Either all have a world or none,
  ///     and either all have a viewer or none.
  ///   - missing: Finite.
  public init(_ rows: [Row], missing: Double? = nil, source: String, digest: String) {
    precondition(missing?.isFinite ?? true, "a missing score of \(missing!)")
    self.source = source
    self.digest = digest
    self.missing = missing
    var worlds: [Int: WorldScores] = [:]
    for row in rows {
      precondition(row.score.isFinite, "post \(row.post) has a score of \(row.score)")
      precondition(
        (row.world == nil) == (rows[0].world == nil)
          && (row.viewer == nil) == (rows[0].viewer == nil),
        "rows of one shape")
      worlds[row.world ?? -1, default: WorldScores(hasViewers: row.viewer != nil)].add(row)
    }
    self.worlds = worlds
  }

  /// The same scores with another for a post that has none.
  public func replacing(missing: Double?) -> ScoreTable {
    var table = self
    table.missing = missing
    return table
  }

  /// The scores of one world.
  func scores(inWorld world: Int) -> WorldScores {
    worlds[-1] ?? worlds[world] ?? WorldScores(hasViewers: false)
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
  private let hasViewers: Bool
  /// By post, below the viewer where there is one.
  private var scores: [UInt64: Double] = [:]

  init(hasViewers: Bool) { self.hasViewers = hasViewers }

  fileprivate mutating func add(_ row: ScoreTable.Row) {
    let old = scores.updateValue(row.score, forKey: key(row.post, of: row.viewer ?? MemberID(0)))
    precondition(old == nil, "post \(row.post) has two scores")
  }

  /// The score of a post for a viewer, if it has one.
  func score(of post: PostID, for viewer: MemberID) -> Double? { scores[key(post, of: viewer)] }

  @inline(__always)
  private func key(_ post: PostID, of viewer: MemberID) -> UInt64 {
    UInt64(post.rawValue) | (hasViewers ? UInt64(viewer.rawValue) << 32 : 0)
  }
}
