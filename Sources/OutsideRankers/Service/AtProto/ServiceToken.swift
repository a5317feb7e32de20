internal import DataFiles
internal import Foundation

/// The token by which an app view names a viewer to a feed generator: a JWT of the AT Protocol.
///
/// Its signature is 64 zeros, since simulated viewers have no keys: a service that checks it refuses all of them.
package enum ServiceToken {
  /// The beginning of 2100, so that no token expires, and each is the same whenever it is made.
  private static let expiry: UInt64 = 4_102_444_800

  /// - Parameters:
  ///   - issuer: The DID of the viewer.
  ///   - audience: The DID of the service.
  ///   - method: The method of the request.
  package static func text(issuer: String, audience: String, method: String) -> String {
    let head = JSONValue.object(["alg": .string("ES256K"), "typ": .string("JWT")])
    let claims = JSONValue.object([
      "iss": .string(issuer), "aud": .string(audience), "lxm": .string(method),
      "exp": .whole(expiry), "iat": .whole(UInt64(WorldCalendar.start)),
    ])
    let parts =
      [head, claims].map { Array($0.canonical.utf8) } + [[UInt8](repeating: 0, count: 64)]
    return parts.map(base64).joined(separator: ".")
  }

  /// Base 64 for urls, without padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
