import SocialFeed

/// What members did with what they examined.
struct ActionTally: Sendable {
  private(set) var examined = 0
  /// By kind of interaction.
  private var counts = [Int](repeating: 0, count: InteractionKind.allCases.count)
  /// Impressions that led to a like, a comment, a save or a vote.
  private(set) var engagedImpressions = 0
  /// First looks of a viewer at a post, and those among them that are engaged; 0 where no metric reads them.
  private(set) var firstLooks = 0
  private(set) var engagedFirstLooks = 0

  func count(of kind: InteractionKind) -> Int { counts[Int(kind.rawValue)] }

  mutating func add(_ page: borrowing CountedPage) { examined += page.examinedCount }

  mutating func add(firstLooks count: Int) { firstLooks += count }

  /// Counts an interaction whose impression counts.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it is the first interaction to engage the impression.
  ///   - isAtFirstLook: Whether the impression is the viewer's first look at the post.
  mutating func add(_ kind: InteractionKind, isFirst: Bool, isAtFirstLook: Bool) {
    counts[Int(kind.rawValue)] += 1
    engagedImpressions += isFirst ? 1 : 0
    engagedFirstLooks += isFirst && isAtFirstLook ? 1 : 0
  }

  mutating func add(_ other: ActionTally) {
    examined += other.examined
    for kind in counts.indices { counts[kind] += other.counts[kind] }
    engagedImpressions += other.engagedImpressions
    firstLooks += other.firstLooks
    engagedFirstLooks += other.engagedFirstLooks
  }
}

/// The impressions that led to something within the last day or two.
///
/// A slate is gone when its feed is refreshed, so the actions on one impression come close together:
/// one that is older than a day may be forgotten, and memory stays at two days of interactions.
struct RecentImpressions: Sendable {
  private static let dayLength = 86_400.0

  private var today = PairSet()
  private var yesterday = PairSet()
  private var nextDay = -Double.infinity

  /// - Returns: Whether the impression is not known.
  mutating func insert(request: UInt32, post: UInt32, at time: Double) -> Bool {
    turn(to: time)
    let isKnown = yesterday.contains(request, post)
    return today.insert(request, post) && !isKnown
  }

  func contains(request: UInt32, post: UInt32) -> Bool {
    today.contains(request, post) || yesterday.contains(request, post)
  }

  private mutating func turn(to time: Double) {
    guard time >= nextDay else { return }
    if time >= nextDay + Self.dayLength { today.removeAll() }
    swap(&today, &yesterday)
    today.removeAll()
    nextDay = time + Self.dayLength
  }
}
