/// Why a list of posts, or of members who did something with a post, was refused.
public enum PostListError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPet(PetID)
  case unknownPost(PostID)
  /// The post is hidden from the viewer.
  case notVisible(PostID)
  /// A page of fewer than one.
  case pageTooSmall(Int)
}

extension PostListError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPet(let pet): "there is no pet \(pet)"
    case .unknownPost(let post): "there is no post \(post)"
    case .notVisible(let post): "post \(post) is not visible to the member"
    case .pageTooSmall(let limit): "a page of \(limit) is asked for; the least is 1"
    }
  }
}

extension Community {
  /// The posts of a member that a viewer may see, newest first: the member's profile.
  ///
  /// - Parameters:
  ///   - viewer: `nil` for an anonymous viewer.
  ///   - last: The last post of the page before: the list continues after it. It need not be in the
  ///     list.
  ///   - limit: How many at most, at least 1.
  /// - Complexity: O(log(posts by the member) + posts looked at).
  public func posts(
    by author: MemberID, for viewer: MemberID?, before last: PostID? = nil, limit: Int = 20
  ) throws(PostListError) -> [PostID] {
    guard isMember(author) else { throw .unknownMember(author) }
    return try newest(of: postsByAuthor, author.index, for: viewer, before: last, limit: limit)
  }

  /// The posts that show a pet and that a viewer may see, newest first: the pet's gallery.
  ///
  /// - Parameters:
  ///   - viewer: `nil` for an anonymous viewer.
  ///   - last: The last post of the page before: the list continues after it. It need not be in the
  ///     list.
  ///   - limit: How many at most, at least 1.
  /// - Complexity: O(log(posts of the pet) + posts looked at).
  public func posts(
    of pet: PetID, for viewer: MemberID?, before last: PostID? = nil, limit: Int = 20
  ) throws(PostListError) -> [PostID] {
    guard isPet(pet) else { throw .unknownPet(pet) }
    return try newest(of: pets.posts, pet.index, for: viewer, before: last, limit: limit)
  }

  /// The posts that a member has saved and may still see, newest first. It is the member's own list:
  /// the caller has to keep it from others.
  ///
  /// - Parameters:
  ///   - last: The last post of the page before: the list continues after it. It need not be in the
  ///     list.
  ///   - limit: How many at most, at least 1.
  /// - Complexity: O(posts of the community from the page's first to its last), a few nanoseconds
  ///   each: saves are kept by post, so that saving costs no more. The last page looks at all older
  ///   posts, and for a member who never saved any it looks at none.
  public func savedPosts(
    of member: MemberID, before last: PostID? = nil, limit: Int = 20
  ) throws(PostListError) -> [PostID] {
    guard isMember(member) else { throw .unknownMember(member) }
    guard limit >= 1 else { throw .pageTooSmall(limit) }
    guard saves.mayHaveMarks(of: member) else { return [] }
    var found: [PostID] = []
    var index = min(last?.index ?? postCount, postCount)
    while index > 0 && found.count < limit {
      index -= 1
      let post = PostID(index)
      if saves.contains(member, post) && isVisible(post, to: member) { found.append(post) }
    }
    return found
  }

  private func newest(
    of lists: AdjacencyLists, _ node: Int, for viewer: MemberID?, before last: PostID?, limit: Int
  ) throws(PostListError) -> [PostID] {
    if let viewer, !isMember(viewer) { throw .unknownMember(viewer) }
    guard limit >= 1 else { throw .pageTooSmall(limit) }
    var found: [PostID] = []
    for index in lists.range(of: node, below: last?.rawValue ?? .max).reversed() {
      let post = PostID(rawValue: lists.element(at: index))
      if isVisible(post, to: viewer) { found.append(post) }
      if found.count == limit { break }
    }
    return found
  }
}

extension Community {
  /// The members who like a post, those who joined first first, without those across a block from
  /// the viewer.
  ///
  /// - Parameters:
  ///   - viewer: `nil` for an anonymous viewer. The post must be visible to them.
  ///   - last: The last member of the page before: the list continues after it. It need not be in
  ///     the list.
  ///   - limit: How many at most, at least 1.
  /// - Complexity: O(*n* log *n*), where *n* is how many like it.
  public func likers(
    of post: PostID, for viewer: MemberID?, after last: MemberID? = nil, limit: Int = 100
  ) throws(PostListError) -> [MemberID] {
    try members(in: likes.sets, at: post.index, of: post, for: viewer, after: last, limit: limit)
  }

  /// The members who voted for a post as a contest entry, as ``likers(of:for:after:limit:)`` has
  /// those who like it; none for a post that is no entry.
  public func voters(
    for post: PostID, for viewer: MemberID?, after last: MemberID? = nil, limit: Int = 100
  ) throws(PostListError) -> [MemberID] {
    let entry = entryIndex(of: post)
    return try members(
      in: votes, at: entry ?? .max, of: post, for: viewer, after: last, limit: limit)
  }

  /// The members who voted for a post outside any contest, as ``likers(of:for:after:limit:)`` has
  /// those who like it.
  public func friendVoters(
    for post: PostID, for viewer: MemberID?, after last: MemberID? = nil, limit: Int = 100
  ) throws(PostListError) -> [MemberID] {
    try members(in: friendVotes, at: post.index, of: post, for: viewer, after: last, limit: limit)
  }

  private func entryIndex(of post: PostID) -> Int? {
    guard isPost(post), posts.entry[post.index] != PostColumns.noEntry else { return nil }
    return Int(posts.entry[post.index])
  }

  private func members(
    in sets: MemberSets, at node: Int, of post: PostID, for viewer: MemberID?,
    after last: MemberID?, limit: Int
  ) throws(PostListError) -> [MemberID] {
    if let viewer, !isMember(viewer) { throw .unknownMember(viewer) }
    guard limit >= 1 else { throw .pageTooSmall(limit) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard isVisible(post, to: viewer) else { throw .notVisible(post) }
    var found: [MemberID] = []
    sets.forEach(in: node) { member in
      if let last, member <= last { return }
      found.append(member)
    }
    found.sort()
    guard let viewer else { return Array(found.prefix(limit)) }
    // Blocks are asked for the page alone, and not for all who like a viral post.
    var shown: [MemberID] = []
    for member in found where !isBlocked(viewer, member) {
      shown.append(member)
      if shown.count == limit { break }
    }
    return shown
  }
}
