/// Why a publication was refused.
public enum PublicationError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownCategory(CategoryID, count: Int)
  case captionTooLong(characters: Int)
  case emptyMediaKey
  /// More photos and videos than ``Community/mediaLimit``.
  case tooManyMedia(Int)
  case unknownPet(PetID)
  /// The author is neither the pet's owner nor one of its approved guardians.
  case petOfOthers(PetID, MemberID)
}

extension PublicationError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownCategory(let category, let count):
      "there is no category \(category); categories are 0 to \(count - 1)"
    case .captionTooLong(let characters):
      "a caption of \(characters) characters is longer than \(Community.captionLimit)"
    case .emptyMediaKey: "a media key is empty"
    case .tooManyMedia(let count):
      "a post has \(count) photos and videos; it may have \(Community.mediaLimit)"
    case .unknownPet(let pet): "there is no pet \(pet)"
    case .petOfOthers(let pet, let member):
      "member \(member) is neither owner nor approved guardian of pet \(pet)"
    }
  }
}

/// Why a deletion was refused.
public enum DeletionError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPost(PostID)
  case notAllowed(PostID, MemberID)
}

extension DeletionError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPost(let post): "there is no post \(post)"
    case .notAllowed(let post, let member):
      "member \(member) is neither the author of post \(post) nor the owner of its pet"
    }
  }
}
