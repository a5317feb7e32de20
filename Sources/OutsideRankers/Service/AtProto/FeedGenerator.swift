internal import DataFiles
internal import Foundation
internal import SocialFeed

/// Asks a feed generator by the methods of the AT Protocol.
package struct FeedGenerator {
  private let call: ServiceCall
  /// The at-uri of the feed.
  let feed: String
  /// The DID of the service.
  private let audience: String

  /// A method of a service, by its name.
  private enum Method: String {
    case describe = "app.bsky.feed.describeFeedGenerator"
    case page = "app.bsky.feed.getFeedSkeleton"
    case interactions = "app.bsky.feed.sendInteractions"

    /// Where it is behind the url of a service.
    func path(besides address: ServiceAddress) -> String {
      "\(address.path.hasSuffix("/") ? address.path.dropLast() : address.path[...])/xrpc/\(rawValue)"
    }
  }

  /// How many posts a page has at most.
  static let longestPage = 100

  /// - Parameter feed: The at-uri of the feed; `nil` to ask the service, which then has exactly one.
  init(_ call: ServiceCall, feed: String?) throws(RankerFailure) {
    self.call = call
    if let feed {
      self.feed = feed
      audience = String(feed.dropFirst("at://".count).prefix { $0 != "/" })
      return
    }
    let answer = try call.get(Method.describe.path(besides: call.settings.address))
    do throws(AnswerFault) {
      let description = try FeedGeneratorDescription(answer)
      (self.feed, audience) = (try description.feed, description.did)
    } catch {
      throw call.failure(error.predicate)
    }
  }

  /// A page.
  ///
  /// - Parameters:
  ///   - viewer: The DID of the viewer.
  ///   - limit: How many posts it may have; a request has at most ``longestPage``.
  ///   - cursor: The cursor of the page before.
  func page(
    for viewer: String, limit: Int, cursor: String?
  ) throws(RankerFailure) -> FeedSkeleton {
    var path =
      "\(Method.page.path(besides: call.settings.address))?feed=\(Self.escaped(feed))&limit=\(min(limit, Self.longestPage))"
    if let cursor { path += "&cursor=\(Self.escaped(cursor))" }
    let answer = try call.get(path, headers: [authorization(of: viewer, for: .page)])
    do throws(AnswerFault) { return try FeedSkeleton(answer) } catch {
      throw call.failure(error.predicate)
    }
  }

  /// Reports what a viewer saw and did.
  ///
  /// - Returns: Whether the service takes it in.
  func send(_ interactions: [JSONValue], of viewer: String) throws(RankerFailure) -> Bool {
    let body = JSONValue.object(["feed": .string(feed), "interactions": .array(interactions)])
    return try call.offer(
      Array(body.canonical.utf8), to: Method.interactions.path(besides: call.settings.address),
      headers: [authorization(of: viewer, for: .interactions)])
  }

  private func authorization(
    of viewer: String, for method: Method
  ) -> (name: String, value: String) {
    let token = ServiceToken.text(issuer: viewer, audience: audience, method: method.rawValue)
    return ("Authorization", "Bearer \(token)")
  }

  /// A text as a value in a query.
  package static func escaped(_ text: String) -> String {
    guard let escaped = text.addingPercentEncoding(withAllowedCharacters: plain) else {
      preconditionFailure("a text has no UTF-8")
    }
    return escaped
  }

  /// The characters of a value that are not encoded: the unreserved characters of RFC 3986.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
