import DataFiles
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The messages of the protocol, without a process.
@Suite struct RankerMessagesTests {
  // MARK: Requests

  @Test func `a binary request has a header, the request, the columns and the posts`() throws {
    var writer = RequestWriter(.binary, reads: [.likes, .ageHours])
    writer.score(try candidates(2, [.ageHours, .likes]), lane: 5, sequence: 9)
    let expected: [[UInt8]] = [
      // score, version 1, lane, sequence, length 64, 0
      [4, 0, 1, 0], [5, 0, 0, 0], [9, 0, 0, 0, 0, 0, 0, 0], [64, 0, 0, 0], [0, 0, 0, 0],
      // viewer 0, refresh 7, 7,200 s, two candidates, two columns
      [0, 0, 0, 0], [7, 0, 0, 0], [0, 0, 0, 0, 0, 0x20, 0xBC, 0x40], [2, 0, 0, 0], [2, 0, 0, 0],
      // likes: 1 and 0
      [0, 0, 0, 0, 0, 0, 0xF0, 0x3F], [0, 0, 0, 0, 0, 0, 0, 0],
      // hours: 1 and 2
      [0, 0, 0, 0, 0, 0, 0xF0, 0x3F], [0, 0, 0, 0, 0, 0, 0, 0x40],
      // posts 1 and 0
      [1, 0, 0, 0], [0, 0, 0, 0],
    ]
    expectEqual(writer.bytes, expected.flatMap(\.self))
  }

  @Test(arguments: 1...9)
  func `each binary message is a multiple of eight bytes, as long as it says`(count: Int) throws {
    var writer = RequestWriter(.binary, reads: [.likes])
    writer.hello(name: String(repeating: "m", count: count))
    writer.open(
      lane: 1, sequence: 1, world: .init(number: 2, seed: 3), digest: "ab",
      parameters: ["fade": 0.5])
    writer.score(try candidates(count, [.likes]), lane: 1, sequence: 2)
    writer.close(lane: 1, sequence: 3)
    var (rest, kinds) = (writer.bytes[...], [MessageKind]())
    while !rest.isEmpty {
      let header = try #require(MessageHeader(rest))
      #expect(header.length.isMultiple(of: 8) && header.version == 1)
      kinds.append(header.kind)
      rest = rest.dropFirst(MessageHeader.size + Int(header.length))
    }
    expectEqual(kinds, [.hello, .open, .score, .close])
  }

  @Test func `in JSON each message is a line`() throws {
    var writer = RequestWriter(.json, reads: [.likes, .ageHours])
    writer.hello(name: "python3 mine.py")
    writer.open(
      lane: 1, sequence: 1, world: .init(number: 2, seed: 1 << 51), digest: "ab",
      parameters: ["fade": 0.5])
    writer.score(try candidates(2, [.likes, .ageHours]), lane: 1, sequence: 2)
    writer.close(lane: 1, sequence: 3)
    expectEqual(
      String(decoding: writer.bytes, as: UTF8.self),
      """
      {"kind":"score","name":"python3 mine.py","reads":["likes","age_hours"],"type":"hello","versions":[1]}
      {"digest":"ab","lane":1,"parameters":{"fade":0.5},"seed":2251799813685248,"sequence":1,"type":"open","world":2}
      {"type":"score","lane":1,"sequence":2,"viewer":0,"refresh":7,"now":7200,"posts":[1,0],"columns":{"likes":[1,0],"age_hours":[1,2]}}
      {"lane":1,"sequence":3,"type":"close"}

      """)
  }

  @Test func `the schema of the reference describes each line`() throws {
    let schema = try JSONSchema(named: "ranker-protocol.schema.json")
    var writer = RequestWriter(.json, reads: RankerFeature.allCases)
    writer.hello(name: "mine")
    writer.open(
      lane: .max, sequence: 1, world: .init(number: 2, seed: 1 << 52 - 1),
      digest: SHA256.hexDigest(of: ""), parameters: ["fade": 1e-9])
    writer.score(try candidates(5, .all), lane: 1, sequence: 2)
    writer.events(Self.events, lane: 1, sequence: 3)
    writer.close(lane: 1, sequence: 4)
    writer.hello(name: "mine", learns: true)
    let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n")
    expectEqual(lines.count, 6)
    for line in lines + ScriptedAnswers.right { try expectEqual(schema.faults(in: line), []) }
    for line in ScriptedAnswers.wrong { #expect(try schema.faults(in: line) != []) }
  }

  // MARK: Events

  /// One of each kind.
  private static var events: [RankerEvent] {
    let (post, author, viewer) = (PostID(7), MemberID(2), MemberID(3))
    let impression = RankerEvent.Impression(
      post: post, viewer: viewer, surface: .global, request: 8, refresh: 256, position: 21,
      isLookedAt: true, isOwn: true)
    let contents: [RankerEvent.Content] =
      [
        .join(viewer, group: 1),
        .post(post, author: author, category: CategoryID(5), visibility: .friends),
        .delete(post, author: author),
        .enter(post, author: author, contest: ContestID(rawValue: 4)),
      ] + TieOutcome.allCases.map { .tie($0, from: viewer, to: author) }
      + [.impression(impression)]
      + InteractionKind.allCases.map { .interaction($0, post, by: viewer, request: 8) }
    return contents.enumerated().map { RankerEvent(time: Double($0) - 0.5, $1) }
  }

  @Test func `events in binary are their number and forty bytes each`() {
    var writer = RequestWriter(.binary, reads: [])
    writer.events(
      [
        Self.events[1], Self.events[9],
        RankerEvent(time: 2, .interaction(.like, PostID(7), by: MemberID(3), request: nil)),
      ], lane: 5, sequence: 9)
    let expected: [[UInt8]] = [
      // events, version 1, lane, sequence, length 8 + 3 · 40, 0
      [11, 0, 1, 0], [5, 0, 0, 0], [9, 0, 0, 0, 0, 0, 0, 0], [128, 0, 0, 0], [0, 0, 0, 0],
      [3, 0, 0, 0], [0, 0, 0, 0],
      // 0.5 s, post for friends, by member 2, post 7, category 5
      [0, 0, 0, 0, 0, 0, 0xE0, 0x3F], [2, 2, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0], [7, 0, 0, 0],
      [5, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0],
      // 8.5 s, impression on global, looked at, own, member 3, post 7, position 21, request 8, refresh 256
      [0, 0, 0, 0, 0, 0, 0x21, 0x40], [10, 5, 1, 1], [3, 0, 0, 0], [0, 0, 0, 0], [7, 0, 0, 0],
      [0, 0, 0, 0], [21, 0, 0, 0], [8, 0, 0, 0], [0, 1, 0, 0],
      // 2 s, like by member 3, post 7, no request
      [0, 0, 0, 0, 0, 0, 0, 0x40], [12, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0], [7, 0, 0, 0],
      [0, 0, 0, 0], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0],
    ]
    expectEqual(writer.bytes, expected.flatMap(\.self))
  }

  @Test func `the kinds of events have the numbers of the reference`() throws {
    let numbers: [(String, UInt8)] = [
      ("join", 1), ("post", 2), ("delete", 3), ("enter", 4), ("follow", 5), ("unfollow", 6),
      ("friend", 7), ("unfriend", 8), ("block", 9), ("impression", 10), ("view", 11), ("like", 12),
      ("unlike", 13), ("comment", 14), ("save", 15), ("unsave", 16), ("vote", 17),
    ]
    var writer = RequestWriter(.binary, reads: [])
    writer.events(Self.events, lane: 1, sequence: 1)
    let kinds = (0..<Self.events.count).map { writer.bytes[MessageHeader.size + 8 + 40 * $0 + 8] }
    expectEqual(kinds, numbers.map(\.1))
    expectEqual(EventKind.allCases.map { "\($0)" }, numbers.map(\.0))
  }

  @Test func `events in JSON have what those of their kind have`() {
    var writer = RequestWriter(.json, reads: [])
    writer.events(
      [0, 1, 2, 3, 4, 9, 11].map { Self.events[$0] }
        + [RankerEvent(time: 2, .interaction(.vote, PostID(7), by: MemberID(3), request: nil))],
      lane: 5, sequence: 9)
    expectEqual(
      String(decoding: writer.bytes, as: UTF8.self),
      #"{"events":[{"group":1,"kind":"join","member":3,"time":-0.5},"#
        + #"{"category":5,"kind":"post","member":2,"post":7,"time":0.5,"visible_to":"friends"},"#
        + #"{"kind":"delete","member":2,"post":7,"time":1.5},"#
        + #"{"contest":4,"kind":"enter","member":2,"post":7,"time":2.5},"#
        + #"{"kind":"follow","member":3,"other":2,"time":3.5},"#
        + #"{"kind":"impression","looked":true,"member":3,"own":true,"position":21,"post":7,"#
        + #""refresh":256,"request":8,"surface":"global","time":8.5},"#
        + #"{"kind":"like","member":3,"post":7,"request":8,"time":10.5},"#
        + #"{"kind":"vote","member":3,"post":7,"request":null,"time":2}],"#
        + #""lane":5,"sequence":9,"type":"events"}"# + "\n")
  }

  @Test(arguments: [
    (true, #"{"type":"hello","version":1,"stateless":false}"#, ""),
    (
      true, #"{"type":"hello","version":1}"#,
      "is stateless, but the scenario has 'learns: true'; remove it, or answer \"stateless\": false, "
        + "in Python by @ranker(learns=True)"
    ),
  ])
  func `a ranker and its scenario agree on whether it learns`(
    learns: Bool, line: String, expected: String
  ) throws {
    var reader = AnswerReader(.json)
    reader.append("\(line)\n".utf8)
    do throws(AnswerFault) {
      #expect(try reader.hello(learns: learns) != nil && expected.isEmpty)
    } catch {
      expectEqual(error.predicate, expected)
    }
  }

  // MARK: Answers

  /// The scores that a reader finds in bytes; `nil` while the answer is not there as a whole.
  private func read(
    _ bytes: some Sequence<UInt8>, _ encoding: RankerEncoding = .binary, count: Int,
    by reader: AnswerReader? = nil
  ) throws(AnswerFault) -> [Double]? {
    var reader = reader ?? AnswerReader(encoding)
    reader.append(bytes)
    var scores = [Double](repeating: -1, count: count)
    var span = scores.mutableSpan
    return try reader.scores(lane: 1, sequence: 2, into: &span) ? scores : nil
  }

  private func frame(
    _ kind: MessageKind, lane: UInt32 = 1, sequence: UInt64 = 2, _ payload: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    MessageHeader(kind, lane: lane, sequence: sequence, length: UInt32(payload.count))
      .append(to: &bytes)
    return bytes + payload
  }

  private func frame(_ scores: [Double]) -> [UInt8] {
    frame(
      .scores,
      scores.flatMap { score in
        (0..<8).map { UInt8(truncatingIfNeeded: score.bitPattern >> (8 * $0)) }
      })
  }

  @Test func `a binary answer is a header and the scores`() throws {
    let bytes: [UInt8] = [
      5, 0, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 0, 0, 0, 0, 0, 0, 0x14, 0xC0,
    ]
    try expectEqual(read(bytes, count: 2), [0.5, -5])
    expectEqual(bytes, frame([0.5, -5]))
  }

  @Test func `answers in pieces of any size are read one after the other`() throws {
    try forEachCase(100) { generator in
      var reader = AnswerReader(.binary)
      let lists = (0..<4).map { _ in
        (0..<Int.random(in: 1...900, using: &generator)).map { _ in
          Double(bitPattern: generator.next() & ~(1 << 62))
        }
      }
      for list in lists {
        var rest = frame(list)[...]
        var scores = [Double](repeating: 0, count: list.count)
        while !rest.isEmpty {
          var span = scores.mutableSpan
          let isWhole = try reader.scores(lane: 1, sequence: 2, into: &span)
          #expect(!isWhole)
          let count = min(rest.count, Int.random(in: 1...9000, using: &generator))
          reader.append(rest.prefix(count))
          rest = rest.dropFirst(count)
        }
        var span = scores.mutableSpan
        let isWhole = try reader.scores(lane: 1, sequence: 2, into: &span)
        #expect(isWhole && scores == list)
      }
    }
  }

  @Test func `answers in JSON are read one after the other, however a pipe cuts them`() throws {
    try forEachCase(100) { generator in
      var reader = AnswerReader(.json)
      // Short lines come several at once, between lines that come in many pieces.
      let lists = (0..<8).map { _ in
        (0..<[1, 2, 400].randomElement(using: &generator)!).map { _ in
          Double(Int.random(in: 0...999, using: &generator))
        }
      }
      var rest = lists.map { #"{"type":"scores","lane":1,"sequence":2,"scores":\#($0)}"# + "\n" }
        .joined().utf8[...]
      for list in lists {
        var scores = [Double](repeating: 0, count: list.count)
        while true {
          var span = scores.mutableSpan
          if try reader.scores(lane: 1, sequence: 2, into: &span) { break }
          try #require(!rest.isEmpty)
          let count = min(rest.count, Int.random(in: 1...300, using: &generator))
          reader.append(rest.prefix(count))
          rest = rest.dropFirst(count)
        }
        expectEqual(scores, list)
      }
    }
  }

  private func forEachCase(
    _ count: Int, _ body: (inout SeededGenerator) throws -> Void
  ) rethrows {
    for seed in 0..<count {
      var generator = SeededGenerator(seed: UInt64(seed))
      try body(&generator)
    }
  }

  @Test
  func
    `an answer that is cut is waited for, and one that is altered is refused or has other scores`()
    throws
  {
    let whole = frame([1, 2, 3])
    for count in whole.indices { try expectEqual(read(whole.prefix(count), count: 3), nil) }
    var (refused, changed) = (0, 0)
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        do throws(AnswerFault) {
          let scores = try read(bytes, count: 3)
          // The last four bytes of a header mean nothing yet.
          if index >= MessageHeader.size || (20..<24).contains(index) { #expect(scores != nil) }
          changed += scores == [1, 2, 3] ? 0 : 1
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused == 20 * 8 && changed == 24 * 8)
  }

  @Test(arguments: ScriptedAnswers.scores)
  func `an answer in JSON is read or refused`(line: String, expected: String) throws {
    do throws(AnswerFault) {
      let scores = try read((line + "\n").utf8, .json, count: 2)
      expectEqual("\(scores.map { "\($0)" } ?? "nothing")", expected)
    } catch {
      expectEqual("\(error.predicate)", expected)
    }
  }

  @Test(arguments: ScriptedAnswers.hellos)
  func `a hello in JSON is read or refused`(line: String, expected: String) throws {
    var reader = AnswerReader(.json)
    reader.append((line + "\n").utf8)
    do throws(AnswerFault) {
      let hello = try reader.hello()
      expectEqual(
        "\(hello?.name ?? "no name"), \(hello?.reads?.joined(separator: " ") ?? "no reads")",
        expected)
    } catch {
      expectEqual(error.predicate, expected)
    }
  }

  @Test func `binary messages that are none are refused by their first bytes`() throws {
    func predicate(_ bytes: [UInt8]) -> String {
      do throws(AnswerFault) { return "\(String(describing: try read(bytes, count: 2)))" } catch {
        return error.predicate
      }
    }
    let text = Array(#"{"type":"error","message":"KeyError: 'x' (mine.py, line 3)"} "#.utf8)
    expectEqual(predicate(frame(.error, text)), "failed: KeyError: 'x' (mine.py, line 3)")
    expectEqual(
      predicate(Array("hi\n".utf8)),
      "wrote 'hi' to standard output, which is for messages to FeedLab; print to standard error instead"
    )
    expectEqual(
      predicate(Array(#"{"type":"#.utf8)),
      "answers in lines of JSON; say 'encoding: json' in the scenario")
    expectEqual(predicate(frame([1])), "gave 1 scores for 2 posts; it has to give one for each")
    expectEqual(
      predicate(frame([1, 2, 3])), "gave 3 scores for 2 posts; it has to give one for each")
    expectEqual(predicate(frame(.scores, [1, 2])), "began scores of 2 bytes; each score has 8")
    expectEqual(
      predicate([6, 0, 2, 0] + frame(.error, [])[4...]),
      "speaks version 2 of the protocol; this FeedLab speaks version 1")
    // No memory is taken for what is only said to come.
    expectEqual(
      predicate(Array(frame(.error, [])[..<16]) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]),
      "began a message of 4,294,967,295 bytes; a text has at most 1,048,576")
    expectEqual(
      predicate(Array(frame(.scores, [])[..<16]) + [0xF8, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]),
      "gave 536,870,911 scores for 2 posts; it has to give one for each")
    expectEqual(
      predicate(frame(.scores, sequence: 1, [UInt8](repeating: 0, count: 16))),
      "answered request 1 of lane 1 instead of request 2 of lane 1; an answer has the lane and the sequence of its request"
    )
    expectEqual(
      predicate(frame(.error, [1, 2])),
      "wrote a message that is no JSON: expected a value at character 1")
  }

  @Test func `blanks and empty lines between messages in JSON are skipped`() throws {
    var reader = AnswerReader(.json)
    let answer = #"{"type":"scores","lane":1,"sequence":2,"scores":[1,2]}"#
    for text in [" \(answer)\r\n", "\r\n\n\t \(answer) \n", "\n\(answer)\n"] {
      try expectEqual(read(text.utf8, .json, count: 2), [1, 2])
      var scores = [0.0, 0]
      for byte in text.utf8 {
        var span = scores.mutableSpan
        let isWhole = try reader.scores(lane: 1, sequence: 2, into: &span)
        #expect(!isWhole)
        reader.append([byte])
      }
      var span = scores.mutableSpan
      let isWhole = try reader.scores(lane: 1, sequence: 2, into: &span)
      #expect(isWhole && scores == [1, 2])
    }
    // Blanks without an end take no more memory.
    let blanks = [UInt8](repeating: 0x20, count: 1 << 16)
    for _ in 0..<4 {
      _ = unsafe reader.fill { (room: UnsafeMutableRawBufferPointer) -> Int in
        #expect(room.count <= blanks.count)
        unsafe room.copyBytes(from: blanks.prefix(room.count))
        return room.count
      }
      try expectEqual(reader.hello(), nil)
    }
  }

  @Test func `a byte order mark before a line is named`() {
    let failure = #expect(throws: AnswerFault.self) {
      try read("\u{FEFF}{}\n".utf8, .json, count: 2)
    }
    expectEqual(
      failure?.predicate,
      "began its message with a byte order mark (BOM), which no JSON has; write UTF-8 without one, in Python \"utf-8\" instead of \"utf-8-sig\""
    )
  }

  @Test func `a line without an end is refused when it is too long`() throws {
    var reader = AnswerReader(.json)
    reader.append("{".utf8)
    for _ in 0..<32 { reader.append([UInt8](repeating: 0x20, count: 1 << 15)) }
    #expect(throws: AnswerFault.self) { try reader.hello() }
  }

  @Test(arguments: [
    ("one\n\n  two \r\nthree", "one |   two | three"), ("", ""),
    ("\u{1B}[31mred\u{7}", "\u{FFFD}[31mred\u{FFFD}"),
  ])
  func `lines from outside become one that is safe to show`(text: String, expected: String) {
    expectEqual(text.oneLine, expected)
  }
}

/// Lines of JSON as rankers write them.
enum ScriptedAnswers {
  /// Those that the schema describes.
  static var right: [Substring] {
    lines(
      scores.filter { $0.1.hasPrefix("[") }
        + hellos.filter { $0.1.contains(", ") && !$0.1.contains(";") })
      + [#"{"type":"error","lane":1,"sequence":2,"message":"no model"}"#]
  }

  /// Those that it does not.
  static let wrong: [Substring] = [
    "{}", "[]", #"{"type":"scores","lane":1,"sequence":2}"#,
    #"{"type":"scores","lane":-1,"sequence":2,"scores":[1]}"#,
    #"{"type":"scores","lane":1,"sequence":2,"scores":[null]}"#, #"{"type":"hello","version":2}"#,
    #"{"type":"hello","version":1,"stateless":0}"#, #"{"type":"error"}"#,
    #"{"type":"events","lane":1,"sequence":2,"events":[{"time":0,"kind":"join","member":3}]}"#,
  ]

  private static func lines(_ cases: [(String, String)]) -> [Substring] { cases.map { $0.0[...] } }

  /// Answers to request 2 of lane 1, of two posts.
  static let scores = cases(
    #"""
    {"type":"scores","lane":1,"sequence":2,"scores":[1,-2.5e-3]} => [1.0, -0.0025]
    {"scores": [0, 18446744073709551615], "sequence": 2, "lane": 1, "type": "scores", "more": {}} => [0.0, 1.8446744073709552e+19]
    {"type":"scores","lane":1,"sequence":2,"scores":[1]} =>
      gave 1 scores for 2 posts; it has to give one for each
    {"type":"scores","lane":1,"sequence":2,"scores":[1,2,3]} =>
      gave 3 scores for 2 posts; it has to give one for each
    {"type":"scores","lane":1,"sequence":2,"scores":[1,null]} =>
      gave the score null at index 1; a score is a finite number
    {"type":"scores","lane":1,"sequence":2,"scores":[1,NaN]} =>
      wrote a message that is no JSON: expected a value at character 52; NaN and infinity are no JSON
    {"type":"scores","lane":1,"sequence":2,"scores":[1,two]} =>
      wrote a message that is no JSON: expected a value at character 52
    {"type":"error","message":"no model"} {"type":"error"} =>
      wrote a message that is no JSON: more follows behind its end at character 39; a message is one object
    {"type":"scores","lane":1,"sequence":2,"scores":[1e999,1]} =>
      gave the score "1e999" at index 0; a score is a finite number
    {"type":"scores","lane":1,"sequence":2} =>
      answered without a list "scores"
    {"type":"scores","lane":1,"sequence":1,"scores":[1,2]} =>
      answered request 1 of lane 1 instead of request 2 of lane 1; an answer has the lane and the sequence of its request
    {"type":"error","message":"no model"} => failed: no model
    {"type":"error"} => failed without a message
    {"type":"hello","version":1} =>
      answered 'score' with 'hello'; it has to answer with 'scores' or 'error'
    {"type":"later"} =>
      wrote a message of the type "later"; a ranker writes "hello", "scores" and "error"
    {} =>
      wrote a message of the type null; a ranker writes "hello", "scores" and "error"
    [1] =>
      wrote '[1]' to standard output, which is for messages to FeedLab; print to standard error instead
    loading the model =>
      wrote 'loading the model' to standard output, which is for messages to FeedLab; print to standard error instead
    """#)

  /// Answers to `hello`.
  static let hellos = cases(
    #"""
    {"type":"hello","version":1} => no name, no reads
    {"type":"hello","version":1,"kind":"score","name":"warm","reads":["likes","age_hours"],"stateless":true} => warm, likes age_hours
    {"type":"hello","version":2} =>
      speaks version 2 of the protocol; this FeedLab speaks version 1
    {"type":"hello"} =>
      speaks version none of the protocol; this FeedLab speaks version 1
    {"type":"hello","version":1,"kind":"order"} =>
      is of the kind "order"; say 'kind: order' in the scenario
    {"type":"hello","version":1,"kind":"list"} =>
      is of the kind "list"; the scenario has 'kind: score'
    {"type":"hello","version":1,"stateless":false} =>
      keeps a state; say 'learns: true' in the scenario, so that it gets events, of which the state has to be made, or score by what each request has and say "stateless": true
    {"type":"hello","version":1,"name":"a","modules":[["m.py","ab"],["../b.py","cd"]]} => a, no reads
    {"type":"hello","version":1,"modules":{"m.py":"ab"}} =>
      gives {"m.py":"ab"} among its modules; expected pairs of a file and its SHA-256, such as [["features.py", "9f2c…"]]
    {"type":"hello","version":1,"modules":[["m.py","ab"],["b.py"]]} =>
      gives ["b.py"] among its modules; expected pairs of a file and its SHA-256, such as [["features.py", "9f2c…"]]
    {"type":"scores","lane":0,"sequence":0,"scores":[]} =>
      answered 'hello' with 'scores'; it has to answer with 'hello'
    """#)
}
