package import DataFiles
package import SocialFeed

/// What viewers saw and did on pages of a feed generator, until it is reported to it.
///
/// An app reports to the generator whose page it was, and to no other. `interactionSeen` is a look; `clickthroughItem` the
/// opening of a post's detail; likes and comments are `interactionLike` and `interactionReply`. Other acts have no name.
package struct InteractionLog {
  /// Those that wait, by viewer, and the viewers in the order in which they came.
  private var waiting: [MemberID: [Waiting]] = [:]
  private var viewers: [MemberID] = []
  /// The refreshes of the requests for pages of the generator.
  private var refreshes: [UInt32: UInt32] = [:]
  /// What the generator said about the posts of each viewer's newest refresh.
  private var contexts: [MemberID: Contexts] = [:]
  /// Whether the generator takes interactions in.
  private(set) var isWanted = true

  package init() {}

  private struct Waiting {
    let post: PostID
    let event: String
    let refresh: UInt32
  }

  private struct Contexts {
    let refresh: UInt32
    /// The text of the post and the text of its page.
    var texts: [PostID: (item: String?, request: String?)] = [:]
  }

  /// Takes in something that happened.
  package mutating func note(_ event: RankerEvent) {
    guard isWanted else { return }
    switch event.content {
    case .impression(let impression) where impression.isOwn:
      refreshes[impression.request] = impression.refresh
      guard impression.isLookedAt else { return }
      note("interactionSeen", of: impression.post, by: impression.viewer, in: impression.refresh)
    case .interaction(let kind, let post, let member, let request?):
      guard let refresh = refreshes[request], let name = Self.name(of: kind) else { return }
      note(name, of: post, by: member, in: refresh)
    default: break
    }
  }

  private static func name(of kind: InteractionKind) -> String? {
    switch kind {
    case .view: "clickthroughItem"
    case .like: "interactionLike"
    case .comment: "interactionReply"
    case .unlike, .save, .unsave, .vote: nil
    }
  }

  private mutating func note(
    _ name: String, of post: PostID, by viewer: MemberID, in refresh: UInt32
  ) {
    if waiting[viewer] == nil { viewers.append(viewer) }
    waiting[viewer, default: []].append(
      Waiting(post: post, event: "app.bsky.feed.defs#\(name)", refresh: refresh))
  }

  /// Keeps what the generator said about the posts of a page.
  package mutating func note(_ page: FeedSkeleton, _ posts: [PostID], for request: ServeRequest) {
    guard isWanted else { return }
    var contexts = contexts[request.viewer].flatMap { $0.refresh == request.refresh ? $0 : nil }
    // Posts beyond the limit are not shown.
    for (item, post) in zip(page.items, posts).prefix(request.limit)
    where item.context != nil || page.request != nil {
      contexts = contexts ?? Contexts(refresh: request.refresh)
      contexts?.texts[post] = (item.context, page.request)
    }
    self.contexts[request.viewer] = contexts
  }

  /// The interactions that wait, in the generator's form, by viewer.
  ///
  /// - Parameter uri: The URI of a post.
  package mutating func take(
    _ uri: (PostID) -> String?
  ) -> [(viewer: MemberID, interactions: [JSONValue])] {
    defer { (waiting, viewers) = ([:], []) }
    return viewers.map { viewer in
      let interactions = waiting[viewer, default: []].compactMap { interaction -> JSONValue? in
        guard let uri = uri(interaction.post) else { return nil }
        var members = ["item": JSONValue.string(uri), "event": .string(interaction.event)]
        if let contexts = contexts[viewer], contexts.refresh == interaction.refresh {
          let texts = contexts.texts[interaction.post]
          members["feedContext"] = texts?.item.map(JSONValue.string)
          members["reqId"] = texts?.request.map(JSONValue.string)
        }
        return .object(members)
      }
      return (viewer, interactions)
    }
  }

  /// Stops keeping interactions.
  mutating func stop() {
    self = InteractionLog()
    isWanted = false
  }
}
