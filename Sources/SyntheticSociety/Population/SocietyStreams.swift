internal import Stochastics

/// The keyed streams of one world, one a purpose. A draw depends on the world and on the keys of
/// the people and posts that it is about, never on the arm or on what was drawn before.
struct SocietyStreams: Sendable {
  // Who people are.
  let activity: KeyedStream
  let viewerTaste: KeyedStream
  let creatorTaste: KeyedStream
  let character: KeyedStream
  let ties: KeyedStream
  // What happens, when, and what they do.
  let joining: KeyedStream
  let sessions: KeyedStream
  let surfaces: KeyedStream
  let attention: KeyedStream
  let taste: KeyedStream
  let actions: KeyedStream
  let reading: KeyedStream
  let posting: KeyedStream
  let posts: KeyedStream
  let entering: KeyedStream
  // What rankers and measurement need of chance.
  let rankerNoise: KeyedStream
  let shuffle: KeyedStream
  let sampling: KeyedStream
  let calibration: KeyedStream

  static let names = [
    "activity", "viewer-taste", "creator-taste", "character", "ties", "joining", "sessions",
    "surfaces", "attention", "taste", "actions", "reading", "posting", "posts", "entering",
    "ranker-noise", "shuffle", "sampling", "calibration",
  ]

  init(seed: UInt64, world: UInt32) {
    func stream(_ name: String) -> KeyedStream {
      assert(Self.names.contains(name), "stream \(name) is not listed")
      return KeyedStream(seed: seed, world: world, name: StreamName(name))
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
    reading = stream("reading")
    posting = stream("posting")
    posts = stream("posts")
    entering = stream("entering")
    rankerNoise = stream("ranker-noise")
    shuffle = stream("shuffle")
    sampling = stream("sampling")
    calibration = stream("calibration")
  }
}

/// What a member is called in draws, whatever identifier the arm's history gave.
struct MemberKey: Hashable, Sendable {
  let rawValue: UInt32

  static func initial(_ index: Int) -> MemberKey { MemberKey(rawValue: UInt32(index)) }

  static func joined(_ number: UInt32) -> MemberKey { MemberKey(rawValue: 0x8000_0000 | number) }

  /// Of a member who does nothing.
  static func inert(_ number: Int) -> MemberKey {
    MemberKey(rawValue: 0x4000_0000 | UInt32(number))
  }
}
