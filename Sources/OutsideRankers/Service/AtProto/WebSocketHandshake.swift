internal import Foundation

/// What a client asks for that opens a WebSocket.
///
/// Source: RFC 6455, section 4.2.
package struct WebSocketRequest: Hashable, Sendable {
  /// The path with its query.
  package let target: String
  private let key: String

  /// Reads the head of a request.
  ///
  /// - Parameter head: With the blank line at its end.
  package init(_ head: [UInt8]) throws(WebSocketFault) {
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3, words[0] == "GET", words[2] == "HTTP/1.1" else { throw .noRequest }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    func has(_ option: String, in header: String) -> Bool {
      headers[header, default: ""].lowercased().split(separator: ",").contains {
        $0.trimmingCharacters(in: .whitespaces) == option
      }
    }
    guard has("websocket", in: "upgrade"), has("upgrade", in: "connection"),
      headers["sec-websocket-version"] == "13", let key = headers["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { throw .noWebSocket }
    target = String(words[1])
    self.key = key
  }

  /// The path, without its query.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The value of a parameter of the query; `nil` for none.
  package func parameter(_ name: String) -> Substring? {
    let pairs = target.dropFirst(path.count + 1).split(separator: "&")
    return pairs.first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1)
  }

  /// The head by which a server agrees.
  package var acceptance: [UInt8] {
    // The text of the standard by which a server shows that it speaks the protocol.
    let proof = SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
    return Array(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(Data(proof).base64EncodedString())\r\n\r\n"
        .utf8)
  }

  /// The answer to a request that opens none.
  package static func refusal(_ status: String, _ reason: String) -> [UInt8] {
    Array(
      "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: \(reason.utf8.count)\r\n\r\n\(reason)"
        .utf8)
  }
}

/// What is wrong with the bytes of a client of a WebSocket.
package enum WebSocketFault: Error, Hashable, Sendable {
  /// They are no request of HTTP/1.1.
  case noRequest
  /// They are a request that opens no WebSocket of version 13.
  case noWebSocket
  /// A head is longer than this.
  case longHead(Int)
  /// A frame breaks the protocol.
  case protocolError
  /// A message is longer than this.
  case longMessage(Int)

  /// The number by which a server closes the connection.
  package var closeCode: UInt16 { if case .longMessage = self { 1009 } else { 1002 } }
}
