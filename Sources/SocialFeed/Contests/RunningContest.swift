/// The entries of the running contest in the order of votes, kept while votes come in.
///
/// Most votes first; among equals the latest submission first, since its freshness is the greatest.
/// An entry's key is its votes × 2³² + its place in the entry columns, so that the order is that of
/// the keys, and votes are read from the order itself.
struct RunningContest: Sendable {
  let contest: ContestID
  /// Place of the contest's first entry in the entry columns.
  let firstEntry: Int
  private(set) var order = DescendingKeys()

  init(contest: ContestID, firstEntry: Int) {
    self.contest = contest
    self.firstEntry = firstEntry
  }

  var count: Int { order.count }

  /// Which entry stands at a place of the order.
  func entry(at place: DescendingKeys.Place) -> Int { Int(order[place] & 0xFFFF_FFFF) }

  /// How many votes the entry at a place of the order has.
  func votes(at place: DescendingKeys.Place) -> UInt32 { Self.votes(in: order[place]) }

  /// Adds an entry without votes.
  mutating func add(_ entry: Int) { order.insert(Self.key(entry, votes: 0)) }

  /// Takes an entry out.
  mutating func remove(_ entry: Int, votes: UInt32) { order.remove(Self.key(entry, votes: votes)) }

  /// Counts a vote for an entry that had so many.
  mutating func addVote(to entry: Int, votes: UInt32) {
    order.remove(Self.key(entry, votes: votes))
    order.insert(Self.key(entry, votes: votes + 1))
  }

  /// The first place whose entry's votes times `weight` are at most `most`.
  func firstPlace(votesTimes weight: Double, atMost most: Double) -> DescendingKeys.Place {
    order.first { weight * Double(Self.votes(in: $0)) <= most }
  }

  /// The first place whose entry has fewer votes than this.
  func firstPlace(withFewerThan count: UInt32) -> DescendingKeys.Place {
    order.first { Self.votes(in: $0) < count }
  }

  /// Up to `limit` posts by votes, then earlier submission, then lower identifier.
  ///
  /// - Complexity: O(limit × log entries + entries submitted at the same instant).
  func best(_ limit: Int, of entries: EntryColumns) -> [LeaderboardPlace] {
    var best: [LeaderboardPlace] = []
    var start = order.start
    while start < order.end && best.count < limit {
      let votes = votes(at: start)
      let end = firstPlace(withFewerThan: votes)
      let equals = earliest(limit - best.count, in: start..<end, of: entries).sorted {
        (entries.submittedAt[$0], entries.post[$0]) < (entries.submittedAt[$1], entries.post[$1])
      }
      best += equals.prefix(limit - best.count).map {
        LeaderboardPlace(post: entries.post[$0], votes: Int(votes))
      }
      start = end
    }
    return best
  }

  /// At least so many of the entries at some places, if there are, that were submitted first.
  private func earliest(
    _ count: Int, in places: Range<DescendingKeys.Place>, of entries: EntryColumns
  ) -> [Int] {
    var found: [Int] = []
    var place = places.upperBound
    while place > places.lowerBound {
      place = order.place(before: place)
      let entry = entry(at: place)
      if found.count >= count, entries.submittedAt[entry] != entries.submittedAt[found.last!] {
        break
      }
      found.append(entry)
    }
    return found
  }

  private static func key(_ entry: Int, votes: UInt32) -> UInt64 {
    UInt64(votes) << 32 | UInt64(entry)
  }

  private static func votes(in key: UInt64) -> UInt32 { UInt32(key >> 32) }
}
