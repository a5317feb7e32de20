/// Why an event was not applied.
public enum ChangeError: Error, Hashable, Sendable {
  /// Events before it are missing.
  case gap(expected: UInt64, found: UInt64)
  /// An event of this number has been applied already.
  case repeated(expected: UInt64, found: UInt64)
  /// The identifier that the event gives is not the one that would be given here.
  case otherIdentifier(sequence: UInt64, expected: UInt32, found: UInt32)
  /// The event closes or opens a contest, or a theme, that could not be closed or opened here.
  case otherContest(sequence: UInt64)
  /// The call that the event is of is refused here.
  case refused(sequence: UInt64, Refusal)

  /// Why a call was refused, as the call itself throws it.
  public enum Refusal: Error, Hashable, Sendable {
    case membership(MembershipError)
    case tie(TieError)
    case notification(NotificationError)
    case pet(PetError)
    case publication(PublicationError)
    case edit(EditError)
    case deletion(DeletionError)
    case interaction(InteractionError)
    case contest(ContestError)
  }
}

extension ChangeError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .gap(let expected, let found): "expected change \(expected), got \(found): a gap"
    case .repeated(let expected, let found):
      "expected change \(expected), got \(found): it is applied already"
    case .otherIdentifier(let sequence, let expected, let found):
      "change \(sequence) gives the identifier \(found); here it would be \(expected)"
    case .otherContest(let sequence):
      "change \(sequence) opens a contest that cannot be opened here"
    case .refused(let sequence, let refusal): "change \(sequence) is refused: \(refusal)"
    }
  }
}

extension ChangeError.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .membership(let error): "\(error)"
    case .tie(let error): "\(error)"
    case .notification(let error): "\(error)"
    case .pet(let error): "\(error)"
    case .publication(let error): "\(error)"
    case .edit(let error): "\(error)"
    case .deletion(let error): "\(error)"
    case .interaction(let error): "\(error)"
    case .contest(let error): "\(error)"
    }
  }
}

/// Why bytes are not taken for events.
public enum ChangeDecodingError: Error, Hashable, Sendable {
  /// The bytes end in the middle of the event that begins at this one, such as after a crash.
  case cutShort(at: Int)
  /// The checksum of the event that begins at this byte is another.
  case altered(at: Int)
  /// A later version of the library wrote the event that begins at this byte.
  case newerVersion(Int, readable: Int, at: Int)
  /// The checksum of the event that begins at this byte is right, and it is none.
  case impossible(at: Int)
}

extension ChangeDecodingError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .cutShort(let start): "the event at byte \(start) is cut short"
    case .altered(let start): "the event at byte \(start) was altered"
    case .newerVersion(let version, let readable, let start):
      "the event at byte \(start) has version \(version); versions up to \(readable) can be read"
    case .impossible(let start): "the event at byte \(start) cannot be"
    }
  }
}
