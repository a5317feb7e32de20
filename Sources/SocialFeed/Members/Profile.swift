/// What a member shows of itself.
public struct MemberProfile: Hashable, Codable, Sendable {
  public let id: MemberID
  public let username: String
  /// The username without a display name.
  public let displayName: String
  /// Empty without one.
  public let bio: String
  /// The media key of the profile picture, or `nil`.
  public let picture: String?
  /// The kind of account, in the host's words, such as `User` or `Business`; empty when the host
  /// distinguishes none.
  public let kind: String
  /// What the member prefers, in the host's words; empty before a choice.
  public let preferredSetting: [String]
  /// Seconds on the caller's clock.
  public let joinedAt: Double
  public let isPrivate: Bool
  public let followers: Int
  public let following: Int
  public let friends: Int

  public init(
    id: MemberID, username: String, displayName: String, bio: String = "",
    picture: String? = nil, kind: String = "", preferredSetting: [String] = [], joinedAt: Double,
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

  /// All that a member shows of itself, or `nil` if the member does not exist. It is the same for
  /// everybody: names and counts of private accounts are no secret, their lists are.
  public func profile(of member: MemberID) -> MemberProfile? {
    guard let username = username(of: member), let displayName = displayName(of: member) else {
      return nil
    }
    let row = ties.rows[member.index]
    return MemberProfile(
      id: member, username: username, displayName: displayName, bio: members.bios[member],
      picture: picture(of: member), kind: members.kinds[member],
      preferredSetting: PreferredSetting.words(of: members.preferredSettings[member]),
      joinedAt: members.joinedAt[member.index], isPrivate: isPrivate(member),
      followers: row.followers.count, following: row.following.count, friends: row.friends.count)
  }

  /// A member's own description, empty without one; `nil` if the member does not exist.
  public func bio(of member: MemberID) -> String? {
    contains(member) ? members.bios[member] : nil
  }

  /// The media key of a member's profile picture; `nil` without a picture or without such a member.
  public func picture(of member: MemberID) -> String? {
    guard contains(member) else { return nil }
    let key = members.pictures[member]
    return key.isEmpty ? nil : key
  }

  /// What kind of account a member has, a label to which the domain gives no meaning, empty when none
  /// was set; `nil` if the member does not exist.
  public func accountKind(of member: MemberID) -> String? {
    contains(member) ? members.kinds[member] : nil
  }

  /// What a member prefers, in words to which the domain gives no meaning, empty before a choice;
  /// `nil` if the member does not exist.
  public func preferredSetting(of member: MemberID) -> [String]? {
    contains(member) ? PreferredSetting.words(of: members.preferredSettings[member]) : nil
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

  /// Sets the kind of a member's account, by a label of at most ``accountKindLimit`` bytes that is
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

  /// Gives a member another preferred setting, or none when it is empty.
  ///
  /// - Parameter setting: The host's own words, in its order: at most ``PreferredSetting/wordLimit``, each of
  ///   1 to ``PreferredSetting/byteLimit`` bytes without a line feed.
  public mutating func setPreferredSetting(
    _ setting: [String], of member: MemberID
  ) throws(MembershipError) {
    guard contains(member) else { throw .unknownMember(member) }
    try PreferredSetting.check(setting)
    members.preferredSettings[member] = PreferredSetting.text(of: setting)
    accepted(.setPreferredSetting(member: member, setting: setting))
  }
}

/// The words of what a member prefers, kept and written as one text of a line each: a text of one line is what
/// older snapshots and events have.
public enum PreferredSetting {
  /// How many words there may be.
  public static let wordLimit = 32
  /// How many bytes a word may have.
  public static let byteLimit = 64

  static func check(_ words: [String]) throws(MembershipError) {
    guard words.count <= wordLimit else { throw .preferredSettingCount(words.count) }
    for word in words {
      guard (1...byteLimit).contains(word.utf8.count) else {
        throw .preferredSettingLength(bytes: word.utf8.count)
      }
      if word.utf8.contains(lineFeed) { throw .preferredSettingLineFeed }
    }
  }

  static func text(of words: [String]) -> String { words.joined(separator: "\n") }

  static func words(of text: String) -> [String] {
    if text.isEmpty { return [] }
    // By bytes: a carriage return and a line feed are one character.
    return text.utf8.split(separator: lineFeed, omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
