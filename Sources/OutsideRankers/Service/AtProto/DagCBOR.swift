/// A value of the data model that records, commits and messages of the AT Protocol are made of.
///
/// Source: IPLD's DAG-CBOR specification; RFC 8949, sections 3 and 4.2.
package indirect enum DagCBOR: Hashable, Sendable {
  case null
  case bool(Bool)
  case whole(Int64)
  case bytes([UInt8])
  case text(String)
  case link(ContentID)
  case list([DagCBOR])
  case map([String: DagCBOR])

  /// The one encoding of the value: the shortest heads, and the keys of maps in order of their length, then of their bytes.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Appends the encoding.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(0xF6)
    case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
    case .whole(let number):
      // A number below 0 is stored as −1 minus itself, which its inverted bits are.
      if number >= 0 {
        Self.write(.whole, UInt64(number), to: &bytes)
      } else {
        Self.write(.negative, UInt64(~number), to: &bytes)
      }
    case .bytes(let content):
      Self.write(.bytes, UInt64(content.count), to: &bytes)
      bytes += content
    case .text(let text): Self.write(text, to: &bytes)
    case .link(let id):
      Self.write(.tag, Self.linkTag, to: &bytes)
      Self.write(.bytes, UInt64(id.bytes.count + 1), to: &bytes)
      // The prefix of identifiers in binary.
      bytes.append(0)
      bytes += id.bytes
    case .list(let elements):
      Self.write(.list, UInt64(elements.count), to: &bytes)
      for element in elements { element.write(to: &bytes) }
    case .map(let members):
      Self.write(.map, UInt64(members.count), to: &bytes)
      for (key, value) in members.sorted(by: { Self.precedes($0.key, $1.key) }) {
        Self.write(key, to: &bytes)
        value.write(to: &bytes)
      }
    }
  }

  /// The tag of a link.
  private static let linkTag: UInt64 = 42

  /// The first three bits of a head.
  private enum MajorType: UInt8 {
    case whole, negative, bytes, text, list, map, tag
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    write(.text, UInt64(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }

  private static func write(_ type: MajorType, _ number: UInt64, to bytes: inout [UInt8]) {
    let first = type.rawValue << 5
    switch number {
    case 0..<24: bytes.append(first | UInt8(number))
    case 24...0xFF: bytes += [first | 24, UInt8(number)]
    case 0x100...0xFFFF:
      bytes.append(first | 25)
      bytes.append(number, ofBytes: 2)
    case 0x1_0000...0xFFFF_FFFF:
      bytes.append(first | 26)
      bytes.append(number, ofBytes: 4)
    default:
      bytes.append(first | 27)
      bytes.append(number, ofBytes: 8)
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    let (leftCount, rightCount) = (left.utf8.count, right.utf8.count)
    return leftCount == rightCount
      ? left.utf8.lexicographicallyPrecedes(right.utf8) : leftCount < rightCount
  }
}

extension [UInt8] {
  /// Appends the last bytes of a number, the highest first.
  mutating func append(_ number: UInt64, ofBytes count: Int) {
    for index in (0..<count).reversed() {
      append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))))
    }
  }
}
