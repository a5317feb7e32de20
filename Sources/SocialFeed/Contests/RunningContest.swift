/// The entries of the running contest in the order of votes, kept while votes come in.
///
/// Most votes first; among equals the latest submission first, since its freshness is the greatest.
/// An entry's key is its votes × 2³² + its position in the entry columns, so that the order follows the keys, and votes
/// are read from the order itself.
struct RunningContest: Sendable {
  let contest: ContestID
  /// Position of the contest's first entry in the entry columns.
  let firstEntry: Int
  private(set) var order = DescendingKeys()

  init(contest: ContestID, firstEntry: Int) {
    self.contest = contest
    self.firstEntry = firstEntry
  }

  var count: Int { order.count }

  /// Which entry stands at a position of the order.
  func entry(at position: DescendingKeys.Position) -> Int { Int(order[position] & 0xFFFF_FFFF) }

  /// How many votes the entry at a position of the order has.
  func votes(at position: DescendingKeys.Position) -> UInt32 { Self.votes(in: order[position]) }

  /// Adds an entry.
  mutating func add(_ entry: Int, votes: UInt32 = 0) {
    order.insert(Self.key(entry, votes: votes))
  }

  /// Takes an entry out.
  mutating func remove(_ entry: Int, votes: UInt32) { order.remove(Self.key(entry, votes: votes)) }

  /// Counts a vote for an entry that had so many.
  mutating func addVote(to entry: Int, votes: UInt32) {
    order.remove(Self.key(entry, votes: votes))
    order.insert(Self.key(entry, votes: votes + 1))
  }

  /// Takes a vote back from an entry that had so many.
  mutating func removeVote(from entry: Int, votes: UInt32) {
    order.remove(Self.key(entry, votes: votes))
    order.insert(Self.key(entry, votes: votes - 1))
  }

  /// The first position whose entry's votes times `weight` are at most `most`.
  func firstPosition(votesTimes weight: Double, atMost most: Double) -> DescendingKeys.Position {
    order.first { weight * Double(Self.votes(in: $0)) <= most }
  }

  /// The first position whose entry has fewer votes than this.
  func firstPosition(withFewerThan count: UInt32) -> DescendingKeys.Position {
    order.first { Self.votes(in: $0) < count }
  }

  /// Up to `limit` posts by votes, then earlier submission, then lower identifier.
  ///
  /// - Complexity: O(limit × log entries + entries submitted at the same instant).
  func best(_ limit: Int, of entries: EntryColumns) -> [LeaderboardEntry] {
    var best: [LeaderboardEntry] = []
    var start = order.start
    while start < order.end && best.count < limit {
      let votes = votes(at: start)
      let end = firstPosition(withFewerThan: votes)
      let equals = earliest(limit - best.count, in: start..<end, of: entries).sorted {
        (entries.submittedAt[$0], entries.post[$0]) < (entries.submittedAt[$1], entries.post[$1])
      }
      best += equals.prefix(limit - best.count).map {
        LeaderboardEntry(post: entries.post[$0], votes: Int(votes))
      }
      start = end
    }
    return best
  }

  /// At least so many of the entries at some positions, if there are, that were submitted first.
  private func earliest(
    _ count: Int, in positions: Range<DescendingKeys.Position>, of entries: EntryColumns
  ) -> [Int] {
    var found: [Int] = []
    var position = positions.upperBound
    while position > positions.lowerBound {
      position = order.position(before: position)
      let entry = entry(at: position)
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
