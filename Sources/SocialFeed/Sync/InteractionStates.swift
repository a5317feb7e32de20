/// What a member's buttons on a post show, and what stands beside them.
public struct InteractionState: Hashable, Codable, Sendable {
  public let post: PostID
  /// Whether the member likes the post, and has saved it.
  public let isLiked, isSaved: Bool
  /// Counts over all members, this one included.
  public let likeCount, saveCount: Int

  /// States what a post's buttons show to a member.
  public init(post: PostID, isLiked: Bool, isSaved: Bool, likeCount: Int, saveCount: Int) {
    self.post = post
    self.isLiked = isLiked
    self.isSaved = isSaved
    self.likeCount = likeCount
    self.saveCount = saveCount
  }
}

/// The answer to a device that requests the state of posts: only of a member's own buttons.
///
/// An answer can be filled again and again without an allocation.
public struct InteractionStates: Hashable, Codable, Sendable {
  /// How many posts a device may ask for at once.
  public static let limit = 50

  /// Of each post requested that the member may see, in the order of the request.
  public private(set) var states: [InteractionState]
  /// The posts requested that there are not, or that the member may not see, in the order of the request;
  /// the answer does not distinguish the two.
  public private(set) var missing: [PostID]
  /// How many of the states are of posts that the member likes, and has saved.
  public private(set) var likedCount, savedCount: Int

  /// Makes an answer of states and missing posts, by default an empty one, to be filled.
  public init(states: [InteractionState] = [], missing: [PostID] = []) {
    self.states = states
    self.missing = missing
    likedCount = states.count { $0.isLiked }
    savedCount = states.count { $0.isSaved }
  }

  /// How many posts were found.
  public var count: Int { states.count }

  mutating func clear() {
    states.removeAll(keepingCapacity: true)
    missing.removeAll(keepingCapacity: true)
    likedCount = 0
    savedCount = 0
  }

  mutating func append(_ state: InteractionState) {
    states.append(state)
    if state.isLiked { likedCount += 1 }
    if state.isSaved { savedCount += 1 }
  }

  mutating func append(missing post: PostID) { missing.append(post) }
}

extension FeedPage {
  /// Fills a column with what a device shows of each post, as of the request.
  public func fill(_ states: inout [InteractionState]) {
    let none = InteractionState(
      post: PostID(0), isLiked: false, isSaved: false, likeCount: 0, saveCount: 0)
    states.refill(count, from: none) { index in
      InteractionState(
        post: posts[index], isLiked: isLiked[index], isSaved: isSaved[index],
        likeCount: likeCounts[index], saveCount: saveCounts[index])
    }
  }
}
