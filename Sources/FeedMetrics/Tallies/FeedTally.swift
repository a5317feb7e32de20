import SocialFeed

/// One feed: what one ranker shows on one surface.
struct FeedKey: Hashable, Comparable, Sendable {
  let surface: Surface
  let ranker: Int

  static func < (one: Self, other: Self) -> Bool {
    (one.surface.rawValue, one.ranker) < (other.surface.rawValue, other.ranker)
  }
}

/// All that is remembered of one feed, the posts of one ranker on one surface.
///
/// A page is counted only in its feed; what holds for a surface, a ranker or all feeds is put together
/// from the feeds when it is read.
struct FeedTally: Sendable {
  private(set) var today: FeedCounts
  /// Of the days before.
  private(set) var before: FeedCounts
  private(set) var ages = AgeTally()
  /// Age in seconds at which each post was first shown; `never` before.
  private(set) var ageAtFirst: [Int32]
  private(set) var shownPosts = ShownPostsTally()
  private(set) var turnover = TurnoverTally()
  private var waiting = WaitingHeads()
  /// The latest request of each member, and the latest that counts; `noRequest` before.
  private var latestReceived: [UInt32]
  private var latestRequest: [UInt32]
  /// Impressions of each category when the current week began.
  private var shownAtWeekStart: MemberRows<UInt32>

  /// An age that no post reaches.
  static let never = Int32.max
  private static let noRequest = UInt32.max

  init(
    run: RunObservation, keepsExtended: Bool, members: Int,
    posts: Int, slots: Int
  ) {
    today = FeedCounts(run: run, keepsExtended: keepsExtended, members: members, posts: posts)
    before = today
    shownAtWeekStart = before.shown
    ageAtFirst = Array(repeating: Self.never, count: posts)
    latestReceived = Array(repeating: Self.noRequest, count: members)
    latestRequest = latestReceived
    for slot in 0..<slots { begin(slot: slot) }
  }

  /// Exposure of a post so far.
  func exposure(of post: Int) -> Double { before.exposure[post] + today.exposure[post] }

  mutating func addMember() {
    today.addMember()
    before.addMember()
    shownAtWeekStart.addMember()
    latestReceived.append(Self.noRequest)
    latestRequest.append(Self.noRequest)
  }

  mutating func addPost() {
    today.addPost()
    before.addPost()
    ageAtFirst.append(Self.never)
  }

  /// Begins the record of the member who has a slot of the sample now.
  mutating func begin(slot: Int) {
    shownPosts.begin(slot: slot)
    turnover.begin(slot: slot)
  }

  /// Takes note of a page, whatever is on it.
  ///
  /// - Returns: Whether a request begins with it although it has no post.
  mutating func receive(_ page: borrowing PageObservation) -> Bool {
    let viewer = page.viewer.index
    let isFirst = latestReceived[viewer] != page.request
    latestReceived[viewer] = page.request
    today.receive(page, isFirst: isFirst)
    guard isFirst && page.posts.isEmpty else { return false }
    latestRequest[viewer] = page.request
    return true
  }

  mutating func add(firstLooks count: Int) { today.add(firstLooks: count) }

  /// Counts a page.
  ///
  /// - Returns: Whether a request begins with it.
  mutating func add(
    _ page: borrowing CountedPage, slot: Int?, posts: PostColumns, members: MemberColumns,
    _ comparison: inout SlateComparison
  ) -> Bool {
    today.add(page)
    ages.add(page)
    Self.addFirst(of: page, to: &ageAtFirst)
    waiting.add(page) {
      Self.count($0, of: $1, posts, members, &today, &before)
    }
    if let slot {
      shownPosts.add(page, slot: slot)
      turnover.add(page, slot: slot, &comparison)
    }
    let isNew = latestRequest[page.viewer] != page.request
    latestRequest[page.viewer] = page.request
    return isNew
  }

  /// A page with one's own posts only, which may reach the last position of a slate's head.
  mutating func skip(
    _ page: borrowing CountedPage, posts: PostColumns, members: MemberColumns
  ) {
    waiting.skip(page) {
      Self.count($0, of: $1, posts, members, &today, &before)
    }
  }

  /// Counts a head that no more pages belong to, on the day of its first page.
  private static func count(
    _ head: SlateHead, of viewer: Int, _ posts: PostColumns, _ members: MemberColumns,
    _ today: inout FeedCounts, _ before: inout FeedCounts
  ) {
    if head.isOfEarlierDay {
      before.add(head, of: viewer, posts: posts, members: members)
    } else {
      today.add(head, of: viewer, posts: posts, members: members)
    }
  }

  private static func addFirst(of page: borrowing CountedPage, to ageAtFirst: inout [Int32]) {
    let rows = page.rows.span
    var ageAtFirst = ageAtFirst.mutableSpan
    for row in 0..<page.count {
      let post = Int(rows[row].post)
      ageAtFirst[post] = min(ageAtFirst[post], rows[row].age)
    }
  }

  mutating func add(
    _ kind: InteractionKind, by member: Int, category: Int, isFirst: Bool, isAtFirstLook: Bool
  ) {
    today.add(
      kind, by: member, category: category, isFirst: isFirst, isAtFirstLook: isAtFirstLook)
  }

  /// Puts the day that is over to those before.
  ///
  /// - Returns: The counts of only that day. A slate counts on the day of its first page: one that is
  ///   still waiting for more pages counts with the part shown until midnight.
  mutating func endDay(posts: PostColumns, members: MemberColumns) -> FeedCounts {
    var day = today
    waiting.endDay { day.add($0, of: $1, posts: posts, members: members) }
    before.add(today)
    today.removeAll()
    return day
  }

  /// Remembers what was shown up to now, as a week ends.
  mutating func beginWeek() {
    shownAtWeekStart = before.shown
    shownAtWeekStart.add(today.shown) { $0 += $1 }
  }

  /// Adds the impressions of each category that a member had since the current week began.
  func addShownThisWeek(of member: Int, to counts: inout [UInt32]) {
    Self.add(before.shown, of: member, to: &counts) { $0 &+= $1 }
    Self.add(today.shown, of: member, to: &counts) { $0 &+= $1 }
    Self.add(shownAtWeekStart, of: member, to: &counts) { $0 &-= $1 }
  }

  private static func add(
    _ shown: MemberRows<UInt32>, of member: Int, to counts: inout [UInt32],
    by add: (inout UInt32, UInt32) -> Void
  ) {
    guard let row = shown.row(of: member) else { return }
    for category in counts.indices {
      add(&counts[category], shown.elements[row.lowerBound + category])
    }
  }

  /// Settles what waits for more pages.
  mutating func finish(
    posts: PostColumns, members: MemberColumns, _ comparison: inout SlateComparison
  ) {
    waiting.finish {
      Self.count($0, of: $1, posts, members, &today, &before)
    }
    shownPosts.finish()
    turnover.finish(&comparison)
  }
}
