/// Why a member was not taken in or not changed.
public enum MembershipError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  /// So many members have joined, and all identifiers are used.
  case full(members: Int)
  /// A username of none or of more than 30 characters.
  case usernameLength(String)
  /// The first character that a username cannot have.
  case usernameCharacter(String, Character)
  /// The username has capitals; in lower case it could be a name.
  case usernameCapitals(String)
  /// A name that is kept for members who have taken none.
  case usernameReserved(String)
  case usernameTaken(String)
  /// A display name of so many characters, which are too many.
  case displayNameLength(Int)
  /// A bio of so many characters, which are too many.
  case bioLength(Int)
  /// The key of a profile picture of none or too many bytes.
  case pictureKeyLength(bytes: Int)
  /// The label of a kind of account of too many bytes.
  case accountKindLength(bytes: Int)
  /// A preferred setting of too many words.
  case preferredSettingCount(Int)
  /// A word of a preferred setting, of none or of too many bytes.
  case preferredSettingLength(bytes: Int)
  /// A word of a preferred setting that has a line feed.
  case preferredSettingLineFeed
}

extension MembershipError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .full(let count): "\(count) members have joined, and no more can"
    case .usernameLength(let name):
      "the username '\(name)' has \(name.count) characters; a username has 1 to 30"
    case .usernameCharacter(let name, let character):
      "the username '\(name)' has '\(character)' in it; a username is made of a to z, 0 to 9, "
        + "'.', '_' and '-'"
    case .usernameCapitals(let name):
      "the username '\(name)' has capitals; in lower case it is '\(name.lowercased())'"
    case .usernameReserved(let name):
      "the username '\(name)' is kept for members who have taken none"
    case .usernameTaken(let name): "the username '\(name)' is taken"
    case .displayNameLength(let count):
      "the display name has \(count) characters; it has at most 60"
    case .bioLength(let count):
      "the bio has \(count) characters; it has at most \(Community.bioLimit)"
    case .pictureKeyLength(let bytes):
      "the key of the picture has \(bytes) bytes; it has 1 to \(Community.pictureKeyLimit)"
    case .accountKindLength(let bytes):
      "the kind of account has \(bytes) bytes; it has at most \(Community.accountKindLimit)"
    case .preferredSettingCount(let count):
      "the preferred setting has \(count) words; it has at most \(PreferredSetting.wordLimit)"
    case .preferredSettingLength(let bytes):
      "a word of the preferred setting has \(bytes) bytes; it has 1 to \(PreferredSetting.byteLimit)"
    case .preferredSettingLineFeed: "a word of the preferred setting has a line feed"
    }
  }
}

extension Community {
  /// The member who has a username, a reserved one included. O(log *n*) comparisons, for *n*
  /// members with names of their own.
  public func member(named username: String) -> MemberID? {
    if let member = ReservedName.member(named: username) {
      return isMember(member) && members.usernames[member].isEmpty ? member : nil
    }
    return names.member(named: username, members.usernames)
  }

  /// A member's username: the one taken, or `member` and the identifier; `nil` if the member does not exist.
  public func username(of member: MemberID) -> String? {
    guard contains(member) else { return nil }
    let name = members.usernames[member]
    return name.isEmpty ? ReservedName.name(of: member) : name
  }

  /// The name to show for a member: the display name, or the username without one; `nil` if the member does not exist.
  public func displayName(of member: MemberID) -> String? {
    guard contains(member) else { return nil }
    let name = members.displayNames[member]
    return name.isEmpty ? username(of: member) : name
  }

  /// Gives a member another username, by the rules for joining; the old one is free then.
  public mutating func rename(_ member: MemberID, to username: String) throws(MembershipError) {
    guard isMember(member) else { throw .unknownMember(member) }
    try check(username: username, for: member)
    if !members.usernames[member].isEmpty { names.remove(member, members.usernames) }
    members.usernames[member] = username
    names.insert(member, members.usernames)
    accepted(.rename(member: member, username: username))
  }

  /// Gives a member another display name, or none when it is empty.
  public mutating func setDisplayName(
    _ displayName: String, of member: MemberID
  ) throws(MembershipError) {
    guard isMember(member) else { throw .unknownMember(member) }
    try check(displayName: displayName)
    members.displayNames[member] = displayName
    accepted(.setDisplayName(member: member, displayName: displayName))
  }

  /// - Parameter member: Whose name it may be already.
  func check(username: String, for member: MemberID?) throws(MembershipError) {
    try Self.checkForm(ofUsername: username)
    let owner = names.member(named: username, members.usernames)
    guard owner == nil || owner == member else { throw .usernameTaken(username) }
  }

  static func checkForm(ofUsername username: String) throws(MembershipError) {
    if !isPlain(username) { try checkCharacters(of: username) }
    guard !ReservedName.isReserved(username) else { throw .usernameReserved(username) }
  }

  /// Whether the bytes show by themselves that a username has only allowed characters, and not too many: so that
  /// looking at its characters, which is slow, is left to those that are refused.
  private static func isPlain(_ username: String) -> Bool {
    let bytes = username.utf8
    return (1...30).contains(bytes.count)
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Throws the fault of a username that is not plain.
  private static func checkCharacters(of username: String) throws(MembershipError) {
    guard (1...30).contains(username.count) else { throw .usernameLength(username) }
    var hasCapitals = false
    for character in username {
      if isCapital(character) {
        hasCapitals = true
      } else if !isUsernameCharacter(character) {
        throw .usernameCharacter(username, character)
      }
    }
    guard !hasCapitals else { throw .usernameCapitals(username) }
  }

  func check(displayName: String) throws(MembershipError) {
    if let count = displayName.characters(above: 60) { throw .displayNameLength(count) }
  }

  private static func isCapital(_ character: Character) -> Bool {
    character.isASCII && character.isUppercase
  }

  private static func isUsernameCharacter(_ character: Character) -> Bool {
    guard character.isASCII else { return false }
    return character.isLowercase || character.isWholeNumber || "._-".contains(character)
  }
}

/// A name of each member, empty for those who have none: no longer than up to the last member who
/// has one, so that a community without names spends no memory on them.
///
/// A name of at most 15 bytes takes 16 and no allocation.
struct NameColumn: Sendable {
  private var names: [String] = []

  subscript(member: MemberID) -> String {
    get { member.index < names.count ? names[member.index] : "" }
    set {
      if member.index >= names.count {
        if newValue.isEmpty { return }
        names.append(contentsOf: repeatElement("", count: member.index + 1 - names.count))
      }
      names[member.index] = newValue
    }
  }
}
