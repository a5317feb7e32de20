internal import Mutants

/// What a member wrote below a post.
public struct Comment: Hashable, Sendable {
  public let id: CommentID
  public let post: PostID
  public let author: MemberID
  /// 1 to 2,000 characters.
  public let text: String
  /// Seconds on the caller's clock.
  public let writtenAt: Double
}

/// Comments of all posts, a column each; those of a post are a chain from the newest back.
struct CommentColumns: Sendable {
  static let none = UInt32.max

  private(set) var text: [String] = []
  private(set) var author: [MemberID] = []
  /// The post, or `nil` once it is deleted.
  private(set) var post: [PostID?] = []
  private(set) var writtenAt: [Double] = []
  /// The comment before it on the same post, or `none`.
  private(set) var previous: [UInt32] = []
  /// The newest comment, or `none`, of each post up to the last that ever had one.
  private var newest: [UInt32] = []

  var count: Int { text.count }

  /// The newest comment on a post, or `none`.
  func newest(on post: PostID) -> UInt32 {
    post.index < newest.count ? newest[post.index] : Self.none
  }

  mutating func append(_ text: String, on post: PostID, by author: MemberID, at time: Double) {
    if post.index >= newest.count {
      newest.append(contentsOf: repeatElement(Self.none, count: post.index + 1 - newest.count))
    }
    previous.append(newest[post.index])
    newest[post.index] = UInt32(count)
    self.text.append(text)
    self.author.append(author)
    self.post.append(post)
    writtenAt.append(time)
  }

  /// Appends a comment of which nothing is left but its number.
  mutating func appendRemoved() {
    previous.append(Self.none)
    text.append("")
    author.append(MemberID(0))
    post.append(nil)
    writtenAt.append(0)
  }

  /// Forgets the texts below a post.
  mutating func removeAll(from post: PostID) {
    var comment = newest(on: post)
    guard comment != Self.none else { return }
    newest[post.index] = Self.none
    while comment != Self.none {
      text[Int(comment)] = ""
      self.post[Int(comment)] = nil
      comment = previous[Int(comment)]
    }
  }
}

extension Community {
  /// How many characters a comment may have.
  public static let commentLimit = 2000

  /// Comments on a post.
  ///
  /// - Parameters:
  ///   - text: 1 to ``commentLimit`` characters.
  ///   - now: Seconds on the caller's clock.
  @discardableResult
  public mutating func comment(
    _ text: String, on post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) -> CommentID {
    try check(post, member)
    guard !text.isEmpty else { throw .emptyComment }
    if let count = text.characters(above: Self.commentLimit) {
      throw .commentTooLong(characters: count)
    }
    let now = instant(now)
    advanceClock(to: now)
    let comment = CommentID(comments.count)
    comments.append(text, on: post, by: member, at: now)
    posts.comments[post.index] += 1
    learn(affinityRule.comment, of: post, by: member, at: now)
    return comment
  }

  /// Comments on a post, newest first, without those of members with a block between them and the
  /// viewer.
  ///
  /// - Parameters:
  ///   - viewer: The viewer; `nil` for an anonymous viewer. The post must be visible to them.
  ///   - last: The last comment of the page before, to go on behind it.
  ///   - limit: How many at most, at least 1.
  /// - Complexity: O(comments looked at).
  public func comments(
    on post: PostID, for viewer: MemberID?, before last: CommentID? = nil, limit: Int = 20
  ) throws(InteractionError) -> [Comment] {
    precondition(limit >= 1, "a page of \(limit) comments")
    if let viewer, !isMember(viewer) { throw .unknownMember(viewer) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard isVisible(post, to: viewer) else { throw .notVisible(post) }
    var next = comments.newest(on: post)
    if let last {
      guard last.index < comments.count, comments.post[last.index] == post else {
        throw .unknownComment(last)
      }
      next = comments.previous[last.index]
    }
    var found: [Comment] = []
    while next != CommentColumns.none && found.count < limit {
      let i = Int(next)
      let id = CommentID(rawValue: next)
      next = comments.previous[i]
      let author = comments.author[i]
      if let viewer, isBlocked(viewer, author), !Mutant.commentsOfBlockedShown.isPlanted {
        continue
      }
      found.append(
        Comment(
          id: id, post: post, author: author, text: comments.text[i],
          writtenAt: comments.writtenAt[i]))
    }
    return found
  }
}
