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
  /// Where the entries without votes begin.
  private var zeroVotesStart = 0

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

  /// The first place whose entry's votes times `weight` are at most `most`.
  func firstPlace(votesTimes weight: Double, atMost most: Double, votes: [UInt32]) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let points = weight * Double(votes[Int(order[middle])])
      if points > most { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first place whose entry has fewer votes than this.
  func firstPlace(withFewerThan count: UInt32, votes: [UInt32]) -> Int {
    firstPlace(votesTimes: 1, atMost: Double(count) - 1, votes: votes)
  }

  /// Up to `limit` posts by votes, then earlier submission, then lower identifier.
  func best(_ limit: Int, of entries: EntryColumns) -> [PostID] {
    var best: [PostID] = []
    var start = 0
    while start < order.count && best.count < limit {
      let votes = entries.votes[Int(order[start])]
      let end = firstPlace(withFewerThan: votes, votes: entries.votes)
      let equals = order[start..<end].map(Int.init).sorted {
        (entries.submittedAt[$0], entries.post[$0]) < (entries.submittedAt[$1], entries.post[$1])
      }
      best += equals.prefix(limit - best.count).map { entries.post[$0] }
      start = end
    }
    return best
  }

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
