import OutsideRankers
import TestSupport
import Testing

/// The server's side of WebSockets, by the examples of RFC 6455.
@Suite struct WebSocketTests {
  private func request(
    _ line: String = "GET /chat?a=b&cursor=7 HTTP/1.1",
    _ change: (inout [String: String]) -> Void = { _ in }
  ) throws -> WebSocketRequest {
    var headers = [
      "Host": "server.example.com", "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
    ]
    change(&headers)
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return try WebSocketRequest(Array("\(line)\r\n\(lines.joined())\r\n".utf8))
  }

  /// The key and the proof are those of section 1.3.
  @Test func `a request is agreed to by the proof of the standard`() throws {
    let request = try request()
    #expect(request.target == "/chat?a=b&cursor=7" && request.path == "/chat")
    #expect(request.parameter("cursor") == "7" && request.parameter("a") == "b")
    expectEqual(request.parameter("b"), nil)
    expectEqual(
      String(decoding: request.acceptance, as: UTF8.self),
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
    try expectEqual(self.request("GET /chat HTTP/1.1").parameter("cursor"), nil)
    try expectEqual(
      self.request {
        ($0["Connection"], $0["Upgrade"]) = ("keep-alive, upgrade", "WebSocket")
      }.path, "/chat")
  }

  @Test func `a request that opens no WebSocket is refused`() throws {
    for line in ["POST / HTTP/1.1", "GET / HTTP/1.0", "GET /", "", "GET / a HTTP/1.1"] {
      #expect(throws: WebSocketFault.noRequest, "\(line)") { try request(line) }
    }
    let changes: [(inout [String: String]) -> Void] = [
      { $0["Upgrade"] = nil }, { $0["Connection"] = "close" }, { $0["Sec-WebSocket-Key"] = nil },
      { $0["Sec-WebSocket-Key"] = "short" }, { $0["Sec-WebSocket-Version"] = "8" },
    ]
    for change in changes {
      #expect(throws: WebSocketFault.noWebSocket) { try request("GET / HTTP/1.1", change) }
    }
  }

  /// Frames of section 5.7, and those at the edges of their lengths.
  @Test func `frames of a server have no mask and the shortest length`() {
    expectEqual(WebSocketFrame.bytes(.text, Array("Hello".utf8)).hex, "810548656c6c6f")
    expectEqual(WebSocketFrame.close(1002).hex, "880203ea")
    for (count, head) in [
      (0, "8200"), (125, "827d"), (126, "827e007e"), (256, "827e0100"), (65_535, "827effff"),
      (65_536, "827f0000000000010000"),
    ] {
      let bytes = WebSocketFrame.bytes(.binary, [UInt8](repeating: 9, count: count))
      #expect(bytes.hex.hasPrefix(head) && bytes.count == head.utf8.count / 2 + count)
    }
  }

  /// A frame of a client, with the mask of section 5.7.
  private func frame(_ first: UInt8, _ payload: [UInt8], length: [UInt8]? = nil) -> [UInt8] {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    let masked = payload.enumerated().map { $1 ^ mask[$0 % 4] }
    return [first] + (length ?? [0x80 | UInt8(payload.count)]) + mask + masked
  }

  /// The messages of bytes that come one by one, or the fault.
  private func messages(_ bytes: [UInt8]) throws -> [String] {
    var (reader, messages) = (WebSocketReader(), [String]())
    for byte in bytes {
      reader.append([byte])
      while let message = try reader.next() {
        messages.append("\(message.opcode) \(String(decoding: message.payload, as: UTF8.self))")
      }
    }
    // All at once they are the same.
    var (whole, count) = (WebSocketReader(), 0)
    whole.append(bytes)
    while try whole.next() != nil { count += 1 }
    expectEqual(count, messages.count)
    return messages
  }

  @Test func `frames of a client are unmasked and put together`() throws {
    // Section 5.7, byte for byte.
    let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    expectEqual(frame(0x81, Array("Hello".utf8)), hello)
    try expectEqual(messages(hello), ["text Hello"])
    // A message in three frames, with a ping among them.
    try expectEqual(
      messages(
        frame(0x01, Array("Hel".utf8)) + frame(0x89, Array("you?".utf8)) + frame(0x00, [])
          + frame(0x80, Array("lo".utf8)) + frame(0x88, [])),
      [
        "ping you?", "text Hello", "close ",
      ])
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 300)
    try expectEqual(
      messages(frame(0x82, long, length: [0xFE, 1, 44])),
      ["binary " + String(repeating: "a", count: 300)])
  }

  @Test func `what breaks the protocol is a fault`() {
    let faulty: [[UInt8]] = [
      [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F],  // without a mask
      frame(0xC1, []), frame(0x83, []),  // an extension, and an unknown kind
      frame(0x09, []),  // a ping in parts
      frame(0x80, []),  // the rest of nothing
      frame(0x01, []) + frame(0x81, []),  // a message within another
      frame(0x89, [], length: [0xFE, 0, 126]),  // a long ping
    ]
    for bytes in faulty {
      #expect(throws: WebSocketFault.protocolError, "\(bytes)") { try messages(bytes) }
    }
    expectEqual(WebSocketFault.protocolError.closeCode, 1002)
  }

  @Test func `a message that is too long is a fault before it has come`() {
    let fault = WebSocketFault.longMessage(65_536)
    expectEqual(fault.closeCode, 1009)
    let endless = [UInt8](repeating: 0xFF, count: 8)
    #expect(throws: fault) { try messages([0x82, 0xFF] + endless) }
    #expect(throws: fault) { try messages([0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1]) }
    let half = [UInt8](repeating: 0, count: 40_000)
    #expect(throws: fault) {
      var reader = WebSocketReader()
      reader.append(frame(0x02, half, length: [0xFE, 0x9C, 0x40]))
      reader.append(frame(0x80, half, length: [0xFE, 0x9C, 0x40]))
      _ = try reader.next()
    }
  }
}
