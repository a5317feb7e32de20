internal import SocialFeed

/// Makes the rows of a log that breaks rules of runs countable, so that every metric stays inside its range:
///
/// - A post that stands several times in a slate counts once, at its first position; it is examined where a row of that page
///   is. The other rows are duplicates that the page brought.
/// - A page that begins at a position that its slate has already goes on after the last one.
/// - An interaction names an impression that its viewer examined within the day before, and of each kind but comments only
///   the first does.
///
/// Every row of a simulated run counts unchanged.
struct LogRows: Sendable {
  private struct Slate {
    let request: UInt32
    /// The last position.
    var end = 0
    var posts: Set<PostID> = []
  }

  private struct Look {
    let time: Double
    /// A bit for each kind of interaction that named it.
    var kinds: UInt8 = 0
  }

  /// The latest slate of each feed of each viewer.
  private var slates: [ViewerFeed: Slate] = [:]
  /// Examined impressions of the last day, and of some of the day before.
  private var looks: [UInt64: Look] = [:]
  private var nextTurn = -Double.infinity
  /// Rows of posts that their slate had already.
  private(set) var repeats = 0

  private static let day = 86_400.0

  /// The page as it counts, cut where a row does not, so that the rows after it keep their positions.
  mutating func parts(of page: borrowing PageObservation) -> [PageObservation] {
    forgetLooks(at: page.time)
    let feed = page.feed
    var slate = slates.removeValue(forKey: feed) ?? Slate(request: page.request)
    if slate.request != page.request { slate = Slate(request: page.request) }
    let first = max(page.offset, slate.end)
    let examined = Set(page.posts.indices.filter { page.examined[$0] }.map { page.posts[$0] })
    var parts = [copy page]
    parts[0].clear(from: first)
    for (index, post) in page.posts.enumerated() {
      guard slate.posts.insert(post).inserted else {
        parts[0].duplicates += 1
        repeats += 1
        continue
      }
      var part = parts.removeLast()
      if part.offset + part.posts.count < first + index {
        parts.append(part)
        part.clear(from: first + index)
        (part.pool, part.duplicates, part.breaches) = (nil, 0, ServeBreaches())
      }
      let isExamined = examined.contains(post)
      part.posts.append(post)
      part.examined.append(isExamined)
      part.relevance.append(page.relevance[index])
      parts.append(part)
      if isExamined { looks[Self.key(page.request, post)] = Look(time: page.time) }
    }
    slate.end = first + page.posts.count
    slates[feed] = slate
    return parts
  }

  /// The interaction, without its request where it names no impression that counts for it.
  mutating func counted(_ interaction: InteractionObservation) -> InteractionObservation {
    forgetLooks(at: interaction.time)
    var counted = interaction
    if let request = interaction.request,
      !use(Self.key(request, interaction.post), interaction.kind, at: interaction.time)
    {
      counted.request = nil
    }
    return counted
  }

  private mutating func use(_ key: UInt64, _ kind: InteractionKind, at time: Double) -> Bool {
    guard let look = looks[key], time - look.time <= Self.day else { return false }
    let bit: UInt8 = kind == .comment ? 0 : 1 << kind.rawValue
    looks[key]?.kinds |= bit
    return look.kinds & bit == 0
  }

  private mutating func forgetLooks(at time: Double) {
    guard time >= nextTurn else { return }
    looks = looks.filter { time - $0.value.time <= Self.day }
    nextTurn = time + Self.day
  }

  private static func key(_ request: UInt32, _ post: PostID) -> UInt64 {
    UInt64(request) << 32 | UInt64(post.rawValue)
  }
}

extension PageObservation {
  /// Leaves a page without posts that begins after `offset` positions.
  fileprivate mutating func clear(from offset: Int) {
    self.offset = offset
    (posts, examined, relevance) = ([], [], [])
  }
}
