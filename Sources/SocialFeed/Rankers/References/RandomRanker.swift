/// A random order, new at each refresh: the lower end of a metric's scale.
///
/// The order is a random permutation of all posts (or of the contest's entries) whose positions
/// are computed one by one, so that a page costs what is on it.
public struct RandomRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "random", summary: "A random order, new at each refresh: the lower reference.",
    order: "a random permutation; one's own entries first in a contest",
    surfaces: [.home, .contest, .latest, .global], isReference: true, make: { _ in RandomRanker() })

  public init() {}

  public var leavesOut: Bool { false }

  public var fingerprint: RankerFingerprint { Self.kind }

  private static let kind = RankerFingerprint(descriptor.name)

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    if request.surface == .contest {
      community.fillEntries(of: &page, for: request) { position, count in
        request.noise.shuffled(
          position, of: count, viewer: request.viewer, refresh: request.refresh)
      }
      return
    }
    let bound = request.cursor?.bound ?? community.postCount
    var position = if case .position(let next)? = request.cursor?.position { next } else { 0 }
    let scope = community.scope(of: request)
    while position < bound && page.count < request.pageSize {
      let post = PostID(
        request.noise.shuffled(
          position, of: bound, viewer: request.viewer, refresh: request.refresh))
      position += 1
      if community.belongs(post, in: scope) { page.append(checked: post) }
    }
    if position < bound { page.end(at: request.cursor(bound: bound, .position(position))) }
  }
}
