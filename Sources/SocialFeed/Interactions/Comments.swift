/// What a member wrote below a post.
public struct Comment: Hashable, Codable, Sendable {
  public let id: CommentID
  public let post: PostID
  public let author: MemberID
  /// 1 to 2,000 characters.
  public let text: String
  /// Seconds on the caller's clock.
  public let writtenAt: Double

  /// Puts a comment together, as a fixture of an app's tests.
  public init(id: CommentID, post: PostID, author: MemberID, text: String, writtenAt: Double) {
    self.id = id
    self.post = post
    self.author = author
    self.text = text
    self.writtenAt = writtenAt
  }
}

/// Comments of all posts, a column each; a post's comments are a chain from the newest back.
struct CommentColumns: Sendable {
  static let none = UInt32.max

  private(set) var text: [String] = []
  private(set) var author: [MemberID] = []
  /// The post, or `nil` once it or the comment is deleted.
  private(set) var post: [PostID?] = []
  private(set) var writtenAt: [Double] = []
  /// The comment before it on the same post, or `none`.
  private(set) var previous: [UInt32] = []
  /// The newest comment, or `none`, of each post up to the last that ever had one.
  private var newest: [UInt32] = []

  var count: Int { text.count }

  mutating func reserveCapacity(_ count: Int) {
    text.reserveCapacity(count)
    author.reserveCapacity(count)
    post.reserveCapacity(count)
    writtenAt.reserveCapacity(count)
    previous.reserveCapacity(count)
  }

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

  /// Takes a comment out of its post's chain, and forgets its text. O(newer ones on the post).
  mutating func remove(_ comment: CommentID, from post: PostID) {
    remove(from: post, downTo: comment.rawValue) { $0 == comment.rawValue }
  }

  /// Appends a deleted comment, which has only its number.
  mutating func appendRemoved() {
    previous.append(Self.none)
    text.append("")
    author.append(MemberID(0))
    post.append(nil)
    writtenAt.append(0)
  }

  /// Forgets all comments by an author, and returns the post of each. O(comments).
  mutating func removeAll(by author: MemberID) -> [PostID] {
    let authors = self.author
    let found = post.indices.filter { post[$0] != nil && authors[$0] == author }
    let posts = found.map { post[$0]! }
    // A chain is walked once, however many of its comments are the author's, and to their oldest.
    var walked: Set<PostID> = []
    for (post, oldest) in zip(posts, found) where walked.insert(post).inserted {
      remove(from: post, downTo: UInt32(oldest)) { authors[Int($0)] == author }
    }
    return posts
  }

  /// Takes comments out of the chain of a post, and forgets their texts. O(comments looked at).
  ///
  /// - Parameter oldest: The last that is looked at, from the newest on; it is in the chain.
  private mutating func remove(
    from post: PostID, downTo oldest: UInt32, where isRemoved: (UInt32) -> Bool
  ) {
    var (comment, newer) = (newest[post.index], Self.none)
    while comment != Self.none && comment >= oldest {
      let next = previous[Int(comment)]
      if !isRemoved(comment) {
        newer = comment
      } else {
        if newer == Self.none { newest[post.index] = next } else { previous[Int(newer)] = next }
        text[Int(comment)] = ""
        self.post[Int(comment)] = nil
      }
      comment = next
    }
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
    accepted(.comment(comment: comment, text: text, post: post, member: member))
    return comment
  }

  /// Comments on a post, newest first, without comments by members with a block between them and the viewer.
  ///
  /// - Parameters:
  ///   - viewer: The viewer; `nil` for an anonymous viewer. The post must be visible to them.
  ///   - last: The last comment of the page before: the list continues after it, also when it was
  ///     deleted.
  ///   - limit: How many at most, at least 1.
  /// - Complexity: O(comments looked at), and O(newer comments on the post) more where `last` was
  ///   deleted.
  public func comments(
    on post: PostID, for viewer: MemberID?, before last: CommentID? = nil, limit: Int = 20
  ) throws(InteractionError) -> [Comment] {
    guard limit >= 1 else { throw .pageTooSmall(limit) }
    if let viewer, !isMember(viewer) { throw .unknownMember(viewer) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard isVisible(post, to: viewer) else { throw .notVisible(post) }
    var next = comments.newest(on: post)
    if let last {
      guard last.index < comments.count, comments.post[last.index] ?? post == post else {
        throw .unknownComment(last)
      }
      // A deleted comment is not in the chain any more, but older ones still have lower numbers.
      if comments.post[last.index] != nil { next = last.rawValue }
      while next != CommentColumns.none && next >= last.rawValue {
        next = comments.previous[Int(next)]
      }
    }
    var found: [Comment] = []
    while next != CommentColumns.none && found.count < limit {
      let i = Int(next)
      let id = CommentID(rawValue: next)
      next = comments.previous[i]
      let author = comments.author[i]
      if let viewer, isBlocked(viewer, author) { continue }
      found.append(
        Comment(
          id: id, post: post, author: author, text: comments.text[i],
          writtenAt: comments.writtenAt[i]))
    }
    return found
  }
}

extension Community {
  /// Whether there is such a comment, and neither it nor its post was deleted.
  public func contains(_ comment: CommentID) -> Bool {
    comment.index < comments.count && comments.post[comment.index] != nil
  }

  /// Deletes a comment: its author may, though the post has become hidden, and so may the author of
  /// the post and the owner of the pet that it shows.
  ///
  /// A comment's identifier is never given again. What its author learnt by writing it stays, as it does
  /// when a post is deleted, and so do notifications, none of which is about a comment.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  /// - Complexity: O(newer comments on the post).
  public mutating func deleteComment(
    _ comment: CommentID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard contains(comment), let post = comments.post[comment.index] else {
      throw .unknownComment(comment)
    }
    let isAllowed =
      comments.author[comment.index] == member || posts.author[post.index] == member
      || details.pet(of: post).map { pets.owner[$0.index] == member } ?? false
    guard isAllowed else { throw .notAllowed(comment, member) }
    advanceClock(to: instant(now))
    comments.remove(comment, from: post)
    posts.comments[post.index] -= 1
    accepted(.deleteComment(comment: comment, member: member))
  }
}
