internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The contests of a trace, by number.
struct TraceContests {
  private(set) var numbering = Numbering([])
  private(set) var isKnown = true
  /// Whether the trace has no table of contests.
  private(set) var isMissing = false
  private var startsAt: [Double] = []
  private var endsAt: [Double] = []
  /// When each is told: at its start, or sooner when an entry of it comes sooner, or a contest with a
  /// larger number.
  private(set) var toldAt: [Double] = []

  var count: Int { numbering.count }

  init(_ records: inout TableRecords) {
    var identifiers: [Int] = []
    var (starts, ends): ([Double], [Double]) = ([], [])
    var lines: [Int: Int] = [:]
    while records.next() {
      let identifier = records.identifier(0)
      let start = records.number(1)
      let end = records.number(2)
      guard let identifier, let start, let end, records.isRowGood else { continue }
      if let line = lines.updateValue(records.line, forKey: identifier) {
        records.refuse(0, .repeated("contest \(identifier) is there", firstLine: line))
      }
      if end <= start {
        records.refuse(
          2, .contradiction("this contest ends at \(end.shortest), not after its start"))
      }
      identifiers.append(identifier)
      starts.append(start)
      ends.append(end)
    }
    isKnown = !records.hasFaults
    isMissing = records.isMissing
    guard isKnown else { return }
    let order = Numbering.order(identifiers, times: starts, mustAscend: false)
    numbering = Numbering(order.map { identifiers[$0] })
    startsAt = order.map { starts[$0] }
    endsAt = order.map { ends[$0] }
    toldAt = startsAt
  }

  /// Takes note of when entries come.
  mutating func precede(_ entries: TraceEntries) {
    for entry in entries.rows {
      guard let contest = numbering.number(of: entry.contest) else { continue }
      toldAt[contest] = min(toldAt[contest], entry.submittedAt)
    }
    for contest in toldAt.indices.dropLast().reversed() {
      toldAt[contest] = min(toldAt[contest], toldAt[contest + 1])
    }
  }

  func observation(_ contest: Int) -> ContestObservation {
    ContestObservation(
      contest: ContestID(contest), startsAt: startsAt[contest], endsAt: endsAt[contest])
  }
}

/// The entries of contests, in order of time.
struct TraceEntries {
  struct Row {
    var contest: Int
    var post: Int
    var author: Int
    var submittedAt: Double
    var votes: Int
    var line: Int
  }

  private(set) var rows: [Row] = []

  var count: Int { rows.count }

  init(_ records: inout TableRecords) {
    while records.next() {
      let contest = records.identifier(0)
      let post = records.identifier(1)
      let author = records.identifier(2)
      let time = records.number(3)
      let votes = records.count(4, in: 0...Int(Int32.max))
      guard let contest, let post, let author, let time, let votes, records.isRowGood else {
        continue
      }
      rows.append(
        Row(
          contest: contest, post: post, author: author, submittedAt: time, votes: votes,
          line: records.line))
    }
    rows.sort { ($0.submittedAt, $0.line) < ($1.submittedAt, $1.line) }
  }

  /// Looks for faults of what entries refer to, once that is known.
  func check(_ contests: TraceContests, _ posts: TracePosts, faults records: inout TableRecords) {
    for row in rows {
      if contests.isKnown, contests.numbering.number(of: row.contest) == nil {
        records.refuse(0, line: row.line, .noContest(row.contest))
      }
      if let reason = posts.absence(of: row.post, at: row.submittedAt, "this entry") {
        records.refuse(1, line: row.line, reason)
      } else if posts.isKnown, let post = posts.numbering.number(of: row.post),
        posts.author(of: post) != row.author
      {
        let author = posts.author(of: post)
        records.refuse(
          2, line: row.line, .contradiction("post \(row.post) is by user \(author)"))
      }
    }
  }
}
