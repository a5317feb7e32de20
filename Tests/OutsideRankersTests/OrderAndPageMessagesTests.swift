import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The messages of the kinds `order` and `serve`, without a process.
@Suite struct OrderAndPageMessagesTests {
  private let request = ServeRequest(
    viewer: MemberID(3), surface: .latest, limit: 20, cursor: nil, refresh: 7, now: 7200)
  private let later = ServeRequest(
    viewer: MemberID(3), surface: .home, limit: 20, cursor: "p 2 ✓", refresh: 7, now: 7200.5)

  // MARK: Requests

  @Test func `a binary request for an order has the authors and categories behind the posts`()
    throws
  {
    var writer = RequestWriter(.binary, reads: [.likes], kind: .order)
    writer.order(try candidates(1, [.likes]), lane: 5, sequence: 9)
    let expected: [[UInt8]] = [
      // order, version 1, lane, sequence, length 48, 0
      [7, 0, 1, 0], [5, 0, 0, 0], [9, 0, 0, 0, 0, 0, 0, 0], [48, 0, 0, 0], [0, 0, 0, 0],
      // viewer 0, refresh 7, 3,600 s, one candidate, one column
      [0, 0, 0, 0], [7, 0, 0, 0], [0, 0, 0, 0, 0, 0x20, 0xAC, 0x40], [1, 0, 0, 0], [1, 0, 0, 0],
      // no likes; post 0 of author 1 and category 0, and four bytes up to a multiple of eight
      [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0],
    ]
    expectEqual(writer.bytes, expected.flatMap(\.self))
  }

  @Test func `a binary request for a page has its cursor at the end`() {
    var writer = RequestWriter(.binary, reads: [], kind: .serve)
    writer.serve(request, lane: 5, sequence: 9)
    let first: [[UInt8]] = [
      // serve, version 1, lane, sequence, length 32, 0
      [9, 0, 1, 0], [5, 0, 0, 0], [9, 0, 0, 0, 0, 0, 0, 0], [32, 0, 0, 0], [0, 0, 0, 0],
      // viewer 3, refresh 7, 7,200 s, limit 20, surface 3, no cursor, 0
      [3, 0, 0, 0], [7, 0, 0, 0], [0, 0, 0, 0, 0, 0x20, 0xBC, 0x40], [20, 0, 0, 0], [3, 0, 0, 0],
      [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0],
    ]
    expectEqual(writer.bytes, first.flatMap(\.self))
    writer.clear()
    writer.serve(later, lane: 5, sequence: 10)
    // "p 2 " and the three bytes of ✓, and one of padding.
    expectEqual(writer.bytes.count, 24 + 32 + 8)
    expectEqual(
      writer.bytes[48...], [7, 0, 0, 0, 0, 0, 0, 0, 0x70, 0x20, 0x32, 0x20, 0xE2, 0x9C, 0x93, 0])
  }

  @Test func `in JSON each request is a line`() throws {
    var writer = RequestWriter(.json, reads: [.likes], kind: .order)
    writer.hello(name: "mine")
    writer.order(try candidates(2, [.likes]), lane: 1, sequence: 2)
    var pages = RequestWriter(.json, reads: [], kind: .serve)
    pages.hello(name: "mine")
    pages.serve(request, lane: 1, sequence: 2)
    pages.serve(later, lane: 1, sequence: 3)
    let text = String(decoding: writer.bytes + pages.bytes, as: UTF8.self)
    expectEqual(
      text,
      """
      {"kind":"order","name":"mine","reads":["likes"],"type":"hello","versions":[1]}
      {"type":"order","lane":1,"sequence":2,"viewer":0,"refresh":7,"now":7200,"posts":[1,0],"authors":[1,1],"categories":[0,0],"columns":{"likes":[1,0]}}
      {"kind":"serve","name":"mine","reads":[],"type":"hello","versions":[1]}
      {"lane":1,"limit":20,"now":7200,"refresh":7,"sequence":2,"surface":"latest","type":"serve","viewer":3}
      {"cursor":"p 2 ✓","lane":1,"limit":20,"now":7200.5,"refresh":7,"sequence":3,"surface":"home","type":"serve","viewer":3}

      """)
    let schema = try JSONSchema(named: "ranker-protocol.schema.json")
    let answers = [
      #"{"type":"hello","version":1,"kind":"order","stateless":true}"#,
      #"{"type":"hello","version":1,"kind":"serve","stateless":false}"#,
      #"{"type":"ordered","lane":1,"sequence":2,"posts":[]}"#,
      #"{"type":"page","lane":1,"sequence":2,"posts":[3,99999999999],"cursor":"2"}"#,
      #"{"type":"page","lane":1,"sequence":2,"posts":[],"cursor":null}"#,
    ]
    for line in text.split(separator: "\n") + answers.map({ $0[...] }) {
      try expectEqual(schema.faults(in: line), [])
    }
    for line in [
      #"{"type":"ordered","lane":1,"sequence":2,"posts":[-1]}"#,
      #"{"type":"page","lane":1,"sequence":2,"posts":[],"cursor":2}"#,
    ] { #expect(try schema.faults(in: line) != []) }
  }

  // MARK: Answers

  private func frame(_ kind: MessageKind, _ payload: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    let payload = payload.flatMap(\.self)
    MessageHeader(kind, lane: 1, sequence: 2, length: UInt32(payload.count)).append(to: &bytes)
    return bytes + payload
  }

  /// What a reader of one kind makes of an answer to request 2 of lane 1, of two candidates.
  private func read(
    _ bytes: some Sequence<UInt8>, _ kind: RankerKind, _ encoding: RankerEncoding = .binary
  ) -> String {
    var reader = AnswerReader(encoding, kind: kind)
    reader.append(bytes)
    do throws(AnswerFault) {
      if kind == .order {
        let posts = try reader.order(of: 2, lane: 1, sequence: 2)
        return posts.map { "\($0)" } ?? "nothing"
      }
      let page = try reader.page(lane: 1, sequence: 2)
      return page.map { "\($0.posts), \($0.cursor ?? "no cursor")" } ?? "nothing"
    } catch {
      return error.predicate
    }
  }

  @Test func `a binary order is a number and as many posts`() {
    let posts: [[UInt8]] = [[2, 0, 0, 0], [9, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]
    let bytes = frame(.ordered, posts)
    expectEqual(read(bytes, .order), "[9, 4]")
    for count in bytes.indices.dropFirst() {
      expectEqual(read(bytes.prefix(count), .order), "nothing")
    }
    expectEqual(read(frame(.ordered, [[0, 0, 0, 0, 0, 0, 0, 0]]), .order), "[]")
    expectEqual(read(frame(.ordered, []), .order), "began an order of 0 bytes, which is too short")
    expectEqual(
      read(frame(.ordered, Array(posts.prefix(2))), .order), "began an order of 8 bytes for 2 posts"
    )
    expectEqual(
      read(frame(.ordered, [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]]), .order),
      "began an order of 8 bytes for 4,294,967,295 posts")
  }

  @Test func `a binary page is two numbers, the posts and the cursor`() {
    let none: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let last: [[UInt8]] = [[1, 0, 0, 0], none, [9, 0, 0, 0], [0, 0, 0, 0]]
    expectEqual(read(frame(.page, last), .serve), "[9], no cursor")
    let first: [[UInt8]] = [
      [1, 0, 0, 0], [3, 0, 0, 0], [9, 0, 0, 0], [0xE2, 0x9C, 0x93], [0],
    ]
    expectEqual(read(frame(.page, first), .serve), "[9], ✓")
    expectEqual(read(frame(.page, [[0, 0, 0, 0], [0, 0, 0, 0]]), .serve), "[], ")
    expectEqual(
      read(
        frame(.page, [[1, 0, 0, 0], [3, 0, 0, 0], [9, 0, 0, 0], [0xE2, 0x9C, 0x41], [0]]), .serve),
      "ended a page with a cursor that is no text in UTF-8")
    expectEqual(
      read(frame(.page, Array(first.prefix(2))), .serve),
      "began a page of 8 bytes for 1 posts and a cursor of 3 bytes")
    expectEqual(read(frame(.page, []), .serve), "began a page of 0 bytes, which is too short")
  }

  @Test(arguments: [
    (#"{"type":"ordered","lane":1,"sequence":2,"posts":[9,4]}"#, RankerKind.order, "[9, 4]"),
    (
      #"{"type":"ordered","lane":1,"sequence":2,"posts":[9,0.5]}"#, .order,
      "put 0.5 at position 2; an order has the numbers of posts"
    ),
    (#"{"type":"ordered","lane":1,"sequence":2}"#, .order, #"answered without a list "posts""#),
    (
      #"{"type":"scores","lane":1,"sequence":2,"scores":[1]}"#, .order,
      "answered 'order' with 'scores'; it has to answer with 'ordered' or 'error'"
    ),
    (
      #"{"type":"ordered","lane":1,"sequence":3,"posts":[]}"#, .order,
      "answered request 3 of lane 1 instead of request 2 of lane 1; an answer has the lane and the sequence of its request"
    ),
    (
      #"{"type":"list"}"#, .order,
      #"wrote a message of the type "list"; a ranker writes "hello", "ordered" and "error""#
    ),
    (
      #"{"type":"ordered","lane":1.5,"sequence":2,"posts":[]}"#, .order,
      "wrote the lane 1.5, which is no whole number from 0 to 4294967295; an answer has the lane and the sequence of its request"
    ),
    (
      #"{"type":"page","lane":1,"sequence":"x","posts":[]}"#, .serve,
      #"wrote the sequence "x", which is no whole number from 0 to 18446744073709551615; "#
        + "an answer has the lane and the sequence of its request"
    ),
    (#"{"type":"error","message":"no"}"#, .order, "failed: no"),
    (#"{"type":"error","message":" "}"#, .order, "failed without a message"),
    (#"{"type":"page","lane":1,"sequence":2,"posts":[9],"cursor":"a"}"#, .serve, "[9], a"),
    (#"{"type":"page","lane":1,"sequence":2,"posts":[],"cursor":null}"#, .serve, "[], no cursor"),
    // Numbers that no post can have.
    (
      #"{"type":"page","lane":1,"sequence":2,"posts":[-1,4294967296,1e300]}"#, .serve,
      "[4294967295, 4294967295, 4294967295], no cursor"
    ),
    (
      #"{"type":"page","lane":1,"sequence":2,"posts":["9"]}"#, .serve,
      #"put "9" at position 1; a page has the numbers of posts"#
    ),
    (
      #"{"type":"page","lane":1,"sequence":2,"posts":[9],"cursor":2}"#, .serve,
      "ended a page with the cursor 2; a cursor is a text"
    ),
    (
      #"{"type":"later"}"#, .serve,
      #"wrote a message of the type "later"; a ranker writes "hello", "page" and "error""#
    ),
  ])
  func `an answer in JSON is read or refused`(line: String, kind: RankerKind, expected: String) {
    expectEqual(read((line + "\n").utf8, kind, .json), expected)
  }

  @Test func `a line that is printed is no page, though it begins with the byte of one`() {
    expectEqual(
      read([10], .order),
      "wrote a blank line to standard output, which is for messages to FeedLab; print to standard error instead"
    )
  }
}
