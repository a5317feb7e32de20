internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The rows of impressions, cut into pages: rows one after the other of one request, at one time and on
/// one position after the other.
struct PageRows {
  private struct Row {
    var time = 0.0
    var request = 0
    var user = 0
    var viewer = 0
    var surface = 0
    var ranker = 0
    var position = 0
    var post = 0
    var examined = false
    var relevance = 0.0
    var line = 0
  }

  private(set) var rows: TimedRecords
  private var surfaces = NameColumn("surface", Surface.allCases.map(\.description))
  private var rankers: NameColumn
  private var row = Row()
  /// The page at hand; its request has the number 0 until it is given one.
  var page = PageObservation(
    time: 0, request: 0, viewer: MemberID(0), surface: .home, ranker: 0, offset: 0, posts: [],
    examined: [], relevance: [])
  /// The trace's own number of its request.
  private(set) var request = 0
  /// The lines of its rows.
  private(set) var lines: [Int] = []
  /// Infinite at the end.
  private(set) var time = Double.infinity

  static let longestSlate = 100_000
  /// On six surfaces; the metrics hold a byte for a surface and ranker.
  static let mostRankers = 42

  init(_ records: TableRecords, rankers: [String]) {
    rows = TimedRecords(records, isWhole: true)
    self.rankers = NameColumn("ranker", rankers)
    if rankers.count > Self.mostRankers {
      let count = "there are \(rankers.count) rankers"
      rows.records.refuseTable("\(count), and at most \(Self.mostRankers) can be told apart")
    }
  }

  /// Reads the first page.
  mutating func begin(_ nouns: TraceNouns) {
    _ = readRow(nouns)
    takePage(nouns)
  }

  /// Makes the page at hand the one that begins with the row at hand.
  mutating func takePage(_ nouns: TraceNouns) {
    guard rows.time < .infinity else {
      time = .infinity
      return
    }
    let first = row
    (time, request) = (first.time, first.request)
    page.time = first.time
    page.viewer = MemberID(first.viewer)
    page.surface = Surface.allCases[first.surface]
    page.ranker = first.ranker
    page.offset = first.position - 1
    page.posts.removeAll(keepingCapacity: true)
    page.examined.removeAll(keepingCapacity: true)
    page.relevance.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    var position = first.position
    repeat {
      page.posts.append(PostID(row.post))
      page.examined.append(row.examined)
      page.relevance.append(row.relevance)
      lines.append(row.line)
      position += 1
    } while readRow(nouns) && row.request == request && row.time == time
      && row.position == position && row.user == first.user && row.surface == first.surface
      && row.ranker == first.ranker
  }

  /// Reads the next row without fault.
  ///
  /// - Returns: `false` at the end.
  private mutating func readRow(_ nouns: TraceNouns) -> Bool {
    while rows.next() {
      guard
        let request = rows.records.identifier(1), let user = rows.records.identifier(2),
        let surface = rows.records.name(3, in: &surfaces),
        let ranker = rows.records.name(4, in: &rankers),
        let position = rows.records.count(5, in: 1...Self.longestSlate),
        let post = rows.records.identifier(6), let examined = rows.records.flag(7),
        let relevance = rows.records.number(8, in: 0...1), rows.records.isRowGood
      else { continue }
      let viewer = rows.records.member(2, user, at: rows.time, nouns)
      let number = rows.records.post(6, post, at: rows.time, nouns)
      guard let viewer, let number else { continue }
      row = Row(
        time: rows.time, request: request, user: user, viewer: viewer, surface: surface,
        ranker: ranker, position: position, post: number, examined: examined,
        relevance: relevance, line: rows.records.line)
      return true
    }
    return false
  }

  mutating func refuse(_ column: Int, line: Int, _ reason: LocatedFault.Reason) {
    rows.records.refuse(column, line: line, reason)
  }
}

extension TableRecords {
  /// The number of a member who has joined by a time; `nil` after adding a fault, or where the users are
  /// not known.
  mutating func member(
    _ column: Int, _ user: Int, at time: Double, _ nouns: TraceNouns
  ) -> Int? {
    if let number = nouns.members.numbering.number(of: user), nouns.members.toldAt[number] <= time {
      return number
    }
    if let reason = nouns.members.absence(of: user, at: time, "this") { refuse(column, reason) }
    return nil
  }

  /// The number of a post created by a time; `nil` after adding a fault, or where the posts are not known.
  mutating func post(
    _ column: Int, _ post: Int, at time: Double, _ nouns: TraceNouns
  ) -> Int? {
    if let number = nouns.posts.numbering.number(of: post), nouns.posts.createdAt[number] <= time {
      return number
    }
    if let reason = nouns.posts.absence(of: post, at: time, "this") { refuse(column, reason) }
    return nil
  }
}
