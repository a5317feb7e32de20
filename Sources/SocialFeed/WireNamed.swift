/// An enumeration that is encoded as a word, such as `friends_only`, and not as its raw number.
///
/// It refines `RawRepresentable`, so that its encoding goes before raw values' encoding.
public protocol WireNamed: RawRepresentable, CaseIterable, Codable where RawValue == UInt8 {
  /// The word.
  var wireName: String { get }
}

extension WireNamed {
  /// Makes the choice of a word, or returns `nil` when no choice has it.
  public init?(wireName: String) {
    guard let choice = Self.allCases.first(where: { $0.wireName == wireName }) else { return nil }
    self = choice
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let choice = Self(wireName: word) else {
      let words = Self.allCases.map { $0.wireName }.joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(word)' is none of \(words)")
    }
    self = choice
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wireName)
  }
}
