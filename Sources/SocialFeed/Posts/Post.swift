/// Who may see a post.
@frozen public enum Privacy: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case everyone, friendsOnly, onlyMe
}

/// What a post's media key leads to.
@frozen public enum MediaKind: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case photo, video
}

/// A photo or a video that is kept elsewhere.
public struct Media: Hashable, Sendable, Codable {
  /// The key under which the store of media has it; not empty.
  public let key: String
  public let kind: MediaKind

  public init(key: String, kind: MediaKind = .photo) {
    self.key = key
    self.kind = kind
  }
}

/// A post with its stored counts.
public struct Post: Hashable, Sendable {
  public let id: PostID
  public let author: MemberID
  public let category: CategoryID
  /// Seconds on the caller's clock.
  public let createdAt: Double
  public let privacy: Privacy
  /// Up to 2,200 characters.
  public let caption: String
  public let media: Media?
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
  /// Votes that friends of the author gave it as an ordinary post; those that it has as a contest
  /// entry are in its ``Entry``.
  public let friendVotes: Int
}
