package import SyntheticSociety

/// The counts of logs. Memory grows with the number of users, posts, follows and distinct values, not with
/// the number of rows.
package struct LogTallies: Sendable {
  package var users = KeyTable()
  package var posts = KeyTable()
  package var categories = KeyTable()
  /// The tables in the order of the mapping, here and below.
  package var people: [PeopleTally] = []
  package var creations: CreationTally?
  package var follows: [FollowTally] = []
  package var events: [EventTally] = []
  package var impressions: [ImpressionTally] = []
  package var bandits: [BanditTally] = []
  package var counts: [CountTally] = []
  package var histograms: [HistogramTally] = []
  package var rates: [RateTally] = []
  /// Looks in the order of the logs' ranker.
  package var looked = LookedTally()
  /// Notes on the logs.
  package var notes: [String] = []
  /// Rows read, and how many of them were broken.
  package var rowCount = 0
  package var brokenCount = 0
}

/// Members, from tables of users.
package struct PeopleTally: Sendable {
  package let source: String
  package let isTopSample: Bool
  package var followers = ValueTally()
  package var following = ValueTally()
  package var mutual = ValueTally()
  /// Follows of each row that has its number of returned follows, and that number.
  package var followsOfMember: [Int] = []
  package var returnedOfMember: [Int] = []
  package var authors = Tried()
}

/// A number of successes among a number of trials.
package struct Tried: Sendable, Hashable {
  package var successes = 0
  package var trials = 0

  package mutating func add(_ isSuccess: Bool) {
    trials += 1
    if isSuccess { successes += 1 }
  }
}

/// Posts, from all tables of posts.
package struct CreationTally: Sendable {
  package var sources: [String] = []
  package var hasDaysOnly = false
  /// Posts by the author's number.
  package var postsOfAuthor: [Int] = []
  /// How many posts the tables have.
  package var postCount = 0
  /// Authors' numbers by the post's number; `nil` where unknown.
  package var authorOfPost: [Int?] = []
  /// Posts by the category's number.
  package var postsOfCategory: [Int] = []
  /// Posts with an author and a category, in the order of the rows.
  package var categorised: [CategorisedPost] = []
  /// Times by the post's number: seconds since 1970 in UTC, NaN where unknown.
  package var times: [Double] = []
  package var received: [ReceivedTally] = []
}

/// A post whose author and category are known, by their numbers.
package struct CategorisedPost: Sendable {
  package let author: Int
  package let category: Int
  /// Seconds since 1970 in UTC; infinity where unknown.
  package let time: Double

  /// Whether it was uploaded together with an earlier post: by the same author, in the same category, and less than a
  /// session's gap later. A post without a time is a batch of its own.
  func isOfBatch(of earlier: CategorisedPost) -> Bool {
    author == earlier.author && category == earlier.category
      && time - earlier.time < SessionStatistics.sessionGap
  }
}

/// The actions of one kind that posts received, such as likes.
package struct ReceivedTally: Sendable {
  package let kind: String
  package let source: String
  package var values = ValueTally()
  /// Of the posts whose author is known: the actions, and the posts, by the author's number.
  package var valuesOfAuthor: [Int] = []
  package var postsOfAuthor: [Int] = []
}

/// Follows, from one table.
package struct FollowTally: Sendable {
  package let source: String
  package let hasDaysOnly: Bool
  package var members = KeyTable()
  package var edges: [FollowGraph.Edge] = []
  /// Seconds since 1970 for each follow, where the table has times.
  package var times: [Double] = []
}

/// The counts of rows with a time.
package struct TimeTally: Sendable {
  /// Rows by local hour of the day.
  package var hours = [Int](repeating: 0, count: 24)
  /// Rows by local day since 1970-01-01.
  package var days: [Int: Int] = [:]
  package var gaps = GapBins()
  /// Rows of users earlier than their row before.
  package var backward = 0
  /// Sessions by the user's number.
  package var sessionsOfUser: [Int] = []
  /// The time of the last row by the user's number: seconds since 1970, NaN before the first row.
  fileprivate var last: [Double] = []

  package mutating func add(_ time: Double, user: Int?, clock: LogClock) {
    let local = time + (clock.offset ?? 0)
    let day = (local / 86_400).rounded(.down)
    days[Int(day), default: 0] += 1
    guard !clock.hasDaysOnly else { return }
    hours[min(23, Int((local - day * 86_400) / 3600))] += 1
    guard let user else { return }
    last.extend(to: user, with: .nan)
    let isSameSession = time - last[user] < SessionStatistics.sessionGap
    sessionsOfUser.count(user, times: isSameSession ? 0 : 1)
    if last[user] <= time { gaps.add(gap: time - last[user]) }
    if last[user] > time { backward += 1 }
    last[user] = time
  }
}

/// Actions, from one table.
package struct EventTally: Sendable {
  package let source: String
  package let clock: LogClock
  package let sample: Sample
  package let isUniform: Bool
  /// The times of all rows.
  package var times = TimeTally()
  /// The times of impressions.
  package var shown = TimeTally()
  package var kinds: [KindTally] = []
  /// Actions other than impressions, by the user's number.
  package var actionsOfUser: [Int] = []
  package var impressionsOfUser: [Int] = []
  /// Rows that name a user.
  package var named = Tried()
}

/// Actions of a kind, with their delays.
package struct KindTally: Sendable {
  package let kind: String
  package let isImpression: Bool
  package var count = 0
  /// By the user's number, of the rows that name one.
  package var countOfUser: [Int] = []
  /// Seconds from the post to the action; delays of zero and less are excluded. Delays of known users and posts are also
  /// by user, and by the post's author, or by post where the author is not known.
  package var delays = ValueTally()
  package var delaysOfUser = ClusteredTally()
  package var delaysOfAuthor = ClusteredTally()
  package var notAfter = 0

  init(kind: String) {
    self.kind = kind
    isImpression = kind == "impression"
  }
}

extension EventTally {
  /// The total number of impressions.
  package var impressionCount: Int { kinds.first(where: \.isImpression)?.count ?? 0 }
}

/// How users were sampled into a table.
package struct Sample: Sendable, Hashable {
  package let isTop: Bool
  package let truncatedBelow: Double?

  package static let everybody = Sample(isTop: false, truncatedBelow: nil)

  private init(isTop: Bool, truncatedBelow: Double?) {
    self.isTop = isTop
    self.truncatedBelow = truncatedBelow
  }

  init(_ table: MappedTable) {
    isTop = table.isTopSample
    truncatedBelow = table.truncatedBelow
  }
}

/// Impressions with what followed, from one table of wide events.
package struct ImpressionTally: Sendable {
  package let source: String
  package let clock: LogClock
  package let sample: Sample
  package let isUniform: Bool
  package let hasTime: Bool
  package var times = TimeTally()
  package var count = 0
  /// Actions by the kind's index in the table's list of kinds.
  package var kinds: [String] = []
  package var actions: [Int] = []
  /// By the user's number; actions by the kind's index first.
  package var impressionsOfUser: [Int] = []
  package var actionsOfUser: [[Int]] = []
  /// By the post's number.
  package var impressionsOfPost: [Int] = []
  /// By position, from 1; in random order also by user, of the rows that name one.
  package var positions: [Tried] = []
  package var positionsOfUser = ClusteredTally()
}

/// Items shown with propensities, from one table.
package struct BanditTally: Sendable {
  package let source: String
  package let isUniform: Bool
  package var rewards = Tried()
  /// By the user's number, of the rows that name one.
  package var rewardsOfUser: [Int] = []
  package var itemsOfUser: [Int] = []
  /// By position, from 1; also by user, of the rows that name one.
  package var positions: [Tried] = []
  package var positionsOfUser = ClusteredTally()
}

/// Numbers of impressions and actions by user, post or arm, from one table.
package struct CountTally: Sendable {
  package let source: String
  package let unit: CountUnit
  package let isUniform: Bool
  package let sample: Sample
  package var impressions = ValueTally()
  package var impressionTotal = 0
  package var kinds: [String] = []
  /// The total number of actions of each kind.
  package var actions: [Int] = []
  /// By row, or by test where the table has a column for it; actions by the kind's index first.
  package var impressionsOfCluster: [Int] = []
  package var actionsOfCluster: [[Int]] = []
  /// The counts of pairs of views and impressions.
  package var pairs: [Pair: Int] = [:]
  /// The arms of tests, where the table has a column for the test.
  package var arms: [RandomisedTests.Arm] = []

  package struct Pair: Hashable, Sendable {
    package let views: Int
    package let impressions: Int
  }
}

/// A histogram, from one table.
package struct HistogramTally: Sendable {
  package let source: String
  package let axis: HistogramAxis
  /// Counts by bin: the hour, the day since 1970-01-01, the lower edge in seconds, or the number.
  package var bins: [Int: Int] = [:]
}

/// Rates of actions, from one table.
package struct RateTally: Sendable {
  package let source: String
  package var rates: [Rate] = []

  package struct Rate: Sendable {
    package let kind: String
    package let rate: Double?
    package let uniformRate: Double?
  }
}

extension [Int] {
  /// Adds to an index, making the array long enough; a sum that is too large stays at the largest number.
  mutating func count(_ index: Int, times: Int = 1) {
    extend(to: index, with: 0)
    let (sum, isTooLarge) = self[index].addingReportingOverflow(times)
    self[index] = isTooLarge ? .max : sum
  }
}

extension Array {
  /// Makes the array long enough for an index.
  mutating func extend(to index: Int, with element: Element) {
    while count <= index { append(element) }
  }
}
