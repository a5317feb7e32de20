import SocialFeed

/// A call that changes a community, as data.
enum Call: Hashable {
  case join(group: UInt8)
  case joinAs(Profile)
  case rename(MemberID, String)
  case setDisplayName(MemberID, String)
  case setPrivate(MemberID, Bool)
  case deleteAccount(MemberID)
  case setBio(MemberID, String)
  case setPicture(MemberID, String?)
  case setAccountKind(MemberID, String)
  case setPreferredSetting(MemberID, [String])

  case follow(MemberID, MemberID)
  case unfollow(MemberID, MemberID)
  /// Of the first, by the second; so are all that follow.
  case removeFollower(MemberID, MemberID)
  case approveFollow(MemberID, MemberID)
  case denyFollow(MemberID, MemberID)
  case withdrawFollow(MemberID, MemberID)
  case befriend(MemberID, MemberID)
  case unfriend(MemberID, MemberID)
  case requestFriendship(MemberID, MemberID)
  case approveFriendship(MemberID, MemberID)
  case rejectFriendship(MemberID, MemberID)
  case withdrawFriendship(MemberID, MemberID)
  case block(MemberID, MemberID)
  case unblock(MemberID, MemberID)

  case markRead(Int, MemberID)
  case markAllRead(MemberID)

  case addPet(PetDraft)
  /// By a member, who may not be the owner that the draft names.
  case changePet(PetID, MemberID, PetDraft)
  case deletePet(PetID, MemberID)
  /// A guardian, the pet and who invites.
  case inviteGuardian(MemberID, PetID, MemberID)
  case approveGuardianship(PetID, MemberID)
  case rejectGuardianship(PetID, MemberID)
  /// A guardian, the pet and who ends it.
  case removeGuardian(MemberID, PetID, MemberID)

  case publish(PostDraft)
  case delete(PostID, MemberID)
  case setCaption(String, PostID, MemberID)
  case setPrivacy(Privacy, PostID, MemberID)
  case deleteComment(CommentID, MemberID)
  case view(PostID, MemberID)
  case like(PostID, MemberID)
  case unlike(PostID, MemberID)
  case save(PostID, MemberID)
  case unsave(PostID, MemberID)
  case comment(String, PostID, MemberID)
  case voteAsFriend(PostID, MemberID)

  /// With the number of a theme, which may be any.
  case rotateContests(theme: Int)
  case endContest
  case enter(PostID, MemberID)
  case vote(PostID, MemberID)
}

/// What somebody joins with.
struct Profile: Hashable {
  var username: String
  var displayName = ""
  var group: UInt8 = 0
  var isPrivate = false
}

/// What a pet is added with.
struct PetDraft: Hashable {
  var owner: MemberID
  var name: String
  var type: String
  var age: Int?
  var gender: PetGender?
  var photo: String?
}

/// What a post is published with.
struct PostDraft: Hashable {
  var author: MemberID
  var category: CategoryID?
  var privacy = Privacy.everyone
  var caption = ""
  var media: [Media] = []
  var pet: PetID?
}

/// What came of a call.
enum Outcome: Hashable {
  case done
  /// An identifier, or what became of a wish.
  case answered(AnyHashable)
  /// With the typed error.
  case refused(AnyHashable)
}

extension CommunityCalls {
  mutating func apply(_ call: Call, now: Double) -> Outcome {
    do {
      guard let answer = try answer(call, now: now) else { return .done }
      return .answered(answer)
    } catch let error as any (Error & Hashable) {
      return .refused(AnyHashable(error))
    } catch {
      preconditionFailure("an error of no known type: \(error)")
    }
  }

  private mutating func answer(_ call: Call, now: Double) throws -> AnyHashable? {
    switch call {
    case .join(let group): return try join(group: group, now: now)
    case .joinAs(let profile):
      return try join(
        username: profile.username, displayName: profile.displayName, group: profile.group,
        isPrivate: profile.isPrivate, now: now)
    case .rename(let member, let name): try rename(member, to: name)
    case .setDisplayName(let member, let name): try setDisplayName(name, of: member)
    case .deleteAccount(let member): try deleteAccount(of: member)
    case .setBio(let member, let bio): try setBio(bio, of: member)
    case .setPicture(let member, let key): try setPicture(key, of: member)
    case .setAccountKind(let member, let kind): try setAccountKind(kind, of: member)
    case .setPreferredSetting(let member, let setting):
      try setPreferredSetting(setting, of: member)
    case .setPrivate(let member, let isPrivate):
      try setPrivate(isPrivate, for: member, now: now)
    case .follow, .unfollow, .removeFollower, .approveFollow, .denyFollow, .withdrawFollow,
      .befriend, .unfriend, .requestFriendship, .approveFriendship, .rejectFriendship,
      .withdrawFriendship, .block, .unblock:
      return try answerTie(call, now: now)
    case .markRead(let number, let member): try markNotificationRead(number, of: member)
    case .markAllRead(let member): try markAllNotificationsRead(of: member)
    case .addPet, .changePet, .deletePet, .inviteGuardian, .approveGuardianship,
      .rejectGuardianship,
      .removeGuardian:
      return try answerPet(call, now: now)
    default: return try answerPost(call, now: now)
    }
    return nil
  }

  private mutating func answerPet(_ call: Call, now: Double) throws -> AnyHashable? {
    switch call {
    case .addPet(let draft):
      return try addPet(
        owner: draft.owner, name: draft.name, type: draft.type, age: draft.age,
        gender: draft.gender, photo: draft.photo)
    case .changePet(let pet, let owner, let draft):
      try changePet(
        pet, by: owner, name: draft.name, type: draft.type, age: draft.age, gender: draft.gender,
        photo: draft.photo)
    case .deletePet(let pet, let owner): try deletePet(pet, by: owner)
    case .inviteGuardian(let guardian, let pet, let owner):
      try inviteGuardian(guardian, of: pet, by: owner, now: now)
    case .approveGuardianship(let pet, let guardian):
      try approveGuardianship(of: pet, by: guardian, now: now)
    case .rejectGuardianship(let pet, let guardian):
      try rejectGuardianship(of: pet, by: guardian, now: now)
    case .removeGuardian(let guardian, let pet, let member):
      try removeGuardian(guardian, of: pet, by: member)
    default: preconditionFailure("not about a pet: \(call)")
    }
    return nil
  }

  private mutating func answerTie(_ call: Call, now: Double) throws -> AnyHashable? {
    switch call {
    case .follow(let one, let other): return try follow(one, other, now: now)
    case .unfollow(let one, let other): try unfollow(one, other)
    case .removeFollower(let one, let other): try removeFollower(one, of: other)
    case .approveFollow(let one, let other): try approveFollow(of: one, by: other, now: now)
    case .denyFollow(let one, let other): try denyFollow(of: one, by: other)
    case .withdrawFollow(let one, let other): try withdrawFollow(of: one, to: other)
    case .befriend(let one, let other): try befriend(one, other, now: now)
    case .unfriend(let one, let other): try unfriend(one, other)
    case .requestFriendship(let one, let other):
      return try requestFriendship(from: one, to: other, now: now)
    case .approveFriendship(let one, let other):
      try approveFriendship(from: one, by: other, now: now)
    case .rejectFriendship(let one, let other):
      try rejectFriendship(from: one, by: other)
    case .withdrawFriendship(let one, let other):
      try withdrawFriendship(from: one, to: other)
    case .block(let one, let other): try block(one, other)
    case .unblock(let one, let other): try unblock(one, other)
    default: preconditionFailure("not about a tie: \(call)")
    }
    return nil
  }

  private mutating func answerPost(_ call: Call, now: Double) throws -> AnyHashable? {
    switch call {
    case .publish(let draft):
      return try publish(
        author: draft.author, category: draft.category, privacy: draft.privacy,
        caption: draft.caption, media: draft.media, pet: draft.pet, now: now)
    case .delete(let post, let member): try delete(post, by: member, now: now)
    case .setCaption(let caption, let post, let member):
      try setCaption(caption, of: post, by: member, now: now)
    case .setPrivacy(let privacy, let post, let member):
      try setPrivacy(privacy, of: post, by: member, now: now)
    case .deleteComment(let comment, let member):
      try deleteComment(comment, by: member, now: now)
    case .view(let post, let member): try view(post, by: member, now: now)
    case .like(let post, let member): try like(post, by: member, now: now)
    case .unlike(let post, let member): try unlike(post, by: member, now: now)
    case .save(let post, let member): try save(post, by: member, now: now)
    case .unsave(let post, let member): try unsave(post, by: member, now: now)
    case .comment(let text, let post, let member):
      return try comment(text, on: post, by: member, now: now)
    case .voteAsFriend(let post, let member):
      try voteAsFriend(for: post, by: member, now: now)
    case .rotateContests(let theme):
      return rotateContests(now: now) { _ in theme }.map { AnyHashable($0) }
    case .endContest: try endContest(now: now)
    case .enter(let post, let member): try enter(post, by: member, now: now)
    case .vote(let post, let member): try vote(for: post, by: member, now: now)
    default: preconditionFailure("not about a post or contest: \(call)")
    }
    return nil
  }
}
