import OutsideRankers
import TestSupport
import Testing

/// A relay on this machine, and clients that come, go and misbehave.
@Suite struct FirehoseRelayTests {
  private func withRelay(_ body: (FirehoseRelay) throws -> Void) throws {
    let relay = try FirehoseRelay()
    defer { relay.stop() }
    try body(relay)
  }

  /// A subscriber that was agreed to.
  private func subscriber(_ relay: FirehoseRelay, _ query: String = "") throws -> RelayClient {
    let client = try RelayClient(port: relay.port, target: FirehoseRelay.path + query)
    #expect(client.head().hasPrefix("HTTP/1.1 101 "))
    return client
  }

  /// The payloads of the next frames, all of which are binary.
  private func payloads(_ client: RelayClient, _ count: Int) throws -> [[UInt8]] {
    try (0..<count).map { _ in
      let frame = try #require(client.frame())
      expectEqual(frame.first, 0x82)
      return frame.payload
    }
  }

  @Test func `a subscriber gets what was sent before and after it came`() throws {
    try withRelay { relay in
      expectEqual(relay.subscription, .awaited)
      relay.send([[1], [2]])
      let client = try subscriber(relay)
      try expectEqual(payloads(client, 2), [[1], [2]])
      expectEqual(relay.subscription, .open)
      let long = [UInt8](repeating: 7, count: 200_000)
      relay.send([[3], long, []])
      try expectEqual(payloads(client, 3), [[3], long, []])
    }
  }

  @Test func `a ping is answered, and a message is skipped`() throws {
    try withRelay { relay in
      let client = try subscriber(relay)
      // The masks are 0: a text "a", then a ping "b".
      client.send([0x81, 0x81, 0, 0, 0, 0, 0x61, 0x89, 0x81, 0, 0, 0, 0, 0x62])
      let frame = try #require(client.frame())
      #expect(frame.first == 0x8A && frame.payload == [0x62])
    }
  }

  @Test func `who pings and does not read waits, and gets each answer in the end`() throws {
    try withRelay { relay in
      let client = try subscriber(relay)
      // The mask is 0.
      let payload = [UInt8](repeating: 7, count: 125)
      let ping: [UInt8] = [0x89, 0xFD, 0, 0, 0, 0] + payload
      let pong: [UInt8] = [0x8A, 0x7D] + payload
      // The buffers of both sockets, which the system makes longer, are a third of it at most.
      let most = 1 << 26
      let sent = client.send(ping, upTo: most)
      #expect(sent < most)
      let pongs = Array(repeating: pong, count: sent / ping.count).flatMap(\.self)
      // A failed expectation would print the bytes.
      let isAnswered = client.bytes(pongs.count) == pongs
      #expect(isAnswered)
    }
  }

  @Test func `a close is answered, and the next one goes on`() throws {
    try withRelay { relay in
      relay.send([[1], [2]])
      let client = try subscriber(relay)
      try expectEqual(payloads(client, 2), [[1], [2]])
      client.send([0x88, 0x82, 0, 0, 0, 0, 3, 0xE8])
      expectEqual(client.rest(), [0x88, 2, 3, 0xE8])
      expectEqual(relay.subscription, .closed)
      relay.send([[3]])
      try expectEqual(payloads(subscriber(relay, "?cursor=1"), 2), [[2], [3]])
    }
  }

  @Test func `without a cursor everything comes again that is not forgotten`() throws {
    try withRelay { relay in
      relay.send([[1], [2], [3]])
      try expectEqual(payloads(subscriber(relay), 3), [[1], [2], [3]])
      relay.forget(through: 2)
      // A frame of one byte has three.
      expectEqual(relay.byteCount, 3)
      relay.forget(through: 1)
      try awaitClosed(relay)
      try expectEqual(payloads(subscriber(relay), 1), [[3]])
    }
  }

  /// Asks until the relay knows that its subscriber has gone, who has let go of the connection.
  private func awaitClosed(_ relay: FirehoseRelay) throws {
    while relay.subscription == .open {
      // A request that is answered: the relay looks at those who have ended before.
      _ = try RelayClient(port: relay.port, target: "/").rest()
    }
  }

  @Test func `a second subscriber is refused`() throws {
    try withRelay { relay in
      let client = try subscriber(relay)
      let second = try RelayClient(port: relay.port, target: FirehoseRelay.path)
      expectEqual(
        String(decoding: second.rest(), as: UTF8.self),
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 46\r\n\r\n"
          + "This relay has one subscriber, which is there.")
      relay.send([[1]])
      try expectEqual(payloads(client, 1), [[1]])
    }
  }

  @Test func `another path is refused and remembered`() throws {
    try withRelay { relay in
      let client = try RelayClient(port: relay.port, target: "/subscribe?wantedCollections=a")
      #expect(client.head().hasPrefix("HTTP/1.1 404 Not Found\r\n"))
      expectEqual(
        String(decoding: client.rest(), as: UTF8.self),
        "This relay has /xrpc/com.atproto.sync.subscribeRepos alone.")
      expectEqual(relay.subscription, .otherTarget("/subscribe?wantedCollections=a"))
    }
  }

  @Test func `what is no WebSocket is refused`() throws {
    for bytes in [
      Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), Array("SSH-2.0\r\n\r\n".utf8),
      [UInt8](repeating: 0x61, count: 20_000),
    ] {
      try withRelay { relay in
        let client = try RelayClient(port: relay.port)
        client.send(bytes)
        #expect(client.head().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        expectEqual(relay.subscription, .awaited)
      }
    }
  }

  @Test(arguments: [(16_384, "101 Switching Protocols"), (16_385, "400 Bad Request")])
  func `a head of up to 16 KiB is read, however much comes at a time`(
    length: Int, status: String
  ) throws {
    let head = RelayClient.request(FirehoseRelay.path).dropLast(2)
    let header = "A: \(String(repeating: "a", count: length - head.count - 7))\r\n\r\n"
    let bytes: [UInt8] = head + Array(header.utf8)
    expectEqual(bytes.count, length)
    for piece in [length, 1000] {
      try withRelay { relay in
        let client = try RelayClient(port: relay.port)
        for start in stride(from: 0, to: length, by: piece) {
          client.send(Array(bytes[start..<min(start + piece, length)]))
        }
        #expect(client.head().hasPrefix("HTTP/1.1 \(status)\r\n"), "\(piece)")
      }
    }
  }

  @Test func `a fault of the protocol closes the connection by its number`() throws {
    try withRelay { relay in
      let client = try subscriber(relay)
      client.send([0x81, 0x01, 0x61])
      expectEqual(client.rest(), [0x88, 2, 3, 0xEA])
    }
    try withRelay { relay in
      let client = try subscriber(relay)
      client.send([0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1])
      expectEqual(client.rest(), [0x88, 2, 3, 0xF1])
    }
  }

  @Test(arguments: ["5", "x", "-1", "18446744073709551615"])
  func `a subscriber that knows another stream is refused`(cursor: String) throws {
    try withRelay { relay in
      relay.send([[1], [2], [3], [4], [5], [6]])
      let client = try RelayClient(
        port: relay.port, target: FirehoseRelay.path + "?cursor=\(cursor)")
      #expect(client.head().hasPrefix("HTTP/1.1 101 "))
      let frame = try #require(client.frame())
      try expectEqual(
        SlowDecoder.values(frame.payload),
        [
          .map(["op": .whole(-1)]),
          .map(["error": .text("FutureCursor"), "message": .text("Cursor in the future.")]),
        ])
      expectEqual(client.rest(), [0x88, 2, 3, 0xF0])
      expectEqual(relay.subscription, .otherStream(cursor))
    }
  }

  @Test func `a cursor of 0 is the beginning`() throws {
    try withRelay { relay in
      relay.send([[1]])
      let client = try subscriber(relay, "?cursor=0")
      try expectEqual(payloads(client, 1), [[1]])
    }
  }

  @Test func `those that are forgotten are skipped, and numbers go on`() {
    var log = EventLog()
    for byte in UInt8(1)...5 { log.append([byte, byte]) }
    #expect(log.next == 6 && log.byteCount == 10)
    log.drop(through: 2)
    log.drop(through: 0)
    expectEqual(log.byteCount, 6)
    #expect(log.bytes(from: 1) == ([3, 3, 4, 4, 5, 5], 6))
    #expect(log.bytes(from: 5) == ([5, 5], 6))
    #expect(log.bytes(from: 6) == ([], 6))
    log.drop(through: 99)
    #expect(log.byteCount == 0 && log.next == 6)
    log.append([UInt8](repeating: 0, count: 70_000))
    log.append([9])
    // A portion ends behind the first that is as long as one.
    #expect(log.bytes(from: 6).next == 7 && log.bytes(from: 7) == ([9], 8))
  }
}
