/// Bytes as a short text that can stand in a URL, a header or JSON unchanged: base64url (RFC 4648, section
/// 5) without padding.
///
/// The text has a byte for its kind, one for the version of its contents, the contents, and a checksum
/// (CRC-32, IEEE 802.3) of all that, so that a cut or altered text is noticed. The checksum is no
/// signature: anybody can make a text whose checksum is right, so the contents are checked too.
package enum CompactText {
  /// How many bytes a text has at most that is read, so that a forged one costs little.
  package static let lengthLimit = 1 << 18

  /// What a text stands for, so that none is taken for another.
  package enum Kind: UInt8 {
    case feedCursor = 1
    case memberCursor = 2
    case listCursor = 3
  }

  package static func text(_ kind: Kind, version: UInt8, _ contents: [UInt8]) -> String {
    var writer = ByteWriter()
    writer.reserveCapacity(contents.count + 6)
    writer.write(byte: kind.rawValue)
    writer.write(byte: version)
    writer.write(raw: contents)
    let sum = checksum(writer.bytes[...])
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      writer.write(byte: UInt8(truncatingIfNeeded: sum >> shift))
    }
    return Base64URL.text(writer.bytes)
  }

  /// The contents of a text.
  package static func reader(
    of text: some StringProtocol, _ kind: Kind, version: UInt8
  ) throws(EncodingFault) -> ByteReader {
    guard let bytes = Base64URL.bytes(text) else { throw .altered }
    guard bytes.count >= 6 else { throw .altered }
    let end = bytes.count - 4
    var sum: UInt32 = 0
    for offset in 0..<4 { sum |= UInt32(bytes[end + offset]) << UInt32(8 * offset) }
    guard sum == checksum(bytes[..<end]) else { throw .altered }
    guard bytes[0] == kind.rawValue && bytes[1] == version else { throw .foreign }
    return ByteReader(bytes, in: 2..<end)
  }

  /// CRC-32 as in IEEE 802.3: the reflected polynomial 0xEDB88320, all ones before and turned around after.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

/// Base64 with `-` and `_`, without padding, and in only one form: unused bits are 0.
private enum Base64URL {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes, or `nil` when the text is of another form.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (bits, count) = (UInt32(0), 0)
    for letter in text.utf8 {
      guard let value = value(of: letter) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard count < 6 && bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
