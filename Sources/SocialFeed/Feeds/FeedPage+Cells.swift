extension FeedPage {
  /// What a client shows of a post on a page.
  public struct Cell: Hashable, Sendable {
    public let post: PostID
    public let author: MemberID
    /// The author's names: ``Community/username(of:)`` and ``Community/displayName(of:)``.
    public let username, displayName: String
    /// The media key of the author's profile picture.
    public let picture: String?
    /// What kind of account the author has; see ``MemberProfile/kind``.
    public let accountKind: String
    /// Seconds on the caller's clock.
    public let createdAt: Double
    /// `nil` for a post without one.
    public let category: CategoryID?
    /// What the host calls the category; `nil` for a post without one and for a category without a name.
    public let categoryName: String?
    public let caption: String
    public let media: [Media]
    /// A signed link to each of the media, in their order; empty where the request wanted no links.
    public let mediaLinks: [MediaLink]
    /// The pet that it shows.
    public let pet: PetID?
    /// Whether the viewer is friends with the author, likes the post and has saved it.
    public let isFromFriend, isLiked, isSaved: Bool
    public let likeCount, commentCount, saveCount: Int
    /// The post in its contest, with its votes; `nil` for a post that was not entered.
    public let entry: Entry?
    /// Votes outside any contest: of the author's friends, or of all who see it where
    /// ``Community/strangersMayVote``.
    public let friendVotes: Int
    /// Whether the viewer has voted for it: as an entry where it is one, or else outside any
    /// contest.
    public let hasVoted: Bool
  }
}

extension Community {
  /// The cells that a client shows for the posts of a page, in its order: the page's values are as of the request, the
  /// rest is current. A post that was deleted meanwhile is left out.
  ///
  /// - Complexity: O(posts of the page).
  public func cells(of page: FeedPage) -> [FeedPage.Cell] {
    (0..<page.count).compactMap { index in cell(index, of: page) }
  }

  private func cell(_ index: Int, of page: FeedPage) -> FeedPage.Cell? {
    let (id, author) = (page.posts[index], page.authors[index])
    guard let username = username(of: author), let displayName = displayName(of: author),
      let post = post(id)
    else { return nil }
    let entry = entry(of: id)
    return FeedPage.Cell(
      post: id, author: author, username: username,
      displayName: displayName, picture: picture(of: author),
      accountKind: members.kinds[author], createdAt: post.createdAt, category: post.category,
      categoryName: post.category.flatMap { categoryNames.name(of: $0) }, caption: post.caption,
      media: post.media,
      mediaLinks: index < page.mediaLinks.count ? page.mediaLinks[index] : [], pet: post.pet,
      isFromFriend: page.isFromFriend[index], isLiked: page.isLiked[index],
      isSaved: page.isSaved[index], likeCount: page.likeCounts[index],
      commentCount: page.commentCounts[index], saveCount: page.saveCounts[index], entry: entry,
      friendVotes: post.friendVotes,
      hasVoted: page.viewer.map {
        entry == nil ? hasVotedAsFriend(for: id, by: $0) : hasVoted(for: id, by: $0)
      } ?? false)
  }
}
