import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Rankers behind a url: what they are asked, and what identifies them.
@Suite struct ServiceRankerTests: ServiceSuite {
  // MARK: Requests

  @Test func `a request has all that its answer depends on`() throws {
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    defer { server.stop() }
    let ranker = try ranker(server.url, reads: [.likes, .ageHours]) {
      $0.parameters = ["fade": 0.5]
    }
    let lane = try ranker.open(world: .init(number: 3, seed: 972_002_174_632_529))
    try expectEqual(scores(lane, candidates(2, [.likes, .ageHours])), [1, 2])
    let requests = server.requests
    expectEqual(
      requests.map(\.head),
      [
        "GET /rank HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: feedlab",
        "POST /rank HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: feedlab\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(requests[1].body.utf8.count)",
      ])
    expectEqual(
      requests[1].body,
      #"{"type":"score","world":3,"digest":"\#(ranker.digest)","#
        + #""seed":972002174632529,"parameters":{"fade":0.5},"viewer":0,"refresh":7,"now":7200,"#
        + #""posts":[1,0],"columns":{"likes":[1,0],"age_hours":[1,2]}}"#)
    try expectEqual(
      JSONSchema(named: "ranker-protocol.schema.json").faults(in: requests[1].body), [])
  }

  @Test func `the schema of the reference describes answers`() throws {
    let schema = try JSONSchema(named: "ranker-protocol.schema.json")
    for right in [
      #"{"scores":[3.918,0.9505]}"#, #"{"type":"scores","scores":[1],"more":{}}"#,
      #"{"type":"error","message":"no model"}"#,
      #"{"type":"hello","version":1,"digest":"v1","reads":["likes"],"stateless":true}"#,
    ] {
      try expectEqual(schema.faults(in: right), [])
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
    expectEqual(server.requests.map(\.connection), Array(repeating: 1, count: 10))
  }

  @Test func `a connection that was closed while it waited is made again`() throws {
    let server = LoopbackServer.answering(
      LoopbackServer.json(#"{"scores":[1,2]}"#, headers: "Connection: close\r\n"))
    try expectEqual(answer(server), "[1.0, 2.0]")
    // The connection of the GET stays open, and is closed when the next request comes.
    let closing = LoopbackServer { request in
      if request.head.hasPrefix("GET") { return LoopbackServer.json("{}") }
      return request.connection == 1 ? nil : LoopbackServer.json(#"{"scores":[3,4]}"#)
    }
    try expectEqual(answer(closing), "[3.0, 4.0]")
    expectEqual(closing.requests.map(\.connection), [1, 1, 2])
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
            _ = try scores(try ranker.open(world: .init(number: world, seed: 0)), candidates.value)
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
    try expectEqual(
      answer(server) { $0.headers = ["Authorization": "FEEDLAB_TEST_TOKEN"] }, "[1.0, 2.0]")
    #expect(server.requests.allSatisfy { $0.head.contains("\r\nAuthorization: Bearer abc") })
    try expectEqual(
      answer(.answering([])) { $0.headers = ["Authorization": "FEEDLAB_TEST_NO_TOKEN"] },
      Self.subject
        + "needs FEEDLAB_TEST_NO_TOKEN of the environment for its header 'Authorization', which is not set"
    )
    unsafe setenv("FEEDLAB_TEST_TOKEN", "a\r\nX: b", 1)
    try expectEqual(
      answer(.answering([])) { $0.headers = ["Authorization": "FEEDLAB_TEST_TOKEN"] },
      Self.subject
        + "cannot have FEEDLAB_TEST_TOKEN of the environment as a header: it is not one line")
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
    expectEqual(ServiceRanker(moved).digest, digest)
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
    try expectEqual(ServiceAddress(text).text, expected)
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
    try expectEqual(
      scores(lane, candidates(texts.count, [.likes])), texts.map { try #require(Double($0)) })
    for text in ["01", "1.", ".5", "+1", "0x1", "1e", "inf", "--1"] {
      let wrong = LoopbackServer.answering(LoopbackServer.json("{\"scores\":[\(text),1]}"))
      #expect(try answer(wrong).contains("wrote a message that is no JSON"), "\(text)")
    }
  }
}
