/// Identifiers of a host's own, such as a database's, beside the numbers of a community: opaque
/// texts of 1 to 128 bytes, each for one member or post.
///
/// A host keeps one for members, one for posts, or none, without any cost. Texts are
/// compared byte by byte, so that two spellings of a letter are two identifiers. Deletions in the community must be
/// repeated here.
///
/// Looking up either way is O(1) on average. It takes 16 bytes for every number up to the largest that is
/// bound, some 40 more for each that is, and the text where it is longer than 15 bytes.
public struct IdentifierTable<ID: DenseIdentifier>: Hashable, Sendable {
  /// How many bytes a text may have.
  public static var limit: Int { 128 }

  private var numbers: [ExternalText: ID] = [:]
  /// By number; empty where none is bound.
  private var texts: [String] = []

  /// Makes an empty table.
  public init() {}

  /// How many texts are bound.
  public var count: Int { numbers.count }

  /// What a text stands for, or `nil` when it is not bound.
  public func id(of text: String) -> ID? { numbers[ExternalText(text: text)] }

  /// The text of an identifier, or `nil` when it has none.
  public func text(of id: ID) -> String? {
    guard id.index < texts.count, !texts[id.index].isEmpty else { return nil }
    return texts[id.index]
  }

  /// Binds a text to an identifier, both of which are free.
  ///
  /// - Parameter id: Below `bound`, so that a number from outside cannot ask for memory.
  /// - Parameter bound: How many identifiers there are, such as ``Community/memberCount``.
  public mutating func bind(
    _ text: String, to id: ID, below bound: Int
  ) throws(IdentifierError) {
    guard id.index < bound else { throw .unknown(number: id.rawValue) }
    guard (1...Self.limit).contains(text.utf8.count) else {
      throw .length(bytes: text.utf8.count)
    }
    if let other = self.id(of: text) { throw .taken(text, number: other.rawValue) }
    if let other = self.text(of: id) { throw .alreadyBound(number: id.rawValue, other) }
    if id.index >= texts.count {
      texts.append(contentsOf: repeatElement("", count: id.index + 1 - texts.count))
    }
    texts[id.index] = text
    numbers[ExternalText(text: text)] = id
  }

  /// Forgets the text of an identifier, which then is free, and returns it; `nil` when it had none.
  @discardableResult
  public mutating func remove(_ id: ID) -> String? {
    guard let text = text(of: id) else { return nil }
    texts[id.index] = ""
    numbers[ExternalText(text: text)] = nil
    return text
  }
}

/// Why a text was not bound to an identifier.
public enum IdentifierError: Error, Hashable, Sendable {
  /// No member or post has this number.
  case unknown(number: UInt32)
  /// A text of none or of too many bytes.
  case length(bytes: Int)
  /// The text stands for another number.
  case taken(String, number: UInt32)
  /// The number has another text.
  case alreadyBound(number: UInt32, String)
}

extension IdentifierError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknown(let number): "there is no member or post \(number)"
    case .length(let bytes): "an identifier has 1 to 128 bytes, not \(bytes)"
    case .taken(let text, let number): "the identifier '\(text)' is that of number \(number)"
    case .alreadyBound(let number, let text): "number \(number) has the identifier '\(text)'"
    }
  }
}

extension IdentifierTable: Codable {
  /// From the texts by number, empty where none is bound.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let texts = try container.decode([String].self)
    do {
      for (index, text) in texts.enumerated() where !text.isEmpty {
        try bind(text, to: ID(index), below: texts.count)
      }
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let end = texts.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    try container.encode(Array(texts[..<end]))
  }

  public static func == (one: Self, other: Self) -> Bool { one.numbers == other.numbers }

  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

/// A text that is equal to another only with the same bytes.
private struct ExternalText: Hashable {
  let text: String

  static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
