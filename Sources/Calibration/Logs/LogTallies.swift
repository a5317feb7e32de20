package import SyntheticSociety

/// What is kept of logs: memory in the number of users, posts, follows and distinct values, never of
/// rows.
package struct LogTallies: Sendable {
  package var users = KeyTable()
  package var posts = KeyTable()
  package var categories = KeyTable()
  /// In the order of the mapping, as all others.
  package var people: [PeopleTally] = []
  package var creations: CreationTally?
  package var follows: [FollowTally] = []
  package var events: [EventTally] = []
  package var impressions: [ImpressionTally] = []
  package var bandits: [BanditTally] = []
  package var counts: [CountTally] = []
  package var histograms: [HistogramTally] = []
  package var rates: [RateTally] = []
  /// What people should know about what was read.
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
  /// Follows of those rows that tell which are returned too, and how many are.
  package var follows = 0.0
  package var returned = 0.0
  package var authors = Tried()
}

/// How often something was the case among how many.
package struct Tried: Sendable, Hashable {
  package var successes = 0
  package var trials = 0

  package mutating func add(_ isSuccess: Bool) {
    trials += 1
    if isSuccess { successes += 1 }
  }
}

/// Who posted what, and when; from all tables of posts.
package struct CreationTally: Sendable {
  package var sources: [String] = []
  package var hasDaysOnly = false
  /// By the author's number.
  package var postsOfAuthor: [Int] = []
  /// By the category's number.
  package var postsOfCategory: [Int] = []
  /// Posts by author and category: the author's number in the upper half of the bits.
  package var pairs: [UInt64: Int] = [:]
  /// By the post's number: seconds since 1970 in UTC, not a number where nobody knows.
  package var times: [Double] = []
  package var received: [ReceivedTally] = []
}

/// What posts received of one kind, such as likes.
package struct ReceivedTally: Sendable {
  package let kind: String
  package let source: String
  package var values = ValueTally()
}

/// Who follows whom, from one table.
package struct FollowTally: Sendable {
  package let source: String
  package let hasDaysOnly: Bool
  package var members = KeyTable()
  package var edges: [FollowGraph.Edge] = []
  /// Seconds since 1970 for each follow, where the table tells.
  package var times: [Double] = []
}

/// When and how much: what rows with a time have in common.
package struct TimeTally: Sendable {
  /// Rows by local hour of the day.
  package var hours = [Int](repeating: 0, count: 24)
  /// Rows by local day since 1970-01-01.
  package var days: [Int: Int] = [:]
  package var gaps = GapBins()
  /// Rows of users earlier than their row before.
  package var backward = 0
  /// By the user's number: seconds since 1970 of the last row; not a number before the first.
  fileprivate var last: [Double] = []

  package mutating func add(_ time: Double, user: Int?, clock: LogClock) {
    let local = time + (clock.offset ?? 0)
    let day = (local / 86_400).rounded(.down)
    days[Int(day), default: 0] += 1
    guard !clock.hasDaysOnly else { return }
    hours[min(23, Int((local - day * 86_400) / 3600))] += 1
    guard let user else { return }
    last.extend(to: user, with: .nan)
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
  /// Of all rows.
  package var times = TimeTally()
  /// Of impressions.
  package var shown = TimeTally()
  package var kinds: [KindTally] = []
  /// By the user's number, impressions left out.
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
  /// Seconds from the post to the action, those of zero and less left out.
  package var delays = ValueTally()
  package var notAfter = 0

  init(kind: String) {
    self.kind = kind
    isImpression = kind == "impression"
  }
}

extension EventTally {
  /// Posts shown in all.
  package var impressionCount: Int { kinds.first(where: \.isImpression)?.count ?? 0 }
}

/// How people came into a table.
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
  /// By the kind's place in the list of kinds of the table.
  package var kinds: [String] = []
  package var actions: [Int] = []
  /// By the user's number.
  package var impressionsOfUser: [Int] = []
  package var viewsOfUser: [Int] = []
  /// By the post's number.
  package var impressionsOfPost: [Int] = []
  /// By position, from 1.
  package var positions: [Tried] = []
}

/// Items shown with propensities, from one table.
package struct BanditTally: Sendable {
  package let source: String
  package let isUniform: Bool
  package var rewards = Tried()
  /// By position, from 1.
  package var positions: [Tried] = []
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
  /// Actions of each kind in all.
  package var actions: [Int] = []
  /// How often each pair of views and impressions is there.
  package var pairs: [Pair: Int] = [:]
  /// Where the table says which test a row belongs to.
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
  /// By bin: the hour, the day since 1970-01-01, the lower edge in seconds, or the number.
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

extension Array {
  /// Makes the array long enough for an index.
  mutating func extend(to index: Int, with element: Element) {
    while count <= index { append(element) }
  }
}
