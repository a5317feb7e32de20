package import Stochastics

/// The keyed streams of one world, one a purpose. A draw depends on the world and on the keys of
/// the people and posts that it is about, never on the arm or on what was drawn before. It depends on
/// the name of the stream too, so that names never change.
package struct SocietyStreams: Sendable {
  // Who people are.
  package let activity: KeyedStream
  package let viewerTaste: KeyedStream
  package let creatorTaste: KeyedStream
  package let character: KeyedStream
  package let ties: KeyedStream
  // What happens, when, and what they do.
  package let joining: KeyedStream
  package let sessions: KeyedStream
  package let surfaces: KeyedStream
  package let attention: KeyedStream
  package let taste: KeyedStream
  package let actions: KeyedStream
  package let dwell: KeyedStream
  package let posting: KeyedStream
  package let posts: KeyedStream
  package let entering: KeyedStream
  package let following: KeyedStream
  package let friending: KeyedStream
  package let unfollowing: KeyedStream
  package let deleting: KeyedStream
  package let devices: KeyedStream
  package let refreshing: KeyedStream
  package let churn: KeyedStream
  package let notifications: KeyedStream
  package let planting: KeyedStream
  // What rankers and measurement need of chance.
  package let rankerNoise: KeyedStream
  /// The seed of what external rankers draw.
  package let rankerSeed: KeyedStream
  package let discovery: KeyedStream
  package let shuffle: KeyedStream
  package let sampling: KeyedStream
  package let calibration: KeyedStream
  /// Which of two arms serves a member.
  package let assignment: KeyedStream

  package static let names = [
    "activity", "viewer-taste", "creator-taste", "character", "ties", "joining", "sessions",
    "surfaces", "attention", "taste", "actions", "reading", "posting", "posts", "entering",
    "following", "friending", "parting", "deleting", "devices", "refreshing", "leaving",
    "notifications", "planting", "ranker-noise", "ranker-seed", "discovery", "shuffle",
    "sampling", "calibration", "assignment",
  ]

  /// - Parameter isMirrored: Whether the streams belong to the world's antithetic twin.
  package init(seed: UInt64, world: UInt32, isMirrored: Bool = false) {
    func stream(_ name: String) -> KeyedStream {
      assert(Self.names.contains(name), "stream \(name) is not listed")
      return KeyedStream(seed: seed, world: world, name: StreamName(name), isMirrored: isMirrored)
    }
    activity = stream("activity")
    viewerTaste = stream("viewer-taste")
    creatorTaste = stream("creator-taste")
    character = stream("character")
    ties = stream("ties")
    joining = stream("joining")
    sessions = stream("sessions")
    surfaces = stream("surfaces")
    attention = stream("attention")
    taste = stream("taste")
    actions = stream("actions")
    dwell = stream("reading")
    posting = stream("posting")
    posts = stream("posts")
    entering = stream("entering")
    following = stream("following")
    friending = stream("friending")
    unfollowing = stream("parting")
    deleting = stream("deleting")
    devices = stream("devices")
    refreshing = stream("refreshing")
    churn = stream("leaving")
    notifications = stream("notifications")
    planting = stream("planting")
    rankerNoise = stream("ranker-noise")
    rankerSeed = stream("ranker-seed")
    discovery = stream("discovery")
    shuffle = stream("shuffle")
    sampling = stream("sampling")
    calibration = stream("calibration")
    assignment = stream("assignment")
  }
}

extension SocietyStreams {
  /// The first and the third key of the draws about a look, whose second key is the key of the post's author: no
  /// two looks of a world have the same three.
  ///
  /// The number of the look takes 8 bits of the third key and 3 of the first, which members' keys leave.
  ///
  /// - Parameter number: The number of looks of the viewer at the post before, `Looks.most` at most.
  @inline(__always)
  package static func keys(ofLook number: Int, by viewer: UInt32, at post: PostTraits) -> (
    viewer: UInt32, occurrence: UInt32
  ) {
    let number = UInt32(truncatingIfNeeded: number)
    return (viewer ^ (number >> 8) << 25, post.opportunity << 8 | number & 0xFF)
  }
}

/// The key of a member in draws, whatever identifier the arm's history gave.
package struct MemberKey: Hashable, Sendable {
  package let rawValue: UInt32

  package static func initial(_ index: Int) -> MemberKey { MemberKey(rawValue: UInt32(index)) }

  package static func joined(_ number: UInt32) -> MemberKey {
    MemberKey(rawValue: 0x8000_0000 | number)
  }

  /// The key of a member who does not act.
  package static func inert(_ number: Int) -> MemberKey {
    MemberKey(rawValue: 0x4000_0000 | UInt32(number))
  }
}
