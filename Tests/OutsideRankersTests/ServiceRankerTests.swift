import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import Testing

/// Rankers behind a url, with a server in this process.
@Suite struct ServiceRankerTests {
  private func ranker(
    _ url: String, reads: [RankerFeature] = [.likes], limit: Double = 20,
    _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> ServiceRanker {
    var settings = ServiceRanker.Settings(
      address: try ServiceAddress(url), reads: reads, limit: limit)
    change(&settings)
    return ServiceRanker(settings)
  }

  /// The scores of two candidates, or the failure, in which the port is 8000.
  private func answer(
    _ server: LoopbackServer, limit: Double = 20,
    _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> String {
    defer { server.stop() }
    do {
      let lane = try ranker(server.url, limit: limit, change).open(world: 0)
      return "\(try scores(lane, candidates(2, [.likes])))"
    } catch let failure as RankerFailure {
      return failure.message.replacing(":\(server.port)/", with: ":8000/")
    }
  }

  private static let subject = "the ranker 'http://127.0.0.1:8000/rank' "

  // MARK: Requests

  @Test func `a request has all that its answer depends on`() throws {
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    defer { server.stop() }
    let ranker = try ranker(server.url, reads: [.likes, .ageHours]) {
      $0.parameters = ["fade": 0.5]
    }
    let lane = try ranker.open(world: 3)
    #expect(try scores(lane, candidates(2, [.likes, .ageHours])) == [1, 2])
    let requests = server.requests
    #expect(
      requests.map(\.head) == [
        "GET /rank HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: feedlab",
        "POST /rank HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: feedlab\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(requests[1].body.utf8.count)",
      ])
    #expect(
      requests[1].body == #"{"type":"score","world":3,"digest":"\#(ranker.digest)","#
        + #""seed":\#(CommandRanker.seed(of: 3)),"parameters":{"fade":0.5},"viewer":0,"refresh":7,"now":7200,"#
        + #""posts":[1,0],"columns":{"likes":[1,0],"age_hours":[1,2]}}"#)
    #expect(
      try JSONSchema(named: "ranker-protocol.schema.json").faults(in: requests[1].body) == [])
  }

  @Test func `the schema of the reference describes answers`() throws {
    let schema = try JSONSchema(named: "ranker-protocol.schema.json")
    for right in [
      #"{"scores":[3.918,0.9505]}"#, #"{"type":"scores","scores":[1],"more":{}}"#,
      #"{"type":"error","message":"no model"}"#,
      #"{"type":"hello","version":1,"digest":"v1","reads":["likes"],"stateless":true}"#,
    ] {
      #expect(try schema.faults(in: right) == [])
    }
    for wrong in [
      #"{"scores":[null]}"#, #"{"scores":[]}"#, #"{"type":"score","scores":[1]}"#,
      #"{"results":[1]}"#, "[1]",
    ] {
      #expect(try schema.faults(in: wrong) != [])
    }
  }

  @Test func `requests share connections, and rankers with one url do`() throws {
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    defer { server.stop() }
    let (one, other) = (try ranker(server.url), try ranker(server.url) { $0.parameters["a"] = 1 })
    for ranker in [one, other, one] {
      let lane = try ranker.open(world: 0)
      for _ in 0..<3 { _ = try scores(lane, candidates(2, [.likes])) }
    }
    #expect(server.requests.map(\.connection) == Array(repeating: 1, count: 10))
  }

  @Test func `a connection that was closed while it waited is made again`() throws {
    let server = LoopbackServer.answering(
      LoopbackServer.json(#"{"scores":[1,2]}"#, headers: "Connection: close\r\n"))
    #expect(try answer(server) == "[1.0, 2.0]")
    // The connection of the GET stays open, and is closed when the next request comes.
    let closing = LoopbackServer { request in
      if request.head.hasPrefix("GET") { return LoopbackServer.json("{}") }
      return request.connection == 1 ? nil : LoopbackServer.json(#"{"scores":[3,4]}"#)
    }
    #expect(try answer(closing) == "[3.0, 4.0]")
    #expect(closing.requests.map(\.connection) == [1, 1, 2])
  }

  @Test func `no more requests than lanes are sent at a time`() throws {
    for (lanes, most) in [(1, 1...1), (2, 1...2)] {
      let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
      defer { server.stop() }
      let ranker = try ranker(server.url) { $0.lanes = lanes }
      let candidates = Held(try candidates(2, [.likes]))
      DispatchQueue.concurrentPerform(iterations: 4) { world in
        for _ in 0..<20 {
          #expect(throws: Never.self) {
            _ = try scores(try ranker.open(world: world), candidates.value)
          }
        }
      }
      #expect(most.contains(server.most), "\(lanes) lanes had \(server.most) requests")
      #expect(Set(server.requests.map(\.connection)).count <= lanes)
    }
  }

  @Test func `headers have their values from the environment`() throws {
    unsafe setenv("FEEDLAB_TEST_TOKEN", "Bearer abc", 1)
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    #expect(
      try answer(server) { $0.headers = ["Authorization": "FEEDLAB_TEST_TOKEN"] } == "[1.0, 2.0]")
    #expect(server.requests.allSatisfy { $0.head.contains("\r\nAuthorization: Bearer abc") })
    #expect(
      try answer(.answering([])) { $0.headers = ["Authorization": "FEEDLAB_TEST_NO_TOKEN"] }
        == Self.subject
        + "needs FEEDLAB_TEST_NO_TOKEN of the environment for its header 'Authorization', which is not set"
    )
    unsafe setenv("FEEDLAB_TEST_TOKEN", "a\r\nX: b", 1)
    #expect(
      try answer(.answering([])) { $0.headers = ["Authorization": "FEEDLAB_TEST_TOKEN"] }
        == Self.subject
        + "cannot have FEEDLAB_TEST_TOKEN of the environment as a header: it is not one line")
  }

  // MARK: Answers

  /// Answers, with a line break for each `|`, and the scores or the rest of the failure's sentence.
  private static let answers: [(String, String)] = [
    ("HTTP/1.1 200 OK|Content-Length: 16||{\"scores\":[1,2]}", "[1.0, 2.0]"),
    ("HTTP/1.0 200 OK|Connection: close||{\"scores\":[1,2]}", "[1.0, 2.0]"),
    ("HTTP/1.1 201 |content-length:16 ||{\"scores\":[1,2]}", "[1.0, 2.0]"),
    (
      "HTTP/1.1 100 Continue||HTTP/1.1 200 OK|Content-Length: 16||{\"scores\":[1,2]}",
      "[1.0, 2.0]"
    ),
    ("CHUNKED||5;a=b|{\"sco|B|res\":[1,2]}|0|Trailer: x||", "[1.0, 2.0]"),
    (
      "HTTP/1.1 200 OK|Content-Length: 48|| { \"more\" : {} , \"scores\" : [ 0.1e1 , -2.50 ] } ",
      "[1.0, -2.5]"
    ),
    (
      "CHUNKED||5|{\"scores|", "answered 'res', which is no HTTP; look at the port of its 'url'"
    ),
    ("CHUNKED||5|{\"sco|B|res\":[1,2]}|0||", "[1.0, 2.0]"),
    (
      "CHUNKED||5|{\"sco\nB|",
      "answered a blank line, which is no HTTP; look at the port of its 'url'"
    ),
    ("CHUNKED||+5|", "answered '+5', which is no HTTP; look at the port of its 'url'"),
    (
      "CHUNKED||5;\(String(repeating: "a", count: 5000))",
      "answered '5;\(String(repeating: "a", count: 58))…', which is no HTTP; look at the port of its 'url'"
    ),
    (
      "CHUNKED||0|\(String(repeating: "Trailer: x|", count: 3000))",
      "began an answer whose headers have more than 32,768 bytes"
    ),
    (
      String(repeating: "HTTP/1.1 100 Continue||", count: 1400),
      "began an answer whose headers have more than 32,768 bytes"
    ),
    (
      "HTTP/1.1 200 OK|Content-Length: +16||",
      "answered 'HTTP/1.1 200 OK | Content-Length: +16', which is no HTTP; look at the port of its 'url'"
    ),
    ("CHUNKED||x|", "answered 'x', which is no HTTP; look at the port of its 'url'"),
    (
      "CHUNKED||FFFFFFF|",
      "began an answer of more than 1,048,704 bytes, which no answer to this request needs"
    ),
    (
      "HTTP/1.1 200 OK|Content-Length: 1048705||",
      "began an answer of more than 1,048,704 bytes, which no answer to this request needs"
    ),
    (
      "HTTP/1.1 200 OK|Content-Length: -1||",
      "answered 'HTTP/1.1 200 OK | Content-Length: -1', which is no HTTP; look at the port of its 'url'"
    ),
    (
      "HTTP/1.1 200 OK|X: \(String(repeating: "x", count: 40_000))",
      "began an answer whose headers have more than 32,768 bytes"
    ),
    (
      "HTTP/1.1 200 OK|Connection: close|Content-Length: 16||{\"scores\":[",
      "closed the connection in the middle of its answer"
    ),
    (
      "CHUNKED|Connection: close||5|{\"sc", "closed the connection in the middle of its answer"
    ),
    (
      "SSH-2.0-OpenSSH_9.2|",
      "answered 'SSH-2.0-OpenSSH_9.2', which is no HTTP; look at the port of its 'url'"
    ),
    (
      "HTTP/1.1 500 Internal Server Error|Content-Length: 21||Traceback:\n KeyError\n",
      "answered with status 500 (Internal Server Error): 'Traceback: |  KeyError'"
    ),
    ("HTTP/1.1 503|Content-Length: 0||", "answered with status 503"),
    (
      "HTTP/1.1 204 No Content||",
      "answered with status 204 (No Content) and an empty body; it has to answer with JSON"
    ),
    (
      "HTTP/1.1 200 OK|Content-Encoding: gzip|Content-Length: 2||\u{1F}x",
      "answered in the encoding 'gzip', which FeedLab does not read; let the service send JSON as it is, for which each request has 'Accept-Encoding: identity'"
    ),
    (
      "HTTP/1.1 500 No|Content-Encoding: br|Content-Length: 2||\u{1F}x",
      "answered with status 500 (No)"
    ),
    (
      "HTTP/1.1 200 OK|Content-Encoding: Identity|Content-Length: 16||{\"scores\":[1,2]}",
      "[1.0, 2.0]"
    ),
    (
      "HTTP/1.1 404 Not Found|Content-Length: 2||{}",
      "answered with status 404 (Not Found): '{}'; look at the path of its 'url'"
    ),
    (
      "HTTP/1.1 405 Method Not Allowed|Content-Length: 0||",
      "answered with status 405 (Method Not Allowed); it has to answer POST"
    ),
    (
      "HTTP/1.1 401 Unauthorized|Content-Length: 0||",
      "answered with status 401 (Unauthorized); 'headers-from-env' in the scenario sends a header that it needs"
    ),
    (
      "HTTP/1.1 307 Temporary Redirect|Location: /rank/?key=1|Content-Length: 0||",
      "answered with status 307 (Temporary Redirect), a redirect to '/rank/', which is not followed; write the url that answers"
    ),
    (
      "HTTP/1.1 302 Found|Location: http://me:secret@a/|Content-Length: 0||",
      "answered with status 302 (Found), a redirect, which is not followed; write the url that answers"
    ),
    (
      "HTTP/1.1 200 OK|Content-Type: text/html|Content-Length: 19||<!doctype html>\n<p>",
      "answered with HTML instead of JSON: '<!doctype html> | <p>'; look at the path of its 'url'"
    ),
  ]

  @Test(arguments: answers)
  func `an answer is read, or its fault is named`(text: String, expected: String) throws {
    let bytes = text.replacing("CHUNKED", with: "HTTP/1.1 200 OK|Transfer-Encoding: chunked")
      .replacing("|", with: "\r\n")
    let outcome = try answer(.answering(Array(bytes.utf8)))
    #expect(outcome == (expected.hasPrefix("[") ? expected : Self.subject + expected))
  }

  @Test(arguments: [
    ("{}", "answered without a list \"scores\""),
    ("[1,2]", "wrote a message that is no JSON object"),
    (" \n", "answered with status 200 (OK) and an empty body; it has to answer with JSON"),
    (
      #"{"scores":[1,2"#,
      "wrote a message that is no JSON: the message ends where ']' is expected at character 15"
    ),
    (
      #"{"scores":[1,2]} {"scores":[1,2]}"#,
      "wrote a message that is no JSON: more follows behind its end at character 18; a message is one object"
    ),
    (
      "{\n\"scores\":[1,\n-Infinity]}",
      "wrote a message that is no JSON: expected a value at character 1; NaN and infinity are no JSON"
    ),
    (
      "\u{FEFF}{\"scores\":[1,2]}",
      "began its message with a byte order mark (BOM), which no JSON has; write UTF-8 without one, in Python \"utf-8\" instead of \"utf-8-sig\""
    ),
    (#"{"scores":[1]}"#, "gave 1 scores for 2 posts; it has to give one for each"),
    (#"{"scores":[1,2,3]}"#, "gave 3 scores for 2 posts; it has to give one for each"),
    (#"{"scores":[1,null]}"#, "gave the score null at index 1; a score is a finite number"),
    (#"{"scores":[1,1e999]}"#, #"gave the score "1e999" at index 1; a score is a finite number"#),
    (
      #"{"scores":[1,NaN]}"#,
      "wrote a message that is no JSON: expected a value at character 14; NaN and infinity are no JSON"
    ),
    (#"{"type":"error","message":"no model"}"#, "failed: no model"),
    (#"{"type":"error"}"#, "failed without a message"),
  ])
  func `JSON that has not the scores is refused`(body: String, predicate: String) throws {
    #expect(try answer(.answering(LoopbackServer.json(body))) == Self.subject + predicate)
  }

  @Test func `pieces of an answer are put together wherever it is cut`() throws {
    let text =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "5;a=b\r\n{\"sco\r\nB\r\nres\":[1,2]}\r\n0\r\nTrailer: x\r\n\r\n"
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var reader = HTTPReader()
      reader.begin(limit: 16)
      var (sent, answer) = (0, HTTPAnswer?.none)
      while sent < bytes.count {
        #expect(answer == nil)
        let piece = bytes[sent..<min(sent + size, bytes.count)]
        unsafe sent += reader.fill { room in
          unsafe room.copyBytes(from: piece)
          return piece.count
        }
        answer = try reader.answer()
      }
      #expect(answer?.body == Array(#"{"scores":[1,2]}"#.utf8), "pieces of \(size) bytes")
      #expect(reader.staysOpen)
    }
  }

  @Test func `a body of many chunks leaves no more than a line in memory`() throws {
    var reader = HTTPReader()
    reader.begin(limit: 1 << 16)
    let chunk = Array("1;\(String(repeating: "a", count: 1000))\r\n7\r\n".utf8)
    let head = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    for bytes in [head] + Array(repeating: chunk, count: 1000) + [Array("0\r\n\r\n".utf8)] {
      #expect(try reader.answer() == nil)
      _ = unsafe reader.fill { room in
        #expect(room.count <= 1 << 14)
        unsafe room.copyBytes(from: bytes)
        return bytes.count
      }
    }
    #expect(try reader.answer()?.body == Array(repeating: UInt8(ascii: "7"), count: 1000))
  }

  @Test func `a service that sends all the time has to end in time`() throws {
    // Nothing is waited for, since the answer comes at once; the moment has passed all the same.
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    #expect(
      try answer(server, limit: 1e-9) == Self.subject
        + "did not answer within 1e-09 s, its 'timeout' in the scenario")
  }

  @Test func `a request that nobody needs is given up`() throws {
    let server = LoopbackServer.answering(
      Array("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n".utf8))
    let lane = try ranker(server.url).open(world: 0)
    defer { server.stop() }
    let failure = #expect(throws: RankerFailure.self) {
      _ = try RankerWait.$current.withValue(RankerWait { true }) {
        try scores(lane, candidates(2, [.likes]))
      }
    }
    #expect(
      failure?.message == "the ranker '\(server.url)' was interrupted before it answered")
  }

  @Test func `what a service repeats of its headers is not shown`() throws {
    unsafe setenv("FEEDLAB_TEST_SECRET", "Bearer s3cret-token", 1)
    unsafe setenv("FEEDLAB_TEST_SHORT", "500", 1)
    func shown(_ bytes: [UInt8]) throws -> String {
      try answer(.answering(bytes)) {
        $0.headers = ["Authorization": "FEEDLAB_TEST_SECRET", "X-Short": "FEEDLAB_TEST_SHORT"]
      }
    }
    #expect(
      try shown(
        LoopbackServer.json("no Bearer s3cret-token, s3cret-token", status: "500 s3cret-token"))
        == Self.subject + "answered with status 500 (***): 'no ***, ***'")
    #expect(
      try shown(LoopbackServer.json(#"{"type":"error","message":"is s3cret-token old?"}"#))
        == Self.subject + "failed: is *** old?")
    let blanks = String(repeating: ".", count: 194)
    #expect(
      try shown(LoopbackServer.json(blanks + "s3cret-token", status: "500 No"))
        == Self.subject + "answered with status 500 (No): '\(blanks)***…'")
  }

  @Test func `a service that does not listen, answer or go on is named`() throws {
    let gone = LoopbackServer.answering([])
    gone.stop()
    #expect(
      try answer(gone) == Self.subject + "refused the connection; is the service started?")
    #expect(
      try answer(LoopbackServer { _ in nil })
        == Self.subject + "closed the connection without an answer")
    // The head of an answer, and no more of it.
    #expect(
      try answer(
        .answering(Array("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n".utf8)), limit: 0.1)
        == Self.subject + "did not answer within 0.1 s, its 'timeout' in the scenario")
    let nowhere = try ranker("http://feedlab.invalid/rank")
    let failure = #expect(throws: RankerFailure.self) { _ = try nowhere.open(world: 0) }
    #expect(
      failure?.message
        == "the ranker 'http://feedlab.invalid/rank' is on a host that nobody knows, 'feedlab.invalid'; "
        + "look at its 'url' in the scenario")
  }

  // MARK: Hello

  private static let hellos: [(String, String)] = [
    (#"{"type":"hello","version":1}"#, "[1.0, 2.0]"), ("{}", "[1.0, 2.0]"), ("<p>", "[1.0, 2.0]"),
    (
      #"{"type":"hello","version":1,"kind":"score","reads":["likes"],"stateless":true,"digest":"v1"}"#,
      "[1.0, 2.0]"
    ),
    (
      #"{"type":"hello","version":2}"#,
      "speaks version 2 of the protocol; this FeedLab speaks version 1"
    ),
    (
      #"{"type":"hello","version":1,"kind":"order"}"#,
      "is of the kind \"order\"; with 'dialect: score' a service is of the kind \"score\""
    ),
    (
      #"{"type":"hello","version":1,"stateless":false}"#,
      "keeps a state from request to request, and several worlds ask it; score by what each request has, and say \"stateless\": true"
    ),
    (
      #"{"type":"hello","version":1,"reads":["likes","saves"]}"#,
      "reads 'saves', which is not among the 'reads' of the scenario; add it there"
    ),
    (
      #"{"type":"hello","version":1,"reads":["shares"]}"#,
      "reads 'shares', which is no feature; 'feedlab describe rankers url' lists them"
    ),
    (
      #"{"type":"hello","version":1,"digest":"v2"}"#,
      "says that it is 'v2', and the scenario that it is 'v1'; write the former as its 'version'"
    ),
  ]

  @Test(arguments: hellos)
  func `a service may say what it is`(hello: String, expected: String) throws {
    let server = LoopbackServer {
      LoopbackServer.json($0.head.hasPrefix("GET") ? hello : #"{"scores":[1,2]}"#)
    }
    let outcome = try answer(server) { $0.version = "v1" }
    #expect(outcome == (expected.hasPrefix("[") ? expected : Self.subject + expected))
  }

  @Test func `hello is asked once for each url`() throws {
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    defer { server.stop() }
    let ranker = try ranker(server.url)
    for world in 0..<3 { _ = try scores(ranker.open(world: world), candidates(2, [.likes])) }
    #expect(server.requests.map { $0.head.prefix(4) } == ["GET ", "POST", "POST", "POST"])
  }

  @Test(arguments: ["405 No", "404 No", "200 OK"])
  func `an answer to GET that lasts is kept`(status: String) throws {
    #expect(try greetings(LoopbackServer.json("{}", status: status)) == 1)
  }

  @Test func `no answer to GET is a fault, and none that may pass is kept`() throws {
    #expect(try greetings(LoopbackServer.json("{}", status: "500 No")) == 2)
    #expect(try greetings(Array("SSH-2.0\r\n".utf8)) == 2)
    // The second one goes over the connection of a request that was answered, and then over a new one.
    #expect(try greetings(nil) == 3)
    #expect(try greetings(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n".utf8)) == 2)
  }

  /// How often a service is asked for `hello` in two worlds, whose scores it gives.
  private func greetings(_ answer: [UInt8]?) throws -> Int {
    let server = LoopbackServer {
      $0.head.hasPrefix("GET") ? answer : LoopbackServer.json(#"{"scores":[1,2]}"#)
    }
    defer { server.stop() }
    let ranker = try ranker(server.url)
    for world in 0..<2 {
      #expect(try scores(ranker.open(world: world), candidates(2, [.likes])) == [1, 2])
    }
    return server.requests.count { $0.head.hasPrefix("GET") }
  }

  @Test func `arms with other headers ask for themselves, and share the lanes of the url`() throws {
    unsafe setenv("FEEDLAB_TEST_USER", "me", 1)
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    defer { server.stop() }
    let rankers = [
      try ranker(server.url), try ranker(server.url) { $0.lanes = 1 },
      try ranker(server.url) { ($0.lanes, $0.headers) = (3, ["X-User": "FEEDLAB_TEST_USER"]) },
    ]
    for ranker in rankers { _ = try ranker.open(world: 0) }
    #expect(server.requests.count == 2)
    let candidates = Held(try candidates(2, [.likes]))
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      for _ in 0..<20 {
        #expect(throws: Never.self) {
          _ = try scores(try rankers[index].open(world: 0), candidates.value)
        }
      }
    }
    #expect(server.most == 1)
  }

  // MARK: Identity

  @Test func `the digest is that of all that changes a score`() throws {
    let settings = ServiceRanker.Settings(
      address: try ServiceAddress("http://a:81/r"), reads: [.likes], parameters: ["fade": 2],
      version: "v1")
    let digest = ServiceRanker(settings).digest
    #expect(
      digest
        == SHA256.hexDigest(
          of:
            #"{"dialect":"score","kind":"url","parameters":{"fade":2},"protocol":1,"reads":["likes"],"#
            + #""url":"http://a:81/r","version":"v1"}"#))
    let changes: [(inout ServiceRanker.Settings) -> Void] = [
      { $0.parameters = [:] }, { $0.reads = [.saves] }, { $0.version = "v2" },
      { $0.version = nil },
      { settings in if let other = try? ServiceAddress("http://a/r") { settings.address = other } },
    ]
    for change in changes {
      var changed = settings
      change(&changed)
      #expect(ServiceRanker(changed).digest != digest)
    }
    var moved = settings
    (moved.limit, moved.lanes, moved.headers) = (1, 1, ["A": "B"])
    #expect(ServiceRanker(moved).digest == digest)
    #expect(ServiceRanker(settings).isIdentified)
    moved.version = nil
    #expect(!ServiceRanker(moved).isIdentified)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8000/rank", "http://127.0.0.1:8000/rank"), ("HTTP://a", "http://a/"),
    ("http://a:80/", "http://a/"), ("http://[::1]:8000/x", "http://[::1]:8000/x"),
    ("http://[fe80::1%eth0]/", "http://[fe80::1%eth0]/"),
    ("http://127.0.0.1:{port}/rank", "http://127.0.0.1:{port}/rank"),
    ("tcp://127.0.0.1:26542/", "tcp://127.0.0.1:26542"), ("tcp://a:80", "tcp://a:80"),
    ("tcp://127.0.0.1:{port}", "tcp://127.0.0.1:{port}"),
  ])
  func `a url is read`(text: String, expected: String) throws {
    #expect(try ServiceAddress(text).text == expected)
  }

  @Test(arguments: [
    ("127.0.0.1:8000", ServiceAddressFault.shape), ("ftp://a", .shape), ("http://", .shape),
    ("http://a:0/", .shape), ("http://a:x/", .shape), ("http://a:65536/", .shape),
    ("http://a b/", .shape), ("http://a/b c", .shape), ("http://a/#b", .shape),
    ("http://[::1/", .shape), ("http://a:/", .shape), ("https://a/", .encrypted),
    ("tcp://a", .shape), ("tcp://a:80/rank", .shape), ("http://a:{prot}/", .shape),
    ("http://me:secret@a/", .credentials), ("http://a/?key=secret", .credentials),
    ("htp://me:secret@a/", .credentials), ("me:secret@a:8000", .credentials),
    ("https://me:secret@a/", .credentials), ("a/?key=secret", .credentials),
  ])
  func `a text that is no url of a service is refused`(text: String, fault: ServiceAddressFault) {
    #expect(throws: fault) { try ServiceAddress(text) }
  }

  @Test func `scores are read as any reader of JSON reads them`() throws {
    let texts = [
      "0", "-0", "1", "0.1", "123456789012345678", "9007199254740993", "0.30000000000000004",
      "1e-7", "1E+3", "-12.5e2", "4.9e-324", "0.1234567890123456789", "1.7976931348623157e308",
      "0.0000000000000000000001", "0.00000000000000000000001",
    ]
    let server = LoopbackServer.answering(
      LoopbackServer.json("{\"scores\":[\(texts.joined(separator: ","))]}"))
    defer { server.stop() }
    let lane = try ranker(server.url).open(world: 0)
    #expect(
      try scores(lane, candidates(texts.count, [.likes])) == texts.map { try #require(Double($0)) })
    for text in ["01", "1.", ".5", "+1", "0x1", "1e", "inf", "--1"] {
      let wrong = LoopbackServer.answering(LoopbackServer.json("{\"scores\":[\(text),1]}"))
      #expect(try answer(wrong).contains("wrote a message that is no JSON"), "\(text)")
    }
  }
}

/// Candidates that several threads read.
private struct Held: @unchecked Sendable {
  let value: Candidates

  init(_ value: Candidates) { self.value = value }
}
