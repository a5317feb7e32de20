import Crypto
import SocialFeed

/// Signs media links with swift-crypto: HMAC-SHA256, compared in constant time.
final class CryptoSigner: MediaSigner {
  private let key: SymmetricKey

  /// - Parameter key: A secret of at least 32 random bytes.
  init(key: [UInt8]) {
    precondition(key.count >= 32, "a key of \(key.count) bytes is too short to sign with")
    self.key = SymmetricKey(data: key)
  }

  func code(of message: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }

  func isValid(_ code: [UInt8], of message: [UInt8]) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
  }
}
