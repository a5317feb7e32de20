/// A call that changed a community, with its arguments after defaults and the identifier that was
/// given, so that another community can make it again.
///
/// To add one: its case here or in one of the enumerations below, its number in `ChangeCode`, its
/// bytes in `Change+Bytes.swift`, and how it is made again in `Community+Apply.swift`; the call itself ends
/// with `accepted(_:)`.
public enum Change: Hashable, Sendable, Codable {
  // MARK: Members
  case join(member: MemberID, group: UInt8)
  case joinNamed(
    member: MemberID, username: String, displayName: String, group: UInt8, isPrivate: Bool)
  case rename(member: MemberID, username: String)
  case setDisplayName(member: MemberID, displayName: String)
  case setPrivate(member: MemberID, isPrivate: Bool)
  case setBio(member: MemberID, bio: String)
  case setPicture(member: MemberID, key: String?)
  case setAccountKind(member: MemberID, kind: String)
  case setPreferredSetting(member: MemberID, setting: [String])
  case deleteAccount(member: MemberID)

  // MARK: Ties and notifications
  /// The two members in the order in which the call has them.
  case tie(TieChange, one: MemberID, other: MemberID)
  case readNotification(number: Int, member: MemberID)
  case readAllNotifications(member: MemberID)

  // MARK: Pets
  case addPet(Pet)
  /// By its owner: the new state of the pet.
  case changePet(Pet)
  case deletePet(pet: PetID, owner: MemberID)
  case guardian(GuardianChange, of: PetID, guardian: MemberID, by: MemberID)

  // MARK: Posts
  case publish(
    post: PostID, author: MemberID, category: CategoryID?, privacy: Privacy, caption: String,
    media: [Media], pet: PetID?)
  case setCaption(post: PostID, caption: String, member: MemberID)
  case setPrivacy(post: PostID, privacy: Privacy, member: MemberID)
  case comment(comment: CommentID, text: String, post: PostID, member: MemberID)
  case deleteComment(comment: CommentID, member: MemberID)
  /// What a member did with a post.
  case act(PostChange, post: PostID, member: MemberID)

  // MARK: Contests
  /// A check, and the contest that it opened, if one was over, under the theme of this name.
  case rotateContests(opened: ContestID?, theme: String?)
  case endContest
}

/// What changed between two members, by the name of the call. The order gives the bytes: new ones come last.
public enum TieChange: String, CaseIterable, Hashable, Sendable, Codable {
  case follow, unfollow, removeFollower, approveFollow, denyFollow, withdrawFollow
  case befriend, unfriend, requestFriendship, approveFriendship, rejectFriendship
  case withdrawFriendship, block, unblock
}

/// What changed in a guardianship. The order gives the bytes: new ones come last.
public enum GuardianChange: String, CaseIterable, Hashable, Sendable, Codable {
  case invite, approve, reject, remove
}

/// What a member did with a post, by the name of the call. The order gives the bytes: new ones come last.
public enum PostChange: String, CaseIterable, Hashable, Sendable, Codable {
  case view, like, unlike, save, unsave, voteAsFriend, enter, vote, delete
}

/// A change and its number and time.
public struct ChangeEvent: Hashable, Sendable, Codable {
  /// How many changes there were before it.
  public let sequence: UInt64
  /// The instant of the change on the community's clock: the call's `now`, or the last instant when
  /// `now` was before it or when the call has none.
  public let time: Double
  public let change: Change

  public init(sequence: UInt64, time: Double, change: Change) {
    self.sequence = sequence
    self.time = time
    self.change = change
  }
}
