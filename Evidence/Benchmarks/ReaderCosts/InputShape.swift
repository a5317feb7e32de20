import Readers

/// A shape of input that could take a reader more than linear time.
struct InputShape {
  let name: String
  /// The number of parts of the smaller input.
  let count: Int
  let make: (Int) throws -> [UInt8]

  init(_ name: String, _ count: Int, _ make: @escaping (Int) -> String) {
    (self.name, self.count) = (name, count)
    self.make = { Array(make($0).utf8) }
  }

  private init(sampleOf reader: Reader, _ count: Int, in folder: String) {
    (name, self.count) = ("sample", count)
    make = { try reader.sample($0, in: folder) }
  }

  /// The shapes of inputs of a reader, the accepted one first.
  static func all(of reader: Reader, in folder: String) throws -> [InputShape] {
    let count =
      switch reader {
      case .log, .trace, .traceDatabase: 400
      case .check: 200
      case .plan, .ledger: 60
      default: 1000
      }
    return [InputShape(sampleOf: reader, count, in: folder)] + others(of: reader)
  }

  private static func others(of reader: Reader) -> [InputShape] {
    switch reader {
    case .scenario: yaml(under: "feedlab: 1\narms: {a: {home: recency}}\n") + scenarios
    case .formula: formulas
    case .edges: tables(header: "a,b", row: "1,2")
    case .hours: tables(header: "share", row: "1")
    case .scores: tables(header: "post_id,score", row: "1,2")
    case .mapping: yaml(under: "format: feedlab-mapping/1\ntables: []\n")
    case .log:
      tables(
        before: """
          ==> mapping.yml
          {format: feedlab-mapping/1, tables: [{role: events, file: e.csv, kind: like, tsUnit: s,
           columns: {user: u, post: p, ts: t}}]}
          ==> e.csv

          """, header: "u,p,t", row: "1,2,1600000000")
    case .trace:
      tables(
        before: "==> run.json\n{duration_s: 100, window_from_s: 0}\n==> users.csv\n",
        header: "user_id,group,joined_at", row: "1,g,-1")
    case .results: json + results
    case .check, .baseline, .societyRecord: json
    case .plan, .tuningLog: lines
    case .store: json
    case .tapeIndex, .savedRequest, .httpAnswer, .serviceHello, .prosocialAnswer, .metarankAnswer,
      .feedSkeleton:
      json
    case .answer: lines + json
    case .vwAnswer: lines + pairs
    case .relayClient: clients
    case .traceDatabase, .ledger, .tape, .batchAnswer: []
    }
  }
}

/// The same text so many times.
private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

/// A text for each number, in a row.
private func each(_ count: Int, _ text: (Int) -> String) -> String {
  (0..<count).map(text).joined()
}

// MARK: - YAML

extension InputShape {
  /// - Parameter head: The lines above.
  private static func yaml(under head: String) -> [InputShape] {
    [
      InputShape("unknown keys", 1000) { head + each($0) { "key-\($0): 1\n" } },
      InputShape("unknown keys in braces", 1000) { "\(head)x: {\(each($0) { "k\($0): 1, " })}" },
      InputShape("a key again and again", 1000) { head + times($0, "k: 1\n") },
      InputShape("keys twice", 500) { head + each($0) { "k\($0): 1\nk\($0): 1\n" } },
      InputShape("a long key", 20_000) { "\(head)? \(times($0, "k"))\n: 1\n" },
      InputShape("a long text", 20_000) { "\(head)k: \(times($0, "a b "))\n" },
      InputShape("a text of escapes", 5000) { "\(head)k: \"\(times($0, "\\u0041"))\"\n" },
      // Beyond the depth of 1,000 at which the parser refuses; up to there it takes more for each.
      InputShape("lists in lists", 2000) { "\(head)k: \(times($0, "["))\(times($0, "]"))\n" },
      InputShape("maps in maps", 200) { head + each($0) { "\(times($0, " "))k:\n" } },
      InputShape("aliases of a text", 1000) { "\(head)a: &a x\nb: [\(times($0, "*a, "))]\n" },
      InputShape("aliases of aliases", 20) {
        "\(head)a0: &a0 x\n"
          + (1..<$0).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
      },
      InputShape("merges", 500) { "\(head)a: &a {x: 1}\nb:\n" + times($0, "  <<: *a\n") },
      InputShape("comments", 2000) { head + times($0, "# comment\n") },
      InputShape("empty lines", 10_000) { head + times($0, "\n") },
      InputShape("elements", 2000) { "\(head)k: [\(times($0, "1, "))]" },
    ]
  }

  private static var scenarios: [InputShape] {
    let head = "feedlab: 1\narms: {a: {home: recency}}\n"
    return [
      InputShape("groups", 1000) { "\(head)world: {groups: {\(each($0) { "g\($0): 0, " })}}" },
      InputShape("guardrails", 500) { "\(head)ab: {guardrails: [\(times($0, "like_rate, "))]}" },
      InputShape("metrics", 500) {
        "\(head)metrics:\n" + each($0) { "  relevance@\($0 + 1): {margin: 1%}\n" }
      },
      InputShape("candidates", 500) { count in
        "feedlab: 1\narms: {\(each(count) { "a\($0): {home: hot}, " })}\n"
          + "ab: {candidates: [\((1..<count).map { "a\($0), " }.joined())]}\n"
      },
      InputShape("weights of a formula", 500) { count in
        "feedlab: 1\narms: {a: {home: {ranker: formula, score: likes, weights: {"
          + "\(each(count) { "w\($0): 1, " })}}}}\n"
      },
      InputShape("tuned numbers", 300) { count in
        let ranker = "{ranker: hot, pool: {value: 50, tune: [20, 100]}}"
        return "feedlab: 1\narms: {\(each(count) { "a\($0): {home: \(ranker)}, " })}\n"
      },
    ]
  }
}

// MARK: - JSON and lines

extension InputShape {
  private static var json: [InputShape] {
    [
      InputShape("members", 2000) { "{\(each($0) { "\"k\($0)\":1," })\"k\":1}" },
      InputShape("members of a name", 2000) { "{\(times($0, "\"k\":1,"))\"k\":1}" },
      InputShape("numbers", 5000) { "{\"k\":[\(times($0, "1.5,"))1]}" },
      InputShape("a long number", 20_000) { "{\"k\":\(times($0, "1"))}" },
      InputShape("a long text", 20_000) { "{\"k\":\"\(times($0, "a"))\"}" },
      InputShape("a text of escapes", 5000) { "{\"k\":\"\(times($0, "\\u0041"))\"}" },
      InputShape("lists in lists", 2000) { times($0, "[") },
      InputShape("objects in objects", 2000) { times($0, "{\"k\":") },
      InputShape("blanks", 20_000) { times($0, " ") + "{}" },
    ]
  }

  private static var results: [InputShape] {
    func file(_ margins: String, _ arms: String) -> String {
      """
      {"feedlab":"0.1.0","scenario":{"name":"town","resolved":{"seed":1,"world":{},"behaviour":{},
      "metrics":{\(margins)}}},"arms":[\(arms){"name":"a","worlds":[]}]}
      """
    }
    return [
      InputShape("arms", 500) { count in
        file("", each(count) { #"{"name":"b\#($0)","worlds":[]},"# })
      },
      InputShape("metrics", 500) { count in
        let metrics = each(count) { #""relevance@\#($0 + 1)":{"value":1},"# }
        let world = #"{"world":0,"metrics":{\#(metrics)"like_rate":{"value":1}}}"#
        return file("", #"{"name":"b","worlds":[\#(world)]},"#)
      },
      InputShape("margins", 500) { count in
        file(
          each(count) { #""relevance@\#($0 + 1)":{"margin":"1%"},"# }
            + #""like_rate":{"margin":1}"#, "")
      },
    ]
  }

  private static var lines: [InputShape] {
    [
      InputShape("empty lines", 2000) { times($0, "\n") },
      InputShape("broken lines", 500) { times($0, "{\"world\":\n") },
      InputShape("a long line", 20_000) { "{\"format\":\"\(times($0, "a"))\"}\n" },
    ]
  }
}

// MARK: - Services

extension InputShape {
  private static var pairs: [InputShape] {
    [
      InputShape("a pair again and again", 1000) { times($0, "0:0.5,") + "\n\n" },
      InputShape("pairs", 1000) { each($0) { "\($0):0.5," } + "\n\n" },
      InputShape("colons", 5000) { "0" + times($0, ":") + "\n\n" },
    ]
  }

  private static var clients: [InputShape] {
    let line = "GET / HTTP/1.1\r\n"
    return [
      InputShape("headers", 500) { line + each($0) { "a\($0): b\r\n" } + "\r\n" },
      InputShape("a header again and again", 500) { line + times($0, "a: b\r\n") + "\r\n" },
      InputShape("a long header", 7000) { "\(line)a: \(times($0, "b"))\r\n\r\n" },
    ]
  }
}

// MARK: - Tables and formulas

extension InputShape {
  /// - Parameter before: What is above the table.
  private static func tables(
    before: String = "", header: String, row: String
  ) -> [InputShape] {
    [
      InputShape("a row again and again", 1000) { "\(before)\(header)\n" + times($0, "\(row)\n") },
      InputShape("broken rows", 1000) { "\(before)\(header)\n" + times($0, "x\n") },
      InputShape("columns", 2000) { "\(before)\(header)\(each($0) { ",c\($0)" })\n\(row)\n" },
      InputShape("columns of a name", 2000) { "\(before)\(header)\(times($0, ",c"))\n\(row)\n" },
      InputShape("fields", 5000) { "\(before)\(header)\n\(row)\(times($0, ",1"))\n" },
      InputShape("a long field", 20_000) { "\(before)\(header)\n\(times($0, "1")),1\n" },
      InputShape("lines in quotes", 5000) { "\(before)\(header)\n\"\(times($0, "\n"))\",1\n" },
      InputShape("quotes", 5000) { "\(before)\(header)\n\"\(times($0, "\"\""))\",1\n" },
      InputShape("empty lines", 5000) { "\(before)\(header)\n" + times($0, "\n") },
    ]
  }

  private static var formulas: [InputShape] {
    [
      InputShape("operands beyond the most", 5000) { times($0, "likes + ") + "1" },
      InputShape("unknown names", 500) { each($0) { "x\($0) + " } + "1" },
      InputShape("parentheses", 5000) { times($0, "(") + "1" + times($0, ")") },
      InputShape("signs", 5000) { times($0, "-") + "1" },
      InputShape("powers", 900) { times($0, "likes ^ ") + "1" },
      InputShape("a long name", 20_000) { times($0, "a") },
      InputShape("a long number", 20_000) { times($0, "1") },
      InputShape("strange characters", 5000) { times($0, "§") },
      InputShape("arguments", 900) { "max(\(times($0, "likes, "))1)" },
    ]
  }
}
