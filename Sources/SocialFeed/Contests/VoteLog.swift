/// The votes that contest entries gained and lost, in order: from them the votes of an earlier moment
/// are worked out, so that the pages of a refresh have the order of its first page.
///
/// A moment is the number of votes gained and lost before it. It goes on through all contests, while
/// the log reaches back to the start of the contest before the running one, so that a refresh goes on
/// through a rotation. A vote takes 4 bytes until the next contest is over.
package struct VoteLog: Sendable {
  /// The moment at which the log begins, which is when the contest before the running one did.
  package private(set) var start: Int
  /// The moment at which the running contest began.
  package private(set) var contestStart: Int
  /// In order, twice the number of an entry among all contests' entries, and 1 more where it lost the
  /// vote.
  package private(set) var events: [UInt32]

  /// A snapshot's log begins at most here, so that adding to a moment cannot overflow.
  static let latestStart = 1 << 62

  /// - Parameter earlier: How many of the events were before the running contest.
  package init(start: Int = 0, events: [UInt32] = [], earlier: Int = 0) {
    self.start = start
    self.events = events
    contestStart = start + earlier
  }

  /// The moment that is now.
  package var moment: Int { start + events.count }

  /// How many of the events were before the running contest.
  var earlier: Int { contestStart - start }

  /// Records that an entry gained a vote.
  package mutating func gain(_ entry: Int) { events.append(UInt32(entry) << 1) }

  /// Records that an entry lost a vote.
  package mutating func lose(_ entry: Int) { events.append(UInt32(entry) << 1 | 1) }

  /// Begins a contest, and forgets votes before the contest that is over.
  package mutating func beginContest() {
    events.removeFirst(earlier)
    start = contestStart
    contestStart = moment
  }

  /// What entries gained since a moment; since the beginning of the log where that came later, and no votes since a
  /// moment that is yet to come.
  ///
  /// - Complexity: O(*n* log *n*) for *n* votes since, and O(*n*) where they are of no more than *n*
  ///   neighbouring entries, as many votes are; without votes it allocates no memory.
  package func gains(since moment: Int) -> VoteGains {
    let first = min(max(0, moment - start), events.count)
    return first == events.count ? VoteGains() : VoteGains(of: events[first...])
  }
}

/// How many votes more than at an earlier moment some entries have.
package struct VoteGains: Sendable {
  /// In ascending order; all others have as many votes as then.
  package private(set) var entries: [Int] = []
  /// Of each of them, below 0 where it lost more than it gained, and never 0.
  private var gains: [Int] = []

  /// No gains.
  package init() {}

  /// - Parameter events: As a ``VoteLog`` has them, at least one.
  fileprivate init(of events: ArraySlice<UInt32>) {
    let (least, greatest) = events.reduce((UInt32.max, 0)) { (min($0.0, $1), max($0.1, $1)) }
    let (first, last) = (Int(least >> 1), Int(greatest >> 1))
    if events.count > last - first { count(events, first: first, last: last) } else { sort(events) }
  }

  /// Many events of few entries.
  private mutating func count(_ events: ArraySlice<UInt32>, first: Int, last: Int) {
    var sums = [Int](repeating: 0, count: last - first + 1)
    for event in events { sums[Int(event >> 1) - first] += Self.gain(of: event) }
    for (index, sum) in sums.enumerated() { append(first + index, sum) }
  }

  /// Few events.
  private mutating func sort(_ events: ArraySlice<UInt32>) {
    var (entry, sum) = (0, 0)
    for event in events.sorted() {
      if Int(event >> 1) != entry {
        append(entry, sum)
        (entry, sum) = (Int(event >> 1), 0)
      }
      sum += Self.gain(of: event)
    }
    append(entry, sum)
  }

  private static func gain(of event: UInt32) -> Int { event & 1 == 0 ? 1 : -1 }

  private mutating func append(_ entry: Int, _ gain: Int) {
    guard gain != 0 else { return }
    entries.append(entry)
    gains.append(gain)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Whether an entry has more or fewer votes than then. O(log entries that have).
  package func contains(_ entry: Int) -> Bool { position(of: entry) != nil }

  /// How many votes more an entry has. O(log entries that have more or fewer).
  package subscript(entry: Int) -> Int { position(of: entry).map { gains[$0] } ?? 0 }

  /// The entries from one on.
  func entries(from first: Int) -> ArraySlice<Int> { entries[index(notBefore: first)...] }

  private func position(of entry: Int) -> Int? {
    let index = index(notBefore: entry)
    return index < entries.count && entries[index] == entry ? index : nil
  }

  private func index(notBefore entry: Int) -> Int {
    entries.indices.partition { entries[$0] < entry }
  }
}

extension Community {
  /// The moment of the votes that is now.
  var voteMoment: Int { voteLog.moment }

  /// What entries gained since the first page of a request's refresh, where its cursor has that moment.
  func voteGains(since request: FeedRequest) -> VoteGains {
    guard let moment = request.cursor?.voteMoment else { return VoteGains() }
    return voteLog.gains(since: moment)
  }
}
