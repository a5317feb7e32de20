/// The entries of the running contest in the order of votes, kept while votes come in.
///
/// `order` holds places in the entry columns by votes, most first; among equals the latest
/// submission first, since its freshness is the greatest. A vote moves its entry past the equals
/// that are newer and to its place among those with one vote more: a binary search and a shift by
/// as many places.
struct RunningContest: Sendable {
  let contest: ContestID
  /// Place of the contest's first entry in the entry columns.
  let firstEntry: Int
  private(set) var order: [UInt32] = []

  init(contest: ContestID, firstEntry: Int) {
    self.contest = contest
    self.firstEntry = firstEntry
  }

  var count: Int { order.count }

  /// Adds the entry that was just appended to the entry columns, without votes.
  mutating func addEntry() {
    let entry = UInt32(firstEntry + order.count)
    order.append(entry)
    zeroVotesStart = min(zeroVotesStart, order.count - 1)
    shift(from: order.count - 1, to: zeroVotesStart)
  }

  /// Counts a vote.
  mutating func addVote(to entry: Int, votes: inout [UInt32]) {
    let old = place(of: entry, votes: votes[entry], in: votes)
    let new = place(of: entry, votes: votes[entry] + 1, in: votes)
    if votes[entry] == 0 { zeroVotesStart += 1 }
    votes[entry] += 1
    shift(from: old, to: new)
  }

  /// The first place whose entry has no more than `most` votes.
  func firstPlace(withVotesAtMost most: Double, votes: [UInt32]) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if Double(votes[Int(order[middle])]) > most { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Up to `limit` entries by votes, then earlier submission.
  func best(_ limit: Int, votes: [UInt32]) -> [Int] {
    var best: [Int] = []
    var start = 0
    while start < order.count && best.count < limit {
      var end = start
      while end < order.count && votes[Int(order[end])] == votes[Int(order[start])] { end += 1 }
      best.append(
        contentsOf: order[start..<end].reversed().prefix(limit - best.count).map(Int.init))
      start = end
    }
    return best
  }

  /// Where the entries without votes begin.
  private var zeroVotesStart = 0

  /// Where an entry stands, or would stand, with so many votes.
  private func place(of entry: Int, votes count: UInt32, in votes: [UInt32]) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let other = Int(order[middle])
      let isBefore = votes[other] > count || votes[other] == count && other > entry
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func shift(from old: Int, to new: Int) {
    let entry = order[old]
    var place = old
    while place > new {
      order[place] = order[place - 1]
      place -= 1
    }
    order[new] = entry
  }
}
