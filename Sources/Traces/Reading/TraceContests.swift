internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The contests of a trace, by number.
struct TraceContests {
  private(set) var numbering = Numbering([])
  private(set) var isKnown = true
  /// Whether the trace has no table of contests.
  private(set) var isMissing = false
  private var rows: [ContestRow] = []
  /// When each is replayed: at its start, or sooner when an entry of it comes sooner, or a contest with a
  /// larger number.
  private(set) var replayedAt: [Double] = []

  init(_ records: inout TableRecords) {
    var lines: [Int: Int] = [:]
    var row = ContestRow()
    while records.next(&row) {
      if let line = lines.updateValue(records.line, forKey: row.contest) {
        records.refuse(
          ContestRow.contest, .repeated("contest \(row.contest) is there", firstLine: line))
      }
      if row.endsAt <= row.startsAt {
        records.refuse(
          ContestRow.endsAt,
          .contradiction("this contest ends at \(row.endsAt.shortest), not after its start"))
      }
      rows.append(row)
    }
    isKnown = !records.hasFaults
    isMissing = records.isMissing
    guard isKnown else { return }
    let order = Numbering.order(
      rows.map(\.contest), times: rows.map(\.startsAt), mustAscend: false)
    rows = order.map { rows[$0] }
    numbering = Numbering(rows.map(\.contest))
    replayedAt = rows.map(\.startsAt)
  }

  /// Takes note of when entries come.
  mutating func precede(_ entries: TraceEntries) {
    for (entry, _) in entries.rows {
      guard let contest = numbering.number(of: entry.contest) else { continue }
      replayedAt[contest] = min(replayedAt[contest], entry.submittedAt)
    }
    for contest in replayedAt.indices.dropLast().reversed() {
      replayedAt[contest] = min(replayedAt[contest], replayedAt[contest + 1])
    }
  }

  func observation(_ contest: Int) -> ContestObservation {
    ContestObservation(
      contest: ContestID(contest), startsAt: rows[contest].startsAt, endsAt: rows[contest].endsAt)
  }
}

/// The entries of contests, in order of time.
struct TraceEntries {
  /// With the line of each.
  private(set) var rows: [(entry: EntryRow, line: Int)] = []

  var count: Int { rows.count }

  init(_ records: inout TableRecords) {
    var row = EntryRow()
    while records.next(&row) { rows.append((row, records.line)) }
    rows.sort { ($0.entry.submittedAt, $0.line) < ($1.entry.submittedAt, $1.line) }
  }

  /// Looks for faults of what entries refer to, once that is known.
  func check(_ contests: TraceContests, _ posts: TracePosts, faults records: inout TableRecords) {
    for (row, line) in rows {
      if contests.isKnown, contests.numbering.number(of: row.contest) == nil {
        records.refuse(EntryRow.contest, line: line, .noContest(row.contest))
      }
      if let reason = posts.absence(of: row.post, at: row.submittedAt, "this entry") {
        records.refuse(EntryRow.post, line: line, reason)
      } else if posts.isKnown, let post = posts.numbering.number(of: row.post),
        posts.author(of: post) != row.author
      {
        let author = posts.author(of: post)
        records.refuse(
          EntryRow.author, line: line, .contradiction("post \(row.post) is by user \(author)"))
      }
    }
  }
}
