internal import SocialFeed

/// How many follows, returned follows and friendships there are, now and when the window began.
struct TieTally: Sendable {
  struct Counts: Sendable {
    var follows = 0
    /// Pairs of members who follow each other.
    var mutualPairs = 0
    var friendships = 0
  }

  private let windowStart: Double
  private let duration: Double
  private(set) var atStart = Counts()
  private(set) var now = Counts()

  init(run: RunObservation) {
    windowStart = run.windowStart
    duration = run.duration
  }

  mutating func add(_ tie: TieObservation) {
    guard tie.time < duration else { return }
    now.add(tie)
    if tie.time < windowStart { atStart = now }
  }
}

extension TieTally.Counts {
  fileprivate mutating func add(_ tie: TieObservation) {
    switch tie.kind {
    case .follow:
      follows += 1
      if tie.isReturned { mutualPairs += 1 }
    case .unfollow:
      follows -= 1
      if tie.isReturned { mutualPairs -= 1 }
    case .friend: friendships += 1
    case .unfriend: friendships -= 1
    case .block: break
    }
  }
}
