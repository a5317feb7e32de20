import SocialFeed

/// What happened to the entries of the contests that start and end inside the window.
///
/// The exposure of an entry inside a contest is the exposure its post has when the contest ends, less
/// what it had when the contest began; so an impression causes no work for contests.
struct ContestTally: Sendable {
  /// One contest and its entries, in columns of equal length.
  struct Contest: Sendable {
    let startsAt: Double
    let endsAt: Double
    fileprivate(set) var post: [Int] = []
    fileprivate(set) var submittedAt: [Double] = []
    /// Votes before the first quarter of the contest is over, and from then to its end.
    fileprivate(set) var earlyVotes: [Int] = []
    fileprivate(set) var lateVotes: [Int] = []
    /// Exposure from start to end, in the feeds that are looked at.
    fileprivate(set) var exposure: [Double] = []

    fileprivate var phase = Phase.pending
    /// For each feed the exposure of each post when the contest began, while it runs.
    fileprivate var exposureAtStart: [[Double]] = []
    /// For each feed the exposure of each entry, when the contest has ended.
    fileprivate var exposureOfFeed: [[Double]] = []

    fileprivate enum Phase { case pending, running, ended }

    /// The time that parts early votes from late ones.
    var earlyEnd: Double { startsAt + 0.25 * (endsAt - startsAt) }

    /// Votes inside the contest.
    var votes: [Int] { zip(earlyVotes, lateVotes).map(+) }
  }

  private let run: RunObservation
  private(set) var contests: [Contest] = []
  /// The index in `contests` of each contest by identifier; `absent` outside the window.
  private var indexOfContest: [Int32] = []
  /// For each post its latest entry; an entry knows the one before it.
  private var latestEntry: [Int32] = []
  private var entries: [Entry] = []
  /// The next time at which a contest starts or ends.
  private(set) var nextChange = Double.infinity

  private struct Entry {
    let contest: Int
    let index: Int
    let previous: Int32
  }

  private static let absent: Int32 = -1

  init(run: RunObservation) { self.run = run }

  mutating func addPost() { latestEntry.append(Self.absent) }

  /// - Parameter pagesUntil: The time of the latest page.
  mutating func add(_ contest: ContestObservation, pagesUntil: Double) {
    precondition(contest.contest.index == indexOfContest.count, "contests come in order")
    precondition(contest.endsAt > contest.startsAt, "contest \(contest.contest) has no length")
    guard contest.startsAt >= run.windowStart, contest.endsAt <= run.duration else {
      return indexOfContest.append(Self.absent)
    }
    precondition(
      contest.startsAt > pagesUntil,
      "contest \(contest.contest) starts at \(contest.startsAt), before a page of \(pagesUntil)")
    indexOfContest.append(Int32(contests.count))
    contests.append(Contest(startsAt: contest.startsAt, endsAt: contest.endsAt))
    nextChange = min(nextChange, contest.startsAt)
  }

  mutating func add(_ entry: EntryObservation) {
    let index = indexOfContest[entry.contest.index]
    guard index != Self.absent else { return }
    let contest = Int(index)
    entries.append(
      Entry(
        contest: contest, index: contests[contest].post.count,
        previous: latestEntry[entry.post.index]))
    latestEntry[entry.post.index] = Int32(entries.count - 1)
    contests[contest].post.append(entry.post.index)
    contests[contest].submittedAt.append(entry.submittedAt)
    contests[contest].earlyVotes.append(0)
    contests[contest].lateVotes.append(0)
  }

  /// Counts a vote for the post's entries in contests that run at its time.
  mutating func addVote(for post: PostID, at time: Double) {
    var next = latestEntry[post.index]
    while next != Self.absent {
      let entry = entries[Int(next)]
      contests[entry.contest].addVote(forEntry: entry.index, at: time)
      next = entry.previous
    }
  }

  /// Starts and ends the contests that do so up to `time`, before any page of that time is counted.
  mutating func advance(to time: Double, feeds: [FeedTally]) {
    guard time >= nextChange else { return }
    nextChange = .infinity
    for index in contests.indices {
      contests[index].advance(to: time, feeds: feeds)
      nextChange = min(nextChange, contests[index].nextChange)
    }
  }

  /// The contests with two or more entries, with the exposure of these in some feeds.
  func contests(in feeds: [Int]) -> [Contest] {
    contests.filter { $0.post.count >= 2 }.map { contest in
      var contest = contest
      contest.exposure = contest.post.indices.map { entry in
        CompensatedSum(
          feeds.lazy.filter { $0 < contest.exposureOfFeed.count }
            .map { contest.exposureOfFeed[$0][entry] }
        ).value
      }
      return contest
    }
  }
}

extension ContestTally.Contest {
  fileprivate mutating func addVote(forEntry index: Int, at time: Double) {
    guard time >= startsAt, time < endsAt else { return }
    if time < earlyEnd { earlyVotes[index] += 1 } else { lateVotes[index] += 1 }
  }

  fileprivate var nextChange: Double {
    switch phase {
    case .pending: startsAt
    case .running: endsAt
    case .ended: .infinity
    }
  }

  fileprivate mutating func advance(to time: Double, feeds: [FeedTally]) {
    if phase == .pending && time >= startsAt {
      exposureAtStart = feeds.map { feed in feed.ageAtFirst.indices.map(feed.exposure) }
      phase = .running
    }
    if phase == .running && time >= endsAt {
      exposureOfFeed = feeds.enumerated().map { index, feed in
        post.map { feed.exposure(of: $0) - exposureAtStart(of: $0, feed: index) }
      }
      exposureAtStart = []
      phase = .ended
    }
  }

  private func exposureAtStart(of post: Int, feed: Int) -> Double {
    guard feed < exposureAtStart.count, post < exposureAtStart[feed].count else { return 0 }
    return exposureAtStart[feed][post]
  }
}
