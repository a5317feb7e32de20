import SocialFeed

/// What members did with what they examined.
struct ActionTally: Sendable {
  private(set) var examined = 0
  private(set) var likes = 0
  private(set) var comments = 0
  private(set) var saves = 0
  private(set) var votes = 0
  /// Impressions that led to at least one of these.
  private(set) var engagedImpressions = 0
  private var engaged = RecentImpressions()

  mutating func add(_ page: borrowing CountedPage) { examined += page.examinedCount }

  /// Counts an interaction whose impression counts.
  mutating func add(_ kind: InteractionKind, request: UInt32, post: UInt32, at time: Double) {
    switch kind {
    case .like: likes += 1
    case .comment: comments += 1
    case .save: saves += 1
    case .vote: votes += 1
    case .view, .unlike, .unsave: return
    }
    if engaged.insert(request: request, post: post, at: time) { engagedImpressions += 1 }
  }
}

/// The impressions that led to something within the last day or two.
///
/// A slate is gone when its feed is refreshed, so the actions on one impression come close together:
/// one that is older than a day may be forgotten, and memory stays at two days of interactions.
private struct RecentImpressions: Sendable {
  private static let dayLength = 86_400.0

  private var today = ImpressionSet()
  private var yesterday = ImpressionSet()
  private var nextDay = -Double.infinity

  /// - Returns: Whether the impression is not known.
  mutating func insert(request: UInt32, post: UInt32, at time: Double) -> Bool {
    turn(to: time)
    let isKnown = yesterday.contains(request: request, post: post)
    return today.insert(request: request, post: post) && !isKnown
  }

  private mutating func turn(to time: Double) {
    guard time >= nextDay else { return }
    if time >= nextDay + Self.dayLength { today.removeAll() }
    swap(&today, &yesterday)
    today.removeAll()
    nextDay = time + Self.dayLength
  }
}
