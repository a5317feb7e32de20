/// Whether a pet is female or male. The raw value is its name on the wire.
@frozen public enum PetGender: String, CaseIterable, Hashable, Codable, Sendable {
  case female = "F"
  case male = "M"
}

/// What has become of a member's guardianship of a pet. The raw value is its name on the wire.
@frozen public enum GuardianState: String, CaseIterable, Hashable, Codable, Sendable {
  /// Invited by the owner, not answered.
  case pending
  case approved
  /// Declined by the member, who may be invited again.
  case rejected
}

/// A member's guardianship of a pet, in any state.
public struct Guardianship: Hashable, Codable, Sendable {
  public let pet: PetID
  public let guardian: MemberID
  public let state: GuardianState
  /// When the owner invited the member, the last time, in seconds on the caller's clock.
  public let invitedAt: Double
  /// When the member approved or rejected, in seconds on the caller's clock; `nil` while it is pending.
  public let answeredAt: Double?

  public init(
    pet: PetID, guardian: MemberID, state: GuardianState, invitedAt: Double,
    answeredAt: Double? = nil
  ) {
    self.pet = pet
    self.guardian = guardian
    self.state = state
    self.invitedAt = invitedAt
    self.answeredAt = answeredAt
  }
}

/// A pet.
public struct Pet: Hashable, Codable, Sendable {
  public let id: PetID
  public let owner: MemberID
  /// 1 to 40 characters.
  public let name: String
  /// In years, 0 to 60.
  public let age: Int?
  public let gender: PetGender?
  /// The kind of pet, such as `dog`: 1 to 30 characters.
  public let type: String
  /// The media key of its profile photo, or `nil`.
  public let photo: String?

  public init(
    id: PetID, owner: MemberID, name: String, age: Int? = nil, gender: PetGender? = nil,
    type: String, photo: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.name = name
    self.age = age
    self.gender = gender
    self.type = type
    self.photo = photo
  }
}

/// Why a call about a pet was refused.
public enum PetError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPet(PetID)
  case nameLength(characters: Int)
  case typeLength(characters: Int)
  case ageOutOfRange(Int)
  case photoKeyLength(bytes: Int)
  case notTheOwner(PetID, MemberID)
  /// The owner needs no guardianship.
  case isTheOwner(PetID, MemberID)
  case alreadyInvited(PetID, MemberID)
  case alreadyGuardian(PetID, MemberID)
  case notInvited(PetID, MemberID)
  case notGuardian(PetID, MemberID)
  /// One of the two members has blocked the other; the error does not show which.
  case blocked(MemberID, MemberID)
}

extension PetError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPet(let pet): "there is no pet \(pet)"
    case .nameLength(let characters): "a pet's name has 1 to 40 characters, not \(characters)"
    case .typeLength(let characters): "a pet's type has 1 to 30 characters, not \(characters)"
    case .ageOutOfRange(let age): "a pet's age is 0 to 60 years, not \(age)"
    case .photoKeyLength(let bytes):
      "the key of a pet's photo has 1 to \(Community.pictureKeyLimit) bytes, not \(bytes)"
    case .notTheOwner(let pet, let member): "member \(member) is not the owner of pet \(pet)"
    case .isTheOwner(let pet, let member): "member \(member) is the owner of pet \(pet)"
    case .alreadyInvited(let pet, let member):
      "member \(member) is already invited to be a guardian of pet \(pet)"
    case .alreadyGuardian(let pet, let member):
      "member \(member) is already a guardian of pet \(pet)"
    case .notInvited(let pet, let member):
      "member \(member) is not invited to be a guardian of pet \(pet)"
    case .notGuardian(let pet, let member):
      "member \(member) is neither guardian of pet \(pet) nor invited to be one"
    case .blocked(let one, let other): "a block stands between members \(one) and \(other)"
    }
  }
}
