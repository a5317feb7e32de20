internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The rows of interactions.
struct InteractionRows {
  private(set) var rows: TimedRecords
  private var kinds = NameColumn("kind", InteractionKind.allCases.map(\.description))
  /// The row at hand; its request is given its number when that of the impression is known.
  private(set) var observation = InteractionObservation(
    time: 0, member: MemberID(0), post: PostID(0), kind: .view, request: nil)
  /// The trace's own number of the request.
  private(set) var request: Int?

  init(_ records: TableRecords) { rows = TimedRecords(records) }

  var time: Double { rows.time }

  mutating func next(_ nouns: TraceNouns) {
    while rows.next() {
      let user = rows.records.identifier(1)
      let post = rows.records.identifier(2)
      let kind = rows.records.name(3, in: &kinds)
      request = rows.records.optionalIdentifier(4)
      guard let user, let post, let kind, rows.records.isRowGood else { continue }
      let member = rows.records.member(1, user, at: time, nouns)
      let number = rows.records.post(2, post, at: time, nouns)
      guard let member, let number else { continue }
      observation = InteractionObservation(
        time: time, member: MemberID(member), post: PostID(number),
        kind: InteractionKind.allCases[kind], request: nil)
      return
    }
  }

  mutating func refuseRequest() {
    guard let request else { return }
    rows.records.refuse(
      4, .contradiction("request \(request) has no impression at \(time.shortest) or before"))
  }
}

/// The rows of ties.
struct TieRows {
  private(set) var rows: TimedRecords
  private var kinds = NameColumn("kind", TieObservation.Kind.all.map(\.name))
  private(set) var observation = TieObservation(
    time: 0, kind: .follow, from: MemberID(0), to: MemberID(0))
  /// Who follows whom now.
  private var follows: Set<UInt64> = []

  init(_ records: TableRecords) { rows = TimedRecords(records) }

  var time: Double { rows.time }

  mutating func next(_ nouns: TraceNouns) {
    while rows.next() {
      let kind = rows.records.name(1, in: &kinds)
      let from = rows.records.identifier(2)
      let to = rows.records.identifier(3)
      guard let kind, let from, let to, rows.records.isRowGood else { continue }
      let one = rows.records.member(2, from, at: time, nouns)
      let other = rows.records.member(3, to, at: time, nouns)
      guard let one, let other else { continue }
      guard one != other else {
        rows.records.refuse(3, .contradiction("user \(to) has a tie with itself"))
        continue
      }
      take(TieObservation.Kind.all[kind], MemberID(one), MemberID(other))
      return
    }
  }

  private mutating func take(_ kind: TieObservation.Kind, _ from: MemberID, _ to: MemberID) {
    var isReturned = false
    if kind == .follow || kind == .unfollow {
      let edge = UInt64(from.rawValue) << 32 | UInt64(to.rawValue)
      if kind == .follow { follows.insert(edge) } else { follows.remove(edge) }
      isReturned = follows.contains(UInt64(to.rawValue) << 32 | UInt64(from.rawValue))
    }
    observation = TieObservation(
      time: time, kind: kind, from: from, to: to, isReturned: isReturned)
  }
}

/// The rows of looks at buttons.
struct ButtonRows {
  private(set) var rows: TimedRecords
  private(set) var observation = ButtonsObservation(
    time: 0, member: MemberID(0), device: 0, buttons: 0, stale: 0)

  init(_ records: TableRecords) { rows = TimedRecords(records) }

  var time: Double { rows.time }

  mutating func next(_ nouns: TraceNouns) {
    while rows.next() {
      let user = rows.records.identifier(1)
      let device = rows.records.count(2, in: 0...Int(Int32.max))
      let buttons = rows.records.count(3, in: 0...Int(Int32.max))
      let wrong = rows.records.count(4, in: 0...(buttons ?? Int(Int32.max)))
      guard let user, let device, let buttons, let wrong, rows.records.isRowGood,
        let member = rows.records.member(1, user, at: time, nouns)
      else { continue }
      observation = ButtonsObservation(
        time: time, member: MemberID(member), device: device, buttons: buttons, stale: wrong)
      return
    }
  }
}

/// The rows of spells in which a button was wrong, in order of their ends.
struct WrongButtonRows {
  private(set) var rows: TimedRecords
  private var buttons = NameColumn("button", buttonNames)
  private(set) var observation = StaleButtonObservation(
    member: MemberID(0), device: 0, post: PostID(0), isSaveButton: false, from: 0, until: 0)

  init(_ records: TableRecords) { rows = TimedRecords(records, timeColumn: 5) }

  var time: Double { rows.time }

  mutating func next(_ nouns: TraceNouns) {
    while rows.next() {
      let user = rows.records.identifier(0)
      let device = rows.records.count(1, in: 0...Int(Int32.max))
      let post = rows.records.identifier(2)
      let button = rows.records.name(3, in: &buttons)
      let from = rows.records.number(4)
      guard let user, let device, let post, let button, let from, rows.records.isRowGood else {
        continue
      }
      guard from <= time else {
        rows.records.refuse(
          5, .contradiction("this ends at \(time.shortest), before it begins"))
        continue
      }
      let member = rows.records.member(0, user, at: from, nouns)
      let number = rows.records.post(2, post, at: from, nouns)
      guard let member, let number else { continue }
      observation = StaleButtonObservation(
        member: MemberID(member), device: device, post: PostID(number), isSaveButton: button == 1,
        from: from, until: time)
      return
    }
  }
}

/// The rows of duplicates, those of one time at hand.
struct DuplicateRows {
  struct Row {
    var request: Int
    var viewer: Int
    var surface: Int
    var ranker: Int
    var count: Int
  }

  private(set) var rows: TimedRecords
  private var surfaces = NameColumn("surface", Surface.allCases.map(\.description))
  private var rankers: NameColumn
  /// Those of `time` that no page has taken.
  private(set) var waiting: [Row] = []
  /// Infinite at the end.
  private(set) var time = Double.infinity
  private var following: Row?

  init(_ records: TableRecords, rankers: [String]) {
    rows = TimedRecords(records, isWhole: true)
    self.rankers = NameColumn("ranker", rankers)
  }

  mutating func begin(_ nouns: TraceNouns) {
    following = readRow(nouns)
    takeTime(nouns)
  }

  /// Takes the rows of the next time.
  mutating func takeTime(_ nouns: TraceNouns) {
    waiting.removeAll(keepingCapacity: true)
    time = following == nil ? .infinity : rows.time
    while let row = following, rows.time == time {
      waiting.append(row)
      following = readRow(nouns)
    }
  }

  /// How many posts the app left out of a page at this time; they are given once.
  mutating func take(_ page: borrowing PageObservation, _ request: Int) -> Int {
    var count = 0
    waiting.removeAll { row in
      let isOfPage =
        row.request == request && row.viewer == page.viewer.index && row.ranker == page.ranker
        && row.surface == Int(page.surface.rawValue)
      if isOfPage { count += row.count }
      return isOfPage
    }
    return count
  }

  private mutating func readRow(_ nouns: TraceNouns) -> Row? {
    while rows.next() {
      let request = rows.records.identifier(1)
      let user = rows.records.identifier(2)
      let surface = rows.records.name(3, in: &surfaces)
      let ranker = rows.records.name(4, in: &rankers)
      let count = rows.records.count(5, in: 1...Int(Int32.max))
      guard let request, let user, let surface, let ranker, let count, rows.records.isRowGood,
        let viewer = rows.records.member(2, user, at: rows.time, nouns)
      else { continue }
      return Row(request: request, viewer: viewer, surface: surface, ranker: ranker, count: count)
    }
    return nil
  }
}
