import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// What services answer, whole or in pieces, in time or not.
@Suite struct ServiceAnswerTests: ServiceSuite {
  /// Answers, with a line break for each `|`, and the scores or the rest of the failure's sentence.
  private static let answers: [(String, String)] = [
    ("HTTP/1.1 200 OK|Content-Length: 16||{\"scores\":[1,2]}", "[1.0, 2.0]"),
    ("HTTP/1.0 200 OK|Connection: close||{\"scores\":[1,2]}", "[1.0, 2.0]"),
    (
      "HTTP/1.1 200 OK|Content-Type: text/html; charset=utf-8|Content-Length: 16||{\"scores\":[1,2]}",
      "[1.0, 2.0]"
    ),
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
      "HTTP/1.1 200 OK|Content-Length: 99999999999999999999999||",
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
      "answered in the encoding 'gzip', which FeedLab does not read; let the service send JSON without encoding, as the header 'Accept-Encoding: identity' of each request demands"
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
    expectEqual(outcome, (expected.hasPrefix("[") ? expected : Self.subject + expected))
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
    try expectEqual(answer(.answering(LoopbackServer.json(body))), Self.subject + predicate)
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
        expectEqual(answer, nil)
        let piece = bytes[sent..<min(sent + size, bytes.count)]
        unsafe sent += reader.fill { room in
          unsafe room.copyBytes(from: piece)
          return piece.count
        }
        answer = try reader.answer()
      }
      expectEqual(answer?.body, Array(#"{"scores":[1,2]}"#.utf8), "pieces of \(size) bytes")
      #expect(reader.staysOpen)
    }
  }

  @Test func `a body of many chunks leaves no more than a line in memory`() throws {
    var reader = HTTPReader()
    reader.begin(limit: 1 << 16)
    let chunk = Array("1;\(String(repeating: "a", count: 1000))\r\n7\r\n".utf8)
    let head = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    for bytes in [head] + Array(repeating: chunk, count: 1000) + [Array("0\r\n\r\n".utf8)] {
      try expectEqual(reader.answer(), nil)
      _ = unsafe reader.fill { room in
        #expect(room.count <= 1 << 14)
        unsafe room.copyBytes(from: bytes)
        return bytes.count
      }
    }
    try expectEqual(reader.answer()?.body, Array(repeating: UInt8(ascii: "7"), count: 1000))
  }

  @Test func `a service that sends all the time has to end in time`() throws {
    // Nothing is waited for, since the answer comes at once; the moment has passed all the same.
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    try expectEqual(
      answer(server, limit: 1e-9),
      Self.subject
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
    expectEqual(failure?.message, "the ranker '\(server.url)' was interrupted before it answered")
  }

  @Test func `what a service repeats of its headers is not shown`() throws {
    unsafe setenv("FEEDLAB_TEST_SECRET", "Bearer s3cret-token", 1)
    unsafe setenv("FEEDLAB_TEST_SHORT", "500", 1)
    func shown(_ bytes: [UInt8]) throws -> String {
      try answer(.answering(bytes)) {
        $0.headers = ["Authorization": "FEEDLAB_TEST_SECRET", "X-Short": "FEEDLAB_TEST_SHORT"]
      }
    }
    try expectEqual(
      shown(
        LoopbackServer.json("no Bearer s3cret-token, s3cret-token", status: "500 s3cret-token")),
      Self.subject + "answered with status 500 (***): 'no ***, ***'")
    try expectEqual(
      shown(LoopbackServer.json(#"{"type":"error","message":"is s3cret-token old?"}"#)),
      Self.subject + "failed: is *** old?")
    let blanks = String(repeating: ".", count: 194)
    try expectEqual(
      shown(LoopbackServer.json(blanks + "s3cret-token", status: "500 No")),
      Self.subject + "answered with status 500 (No): '\(blanks)***…'")
  }

  /// The value is `Bearer 0123456789ab`; a piece of 8 characters of it is hidden, and one of 4 beside a cut.
  @Test(arguments: [
    ("a Bearer 0123456789ab b", "a *** b"), ("0123456789ab", "***"),
    // Cut before it, behind it, on both sides, and without a mark.
    ("…456789ab b", "…*** b"), ("…89ab b", "…*** b"), ("…9ab b", "…9ab b"),
    ("a 012345…", "a ***…"), ("a 0123…", "a ***…"), ("a Bear…", "a ***…"), ("a 012…", "a 012…"),
    ("…23456789…", "…***…"), ("it has 12345678 alone", "it has *** alone"),
    ("it has 1234567 alone", "it has 1234567 alone"),
    ("0123456789ab0123456789ab", "***"), ("Bearer: …ähm", "Bearer: …ähm"), ("", ""),
  ])
  func `no piece of a header's value is shown`(text: String, shown: String) {
    expectEqual(HeaderSecrets(["Bearer 0123456789ab", "500"]).hidden(in: text), shown)
  }

  @Test func `short values and those that JSON escapes are hidden`() {
    expectEqual(HeaderSecrets(["abcd"]).hidden(in: "abc abcd xabcdx"), "abc *** x***x")
    expectEqual(
      HeaderSecrets([#"12"45\78"#]).hidden(in: #"{"is": "12\"45\\78"}"#), #"{"is": "***"}"#)
    expectEqual(HeaderSecrets([]).hidden(in: "abcd"), "abcd")
  }

  /// 100,000 characters took more than 40 s when each beginning of the value was looked for.
  @Test(.timeLimit(.minutes(1)))
  func `a long value is hidden in linear time`() {
    let value = (0..<20_000).map { "\($0)," }.joined()
    let end = value.suffix(1990)
    expectEqual(HeaderSecrets([value]).hidden(in: "ends with: …\(end) | b"), "ends with: …*** | b")
  }

  @Test func `a service that does not listen, answer or go on is named`() throws {
    let gone = LoopbackServer.answering([])
    gone.stop()
    try expectEqual(answer(gone), Self.subject + "refused the connection; is the service started?")
    try expectEqual(
      answer(LoopbackServer { _ in nil }), Self.subject + "closed the connection without an answer")
    // The head of an answer, and no more of it.
    try expectEqual(
      answer(
        .answering(Array("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n".utf8)), limit: 0.1),
      Self.subject + "did not answer within 0.1 s, its 'timeout' in the scenario")
    let nowhere = try ranker("http://feedlab.invalid/rank")
    let failure = #expect(throws: RankerFailure.self) { _ = try nowhere.open(world: 0) }
    expectEqual(
      failure?.message,
      "the ranker 'http://feedlab.invalid/rank' is on an unknown host, 'feedlab.invalid'; "
        + "look at its 'url' in the scenario")
  }
}
