extension Community {
  /// Deletes a post with its entry, its likes, saves, votes and comments, and its texts.
  ///
  /// Its author may, and the owner of the pet that it shows; a guardian may not delete what others
  /// posted. A post's identifier is never given again, and every later call throws that the post does not exist. A
  /// final leaderboard loses it, and no entry moves up onto the list.
  ///
  /// What members learnt from it stays in their affinities: their taste was not undone, only the
  /// post, and views and comments could not be distinguished in the sum anyway.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  /// - Complexity: O(comments + posts of its author or pet that are newer + identifiers of the
  ///   category that are newer, which are moved at once); O(log entries) more for a running entry.
  public mutating func delete(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(DeletionError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    let pet = details.pet(of: post)
    guard posts.author[post.index] == member || pet.map({ pets.owner[$0.index] == member }) ?? false
    else { throw .notAllowed(post, member) }
    advanceClock(to: instant(now))
    remove(post)
    accepted(.act(.delete, post: post, member: member))
  }

  /// Removes a post that is there, and all that hangs on it.
  mutating func remove(_ post: PostID) {
    let pet = details.pet(of: post)
    removeEntry(of: post)
    likes.removeAll(from: post)
    saves.removeAll(from: post)
    friendVotes.removeAll(from: post.index)
    comments.removeAll(from: post)
    details.remove(post)
    posts.comments[post.index] = 0
    posts.privacy[post.index] = nil
    posts.isOpen[post.index] = false
    posts.deletedCount += 1
    let author = posts.author[post.index]
    postsByAuthor.remove(post.rawValue, from: author.index)
    renown -= renown(of: author)
    if let pet { pets.posts.remove(post.rawValue, from: pet.index) }
    let category = Int(posts.category[post.index])
    postsByCategory[category].remove(at: firstIndex(in: category, notBefore: post))
  }

  /// The first index of a category's list whose post is not before `post`. Posts without a category
  /// have a list of their own. O(log posts) in general, O(1) near the end, where feeds read.
  func firstIndex(in category: Int, notBefore post: PostID) -> Int {
    var high = postsByCategory[category].count
    var step = 1
    var low = high
    while low > 0 && postsByCategory[category][low - 1] >= post {
      high = low - 1
      low = max(0, low - step)
      step *= 2
    }
    return (low..<high).partition { postsByCategory[category][$0] < post }
  }
}
