internal import DataFiles

/// Where a service is: the parts of a url that begins with `http://`.
public struct ServiceAddress: Hashable, Sendable {
  /// A name or a number, without the brackets of one of IPv6.
  public let host: String
  public let port: Int
  /// It begins with a slash.
  public let path: String

  /// Reads a url.
  ///
  /// One with a user, a password or a query is refused, since messages and results repeat urls.
  public init(_ text: String) throws(ServiceAddressFault) {
    // Before all else, since whoever reports another fault repeats the text.
    guard !text.contains(where: { "@?".contains($0) }) else { throw .credentials }
    guard let scheme = text.firstRange(of: "://") else { throw .shape }
    switch text[..<scheme.lowerBound].lowercased() {
    case "http": break
    case "https": throw .encrypted
    default: throw .shape
    }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { !"/#".contains($0) }
    let path = rest[authority.endIndex...]
    // Such as a blank or a letter with an accent: a request has none of them.
    guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      throw .shape
    }
    self.path = path.isEmpty ? "/" : String(path)
    (host, port) = try Self.hostAndPort(authority)
  }

  private static func hostAndPort(
    _ authority: Substring
  ) throws(ServiceAddressFault) -> (String, Int) {
    var (host, rest) = (authority, authority[authority.endIndex...])
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .shape }
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      rest = authority[colon...]
    }
    let isHost =
      !host.isEmpty
      && host.utf8.allSatisfy { byte in
        byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || byte >= 0x30 && byte <= 0x3A)
          || ".-_%".utf8.contains(byte)
      }
    guard isHost else { throw .shape }
    guard !rest.isEmpty else { return (String(host), 80) }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let port = Int(digits), 1...65_535 ~= port
    else { throw .shape }
    return (String(host), port)
  }

  /// The host, and the port unless it is the usual one, as a request names them: without the zone of an address of IPv6,
  /// which has a meaning on this machine alone.
  var authority: String { authority(of: host.prefix { $0 != "%" }) }

  private func authority(of host: some StringProtocol) -> String {
    let name = host.contains(":") ? "[\(host)]" : "\(host)"
    return port == 80 ? name : "\(name):\(port)"
  }

  /// The url.
  public var text: String { "http://\(authority(of: host))\(path)" }
}

/// Why a text is not the url of a service.
public enum ServiceAddressFault: Error, Hashable, Sendable {
  /// It is none, or has parts that no service needs; it has no user, no password and no query.
  case shape
  /// It begins with `https://`.
  case encrypted
  /// It has a user, a password or a query.
  case credentials
}
