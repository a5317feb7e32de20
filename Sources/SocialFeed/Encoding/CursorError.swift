/// Why a text is no cursor.
public enum CursorError: Error, Hashable, Sendable {
  /// Cut, altered, or never a cursor's text.
  case altered
  /// The text of a cursor of another kind of list, or of another version of this library.
  case foreign
  /// With the checksum of a cursor, but with contents that no page gives.
  case malformed
  /// So many bytes, more than any text that is read.
  case tooLong(Int)

  init(_ fault: EncodingFault) {
    self =
      switch fault {
      case .altered: .altered
      case .foreign: .foreign
      case .cut, .tooLong, .malformed: .malformed
      }
  }
}

extension CursorError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .altered: "the cursor was cut or altered"
    case .foreign: "the cursor is of another kind or version"
    case .malformed: "the cursor holds what no page gives"
    case .tooLong(let count):
      "the cursor has \(count) bytes; it has at most \(CompactText.lengthLimit)"
    }
  }
}
