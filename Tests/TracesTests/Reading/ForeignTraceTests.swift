import FeedMetrics
import TestSupport
import Testing
import Traces

/// Traces that another program wrote.
@Suite struct ForeignTraceTests {
  /// The trace of the run by hand as somebody else would have it: other numbers, other columns, rows
  /// and names in another order, and nothing but what must be there.
  private static let files = [
    "run.json": #"{"window_from_s": 86400, "made_by": "hand", "duration_s": 172800}"#,
    "users.csv": """
    joined_at;country;user_id;group
    3600;nl;-7;young
    -5.5;nl;40;young
    -10;de;900000000000;old

    """,
    "posts.csv": """
    quality,post_id,created_at,category,author_id,contest_id
    0.1,17,10,4,40,
    0.5,23,-100,9,900000000000,

    """,
    "impressions.csv": """
    request_id,time,user_id,surface,ranker,position,post_id,relevance,examined
    -1,86400,-7,home,newest,1,23,0.5,1
    -1,86400,-7,home,newest,2,17,0.30000000000000004,0

    """,
    "interactions.csv": """
    time,user_id,post_id,kind,request_id,day,session_id
    4000,900000000000,17,vote,,1970-01-01,
    86400,-7,17,vote,,1970-01-02,b7e2-40
    86401.5,-7,23,like,-1,1970-01-02,b7e2-40

    """,
  ]

  /// Records its observations, in words.
  private final class Words: ObservationSink {
    var words: [String] = []

    func begin(_ run: RunObservation) {
      words.append(
        "\(run.duration) \(run.windowStart) \(run.categoryCount) \(run.groupNames)"
          + " \(run.rankerNames)")
    }
    func observe(_ member: MemberObservation) {
      words.append("member \(member.member) \(member.group) \(member.joinedAt) \(member.taste)")
    }
    func observe(_ post: PostObservation) {
      words.append(
        "post \(post.post) by \(post.author) \(post.category) \(post.createdAt) \(post.quality)")
    }
    func observe(_ page: borrowing PageObservation) {
      words.append(
        "page \(page.time) \(page.request) \(page.viewer) \(page.surface) \(page.ranker)"
          + " \(page.offset) \(page.posts) \(page.examined) \(page.relevance)")
    }
    func observe(_ act: InteractionObservation) {
      words.append(
        "\(act.kind) \(act.time) \(act.member) \(act.post)"
          + " \(act.request.map { "\($0)" } ?? "none")")
    }
  }

  @Test func `columns in any order, other numbers and what must be there are enough`() throws {
    let folder = try TraceFolder()
    for (name, text) in Self.files { try folder.write(text, to: "t/\(name)") }
    let words = Words()
    try TraceReplay(path: folder.path("t/")).replay([words])
    #expect(
      words.words
        == [
          #"172800.0 86400.0 2 ["old", "young"] ["newest"]"#,
          // By time of joining, then posts by time of creation and categories in order.
          "member 0 0 -10.0 []", "member 1 1 -5.5 []", "member 2 1 3600.0 []",
          "post 0 by 0 1 -100.0 0.5", "post 1 by 1 0 10.0 0.1", "vote 4000.0 0 1 none",
          "page 86400.0 0 2 home 0 0 [0, 1] [true, false] [0.5, 0.30000000000000004]",
          "vote 86400.0 2 1 none", "like 86401.5 2 0 0",
        ].sorted { Self.rank($0) < Self.rank($1) })
  }

  /// Initial members are observed before everything else, and all else in order of time.
  private static func rank(_ words: String) -> Int {
    switch words {
    case let words where words.hasPrefix("1"): 0
    case "member 0 0 -10.0 []": 1
    case "member 1 1 -5.5 []": 2
    case let words where words.hasPrefix("post 0"): 3
    case let words where words.hasPrefix("post 1"): 4
    case "member 2 1 3600.0 []": 5
    case let words where words.hasPrefix("vote 4000"): 6
    case let words where words.hasPrefix("page"): 7
    case let words where words.hasPrefix("vote"): 8
    default: 9
    }
  }

  @Test func `a trace that is read and written again is the same`() throws {
    let folder = try TraceFolder()
    for (name, text) in HandMadeRun.files { try folder.write(text, to: "t/\(name)") }
    for (from, to) in [("t", "t.sqlite"), ("t.sqlite", "again")] {
      let writer = try TraceWriter(path: folder.path(to), facts: HandMadeRun.facts)
      try TraceReplay(path: folder.path(from)).replay([writer.sink])
      try writer.finish(digest: "d1")
    }
    for (name, text) in HandMadeRun.files {
      try expectEqual(folder.read("again/\(name)"), text, "\(name)")
    }
  }

  @Test func `requests without order are numbered in order of their first page`() throws {
    let folder = try TraceFolder()
    for (name, text) in Self.files { try folder.write(text, to: "t/\(name)") }
    let header = Self.files["impressions.csv"]!.split(separator: "\n")[0]
    // Kept while they grow; 2 comes late, and 5 is known.
    let rows = [(3, 1), (5, 1), (2, 1), (5, 2), (1 << 40, 1), (2, 2), (6, 1), (3, 2)]
    let lines = rows.enumerated().map { index, row in
      "\(row.0),\(90_000 + index),-7,home,newest,\(row.1),\(row.1 == 1 ? 23 : 17),0.5,1\n"
    }
    try folder.write("\(header)\n" + lines.joined(), to: "t/impressions.csv")
    try folder.write(
      "time,user_id,post_id,kind,request_id\n90010,-7,23,view,2\n90010,-7,23,view,5\n",
      to: "t/interactions.csv")
    let words = Words()
    try TraceReplay(path: folder.path("t")).replay([words])
    let requests = words.words.filter { $0.hasPrefix("page") }.map { $0.split(separator: " ")[2] }
    expectEqual(requests, ["3", "5", "6", "5", "7", "6", "8", "3"])
    expectEqual(words.words.suffix(2), ["view 90010.0 2 0 6", "view 90010.0 2 0 5"])
  }
}
