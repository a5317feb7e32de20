/// Why a question for the state of posts was refused.
public enum SyncError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  /// More than ``InteractionStates/limit``, repeats included.
  case tooManyPosts(Int)
  /// Not the decimal digits of a number that a post could have.
  case malformedID(String)
  /// Not a text that an ``IdentifierTable`` could bind: an empty one, or one of too many bytes.
  case malformedHostID(String)
}

extension SyncError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop; of a text, the first 40 characters.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .tooManyPosts(let count):
      "\(count) posts were asked for; at most \(InteractionStates.limit) can be at once"
    case .malformedID(let text):
      Self.isNoID(text) + "an id is a decimal number from 0 to \(UInt32.max)"
    case .malformedHostID(let text):
      Self.isNoID(text)
        + "an id of the host has 1 to \(IdentifierTable<PostID>.limit) bytes, not \(text.utf8.count)"
    }
  }

  private static func isNoID(_ text: String) -> String {
    "'\(text.prefix(40))\(text.count > 40 ? "…" : "")' is not the id of a post; "
  }
}

extension DenseIdentifier {
  /// The identifier that a text spells in ASCII decimal digits, or `nil` when it spells none: an
  /// empty text, a sign, a space, or a number of 2³² and more.
  public init?(decimal text: some StringProtocol) {
    // The standard library would take a sign, so that "+5" and "-0" were numbers.
    let areDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard areDigits, let number = UInt32(text) else { return nil }
    self.init(rawValue: number)
  }
}
