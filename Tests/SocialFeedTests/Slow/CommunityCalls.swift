import SocialFeed

/// Every call that changes a community, as ``Community`` has them and as the slow model has them
/// too, so that one sequence of calls can be made on both.
protocol CommunityCalls {
  // MARK: Members
  mutating func join(group: UInt8, now: Double) throws(MembershipError) -> MemberID
  mutating func join(
    username: String, displayName: String, group: UInt8, isPrivate: Bool, now: Double
  ) throws(MembershipError) -> MemberID
  mutating func rename(_ member: MemberID, to username: String) throws(MembershipError)
  mutating func setDisplayName(
    _ displayName: String, of member: MemberID
  ) throws(MembershipError)
  mutating func setBio(_ bio: String, of member: MemberID) throws(MembershipError)
  mutating func setPicture(_ key: String?, of member: MemberID) throws(MembershipError)
  mutating func setAccountKind(_ kind: String, of member: MemberID) throws(MembershipError)
  mutating func setPreferredSetting(
    _ setting: [String], of member: MemberID
  ) throws(MembershipError)
  mutating func deleteAccount(of member: MemberID) throws(MembershipError)
  mutating func setPrivate(
    _ isPrivate: Bool, for member: MemberID, now: Double
  ) throws(MembershipError)

  // MARK: Ties
  mutating func follow(
    _ one: MemberID, _ other: MemberID, now: Double
  ) throws(TieError) -> FollowOutcome
  mutating func unfollow(_ one: MemberID, _ other: MemberID) throws(TieError)
  mutating func removeFollower(
    _ follower: MemberID, of member: MemberID
  ) throws(TieError)
  mutating func approveFollow(
    of follower: MemberID, by member: MemberID, now: Double
  ) throws(TieError)
  mutating func denyFollow(
    of follower: MemberID, by member: MemberID
  ) throws(TieError)
  mutating func withdrawFollow(
    of follower: MemberID, to member: MemberID
  ) throws(TieError)
  mutating func befriend(_ one: MemberID, _ other: MemberID, now: Double) throws(TieError)
  mutating func unfriend(_ one: MemberID, _ other: MemberID) throws(TieError)
  mutating func requestFriendship(
    from one: MemberID, to other: MemberID, now: Double
  ) throws(TieError) -> FriendRequestOutcome
  mutating func approveFriendship(
    from one: MemberID, by other: MemberID, now: Double
  ) throws(TieError)
  mutating func rejectFriendship(
    from one: MemberID, by other: MemberID
  ) throws(TieError)
  mutating func withdrawFriendship(
    from one: MemberID, to other: MemberID
  ) throws(TieError)
  mutating func block(_ one: MemberID, _ other: MemberID) throws(TieError)
  mutating func unblock(_ one: MemberID, _ other: MemberID) throws(TieError)

  // MARK: Notifications
  mutating func markNotificationRead(
    _ number: Int, of member: MemberID
  ) throws(NotificationError)
  mutating func markAllNotificationsRead(of member: MemberID) throws(NotificationError)

  // MARK: Pets
  mutating func addPet(
    owner: MemberID, name: String, type: String, age: Int?, gender: PetGender?, photo: String?
  ) throws(PetError) -> PetID
  mutating func changePet(
    _ pet: PetID, by owner: MemberID, name: String, type: String, age: Int?, gender: PetGender?,
    photo: String?
  ) throws(PetError)
  mutating func deletePet(_ pet: PetID, by owner: MemberID) throws(PetError)
  mutating func inviteGuardian(
    _ guardian: MemberID, of pet: PetID, by owner: MemberID, now: Double
  ) throws(PetError)
  mutating func approveGuardianship(
    of pet: PetID, by guardian: MemberID, now: Double
  ) throws(PetError)
  mutating func rejectGuardianship(
    of pet: PetID, by guardian: MemberID, now: Double
  ) throws(PetError)
  mutating func removeGuardian(
    _ guardian: MemberID, of pet: PetID, by member: MemberID
  ) throws(PetError)

  // MARK: Posts
  mutating func publish(
    author: MemberID, category: CategoryID?, privacy: Privacy, caption: String, media: [Media],
    pet: PetID?, now: Double
  ) throws(PublicationError) -> PostID
  mutating func delete(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(DeletionError)
  mutating func setCaption(
    _ caption: String, of post: PostID, by member: MemberID, now: Double
  ) throws(EditError)
  mutating func setPrivacy(
    _ privacy: Privacy, of post: PostID, by member: MemberID, now: Double
  ) throws(EditError)
  mutating func deleteComment(
    _ comment: CommentID, by member: MemberID, now: Double
  ) throws(InteractionError)
  mutating func view(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError)
  mutating func like(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError)
  mutating func unlike(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError)
  mutating func save(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError)
  mutating func unsave(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError)
  mutating func comment(
    _ text: String, on post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) -> CommentID
  mutating func voteAsFriend(
    for post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError)

  // MARK: Contests
  mutating func rotateContests(now: Double, choosing choose: (_ count: Int) -> Int) -> ContestID?
  mutating func endContest(now: Double) throws(ContestError)
  mutating func enter(_ post: PostID, by member: MemberID, now: Double) throws(ContestError)
  mutating func vote(for post: PostID, by member: MemberID, now: Double) throws(ContestError)
}

extension Community: CommunityCalls {}
