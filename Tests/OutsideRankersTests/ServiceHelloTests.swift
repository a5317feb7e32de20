import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// What services say of themselves at the start of a run.
@Suite struct ServiceHelloTests: ServiceSuite {
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
      "has the version 'v2', but the scenario names 'v1'; write the former as its 'version'"
    ),
    (
      #"{"type":"hello","version":1,"digest":5}"#,
      "has the version '5', but the scenario names 'v1'; write the former as its 'version'"
    ),
    (
      #"{"type":"hello","version":1,"digest":{"b":[true],"a":2.5}}"#,
      "has the version '{\"a\":2.5,\"b\":[true]}', but the scenario names 'v1'; write the former as its 'version'"
    ),
  ]

  @Test(arguments: hellos)
  func `a service may say what it is`(hello: String, expected: String) throws {
    let server = LoopbackServer {
      LoopbackServer.json($0.head.hasPrefix("GET") ? hello : #"{"scores":[1,2]}"#)
    }
    let outcome = try answer(server) { $0.version = "v1" }
    expectEqual(outcome, (expected.hasPrefix("[") ? expected : Self.subject + expected))
  }

  @Test func `hello is asked once for each url`() throws {
    let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
    defer { server.stop() }
    let ranker = try ranker(server.url)
    for world in 0..<3 {
      _ = try scores(ranker.open(world: .init(number: world, seed: 0)), candidates(2, [.likes]))
    }
    expectEqual(server.requests.map { $0.head.prefix(4) }, ["GET ", "POST", "POST", "POST"])
  }

  @Test(arguments: ["405 No", "404 No", "200 OK"])
  func `an answer to GET that lasts is kept`(status: String) throws {
    try expectEqual(greetings(LoopbackServer.json("{}", status: status)), 1)
  }

  @Test func `no answer to GET is a fault, and none that may pass is kept`() throws {
    try expectEqual(greetings(LoopbackServer.json("{}", status: "500 No")), 2)
    try expectEqual(greetings(Array("SSH-2.0\r\n".utf8)), 2)
    // The second one goes over the connection of a request that was answered, and then over a new one.
    try expectEqual(greetings(nil), 3)
    try expectEqual(greetings(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n".utf8)), 2)
  }

  /// How often a service is asked for `hello` in two worlds, whose scores it gives.
  private func greetings(_ answer: [UInt8]?) throws -> Int {
    let server = LoopbackServer {
      $0.head.hasPrefix("GET") ? answer : LoopbackServer.json(#"{"scores":[1,2]}"#)
    }
    defer { server.stop() }
    let ranker = try ranker(server.url)
    for world in 0..<2 {
      try expectEqual(
        scores(ranker.open(world: .init(number: world, seed: 0)), candidates(2, [.likes])), [1, 2])
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
    expectEqual(server.requests.count, 2)
    let candidates = Held(try candidates(2, [.likes]))
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      for _ in 0..<20 {
        #expect(throws: Never.self) {
          _ = try scores(try rankers[index].open(world: 0), candidates.value)
        }
      }
    }
    expectEqual(server.most, 1)
  }
}
