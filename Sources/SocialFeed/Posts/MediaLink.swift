/// A link to a photo or video that only its issuer could have made, and that expires.
public struct MediaLink: Hashable, Sendable {
  /// The media key, unchanged.
  public let path: String
  /// A whole second on the issuer's clock; at it, the link is no longer valid.
  public let expires: Int
  /// HMAC-SHA256 in 64 hexadecimal digits, lower case.
  public let signature: String

  /// Puts together what was taken apart elsewhere; the link may be invalid.
  public init(path: String, expires: Int, signature: String) {
    self.path = path
    self.expires = expires
    self.signature = signature
  }

  /// Takes a link apart as ``description`` has it, or returns `nil` when it is not of that form.
  public init?(_ description: String) {
    guard let mark = description.lastIndex(of: "?") else { return nil }
    let query = description[description.index(after: mark)...]
    let fields = query.split(separator: "&", omittingEmptySubsequences: false)
    guard fields.count == 2, fields[0].hasPrefix("expires="), fields[1].hasPrefix("signature="),
      let path = PercentEncoding.decoded(description[..<mark]), !path.isEmpty,
      let expires = Int(fields[0].dropFirst("expires=".count)),
      fields[0] == "expires=\(expires)"
    else { return nil }
    self.init(
      path: path, expires: expires, signature: String(fields[1].dropFirst("signature=".count)))
  }
}

extension MediaLink: CustomStringConvertible {
  /// A relative URL: the path, percent-encoded but for letters, digits and `-._~/`, and the query
  /// `expires=…&signature=…`.
  public var description: String {
    "\(PercentEncoding.encoded(path))?expires=\(expires)&signature=\(signature)"
  }
}

/// Why a link to media is not valid.
public enum MediaLinkError: Error, Hashable, Sendable {
  /// It is not of the form that links have.
  case malformed(String)
  /// It was not made with this key, or its path or time were changed.
  case badSignature
  case expired(at: Int)
}

extension MediaLinkError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .malformed(let text): "'\(text)' is not a media link"
    case .badSignature: "the signature is not that of the link"
    case .expired(let second): "the link expired at \(second)"
    }
  }
}

/// Makes and checks the codes that ``MediaLinkSigner`` puts into links.
///
/// A server hands one in that is made with its library for cryptography: FeedLab has none, so that no
/// simulation compiles one. The code is HMAC-SHA256 (RFC 2104, FIPS 180-4) under a secret key of at least
/// 32 random bytes. `Examples/MediaServer` has one made with swift-crypto.
///
/// It is a reference, so that a request that carries it is copied at no cost.
public protocol MediaSigner: AnyObject, Sendable {
  /// The 32 bytes of the code of a message.
  func code(of message: [UInt8]) -> [UInt8]

  /// Whether a code belongs to a message; takes the same time whatever the code.
  func isValid(_ code: [UInt8], of message: [UInt8]) -> Bool
}

/// Makes links to media that expire, and checks whether a link is valid.
///
/// The signature is the ``MediaSigner``'s code of the bytes of `expires`, as a decimal number, a line feed,
/// and the path. Links are not stored; whoever has the key can verify.
public struct MediaLinkSigner: Sendable {
  /// How many seconds a link is valid.
  public let lifetime: Int
  private let signer: any MediaSigner

  /// - Parameters:
  ///   - signer: Has the key.
  ///   - lifetime: Whole seconds, at least 1.
  public init(_ signer: any MediaSigner, lifetime: Int = 3600) {
    require(lifetime >= 1, "a link to media lives \(lifetime) s, not 1 or more")
    self.signer = signer
    self.lifetime = lifetime
  }

  /// A link that is valid from now on for ``lifetime``, counted from the whole second.
  ///
  /// - Parameters:
  ///   - mediaKey: The path of a link to an empty key is empty, and no check accepts it.
  ///   - now: Seconds on the caller's clock; one beyond ±2⁵³ is taken as that, and one that is not a
  ///     number as −2⁵³, so that the link has long expired.
  public func link(to mediaKey: String, now: Double) -> MediaLink {
    let second = Int(now.isNaN ? -0x1p53 : min(max(now, -0x1p53), 0x1p53).rounded(.down))
    let (sum, overflows) = second.addingReportingOverflow(lifetime)
    let expires = overflows ? Int.max : sum
    let code = signer.code(of: Self.message(mediaKey, expires: expires))
    return MediaLink(path: mediaKey, expires: expires, signature: Hexadecimal.text(code))
  }

  /// Checks a link: its form, then its signature, then its time.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public func verify(_ link: MediaLink, now: Double) throws(MediaLinkError) {
    guard !link.path.isEmpty, let code = Hexadecimal.bytes(link.signature), code.count == 32 else {
      throw .malformed(link.description)
    }
    let message = Self.message(link.path, expires: link.expires)
    guard signer.isValid(code, of: message) else { throw .badSignature }
    guard now < Double(link.expires) else { throw .expired(at: link.expires) }
  }

  /// Checks a link as it came in a URL, and returns it.
  @discardableResult
  public func verify(_ text: String, now: Double) throws(MediaLinkError) -> MediaLink {
    guard let link = MediaLink(text) else { throw .malformed(text) }
    try verify(link, now: now)
    return link
  }

  private static func message(_ path: String, expires: Int) -> [UInt8] {
    Array("\(expires)\n\(path)".utf8)
  }
}

/// Bytes as two hexadecimal digits each, lower case.
private enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes, or `nil` when the text is something else.
  static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.compactMap { digits.firstIndex(of: $0).map { UInt8($0) } }
    guard values.count == text.utf8.count, values.count % 2 == 0 else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// Paths in URLs, RFC 3986: all bytes but unreserved ones and `/` as `%` and two digits.
private enum PercentEncoding {
  static func encoded(_ path: String) -> String {
    var encoded: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += Array(("%" + Hexadecimal.text([byte]).uppercased()).utf8)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The path, or `nil` when it is not encoded so.
  static func decoded(_ text: Substring) -> String? {
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25 {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self).lowercased()
        guard rest.count >= 2, let pair = Hexadecimal.bytes(digits) else { return nil }
        decoded += pair
        rest.removeFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }
}
