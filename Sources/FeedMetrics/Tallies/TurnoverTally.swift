/// How much of each slate of one feed was not on the slate before it, for sampled members.
///
/// A member's last two slates are kept, and compared when the later one is complete, which is when a page of another
/// request comes or the run ends. So of two requests whose pages come in turn, as in logs of two devices, each turn is
/// a slate of its own.
struct TurnoverTally: Sendable {
  /// Shares of new posts on one sampled member's slates.
  struct Record: Sendable {
    var sum = CompensatedSum()
    var slates = 0
  }

  /// By slot of the sample.
  private(set) var records: [Record] = []
  private var lastSlates: [LastSlates] = []

  /// Begins the record of the member who has a slot now.
  mutating func begin(slot: Int) {
    if slot == records.count {
      records.append(Record())
      lastSlates.append(LastSlates())
    } else {
      records[slot] = Record()
      lastSlates[slot].removeAll()
    }
  }

  mutating func add(
    _ page: borrowing CountedPage, slot: Int, _ comparison: inout SlateComparison
  ) {
    if lastSlates[slot].isOver(by: page) { close(slot, &comparison) }
    lastSlates[slot].append(page)
  }

  /// Compares the last slates of all members.
  mutating func finish(_ comparison: inout SlateComparison) {
    for slot in records.indices { close(slot, &comparison) }
  }

  private mutating func close(_ slot: Int, _ comparison: inout SlateComparison) {
    guard let share = lastSlates[slot].close(&comparison) else { return }
    records[slot].sum.add(share)
    records[slot].slates += 1
  }
}

/// The last two slates that one member was shown.
private struct LastSlates: Sendable {
  /// The request of the later slate.
  private var request: UInt32 = 0
  /// Length of the earlier slate; 0 without one.
  private var earlierCount = 0
  /// The earlier slate, then the later one.
  private var posts: [UInt32] = []

  /// Whether a page begins another slate.
  func isOver(by page: borrowing CountedPage) -> Bool {
    posts.count > earlierCount && page.request != request
  }

  mutating func append(_ page: borrowing CountedPage) {
    request = page.request
    posts.append(contentsOf: page.posts[..<page.count])
  }

  /// Makes the later slate the earlier one.
  ///
  /// - Returns: The share of its posts that were not on the slate before it; `nil` without a slate before.
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
struct SlateComparison: Sendable {
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
