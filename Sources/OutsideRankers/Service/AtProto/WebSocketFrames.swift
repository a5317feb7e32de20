/// Frames of a WebSocket, as a server writes and reads them.
///
/// Source: RFC 6455, section 5.
package enum WebSocketFrame {
  package enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text, binary
    case close = 8
    case ping, pong

    var isControl: Bool { rawValue >= 8 }
  }

  /// The bytes of a message in one frame, without a mask, which servers do not use.
  package static func bytes(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
    var bytes = [0x80 | opcode.rawValue]
    bytes.reserveCapacity(payload.count + 10)
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ...0xFFFF:
      bytes.append(126)
      bytes.append(UInt64(payload.count), ofBytes: 2)
    default:
      bytes.append(127)
      bytes.append(UInt64(payload.count), ofBytes: 8)
    }
    return bytes + payload
  }

  /// The frame that closes a connection.
  package static func close(_ code: UInt16) -> [UInt8] {
    bytes(.close, [UInt8(code >> 8), UInt8(code & 0xFF)])
  }
}

/// Reads what a client sends out of bytes that come in pieces.
package struct WebSocketReader {
  private var buffer: [UInt8] = []
  /// How many bytes of the buffer are read.
  private var read = 0
  /// What came of a message in several frames; `nil` outside of one.
  private var message: Message?

  /// The longest message: a client of a stream has little to say.
  package static let longestMessage = 1 << 16

  package init() {}

  /// A message of a client.
  package struct Message: Hashable, Sendable {
    package let opcode: WebSocketFrame.Opcode
    package fileprivate(set) var payload: [UInt8]
  }

  /// Takes in bytes.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.removeFirst(read)
    read = 0
    buffer += bytes
  }

  /// The next message; `nil` until one is there as a whole.
  package mutating func next() throws(WebSocketFault) -> Message? {
    while let (isLast, opcode, payload) = try frame() {
      if opcode.isControl { return Message(opcode: opcode, payload: payload) }
      // A message begins with its kind, and goes on without one.
      guard (opcode == .continuation) == (message != nil) else { throw .protocolError }
      var whole = message ?? Message(opcode: opcode, payload: [])
      // So that what is added is not added to a copy.
      message = nil
      whole.payload += payload
      guard whole.payload.count <= Self.longestMessage else {
        throw .longMessage(Self.longestMessage)
      }
      message = isLast ? nil : whole
      if isLast { return whole }
    }
    return nil
  }

  private mutating func frame() throws(WebSocketFault) -> (Bool, WebSocketFrame.Opcode, [UInt8])? {
    let bytes = buffer[read...]
    guard bytes.count >= 2 else { return nil }
    let (first, second) = (bytes[read], bytes[read + 1])
    let isLast = first & 0x80 != 0
    // Extensions, which nobody has agreed to, would use the three bits.
    guard first & 0x70 == 0, let opcode = WebSocketFrame.Opcode(rawValue: first & 0xF),
      second & 0x80 != 0
    else { throw .protocolError }
    let short = Int(second & 0x7F)
    guard !opcode.isControl || isLast && short < 126 else { throw .protocolError }
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count >= 2 + lengthBytes else { return nil }
    let length = bytes.dropFirst(2).prefix(lengthBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let count = lengthBytes == 0 ? UInt64(short) : length
    guard count <= UInt64(Self.longestMessage) else { throw .longMessage(Self.longestMessage) }
    let start = read + 2 + lengthBytes + 4
    let end = start + Int(count)
    guard buffer.count >= end else { return nil }
    var payload = Array(buffer[start..<end])
    for index in payload.indices { payload[index] ^= buffer[start - 4 + index % 4] }
    read = end
    return (isLast, opcode, payload)
  }
}
