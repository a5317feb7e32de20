/// What a member shows of itself.
public struct MemberProfile: Hashable, Codable, Sendable {
  public let id: MemberID
  public let username: String
  /// The username where there is no display name.
  public let displayName: String
  /// Empty when there is none.
  public let bio: String
  /// The media key of the profile picture, or `nil`.
  public let picture: String?
  /// What kind of account it is, in the host's words, such as `User` or `Business`; empty when the host
  /// distinguishes none.
  public let kind: String
  /// What the member prefers, in the host's words; empty when nothing was chosen.
  public let preferredSetting: String
  /// Seconds on the caller's clock.
  public let joinedAt: Double
  public let isPrivate: Bool
  public let followers: Int
  public let following: Int
  public let friends: Int

  public init(
    id: MemberID, username: String, displayName: String, bio: String = "",
    picture: String? = nil, kind: String = "", preferredSetting: String = "", joinedAt: Double,
    isPrivate: Bool = false, followers: Int = 0, following: Int = 0, friends: Int = 0
  ) {
    self.id = id
    self.username = username
    self.displayName = displayName
    self.bio = bio
    self.picture = picture
    self.kind = kind
    self.preferredSetting = preferredSetting
    self.joinedAt = joinedAt
    self.isPrivate = isPrivate
    self.followers = followers
    self.following = following
    self.friends = friends
  }
}

extension Community {
  /// How many characters a bio may have.
  public static let bioLimit = 300
  /// How many bytes the key of a profile picture may have.
  public static let pictureKeyLimit = 1024
  /// How many bytes the label of a kind of account may have.
  public static let accountKindLimit = 32
  /// How many bytes a preferred setting may have.
  public static let preferredSettingLimit = 64

  /// All that a member shows of itself, or `nil` when there is no such member. It is the same for
  /// everybody: names and counts of private accounts are no secret, their lists are.
  public func profile(of member: MemberID) -> MemberProfile? {
    guard let username = username(of: member), let displayName = displayName(of: member) else {
      return nil
    }
    let row = ties.rows[member.index]
    return MemberProfile(
      id: member, username: username, displayName: displayName, bio: members.bios[member],
      picture: picture(of: member), kind: members.kinds[member],
      preferredSetting: members.preferredSettings[member],
      joinedAt: members.joinedAt[member.index], isPrivate: isPrivate(member),
      followers: row.followers.count, following: row.following.count, friends: row.friends.count)
  }

  /// What a member says of itself, empty when nothing; `nil` when there is no such member.
  public func bio(of member: MemberID) -> String? {
    contains(member) ? members.bios[member] : nil
  }

  /// The media key of a member's profile picture; `nil` when there is none, or no such member.
  public func picture(of member: MemberID) -> String? {
    guard contains(member) else { return nil }
    let key = members.pictures[member]
    return key.isEmpty ? nil : key
  }

  /// What kind of account a member has, a label to which the domain gives no meaning, empty when none
  /// was set; `nil` when there is no such member.
  public func accountKind(of member: MemberID) -> String? {
    contains(member) ? members.kinds[member] : nil
  }

  /// What a member prefers, a word to which the domain gives no meaning, empty when none was chosen;
  /// `nil` when there is no such member.
  public func preferredSetting(of member: MemberID) -> String? {
    contains(member) ? members.preferredSettings[member] : nil
  }

  /// Gives a member another bio, of at most ``bioLimit`` characters, or none when it is empty.
  public mutating func setBio(_ bio: String, of member: MemberID) throws(MembershipError) {
    guard contains(member) else { throw .unknownMember(member) }
    if let count = bio.characters(above: Self.bioLimit) { throw .bioLength(count) }
    members.bios[member] = bio
    accepted(.setBio(member: member, bio: bio))
  }

  /// Gives a member another profile picture, by a media key of 1 to ``pictureKeyLimit`` bytes, or none
  /// when it is `nil`.
  public mutating func setPicture(
    _ key: String?, of member: MemberID
  ) throws(MembershipError) {
    guard contains(member) else { throw .unknownMember(member) }
    if let key, !(1...Self.pictureKeyLimit).contains(key.utf8.count) {
      throw .pictureKeyLength(bytes: key.utf8.count)
    }
    members.pictures[member] = key ?? ""
    accepted(.setPicture(member: member, key: key))
  }

  /// Says what kind of account a member has, in a label of at most ``accountKindLimit`` bytes that is
  /// the host's own; empty for none.
  public mutating func setAccountKind(
    _ kind: String, of member: MemberID
  ) throws(MembershipError) {
    guard contains(member) else { throw .unknownMember(member) }
    guard kind.utf8.count <= Self.accountKindLimit else {
      throw .accountKindLength(bytes: kind.utf8.count)
    }
    members.kinds[member] = kind
    accepted(.setAccountKind(member: member, kind: kind))
  }

  /// Gives a member another preferred setting, a word of at most ``preferredSettingLimit`` bytes that is
  /// the host's own, or none when it is empty.
  public mutating func setPreferredSetting(
    _ setting: String, of member: MemberID
  ) throws(MembershipError) {
    guard contains(member) else { throw .unknownMember(member) }
    guard setting.utf8.count <= Self.preferredSettingLimit else {
      throw .preferredSettingLength(bytes: setting.utf8.count)
    }
    members.preferredSettings[member] = setting
    accepted(.setPreferredSetting(member: member, setting: setting))
  }
}
