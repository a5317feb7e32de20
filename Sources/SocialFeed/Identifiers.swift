/// A dense identifier: the index of a thing in the columns of its kind, from 0, never used again. It is encoded as only
/// the number.
public protocol DenseIdentifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  CustomStringConvertible
where RawValue == UInt32 {
  init(rawValue: UInt32)
}

extension DenseIdentifier {
  /// Makes the identifier of index `index`, which must be in `0..<2³²`; ``init(exactly:)`` takes one from outside.
  @inlinable public init(_ index: Int) { self.init(rawValue: UInt32(index)) }

  /// Makes the identifier of a number from outside; `nil` when it is not in `0..<2³²`.
  @inlinable public init?(exactly number: Int) {
    guard let rawValue = UInt32(exactly: number) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The index in a column.
  @inlinable public var index: Int { Int(rawValue) }

  /// Whether `left` is the older.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Only the number.
  public var description: String { "\(rawValue)" }
}

/// A member of the community.
@frozen public struct MemberID: DenseIdentifier {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A post. Identifiers grow with the time of creation: the newer of two posts has the larger one.
@frozen public struct PostID: DenseIdentifier {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A contest. Identifiers grow with the time of opening.
@frozen public struct ContestID: DenseIdentifier {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A category of posts.
@frozen public struct CategoryID: DenseIdentifier {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A pet.
@frozen public struct PetID: DenseIdentifier {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A comment. Identifiers grow with the order of writing.
@frozen public struct CommentID: DenseIdentifier {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}
