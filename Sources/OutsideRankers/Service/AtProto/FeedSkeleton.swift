internal import DataFiles

/// A page of a feed generator: what `app.bsky.feed.getFeedSkeleton` answers.
package struct FeedSkeleton: Hashable, Sendable {
  /// A post of the page.
  package struct Item: Hashable, Sendable {
    /// The URI of its record.
    package let uri: String
    /// A text of the service that comes back with interactions; `nil` for none.
    package let context: String?
  }

  package let items: [Item]
  package let cursor: String?
  /// The service's name for the answer, which comes back with interactions; `nil` for none.
  package let request: String?

  /// Reads an answer. The reason for an item, such as a repost, and all other fields are skipped.
  package init(_ answer: [UInt8]) throws(AnswerFault) {
    let members = try AnswerReader.members(of: answer[...])
    guard case .array(let feed)? = members["feed"] else {
      throw AnswerFault("answered without a list \"feed\"")
    }
    var items: [Item] = []
    for (index, item) in feed.enumerated() {
      guard case .object(let members) = item, case .string(let uri)? = members["post"] else {
        throw AnswerFault(
          "put \(item.canonical.excerpt) at position \(index + 1); an item of a feed has the at-uri of a post as \"post\""
        )
      }
      let context = try Self.text("feedContext", in: members, upTo: Self.longestContext)
      items.append(Item(uri: uri, context: context))
    }
    self.items = items
    switch members["cursor"] {
    case .string(let cursor)?: self.cursor = cursor
    case nil, .null: cursor = nil
    case let other?:
      throw AnswerFault(
        "ended a page with the cursor \(other.canonical.excerpt); a cursor is a text")
    }
    request = try Self.text("reqId", in: members, upTo: Self.longestRequest)
  }

  // The longest texts that come back with interactions, in bytes, as `app.bsky.feed.defs` and the method have them: they
  // are kept for each viewer.
  private static let longestContext = 2000
  private static let longestRequest = 100

  /// A text that comes back with interactions; `nil` where none exists.
  private static func text(
    _ name: String, in members: [String: JSONValue], upTo most: Int
  ) throws(AnswerFault) -> String? {
    guard let text = members[name]?.text else { return nil }
    guard text.utf8.count <= most else {
      throw AnswerFault(
        "gave a \"\(name)\" of \(text.utf8.count.grouped) bytes; it has at most \(most.grouped)")
    }
    return text
  }
}

extension JSONValue {
  /// What a text has; `nil` for other values.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

/// The feeds of a service: what `app.bsky.feed.describeFeedGenerator` answers.
package struct FeedGeneratorDescription: Hashable, Sendable {
  /// The DID of the service.
  package let did: String
  /// The at-uris of its feeds.
  package let feeds: [String]

  package init(_ answer: [UInt8]) throws(AnswerFault) {
    var members = try AnswerReader.members(of: answer[...])
    // A template of services in Python wraps its answer so.
    if case .object(let body)? = members["body"], members["feeds"] == nil { members = body }
    guard case .string(let did)? = members["did"], case .array(let feeds)? = members["feeds"] else {
      throw AnswerFault("describes itself without \"did\" and a list \"feeds\"")
    }
    self.did = did
    self.feeds = feeds.compactMap { feed in
      if case .object(let members) = feed { members["uri"]?.text } else { nil }
    }
  }

  /// The one feed.
  package var feed: String {
    get throws(AnswerFault) {
      guard let first = feeds.first, feeds.count == 1 else {
        let list = feeds.prefix(5).map { "'\($0.excerpt(atMost: 120))'" }.joined(separator: ", ")
        throw AnswerFault(
          feeds.isEmpty
            ? "describes no feed; name one in the scenario as 'feed'"
            : "has \(feeds.count.grouped) feeds, \(list)\(feeds.count > 5 ? ", …" : ""); name one in the scenario as 'feed'"
        )
      }
      return first
    }
  }
}
