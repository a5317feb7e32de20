/// Who may see a post.
@frozen public enum Privacy: UInt8, CaseIterable, Hashable, Sendable {
  case everyone, friendsOnly, onlyMe
}

/// Who may see a post besides its author: by its ``Privacy`` and the privacy of the author's account.
///
/// A block hides it in any case.
@frozen public enum PostVisibility: UInt8, CaseIterable, Hashable, Sendable {
  case everyone
  /// The followers and friends of an author whose account is private.
  case followers
  case friends
  /// Only the author.
  case author

  public init(_ privacy: Privacy, isAccountPrivate: Bool) {
    self =
      switch privacy {
      case .everyone: isAccountPrivate ? .followers : .everyone
      case .friendsOnly: .friends
      case .onlyMe: .author
      }
  }
}

extension Privacy: WireNamed {
  /// `public`, `friends_only` or `private`.
  public var wireName: String {
    switch self {
    case .everyone: "public"
    case .friendsOnly: "friends_only"
    case .onlyMe: "private"
    }
  }
}

/// What a post's media key leads to.
@frozen public enum MediaKind: UInt8, CaseIterable, Hashable, Sendable {
  case photo, video
}

extension MediaKind: WireNamed {
  /// `photo` or `video`.
  public var wireName: String {
    switch self {
    case .photo: "photo"
    case .video: "video"
    }
  }
}

/// A photo or a video that is kept elsewhere.
public struct Media: Hashable, Codable, Sendable {
  /// The key under which the store of media has it; not empty.
  public let key: String
  public let kind: MediaKind

  public init(key: String, kind: MediaKind = .photo) {
    self.key = key
    self.kind = kind
  }
}

/// A post with its stored counts.
public struct Post: Hashable, Codable, Sendable {
  public let id: PostID
  public let author: MemberID
  /// `nil` for a post that belongs to none.
  public let category: CategoryID?
  /// Seconds on the caller's clock.
  public let createdAt: Double
  public let privacy: Privacy
  /// Up to 2,200 characters.
  public let caption: String
  /// At most ten; the first is the cover, to which feeds link.
  public let media: [Media]
  /// The pet that it shows.
  public let pet: PetID?
  /// How often its detail was opened.
  public let views: Int
  /// Members who like it now.
  public let likes: Int
  /// Comments, however many by one member.
  public let comments: Int
  /// Members who have it saved now.
  public let saves: Int
  /// Votes outside any contest: of the author's friends, or of all who see it where
  /// ``Community/strangersMayVote``. Those that it has as a contest entry are in its ``Entry``.
  public let friendVotes: Int

  /// Puts a post together, as a fixture of an app's tests.
  public init(
    id: PostID, author: MemberID, category: CategoryID? = nil, createdAt: Double,
    privacy: Privacy = .everyone, caption: String = "", media: [Media] = [], pet: PetID? = nil,
    views: Int = 0, likes: Int = 0, comments: Int = 0, saves: Int = 0, friendVotes: Int = 0
  ) {
    self.id = id
    self.author = author
    self.category = category
    self.createdAt = createdAt
    self.privacy = privacy
    self.caption = caption
    self.media = media
    self.pet = pet
    self.views = views
    self.likes = likes
    self.comments = comments
    self.saves = saves
    self.friendVotes = friendVotes
  }
}
