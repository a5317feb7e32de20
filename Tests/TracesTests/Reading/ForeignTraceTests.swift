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

  /// Weight of position 4: 1 / log₂ 5 = 0.430677.
  @Test func `a post three times on a page, a candidate twice and ties as they are count once`()
    throws
  {
    let folder = try TraceFolder()
    for (name, text) in HandMadeRun.files { try folder.write(text, to: "t/\(name)") }
    let page = "86400,0,2,home,recency,"
    try folder.write(
      HandMadeRun.files["impressions.csv"]!.replacing(
        "\(page)2,1,0,",
        with: "\(page)2,0,0,0.5,0,1\n\(page)3,0,0,0.5,0,1\n\(page)4,1,0,"),
      to: "t/impressions.csv")
    try folder.write(
      HandMadeRun.files["candidates.csv"]! + "0,1,1\n", to: "t/candidates.csv")
    try folder.write(
      HandMadeRun.files["ties.csv"]! + "90002,friend,0,2\n90003,unfollow,2,1\n",
      to: "t/ties.csv")
    let replay = try TraceReplay(path: folder.path("t"))
    let sink = MetricSink(options: replay.metricOptions, isLog: true)
    try replay.replay([sink])
    expectEqual(sink.repeatedRows, 2)
    let values = Dictionary(uniqueKeysWithValues: sink.values().map { ($0.id, $0.value.value) })
    for (id, expected) in [
      // 0.5 + 0.3 w₄ of 1, which is what the one candidate is worth
      ("ndcg@10", 0.629203), ("regret@10", 0.370797), ("like_rate", 1), ("examined_share", 0.5),
      ("repeat_impression_share", 0), ("follow_growth", 0),
      // of four posts of one page and three of the other
      ("duplicate_post_share", 5 / 7.0),
    ] {
      let value = (values[id] ?? nil) ?? .nan
      #expect(abs(value - expected) < 1e-6, "\(id) is \(value), expected \(expected)")
    }
  }
}
