internal import DataFiles

/// Where a service is: the parts of a url.
public struct ServiceAddress: Hashable, Sendable {
  /// How a service is talked to.
  public enum Scheme: String, CaseIterable, Hashable, Sendable {
    case http
    /// Lines over TCP.
    case tcp
  }

  public let scheme: Scheme
  /// A name or a number, without the brackets of one of IPv6.
  public let host: String
  /// `nil` for one that FeedLab chooses, since it starts the service: the url has ``ServiceProgram/Placeholder/port``.
  public let port: Int?
  /// It begins with a slash; `/` alone over TCP.
  public let path: String

  /// Reads a url.
  ///
  /// One with a user, a password or a query is refused, since messages and results repeat urls.
  public init(_ text: String) throws(ServiceAddressFault) {
    // Before all else, since whoever reports another fault repeats the text.
    guard !text.contains(where: { "@?".contains($0) }) else { throw .credentials }
    guard let scheme = text.firstRange(of: "://") else { throw .shape }
    switch text[..<scheme.lowerBound].lowercased() {
    case "https": throw .encrypted
    case let name:
      guard let known = Scheme(rawValue: name) else { throw .shape }
      self.scheme = known
    }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { !"/#".contains($0) }
    let path = rest[authority.endIndex...]
    // Such as a blank or a letter with an accent: a request has none of them.
    guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      throw .shape
    }
    guard self.scheme == .http || ["", "/"].contains(path) else { throw .shape }
    self.path = path.isEmpty ? "/" : String(path)
    let (host, port) = try Self.hostAndPort(authority)
    self.host = host
    switch port {
    case nil where self.scheme == .http: self.port = Self.usualPort
    case nil: throw .shape
    case .chosen?: self.port = nil
    case .number(let port)?: self.port = port
    }
  }

  private init(_ scheme: Scheme, _ host: String, _ port: Int, _ path: String) {
    (self.scheme, self.host, self.port, self.path) = (scheme, host, port, path)
  }

  /// The same with the port that FeedLab has chosen.
  func with(port: Int) -> ServiceAddress { ServiceAddress(scheme, host, port, path) }

  /// The port of a url over HTTP that has none.
  private static let usualPort = 80

  private enum Port {
    case number(Int)
    /// One that FeedLab chooses.
    case chosen
  }

  private static func hostAndPort(
    _ authority: Substring
  ) throws(ServiceAddressFault) -> (String, Port?) {
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
    guard !rest.isEmpty else { return (String(host), nil) }
    if rest.dropFirst() == ServiceProgram.Placeholder.port.text { return (String(host), .chosen) }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let port = Int(digits), 1...65_535 ~= port
    else { throw .shape }
    return (String(host), .number(port))
  }

  /// The host, and the port unless it is the usual one, as a request names them: without the zone of an address of IPv6,
  /// which has a meaning only on this machine.
  var authority: String { authority(of: host.prefix { $0 != "%" }) }

  private func authority(of host: some StringProtocol) -> String {
    let name = host.contains(":") ? "[\(host)]" : "\(host)"
    guard let port else { return "\(name):\(ServiceProgram.Placeholder.port.text)" }
    return port == Self.usualPort && scheme == .http ? name : "\(name):\(port)"
  }

  /// The url.
  public var text: String {
    "\(scheme.rawValue)://\(authority(of: host))\(scheme == .http ? path : "")"
  }
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
