extension Community {
  /// How many characters a caption may have.
  public static let captionLimit = 2200
  /// How many photos and videos a post may have.
  public static let mediaLimit = 10

  /// How many posts there ever were: their identifiers are the numbers below it, the oldest the
  /// lowest. Deleted ones are among them, since no identifier is given twice.
  @inlinable public var postCount: Int { posts.count }

  /// How many of them were deleted.
  public var deletedPostCount: Int { posts.deletedCount }

  /// A post with its stored counts, or `nil` if the post does not exist (any more).
  public func post(_ id: PostID) -> Post? {
    guard isPost(id), let privacy = posts.privacy[id.index] else { return nil }
    let i = id.index
    let details = details[id]
    return Post(
      id: id, author: posts.author[i], category: category(of: id),
      createdAt: posts.createdAt[i], privacy: privacy, caption: details.caption,
      media: details.media, pet: details.pet, views: Int(posts.views[i]),
      likes: likes.count(of: id), comments: Int(posts.comments[i]), saves: saves.count(of: id),
      friendVotes: friendVotes.count(of: i))
  }

  /// Whether there is such a post, and it was not deleted.
  public func contains(_ post: PostID) -> Bool { isPost(post) }

  /// Who posted it; known of a deleted post too. `nil` for one that there never was.
  @inlinable public func author(of post: PostID) -> MemberID? {
    post.index < posts.count ? posts.author[post.index] : nil
  }

  /// The category it was published in; known of a deleted post too. `nil` for a post without one, and
  /// for one that there never was.
  @inlinable public func category(of post: PostID) -> CategoryID? {
    guard post.index < posts.count else { return nil }
    let category = Int(posts.category[post.index])
    return category < categoryCount ? CategoryID(category) : nil
  }

  /// When it was published, in seconds on the caller's clock; known of a deleted post too. `nil` for
  /// one that there never was.
  @inlinable public func createdAt(_ post: PostID) -> Double? {
    post.index < posts.count ? posts.createdAt[post.index] : nil
  }

  /// Publishes a post.
  ///
  /// A post without a category stands in every feed, and no affinity is learnt from it.
  ///
  /// - Parameters:
  ///   - category: One of ``categoryCount``, or `nil` for none.
  ///   - caption: At most ``captionLimit`` characters.
  ///   - media: At most ``mediaLimit`` photos and videos, whose keys are not empty; the first is the
  ///     cover, to which feeds link.
  ///   - pet: One whose owner or approved guardian the author is.
  ///   - now: Seconds on the caller's clock.
  @discardableResult
  public mutating func publish(
    author: MemberID, category: CategoryID? = nil, privacy: Privacy = .everyone,
    caption: String = "", media: [Media] = [], pet: PetID? = nil, now: Double
  ) throws(PublicationError) -> PostID {
    guard isMember(author) else { throw .unknownMember(author) }
    if let category, category.index >= categoryCount {
      throw .unknownCategory(category, count: categoryCount)
    }
    try check(caption, media, pet, of: author)
    let now = instant(now)
    advanceClock(to: now)
    let post = PostID(posts.count)
    posts.author.append(author)
    let list = category?.index ?? categoryCount
    posts.category.append(UInt8(list))
    posts.privacy.append(privacy)
    posts.isOpen.append(privacy == .everyone && pet == nil && !members.isPrivate(author))
    posts.createdAt.append(now)
    posts.views.append(0)
    posts.comments.append(0)
    posts.entry.append(PostColumns.noEntry)
    postsByCategory[list].append(post)
    postsByAuthor.append(post.rawValue, to: author.index)
    renown += renown(of: author)
    details.insert(PostDetails.Row(caption: caption, media: media, pet: pet), for: post)
    if let pet { pets.posts.append(post.rawValue, to: pet.index) }
    accepted(
      .publish(
        post: post, author: author, category: category, privacy: privacy, caption: caption,
        media: media, pet: pet))
    return post
  }

  @inline(__always)
  private func check(
    _ caption: String, _ media: [Media], _ pet: PetID?, of author: MemberID
  ) throws(PublicationError) {
    if let count = caption.characters(above: Self.captionLimit) {
      throw .captionTooLong(characters: count)
    }
    guard media.count <= Self.mediaLimit else { throw .tooManyMedia(media.count) }
    guard media.allSatisfy({ !$0.key.isEmpty }) else { throw .emptyMediaKey }
    guard let pet else { return }
    guard isPet(pet) else { throw .unknownPet(pet) }
    guard pets.isKept(pet, by: author) else { throw .petOfOthers(pet, author) }
  }

  /// Whether a post is a member's own: by the author, the owner of the pet it shows, or one of the
  /// pet's approved guardians. No for a post that there never was.
  @inline(__always)
  public func isOwn(_ post: PostID, _ member: MemberID) -> Bool {
    guard post.index < posts.count else { return false }
    return posts.author[post.index] == member || pets.count > 0 && isOfPet(post, of: member)
  }

  /// Whether a post shows a pet of a member's. Apart, so that columns of pets are not read without pets.
  @inline(never)
  private func isOfPet(_ post: PostID, of member: MemberID) -> Bool {
    guard let pet = details.pet(of: post) else { return false }
    return pets.isKept(pet, by: member)
  }

  /// Whether there is such a post, and it was not deleted.
  func isPost(_ post: PostID) -> Bool {
    post.index < posts.count && posts.privacy[post.index] != nil
  }
}

extension String {
  /// How many characters it has, if they are more than this. O(length) only if its bytes are more.
  func characters(above limit: Int) -> Int? {
    guard utf8.count > limit else { return nil }
    let count = count
    return count > limit ? count : nil
  }
}

extension Community {
  /// The newest post by a member that is still there, if there is one. O(1).
  public func newestPost(by author: MemberID) -> PostID? {
    guard isMember(author) else { return nil }
    let range = postsByAuthor.range(of: author.index)
    guard let last = range.last else { return nil }
    return PostID(rawValue: postsByAuthor.element(at: last))
  }

  /// How many posts that are still there a member published in the 24 hours before an instant, at which others may
  /// still be published.
  ///
  /// - Complexity: O(posts by the member since the start of that day).
  func postCount(by author: MemberID, inDayBefore time: Double) -> Int {
    var count = 0
    for index in postsByAuthor.range(of: author.index).reversed() {
      let createdAt = posts.createdAt[Int(postsByAuthor.element(at: index))]
      guard createdAt >= time - 86_400 else { break }
      if createdAt < time { count += 1 }
    }
    return count
  }
}
