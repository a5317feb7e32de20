internal import CServiceSocket
internal import Foundation

/// A connection to a relay, which only the relay's thread uses.
package final class RelayConnection {
  let descriptor: Int32
  /// Whether the stream goes over it.
  private(set) var isSubscribed = false
  /// Whether it is to be closed.
  package private(set) var hasEnded = false
  /// What has come of the request.
  private var head: [UInt8]? = []
  private var reader = WebSocketReader()
  private var output: [UInt8] = []
  private var sent = 0
  /// Whether it ends when its output is sent.
  private var isClosing = false
  /// The number of the next event.
  private var next: UInt64 = 1

  private static let longestHead = 1 << 14
  /// How many bytes may wait to be sent before reading stops.
  private static let mostWaiting = 1 << 18

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether something waits to be sent.
  var hasOutput: Bool { sent < output.count }

  /// Whether it is read from: who pings and does not read the answers has to wait, so that they take no memory.
  var takesInput: Bool { output.count - sent <= Self.mostWaiting }

  package func end() { close(descriptor) }
}

// MARK: - Reading

extension RelayConnection {
  /// Reads what is there.
  ///
  /// - Parameter answer: Answers the request that comes first.
  package func read(_ answer: (WebSocketRequest, RelayConnection) -> Void) {
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe piece.withUnsafeMutableBytes { piece in
      unsafe Foundation.read(descriptor, piece.baseAddress, piece.count)
    }
    guard count > 0 else {
      hasEnded = hasEnded || count == 0 || errno != EAGAIN && errno != EINTR
      return
    }
    guard !isClosing else { return }
    do throws(WebSocketFault) { try take(piece[..<count], answer) } catch {
      switch error {
      case .noRequest, .noWebSocket, .longHead:
        refuse("400 Bad Request", "This is a relay; connect by a WebSocket of version 13.")
      case .protocolError, .longMessage: finish(WebSocketFrame.close(error.closeCode))
      }
    }
  }

  private func take(
    _ bytes: ArraySlice<UInt8>, _ answer: (WebSocketRequest, RelayConnection) -> Void
  ) throws(WebSocketFault) {
    guard var head else {
      reader.append(bytes)
      return try answerMessages()
    }
    let blank = Array("\r\n\r\n".utf8)
    // Of the blank line some bytes may have come before.
    let searched = max(0, head.count - blank.count + 1)
    head += bytes
    let end = head[searched...].firstRange(of: blank)?.upperBound
    // It is as long as it is, however much comes at a time.
    guard end ?? head.count <= Self.longestHead else { throw .longHead(Self.longestHead) }
    self.head = end == nil ? head : nil
    guard let end else { return }
    answer(try WebSocketRequest(Array(head[..<end])), self)
    reader.append(head[end...])
    try answerMessages()
  }

  /// A subscriber only sends that it is there, or goes.
  private func answerMessages() throws(WebSocketFault) {
    while !isClosing, let message = try reader.next() {
      switch message.opcode {
      case .ping: output += WebSocketFrame.bytes(.pong, message.payload)
      case .close: finish(WebSocketFrame.bytes(.close, Array(message.payload.prefix(2))))
      case .continuation, .text, .binary, .pong: break
      }
    }
  }
}

// MARK: - Writing

extension RelayConnection {
  /// Agrees to a WebSocket.
  ///
  /// - Parameter number: The number of the first event; `nil` where the cursor belongs to another stream.
  package func accept(_ request: WebSocketRequest, from number: UInt64?) {
    output += request.acceptance
    if let number {
      (isSubscribed, next) = (true, number)
    } else {
      let error = DagCBOR.map(["op": .whole(-1)]).encoded
      let reason = DagCBOR.map([
        "error": .text("FutureCursor"), "message": .text("Cursor in the future."),
      ]).encoded
      finish(WebSocketFrame.bytes(.binary, error + reason) + WebSocketFrame.close(1008))
    }
  }

  /// Refuses a request.
  package func refuse(_ status: String, _ reason: String) {
    finish(WebSocketRequest.refusal(status, reason))
  }

  /// Ends the connection behind these bytes.
  private func finish(_ bytes: [UInt8]) {
    output += bytes
    isClosing = true
  }

  /// Sends what waits, and then events, as long as it need not wait.
  ///
  /// - Parameter events: The bytes of the next ones from a number on, and the number behind them.
  package func write(_ events: (UInt64) -> (bytes: [UInt8], next: UInt64)) {
    while !hasEnded {
      if !hasOutput {
        (output, sent) = ([], 0)
        if isClosing { hasEnded = true }
        guard isSubscribed, !isClosing else { return }
        (output, next) = events(next)
        guard hasOutput else { return }
      }
      let count = unsafe output.withUnsafeBytes { output in
        unsafe service_socket_send(
          descriptor, output.baseAddress.map { unsafe $0 + sent }, output.count - sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        // What has gone takes no memory while more is added.
        output.removeFirst(sent)
        sent = 0
        return
      } else if errno != EINTR {
        hasEnded = true
      }
    }
  }
}
