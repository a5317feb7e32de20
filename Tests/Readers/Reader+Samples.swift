internal import DataFiles
internal import Distribution
internal import Experiments
internal import Foundation
internal import GRDB
internal import OutsideRankers
internal import RunStore
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

extension Reader {
  /// An input that the reader accepts, with so many of what it can have any number of: lines, rows, arms, worlds.
  ///
  /// - Parameter folder: An existing folder in which it may write and delete.
  package func sample(_ count: Int, in folder: String) throws -> [UInt8] {
    switch self {
    case .scenario: Self.scenario(count).utf8Bytes
    case .formula:
      // A formula has 2,000 numbers, names and operators at most.
      (["likes"] + Array(repeating: "w", count: min(count, 900))).joined(separator: " + ").utf8Bytes
    case .edges: Self.table("a,b", count) { "\($0),\($0 + 1)" }.utf8Bytes
    case .hours: Self.table("share", 24) { "\($0 + 1)" }.utf8Bytes
    case .scores: Self.table("post_id,score", count) { "\($0),0.5" }.utf8Bytes
    case .mapping: Self.mapping(Self.lines(count) { _ in Self.eventTable }).utf8Bytes
    case .log: Self.log(count).utf8Bytes
    case .trace: Self.trace(count).utf8Bytes
    case .traceDatabase: try Self.traceDatabase(count, in: folder)
    case .results: Self.results(count).utf8Bytes
    case .check: Self.check(count).utf8Bytes
    case .baseline: Self.baseline(count).utf8Bytes
    case .societyRecord: Self.societyRecord(count).utf8Bytes
    case .plan: try Self.plan(count, in: folder)
    case .tuningLog: Self.tuningLog(count).utf8Bytes
    case .store: try Self.storedOutcome(count)
    case .ledger: try Self.ledger(count, in: folder)
    case .tape: try Self.tape(count, in: folder)
    case .tapeIndex: Self.tapeIndex(count).utf8Bytes
    case .savedRequest: Self.savedRequest(count).utf8Bytes
    case .answer: Self.answer(count).utf8Bytes
    case .batchAnswer: Self.batchAnswer(count)
    case .httpAnswer: Self.serviceAnswer.utf8Bytes
    case .serviceHello: Self.serviceHello(count).utf8Bytes
    case .prosocialAnswer: #"{"ranked_ids":["1","3","2"],"new_items":[]}"#.utf8Bytes
    case .metarankAnswer: Self.itemScores.utf8Bytes
    case .vwAnswer: Self.daemonAnswer.utf8Bytes
    case .feedSkeleton: Self.feedSkeleton(count).utf8Bytes
    case .relayClient: Self.relayClient(count)
    }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static func table(
    _ header: String, _ count: Int, _ row: (Int) -> String
  ) -> String { header + "\n" + lines(count, row) }
}

// MARK: - Scenarios and logs

extension Reader {
  private static func scenario(_ count: Int) -> String {
    "feedlab: 1\narms:\n"
      + lines(count) { "  arm-\($0):\n    home: {ranker: linear, weights: {likes: \($0 % 10)}}" }
  }

  private static let eventTable = """
      - role: events
        file: events.csv
        kind: like
        tsUnit: s
        columns: {user: user, post: post, ts: time}
    """

  private static func mapping(_ tables: String) -> String {
    "format: feedlab-mapping/1\ntimezone: +08:00\ntables:\n\(tables)"
  }

  private static func log(_ count: Int) -> String {
    "==> mapping.yml\n" + mapping(eventTable + "\n") + "==> events.csv\n"
      + table("user,post,time", count) { "u\($0 % 7),p\($0 % 11),\(1_600_000_000 + 100 * $0)" }
  }
}

// MARK: - Traces

extension Reader {
  private static func trace(_ count: Int) -> String {
    "==> run.json\n{\"duration_s\": 1000000000, \"window_from_s\": 0}\n"
      + traceTables(count).map { "==> \($0).csv\n\($1.joined(separator: "\n"))\n" }.joined()
  }

  /// Each member but the first looks at a page with the post of the one before, and acts on it.
  private static func traceTables(_ count: Int) -> [(name: String, lines: [String])] {
    func table(
      _ name: String, _ header: String, rows: Int = count, _ row: (Int) -> String
    ) -> (String, [String]) {
      (name, [header] + (0..<rows).map(row))
    }
    return [
      table("users", "user_id,group,joined_at", rows: count + 1) { "\($0),g,-1" },
      table(
        "posts",
        "post_id,author_id,category,created_at,quality,contest_id,privacy,pet_id,deleted_at"
      ) { "\($0),\($0),\($0 % 3),\(-$0 - 1),1,,friends_only,\($0),\(10 * $0)" },
      table("pets", "pet_id,owner_id") { "\($0),\($0)" },
      table("accounts", "time,user_id,private") { "\(10 * $0),\($0),1" },
      table("requests", "time,kind,step,from,to,pet_id") {
        "\(10 * $0),guardian,accepted,\($0),\($0 + 1),\($0)"
      },
      table(
        "impressions",
        "time,request_id,user_id,surface,ranker,position,post_id,examined,relevance"
      ) { "\(10 * $0),\($0),\($0 + 1),home,hot,1,\($0),1,0.5" },
      table("interactions", "time,user_id,post_id,kind,request_id") {
        "\(10 * $0 + 1),\($0 + 1),\($0),view,\($0)"
      },
    ]
  }

  private static func traceDatabase(_ count: Int, in folder: String) throws -> [UInt8] {
    try database(in: folder) { database in
      try database.execute(
        sql: """
          CREATE TABLE run (key TEXT, value);
          INSERT INTO run VALUES ('duration_s', 1000000000), ('window_from_s', 0)
          """)
      for (name, lines) in traceTables(count) {
        let rows = lines.map {
          $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let columns = rows[0].map { "\"\($0)\"" }.joined(separator: ",")
        let marks = rows[0].map { _ in "?" }.joined(separator: ",")
        try database.execute(sql: "CREATE TABLE \(name) (\(columns))")
        for row in rows.dropFirst() {
          try database.execute(
            sql: "INSERT INTO \(name) VALUES (\(marks))", arguments: StatementArguments(row))
        }
      }
    }
  }

  /// The bytes of a database with small pages.
  private static func database(
    in folder: String, _ fill: (Database) throws -> Void
  ) throws -> [UInt8] {
    let path = "\(emptyFolder("\(folder)/sample"))/sample.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA page_size = 512")
      try database.inTransaction {
        try fill(database)
        return .commit
      }
    }
    try queue.close()
    return try FileContent.bytes(of: path)
  }
}

// MARK: - Results

extension Reader {
  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  private static func results(_ count: Int) -> String {
    let worlds = list(count) {
      #"{"world":\#($0),"metrics":{"like_rate":{"value":\#($0 % 7)}}}"#
    }
    return """
      {"feedlab":"0.1.0","scenario":{"name":"town","resolved":{"seed":1,"world":{"days":1},
      "behaviour":{},"metrics":{"like_rate":{"margin":"1%"}}}},
      "arms":[{"name":"hot","worlds":\(worlds)}]}
      """
  }

  private static func check(_ count: Int) -> String {
    let check = """
      {"scenario":{"name":"town"},"outcome":"passed","arm":"hot","worlds":8,"error":null,
      "findings":[{"metric":"like_rate","rule":{"kind":"loss","bound":0.1},"status":"passed",
      "comparison":{"baseline_mean":1,"margin":0.1,"difference":{"mean":0,"lower":-1,"upper":1},
      "relative":null},"estimate":null}]}
      """
    return #"{"checks":\#(list(count) { _ in check }),"feedlab":"0.1.0"}"#
  }

  private static func baseline(_ count: Int) -> String {
    """
    {"format":1,"checksum":"","feedlab":"0.1.0","metrics_version":1,"seed":1,"anchor":null,
    "scenario":{"name":"town","digest":"0","community":"0"},
    "history":[{"reason":"new","feedlab":"0.1.0","means":{"like_rate":[1,null]}}],
    "arm":{"name":"mine","definition":\(recordedArm),"fingerprints":\(list(count) { "\"\($0)\"" }),
    "values":{"like_rate":\(list(count) { "\($0)" })},"arrivals":\(list(count) { "\($0)" }),
    "activity":\(list(count) { "\($0)" }),"top_posts":\(list(count) { "\"\($0) 1 2\"" })}}
    """
  }

  /// - Parameter count: How many communities it has besides the scenario's own.
  private static func societyRecord(_ count: Int) -> String {
    func column(_ element: String) -> String { list(count + 1) { _ in element } }
    let changes =
      #"{"estimate":\#(column("0.2")),"lower":\#(column("0.1")),"upper":\#(column("0.3"))}"#
    let societies = list(count + 1) { #"{"name":"\#($0)","levels":["low"]}"# }
    return """
      {"format":2,"checksum":"","feedlab":"0.1.0","simulation":"{{simulation}}","scenario":{"name":"town"},
      "metric":"like_rate","societies":\(societies),
      "candidates":[{"name":"hot","digest":"{{question}}","worlds":\(column("4")),"change":\(changes),"relative":\(changes),
      "verdict":\(column("\"better\"")),"decision":\(column("\"ship\""))}]}
      """
  }

  private static func tuningLog(_ count: Int) -> String {
    let metrics = list(tuner.design.metrics.count) { _ in "0.5" }
    return lines(count) {
      #"{"metrics":\#(metrics),"space":"train","values":[\#($0 % 2)],"world":\#($0)}"#
    }
  }
}

// MARK: - Plans and stores

extension Reader {
  /// The experiment with another number of worlds.
  private static func experiment(worlds: Int) -> Experiment {
    var experiment = experiment
    experiment.end(by: .fixed(worlds))
    return experiment
  }

  private static func plan(_ count: Int, in folder: String) throws -> [UInt8] {
    let store = WorkStore(path: emptyFolder("\(folder)/sample"))
    let plan = try WorkPlan([ExperimentStudy(experiment(worlds: max(1, count / 2)))], in: store)
    return plan.text.replacing(plan.fingerprint, with: "{{fingerprint}}").utf8Bytes
  }

  /// - Parameter count: How many groups of members have activity in it.
  private static func storedOutcome(_ count: Int) throws -> [UInt8] {
    guard let outcome = outcome(of: storedRun, shouldContinue: { _, _ in true })
    else { return [] }
    let text = StoredText(outcome).text
    let others = (0..<count).map { #""m\#($0)":{"support":1,"value":\#($0)}"# }
    return text.replacing(
      #""values":{"#, with: #""values":{"# + others.map { $0 + "," }.joined(), maxReplacements: 1
    ).utf8Bytes
  }

  private static func ledger(_ count: Int, in folder: String) throws -> [UInt8] {
    let folder = emptyFolder("\(folder)/sample")
    let experiment = experiment(worlds: max(1, count / 2))
    let ledger = Ledger(folder: folder, experiment: experiment, build: "one")
    _ = try experiment.run(
      jobs: 1, monitor: ExperimentMonitor(), store: ledger, simulate: outcome)
    ledger.close()
    return try FileContent.bytes(of: "\(folder)/\(SQLiteRunStore.fileName)")
  }
}

// MARK: - External rankers

extension Reader {
  private static func tape(_ count: Int, in folder: String) throws -> [UInt8] {
    let folder = emptyFolder("\(folder)/sample")
    let writer = try TapeWriter(path: "\(folder)/sample.tape", in: folder, tapeSubject)
    for number in 0..<count {
      var breaches = ServeBreaches()
      breaches[.unknown] = number % 2
      writer.append(
        TapedPage(
          viewer: MemberID(number % 7), refresh: UInt32(number), now: Double(number), isFirst: true,
          isLast: number.isMultiple(of: 3), posts: [PostID(number), PostID(number / 2)],
          breaches: breaches))
    }
    try writer.finish()
    return try FileContent.bytes(of: writer.path)
  }

  private static func tapeIndex(_ count: Int) -> String {
    let digest = SHA256.hexDigest(of: "")
    let arms = list(count) { "\"a\($0)\":{\"home\":{\"ranker\":\"recency\"}}" }
      .dropFirst().dropLast()
    return """
      {"tapes":1,"feedlab":"0.1.0","simulation":"sim-5","scenario":"town","seed":1,"community":"\(digest)",
      "arms":{\(arms)},"programs":[
      {"command":["sh","mine.sh"],"files":["sha256:\(digest) mine.sh"]},
      {"reads":["likes"],"files":["sha256:\(digest) libmine.so"]}]}
      """
  }

  private static func savedRequest(_ count: Int) -> String {
    let numbers = list(count) { "\($0)" }
    return """
      {"format":"feedlab-request/1","scenario":"town","arm":"mine","run":"world 0 of arm 'mine'","failure":"it ended",
      "kind":"score","ranker":"mine","digest":"9f2c","parameters":{"fade":12},"reads":["likes"],"world":0,"seed":5,"viewer":2,
      "refresh":4,"now":7200,"posts":\(numbers),"authors":\(numbers),"categories":\(list(count) { $0 % 2 == 0 ? "null" : "1" }),
      "columns":{"likes":\(numbers)},"answers":[\(numbers)]}
      """
  }

  /// Lines of answers to as many requests.
  private static func answer(_ count: Int) -> String {
    lines(count) { _ in #"{"type":"scores","lane":1,"sequence":2,"scores":[1,2.5,-3]}"# }
  }

  /// Refusals of a request again and again, and then the scores.
  private static func batchAnswer(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let refusal = #"{"message":"no"}"#.utf8Bytes
    for _ in 0..<count {
      MessageHeader(.error, lane: 2, sequence: 4, length: UInt32(refusal.count)).append(to: &bytes)
      bytes += refusal
    }
    let scores = [1, 2.5, -3, 0, 7]
    MessageHeader(.scores, lane: 0, sequence: 5, length: UInt32(8 * scores.count))
      .append(to: &bytes)
    for score in scores { bytes.append(little: score.bitPattern) }
    return bytes
  }

  private static func serviceHello(_ count: Int) -> String {
    #"{"type":"hello","version":1,"kind":"score","stateless":true,"digest":"v1","reads":\#(list(count) { _ in "\"likes\"" })}"#
  }

  // The answers of a service have a number for each candidate, of which there are always as many.

  private static let itemScores = """
    {"items":[{"item":"1","score":1},{"item":"2","score":2.5},{"item":"3","score":-3}],"took":1}
    """

  /// The second one answers what is learnt.
  private static let daemonAnswer = "0:0.5,1:0.25,2:0.25\n\n0:0.5,1:0.25,2:0.25\n\n"

  private static let serviceAnswer =
    "HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{\"scores\":[1,2.5,-3]}"

  /// A page of the posts of a world, again and again.
  private static func feedSkeleton(_ count: Int) -> String {
    var records = WorldRecords(world: 0)
    for event in worldEvents { _ = records.messages(of: event) }
    let items = list(count) { number in
      #"{"post":"\#(records.uri(of: PostID(number % 3)) ?? "")","feedContext":"c\#(number)"}"#
    }
    return #"{"feed":\#(items),"cursor":"\#(count)","reqId":"r"}"#
  }

  /// A subscriber that pings.
  private static func relayClient(_ count: Int) -> [UInt8] {
    let request = """
      GET \(FirehoseRelay.path)?cursor=0 HTTP/1.1\r
      Host: 127.0.0.1\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      \r

      """
    let ping: [UInt8] = [0x89, 0x82, 0x37, 0xFA, 0x21, 0x3D, 0x58, 0x91]
    return request.utf8Bytes + Array(repeating: ping, count: count).flatMap(\.self)
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
