internal import DataFiles

/// What names a block by its content: a CID of version 1, of DAG-CBOR by SHA-256, the one that repositories of the AT
/// Protocol use for records.
package struct ContentID: Hashable, Sendable {
  /// The version, the codec, the hash function and the length of the digest.
  private static let prefix: [UInt8] = [1, 0x71, 0x12, 32]

  /// The 36 bytes.
  package let bytes: [UInt8]

  /// - Parameter block: The encoding of a value.
  package init(of block: [UInt8]) {
    var digest = SHA256()
    digest.update(block)
    bytes = Self.prefix + digest.digest
  }

  /// The text, which begins with `b` for base 32.
  package var text: String { "b\(Base32.text(of: bytes, by: Base32.usual))" }
}

/// Texts of five bits a character.
enum Base32 {
  /// RFC 4648's alphabet in small letters.
  static let usual = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  /// The alphabet whose texts are in the order of their bytes.
  static let sortable = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)

  /// The bits from the first on, without padding; those that are missing at the end are 0.
  static func text(of bytes: some Sequence<UInt8>, by alphabet: [UInt8]) -> String {
    var (text, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(bits >> count & 31)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (5 - count) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
