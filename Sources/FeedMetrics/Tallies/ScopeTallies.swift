/// The input of metrics: the record of the pages of one scope in one window.
struct ScopeTallies: Sendable {
  let run: RunObservation
  /// The window, in seconds from the start of the run: the statistics' window or one day of it.
  let start: Double
  let end: Double

  let members: MemberColumns
  let posts: PostColumns
  /// Posts created before the end of the window, which are the first ones.
  let population: Int
  /// The posts created in the window: their first impression cannot have been missed.
  let createdInWindow: Range<Int>

  let counts: FeedCounts
  /// Age in seconds at which each post was first shown, and at which it had been looked at often enough;
  /// `FeedTally.never` where that did not happen.
  let ageAtFirst: [Int32]
  let ageAtEnough: [Int32]

  /// What many metrics read of the counts, put together once by `summarise`.
  ///
  /// The authors with at least one post created before the end of the window, in order of identifier.
  private(set) var authors: [Author] = []
  /// Every group of authors, in order of their numbers, with a post or without.
  private(set) var authorGroups: [Author] = []
  private(set) var mixes = CategoryMixes()
  private(set) var memberDays = MemberDays()

  /// Sessions; of a single day without weeks.
  var sessions = SessionTally.Sums()

  // What follows is known of the whole window only, and empty for a day.

  var ages = AgeTally()
  /// Contests with two or more entries, inside the window.
  var contests: [ContestTally.Contest] = []
  var sampled: SampledPosts?
  /// Of sampled members with two or more slates in a feed, in order of identifier.
  var turnover: [TurnoverTally.Record] = []
  var completeWeeks = 0
  var weeks: WeekTally.ScopeWeeks?
  var buttons = ButtonTally()
  var ties: TieTally

  var groupCount: Int { run.groupNames.count }
  var categoryCount: Int { run.categoryCount }
  var slates: SlateTally { counts.slates }
  var actions: ActionTally { counts.actions }
}

/// Exposure and quality by author and by group, over everybody with a post, shown or not.
extension ScopeTallies {
  /// One author, or group of authors.
  struct Author {
    var exposure = CompensatedSum()
    var quality = CompensatedSum()
    var posts = 0
  }

  /// Takes the counts together.
  mutating func summarise() {
    authors = totals(count: members.count) { Int(posts.origin[$0].author) }
      .filter { $0.posts > 0 }
    authorGroups = totals(count: groupCount) {
      Int(members.group[Int(posts.origin[$0].author)])
    }
    mixes = CategoryMixes(self)
    memberDays = MemberDays(members, from: start, to: end)
  }

  /// Exposure of all posts.
  var totalExposure: Double { CompensatedSum(counts.exposure[..<population]).value }

  private func totals(count: Int, _ owner: (Int) -> Int) -> [Author] {
    var totals = [Author](repeating: Author(), count: count)
    for post in 0..<population {
      let owner = owner(post)
      totals[owner].exposure.add(counts.exposure[post])
      totals[owner].quality.add(posts.quality[post])
      totals[owner].posts += 1
    }
    return totals
  }
}

/// Means.
extension ScopeTallies {
  /// The mean over contests.
  ///
  /// - Parameter value: Of a contest; `nil` leaves it out.
  /// - Returns: The mean with the number of contests it is over; undefined over none.
  func meanOverContests(_ value: (ContestTally.Contest) -> Double?) -> MetricValue {
    MetricValue(meanOf: contests.compactMap(value))
  }

  /// Calls `body` with each member who was shown at least `fewest` posts in the window, and with the
  /// shares of the categories in them, in order of member.
  func forEachMember(withAtLeast fewest: Int, _ body: (_ member: Int, _ shares: [Double]) -> Void) {
    forEachMember(in: counts.shown, withAtLeast: fewest, body)
  }

  /// The same with other counts than impressions.
  func forEachMember(
    in counts: MemberRows<UInt32>, withAtLeast fewest: Int,
    _ body: (_ member: Int, _ shares: [Double]) -> Void
  ) {
    var shares = [Double](repeating: 0, count: categoryCount)
    for member in 0..<members.count {
      guard let indices = counts.row(of: member) else { continue }
      let row = counts.elements.span.extracting(indices)
      let total = row.total
      guard total >= max(1, fewest) else { continue }
      for category in shares.indices { shares[category] = Double(row[category]) / Double(total) }
      body(member, shares)
    }
  }

  /// The mean relevance of their slates of the members with requests, with the members' numbers, in
  /// order of these.
  var utilities: [(member: Int, utility: Double)] {
    (0..<members.count).compactMap { member in
      let utility = counts.utility[member, 0]
      return utility.requests > 0 ? (member, utility.sum / Double(utility.requests)) : nil
    }
  }
}
