import SocialFeed

/// How much of each slate was not on the slate before it, for the feeds of sampled members.
///
/// A feed is what one ranker shows one member on one surface. Its last two slates are kept, and
/// compared when the later one is complete, which is when the next request begins or the run ends.
struct TurnoverTally: Sendable {
  /// Shares of new posts on one sampled member's slates.
  struct Record: Sendable {
    fileprivate(set) var sum = CompensatedSum()
    fileprivate(set) var slates = 0
  }

  /// By slot of the sample.
  private(set) var records: [Record] = []
  private var feeds: [Feed] = []
  /// For each slot, surface and ranker the place of its feed, or `absent`.
  private var placeOfFeed: [Int32] = []
  private let feedsPerSlot: Int
  private let rankerCount: Int
  private var comparison = SlateComparison()

  private static let absent: Int32 = -1

  init(run: RunObservation) {
    rankerCount = run.rankerNames.count
    feedsPerSlot = Surface.allCases.count * rankerCount
  }

  mutating func addPost() { comparison.addPost() }

  /// Begins the record of the member who has a slot now.
  mutating func begin(slot: Int) {
    if slot == records.count {
      records.append(Record())
      for _ in 0..<feedsPerSlot { placeOfFeed.append(Self.absent) }
    } else {
      records[slot] = Record()
      for place in placeOfFeed[slot * feedsPerSlot..<(slot + 1) * feedsPerSlot]
      where place != Self.absent {
        feeds[Int(place)].removeAll()
      }
    }
  }

  mutating func add(_ page: borrowing CountedPage, slot: Int) {
    let place = feed(of: page, slot: slot)
    if feeds[place].isOver(by: page) { close(place, slot: slot) }
    feeds[place].append(page)
  }

  /// Compares the last slates of all feeds.
  mutating func finish() {
    for slot in records.indices {
      for place in placeOfFeed[slot * feedsPerSlot..<(slot + 1) * feedsPerSlot]
      where place != Self.absent {
        close(Int(place), slot: slot)
      }
    }
  }

  private mutating func feed(of page: borrowing CountedPage, slot: Int) -> Int {
    let key = slot * feedsPerSlot + Int(page.surface.rawValue) * rankerCount + page.ranker
    if placeOfFeed[key] == Self.absent {
      placeOfFeed[key] = Int32(feeds.count)
      feeds.append(Feed())
    }
    return Int(placeOfFeed[key])
  }

  private mutating func close(_ place: Int, slot: Int) {
    guard let share = feeds[place].close(&comparison) else { return }
    records[slot].sum.add(share)
    records[slot].slates += 1
  }
}

/// The last two slates of a feed.
private struct Feed: Sendable {
  /// The request of the later slate.
  private var request: UInt32 = 0
  /// Length of the earlier slate; 0 when there is none.
  private var earlierCount = 0
  /// The earlier slate, then the later one.
  private var posts: [UInt32] = []

  /// Whether a page begins another slate.
  func isOver(by page: borrowing CountedPage) -> Bool {
    posts.count > earlierCount && page.request != request
  }

  mutating func append(_ page: borrowing CountedPage) {
    precondition(
      page.request >= request,
      "a page of request \(page.request) of member \(page.viewer) came after request \(request)")
    request = page.request
    posts.append(contentsOf: page.posts[..<page.count])
  }

  /// Makes the later slate the earlier one.
  ///
  /// - Returns: The share of its posts that were not on the slate before it; `nil` when there was none.
  mutating func close(_ comparison: inout SlateComparison) -> Double? {
    let laterCount = posts.count - earlierCount
    guard laterCount > 0 else { return nil }
    let isFirst = earlierCount == 0
    let fresh = comparison.newPosts(posts, earlierCount: earlierCount)
    posts.removeFirst(earlierCount)
    earlierCount = laterCount
    return isFirst ? nil : Double(fresh) / Double(laterCount)
  }

  /// Forgets both slates and keeps the room.
  mutating func removeAll() {
    request = 0
    earlierCount = 0
    posts.removeAll(keepingCapacity: true)
  }
}

/// Compares slates by marks on the posts, in time proportional to their lengths.
private struct SlateComparison: Sendable {
  /// For each post the number of the last comparison in which it was on the earlier slate.
  private var mark: [UInt32] = []
  private var number: UInt32 = 0

  mutating func addPost() { mark.append(0) }

  /// How many posts from `earlierCount` on are not among those before.
  mutating func newPosts(_ posts: [UInt32], earlierCount: Int) -> Int {
    begin()
    return Self.newPosts(posts, earlierCount: earlierCount, number: number, mark: &mark)
  }

  private static func newPosts(
    _ posts: [UInt32], earlierCount: Int, number: UInt32, mark: inout [UInt32]
  ) -> Int {
    let posts = posts.span
    var mark = mark.mutableSpan
    for index in 0..<earlierCount { mark[Int(posts[index])] = number }
    var fresh = 0
    for index in earlierCount..<posts.count where mark[Int(posts[index])] != number { fresh += 1 }
    return fresh
  }

  private mutating func begin() {
    number &+= 1
    guard number == 0 else { return }
    for post in mark.indices { mark[post] = 0 }
    number = 1
  }
}
