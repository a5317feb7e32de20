import DataFiles
import SocialFeed

/// HMAC-SHA256 as RFC 2104 spells it out, for the tests alone: it takes as long as the codes are alike.
final class KeyedSigner: MediaSigner {
  private let key: [UInt8]

  /// - Parameter key: At most 64 bytes.
  init(key: [UInt8]) { self.key = key + [UInt8](repeating: 0, count: 64 - key.count) }

  func code(of message: [UInt8]) -> [UInt8] {
    let inner = Self.digest(key.map { $0 ^ 0x36 } + message)
    return Self.digest(key.map { $0 ^ 0x5C } + inner)
  }

  func isValid(_ code: [UInt8], of message: [UInt8]) -> Bool { code == self.code(of: message) }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    let text = Array(SHA256.hexDigest(of: bytes))
    return stride(from: 0, to: 64, by: 2).map { UInt8(String(text[$0...$0 + 1]), radix: 16)! }
  }
}

extension MediaLinkSigner {
  init(key: [UInt8], lifetime: Int = 3600) { self.init(KeyedSigner(key: key), lifetime: lifetime) }
}
