/// The votes that entries of a contest gained and lost, in order: from them the votes of an earlier
/// moment are worked out, so that the pages of a refresh have the order of its first page.
///
/// A moment is the number of votes gained and lost before it. It goes on through all contests, while
/// the log begins anew with each. A vote takes 4 bytes as long as its contest runs.
package struct VoteLog: Sendable {
  /// The moment at which the contest began.
  package let start: Int
  /// In order, twice the number of an entry, from 0 in the contest, and 1 more where it lost the vote.
  package private(set) var events: [UInt32]

  /// No log of a snapshot begins later: no community gets that far, and moments can be counted on.
  static let latestStart = 1 << 62

  package init(start: Int = 0, events: [UInt32] = []) {
    self.start = start
    self.events = events
  }

  /// The moment that is now.
  package var moment: Int { start + events.count }

  /// Records that an entry gained a vote.
  package mutating func gain(_ entry: Int) { events.append(UInt32(entry) << 1) }

  /// Records that an entry lost a vote.
  package mutating func lose(_ entry: Int) { events.append(UInt32(entry) << 1 | 1) }

  /// What entries gained since a moment; since the beginning of the contest where that came later,
  /// and nothing since a moment that is yet to come.
  ///
  /// - Complexity: O(*n* log *n*) for *n* votes since; nothing is allocated for none.
  package func gains(since moment: Int) -> VoteGains {
    let first = min(max(0, moment - start), events.count)
    return first == events.count ? VoteGains() : VoteGains(of: events[first...])
  }
}

/// How many votes more than at an earlier moment some entries of a contest have.
package struct VoteGains: Sendable {
  /// In ascending order, numbered in the contest; no others gained or lost a vote.
  package private(set) var entries: [Int] = []
  /// Of each of them, below 0 where it lost more than it gained.
  private var gains: [Int] = []

  /// No gains.
  package init() {}

  /// - Parameter events: As a ``VoteLog`` has them.
  fileprivate init(of events: ArraySlice<UInt32>) {
    for event in events.sorted() {
      let entry = Int(event >> 1)
      if entries.last != entry {
        entries.append(entry)
        gains.append(0)
      }
      gains[gains.count - 1] += event & 1 == 0 ? 1 : -1
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Whether an entry gained or lost a vote. O(log entries that did).
  package func contains(_ entry: Int) -> Bool { position(of: entry) != nil }

  /// How many votes more an entry has. O(log entries that gained or lost one).
  package subscript(entry: Int) -> Int { position(of: entry).map { gains[$0] } ?? 0 }

  private func position(of entry: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low] == entry ? low : nil
  }
}

extension Community {
  /// The moment of the votes that is now.
  var voteMoment: Int { running?.log.moment ?? 0 }

  /// What entries of the running contest gained since the first page of a request's refresh, where its
  /// cursor says when that was.
  func voteGains(since request: FeedRequest) -> VoteGains {
    guard let running, let moment = request.cursor?.voteMoment else { return VoteGains() }
    return running.log.gains(since: moment)
  }
}
