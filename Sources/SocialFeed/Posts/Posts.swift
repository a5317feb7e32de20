/// Who may see a post.
@frozen public enum Privacy: UInt8, CaseIterable, Hashable, Sendable {
  case everyone, friendsOnly, onlyMe
}

/// A post as pages carry it.
public struct Post: Hashable, Sendable {
  public let id: PostID
  public let author: MemberID
  public let category: CategoryID
  /// Seconds on the caller's clock.
  public let createdAt: Double
  public let privacy: Privacy
  /// How often its detail was opened.
  public let views: Int
  /// Members who like it now.
  public let likes: Int
  /// Comments, however many by one member.
  public let comments: Int
  /// Members who have it saved now.
  public let saves: Int
}

/// What the community knows of its posts, a column each.
struct PostColumns: Sendable {
  static let noEntry = UInt32.max

  var author: [MemberID] = []
  var category: [UInt8] = []
  var privacy: [Privacy] = []
  var createdAt: [Double] = []
  var views: [UInt32] = []
  var likes: [UInt32] = []
  var comments: [UInt32] = []
  var saves: [UInt32] = []
  /// The post's place among all contest entries, or `noEntry`.
  var entry: [UInt32] = []

  var count: Int { author.count }

  mutating func reserveCapacity(_ count: Int) {
    author.reserveCapacity(count)
    category.reserveCapacity(count)
    privacy.reserveCapacity(count)
    createdAt.reserveCapacity(count)
    views.reserveCapacity(count)
    likes.reserveCapacity(count)
    comments.reserveCapacity(count)
    saves.reserveCapacity(count)
    entry.reserveCapacity(count)
  }
}

/// Why a publication was refused.
public enum PublicationError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownCategory(CategoryID, count: Int)
}

extension PublicationError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownCategory(let category, let count):
      "there is no category \(category); categories are 0 to \(count - 1)"
    }
  }
}

extension Community {
  /// How many posts there are, the oldest with the lowest identifiers.
  public var postCount: Int { posts.count }

  /// A post with its stored counts.
  public func post(_ id: PostID) -> Post {
    let i = id.index
    return Post(
      id: id, author: posts.author[i], category: CategoryID(Int(posts.category[i])),
      createdAt: posts.createdAt[i], privacy: posts.privacy[i], views: Int(posts.views[i]),
      likes: Int(posts.likes[i]), comments: Int(posts.comments[i]), saves: Int(posts.saves[i]))
  }

  /// Who posted it.
  public func author(of post: PostID) -> MemberID { posts.author[post.index] }

  /// The category it was published in.
  public func category(of post: PostID) -> CategoryID {
    CategoryID(Int(posts.category[post.index]))
  }

  /// When it was published, in seconds on the caller's clock.
  public func createdAt(_ post: PostID) -> Double { posts.createdAt[post.index] }

  /// Publishes a post.
  ///
  /// - Parameter now: Seconds on the caller's clock, not before the last publication.
  @discardableResult
  public mutating func publish(
    author: MemberID, category: CategoryID, privacy: Privacy = .everyone, now: Double
  ) throws(PublicationError) -> PostID {
    guard isMember(author) else { throw .unknownMember(author) }
    guard category.index < categoryCount else {
      throw .unknownCategory(category, count: categoryCount)
    }
    precondition(
      now >= posts.createdAt.last ?? now, "published at \(now), before \(posts.createdAt.last!)")
    let post = PostID(posts.count)
    posts.author.append(author)
    posts.category.append(UInt8(category.index))
    posts.privacy.append(privacy)
    posts.createdAt.append(now)
    posts.views.append(0)
    posts.likes.append(0)
    posts.comments.append(0)
    posts.saves.append(0)
    posts.entry.append(PostColumns.noEntry)
    postsByCategory[category.index].append(post)
    postsByAuthor.append(post.rawValue, to: author.index)
    checkInvariants()
    return post
  }

  func isPost(_ post: PostID) -> Bool { post.index < posts.count }
}
