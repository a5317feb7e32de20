/// What a stream of draws is for, such as `examination`: draws of different purposes never meet.
///
/// The number is the 32-bit FNV-1a hash of the name, so that a new stream changes no other stream's
/// draws. Two names with one number would share their draws: a program's own names are few, and a
/// test compares their numbers.
@frozen public struct StreamName: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The stream of a name, which is compared by its UTF-8 bytes.
  @inlinable public init(_ name: String) {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    rawValue = hash
  }
}
