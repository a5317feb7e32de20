import SocialFeed

/// What members did with what they examined.
struct ActionTally: Sendable {
  private(set) var examined = 0
  /// By kind of interaction.
  private var counts = [Int](repeating: 0, count: InteractionKind.allCases.count)
  /// Impressions that led to a like, a comment, a save or a vote.
  private(set) var engagedImpressions = 0

  func count(of kind: InteractionKind) -> Int { counts[Int(kind.rawValue)] }

  mutating func add(_ page: borrowing CountedPage) { examined += page.examinedCount }

  /// Counts an interaction whose impression counts.
  ///
  /// - Parameter isFirst: Whether it is the first by which the impression is engaged.
  mutating func add(_ kind: InteractionKind, isFirst: Bool) {
    counts[Int(kind.rawValue)] += 1
    engagedImpressions += isFirst ? 1 : 0
  }

  mutating func add(_ other: ActionTally) {
    examined += other.examined
    for kind in counts.indices { counts[kind] += other.counts[kind] }
    engagedImpressions += other.engagedImpressions
  }
}

/// The impressions that led to something within the last day or two.
///
/// A slate is gone when its feed is refreshed, so the actions on one impression come close together:
/// one that is older than a day may be forgotten, and memory stays at two days of interactions.
struct RecentImpressions: Sendable {
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
