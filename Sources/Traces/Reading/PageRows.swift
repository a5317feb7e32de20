internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The rows of impressions, cut into pages: rows one after the other of one request, at one time and on
/// one position after the other.
struct PageRows {
  private(set) var rows: EventRows<ImpressionRow>
  /// The current page; its request has the number 0 until it is given one.
  var page = PageObservation(
    time: 0, request: 0, viewer: MemberID(0), surface: .home, ranker: 0, offset: 0, posts: [],
    examined: [], relevance: [])
  /// The number that the trace gives the request of the page.
  private(set) var request = 0
  /// The lines of its rows.
  private(set) var lines: [Int] = []
  /// Infinite at the end.
  private(set) var time = Double.infinity

  /// On six surfaces; the metrics hold a byte for a surface and ranker.
  static let mostRankers = 42

  init(_ records: TableRecords, rankers: [String]) {
    rows = EventRows(records)
    if rankers.count > Self.mostRankers {
      let count = "there are \(rankers.count) rankers"
      rows.records.refuseTable("\(count), and at most \(Self.mostRankers) can be distinguished")
    }
  }

  /// Reads the first page.
  mutating func begin(_ nouns: TraceNouns) {
    rows.next(nouns)
    takePage(nouns)
  }

  /// Makes the current page the one that begins with the current row.
  mutating func takePage(_ nouns: TraceNouns) {
    guard rows.time < .infinity else {
      time = .infinity
      return
    }
    let first = rows.row
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
      page.posts.append(PostID(rows.row.post))
      page.examined.append(rows.row.isExamined)
      page.relevance.append(rows.row.relevance)
      lines.append(rows.records.line)
      position += 1
      rows.next(nouns)
    } while rows.time == time && rows.row.request == request && rows.row.position == position
      && rows.row.viewer == first.viewer && rows.row.surface == first.surface
      && rows.row.ranker == first.ranker
  }

  /// Adds a fault of the request of the current page.
  mutating func refuseRequest(_ reason: LocatedFault.Reason) {
    rows.records.refuse(ImpressionRow.request, line: lines[0], reason)
  }
}
