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

/// The rows of ties; a row that changes no tie is skipped.
struct TieRows {
  private(set) var rows: EventRows<TieRow>
  /// Pairs of a member and another whom the member follows now.
  private var follows: Set<UInt64> = []
  /// Pairs of friends, the lower number first.
  private var friends: Set<UInt64> = []
  private(set) var observation = TieObservation(
    time: 0, kind: .follow, from: MemberID(0), to: MemberID(0))

  init(_ records: TableRecords) { rows = EventRows(records) }

  mutating func next(_ nouns: TraceNouns) {
    repeat {
      rows.next(nouns)
      guard rows.time < .infinity else { return }
    } while !applies(nouns)
    let (from, to, kind) = (rows.row.from, rows.row.to, TieOutcome.allCases[rows.row.kind])
    observation = TieObservation(
      time: rows.time, kind: kind, from: MemberID(from), to: MemberID(to),
      isReturned: (kind == .follow || kind == .unfollow)
        && follows.contains(Self.pair(to, from)))
  }

  /// Whether the current row, which must be of two members, changes their ties.
  private mutating func applies(_ nouns: TraceNouns) -> Bool {
    let (from, to) = (rows.row.from, rows.row.to)
    guard from != to else {
      let user = nouns.members.numbering.identifiers[to]
      rows.records.refuse(TieRow.to, .contradiction("user \(user) has a tie with itself"))
      return false
    }
    let friends = Self.pair(min(from, to), max(from, to))
    return switch TieOutcome.allCases[rows.row.kind] {
    case .follow: follows.insert(Self.pair(from, to)).inserted
    case .unfollow: follows.remove(Self.pair(from, to)) != nil
    case .friend: self.friends.insert(friends).inserted
    case .unfriend: self.friends.remove(friends) != nil
    case .block: true
    }
  }

  private static func pair(_ one: Int, _ other: Int) -> UInt64 {
    UInt64(one) << 32 | UInt64(other)
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
