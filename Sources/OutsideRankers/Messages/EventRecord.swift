internal import DataFiles
internal import SocialFeed

/// What a message calls an event, by number in binary and by name in JSON.
package enum EventKind: UInt8, CaseIterable, Sendable {
  case join = 1
  case post, delete, enter
  case follow, unfollow, friend, unfriend, block
  case impression
  case view, like, unlike, comment, save, unsave, vote
}

/// An event in messages: 40 bytes, with 0 for each field that an event of the kind does not have.
///
/// | bytes | 0–7 | 8 | 9 | 10 | 11 | 12–15 | 16–19 | 20–23 | 24–27 | 28–31 | 32–35 | 36–39 |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | | time | kind | surface | looked | own | member | other | post | number | position | request | refresh |
///
/// The number is the group's, category's or contest's. The byte of an impression's surface has a post's visibility.
struct EventRecord {
  /// Bytes of a record.
  static let size = 40
  /// The request of an interaction that comes from no impression.
  static let noRequest = UInt32.max

  let time: Double
  let kind: EventKind
  private var surface = Surface.home
  private var visibility = PostVisibility.everyone
  private var (isLookedAt, isOwn) = (false, false)
  private var (member, other, post, number): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  private var (position, request, refresh): (UInt32, UInt32, UInt32) = (0, 0, 0)

  init(_ event: RankerEvent) {
    time = event.time
    switch event.content {
    case .join(let member, let group):
      kind = .join
      (self.member, number) = (member.rawValue, UInt32(group))
    case .post(let post, let author, let category, let visibility):
      kind = .post
      self.visibility = visibility
      (member, self.post, number) = (author.rawValue, post.rawValue, UInt32(category.index))
    case .delete(let post, let author):
      kind = .delete
      (member, self.post) = (author.rawValue, post.rawValue)
    case .enter(let post, let author, let contest):
      kind = .enter
      (member, self.post, number) = (author.rawValue, post.rawValue, contest.rawValue)
    case .tie(let tie, let from, let to):
      kind = EventKind(tie)
      (member, other) = (from.rawValue, to.rawValue)
    case .impression(let impression):
      kind = .impression
      surface = impression.surface
      (isLookedAt, isOwn) = (impression.isLookedAt, impression.isOwn)
      (member, post) = (impression.viewer.rawValue, impression.post.rawValue)
      (position, request) = (UInt32(impression.position), impression.request)
      refresh = impression.refresh
    case .interaction(let interaction, let post, let member, let request):
      kind = EventKind(interaction)
      (self.member, self.post) = (member.rawValue, post.rawValue)
      self.request = request ?? Self.noRequest
    }
  }
}

extension EventRecord {
  /// Appends the 40 bytes.
  func append(to bytes: inout [UInt8]) {
    bytes.append(little: time.bitPattern)
    // Only one of the two is not 0.
    let shown = surface.rawValue | visibility.rawValue
    bytes += [kind.rawValue, shown, isLookedAt ? 1 : 0, isOwn ? 1 : 0]
    for number in [member, other, post, number, position, request, refresh] {
      bytes.append(little: number)
    }
  }

  /// What an event of its kind has.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "time": .number(time), "kind": .string("\(kind)"), "member": .whole(UInt64(member)),
    ]
    switch kind {
    case .join: members["group"] = .whole(UInt64(number))
    case .post:
      members["category"] = .whole(UInt64(number))
      members["visible_to"] = .string("\(visibility)")
    case .enter: members["contest"] = .whole(UInt64(number))
    case .follow, .unfollow, .friend, .unfriend, .block: members["other"] = .whole(UInt64(other))
    case .impression:
      members["surface"] = .string("\(surface)")
      (members["looked"], members["own"]) = (.bool(isLookedAt), .bool(isOwn))
      (members["position"], members["refresh"]) = (
        .whole(UInt64(position)), .whole(UInt64(refresh))
      )
      members["request"] = .whole(UInt64(request))
    case .view, .like, .unlike, .comment, .save, .unsave, .vote:
      members["request"] = request == Self.noRequest ? .null : .whole(UInt64(request))
    case .delete: break
    }
    switch kind {
    case .join, .follow, .unfollow, .friend, .unfriend, .block: break
    default: members["post"] = .whole(UInt64(post))
    }
    return members
  }
}

extension EventKind {
  init(_ tie: TieOutcome) {
    switch tie {
    case .follow: self = .follow
    case .unfollow: self = .unfollow
    case .friend: self = .friend
    case .unfriend: self = .unfriend
    case .block: self = .block
    }
  }

  init(_ interaction: InteractionKind) {
    switch interaction {
    case .view: self = .view
    case .like: self = .like
    case .unlike: self = .unlike
    case .comment: self = .comment
    case .save: self = .save
    case .unsave: self = .unsave
    case .vote: self = .vote
    }
  }
}
