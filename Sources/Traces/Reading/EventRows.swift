internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The rows of a table of events in order of time, one of them current, with our numbers of members and
/// posts.
struct EventRows<Row: EventRow> {
  var records: TableRecords
  private(set) var row = Row()

  init(_ records: TableRecords) { self.records = records }

  /// The time of the current row; infinite at the end.
  var time: Double { records.time }

  /// Goes to the next row without fault.
  mutating func next(_ nouns: TraceNouns) {
    while records.next(&row) {
      if let (cell, message) = row.contradiction {
        records.refuse(cell, .contradiction(message))
      } else if records.resolve(&row, nouns) {
        return
      }
    }
  }
}

/// The rows of ties.
struct TieRows {
  private(set) var rows: EventRows<TieRow>
  /// Pairs of a member and another whom the member follows now.
  private var follows: Set<UInt64> = []
  private(set) var observation = TieObservation(
    time: 0, kind: .follow, from: MemberID(0), to: MemberID(0))

  init(_ records: TableRecords) { rows = EventRows(records) }

  mutating func next(_ nouns: TraceNouns) {
    rows.next(nouns)
    while rows.time < .infinity, rows.row.from == rows.row.to {
      let user = nouns.members.numbering.identifiers[rows.row.to]
      rows.records.refuse(TieRow.to, .contradiction("user \(user) has a tie with itself"))
      rows.next(nouns)
    }
    guard rows.time < .infinity else { return }
    let (from, to) = (UInt64(rows.row.from), UInt64(rows.row.to))
    let kind = TieOutcome.allCases[rows.row.kind]
    if kind == .follow { follows.insert(from << 32 | to) }
    if kind == .unfollow { follows.remove(from << 32 | to) }
    observation = TieObservation(
      time: rows.time, kind: kind, from: MemberID(rows.row.from), to: MemberID(rows.row.to),
      isReturned: (kind == .follow || kind == .unfollow) && follows.contains(to << 32 | from))
  }
}

/// The rows of duplicates, the rows of one time current.
struct DuplicateRows {
  private(set) var rows: EventRows<DuplicateRow>
  /// The rows of ``time`` that no page has taken.
  private(set) var waiting: [DuplicateRow] = []
  /// Infinite at the end.
  private(set) var time = Double.infinity

  init(_ records: TableRecords) { rows = EventRows(records) }

  mutating func begin(_ nouns: TraceNouns) {
    rows.next(nouns)
    takeTime(nouns)
  }

  /// Takes the rows of the next time.
  mutating func takeTime(_ nouns: TraceNouns) {
    waiting.removeAll(keepingCapacity: true)
    time = rows.time
    while time < .infinity, rows.time == time {
      waiting.append(rows.row)
      rows.next(nouns)
    }
  }

  /// How many posts the app left out of a page at this time, and whether it is short. Rows that match are taken once.
  mutating func take(
    _ page: borrowing PageObservation, _ request: Int
  ) -> (count: Int, isShort: Bool) {
    var found = (count: 0, isShort: false)
    waiting.removeAll { row in
      let isOfPage =
        row.request == request && row.viewer == page.viewer.index && row.ranker == page.ranker
        && row.offset == page.offset && row.surface == Int(page.surface.rawValue)
      if isOfPage { found = (found.count + row.count, found.isShort || row.isShort) }
      return isOfPage
    }
    return found
  }
}
