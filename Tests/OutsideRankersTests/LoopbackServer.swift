import CServiceSocket
import Foundation
import OutsideRankers
import Synchronization

/// A server of a test on this machine, which answers each request by bytes as they are.
final class LoopbackServer: Sendable {
  /// A request as it came.
  struct Request: Sendable, Hashable {
    var head: String
    var body: String
    /// The number of its connection.
    var connection: Int
  }

  let port: Int
  private let listener: Int32
  /// What the head of a request ends with.
  private let end: String
  private let isStopped = Atomic(false)
  private let answer: @Sendable (Request) -> [UInt8]?
  private let state = Mutex<(requests: [Request], connections: Int, atATime: Int, most: Int)>(
    ([], 0, 0, 0))

  /// The requests so far.
  var requests: [Request] { state.withLock { $0.requests } }

  /// The most requests that there were at a time.
  var most: Int { state.withLock { $0.most } }

  /// - Parameter answer: All bytes of an answer, after which the connection stays open unless they have `Connection: close`;
  ///   `nil` to close it without one.
  init(end: String = "\r\n\r\n", _ answer: @escaping @Sendable (Request) -> [UInt8]?) {
    self.end = end
    self.answer = answer
    (listener, port) = Self.listen()
    Thread { [listener] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          // Here and not earlier: the number of the socket is another's afterwards.
          close(listener)
          return
        }
        let number = self.state.withLock { state in
          state.connections += 1
          return state.connections
        }
        Thread { self.serve(connection, number) }.start()
      }
    }.start()
  }

  /// Listens no more.
  func stop() {
    if !isStopped.exchange(true, ordering: .relaxed) { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private static let ports = Mutex<Set<Int>>([])

  /// A socket that listens at a port that no earlier server had: a process remembers the ports of learning services, each
  /// of which has one lane.
  private static func listen() -> (Int32, Int) {
    while true {
      let (listener, port) = listenAnywhere()
      if ports.withLock({ $0.insert(port).inserted }) { return (listener, port) }
      close(listener)
    }
  }

  /// A socket that listens at a port of the system's choice.
  private static func listenAnywhere() -> (Int32, Int) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        precondition(unsafe bind(listener, pointer, size) == 0)
        precondition(Foundation.listen(listener, 64) == 0)
        precondition(unsafe getsockname(listener, pointer, &size) == 0)
      }
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private func serve(_ connection: Int32, _ number: Int) {
    defer { close(connection) }
    var text = ""
    while let request = read(connection, number, &text) {
      state.withLock { state in
        state.requests.append(request)
        state.atATime += 1
        state.most = max(state.most, state.atATime)
      }
      let bytes = answer(request)
      state.withLock { $0.atATime -= 1 }
      guard let bytes else { return }
      var sent = 0
      while sent < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { bytes in
          unsafe service_socket_send(connection, bytes.baseAddress! + sent, bytes.count - sent)
        }
        guard count > 0 else { return }
        sent += count
      }
      if String(decoding: bytes, as: UTF8.self).contains("Connection: close") { return }
    }
  }

  /// The next request; `nil` at the end.
  ///
  /// - Parameter text: What has come of it.
  private func read(_ connection: Int32, _ number: Int, _ text: inout String) -> Request? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let request = request(&text, number) { return request }
      let count = unsafe piece.withUnsafeMutableBytes { piece in
        unsafe Foundation.read(connection, piece.baseAddress, piece.count)
      }
      guard count > 0 else { return nil }
      text += String(decoding: piece[..<count], as: UTF8.self)
    }
  }

  private func request(_ text: inout String, _ connection: Int) -> Request? {
    guard let blank = text.range(of: end) else { return nil }
    let head = String(text[..<blank.lowerBound])
    let length = head.split(separator: "\r\n").lazy.compactMap { line -> Int? in
      guard line.hasPrefix("Content-Length: ") else { return nil }
      return Int(line.dropFirst(16))
    }.first
    let body = text[blank.upperBound...].utf8
    guard body.count >= length ?? 0 else { return nil }
    let request = Request(
      head: head, body: String(decoding: body.prefix(length ?? 0), as: UTF8.self),
      connection: connection)
    text = String(decoding: body.dropFirst(length ?? 0), as: UTF8.self)
    return request
  }
}

extension LoopbackServer {
  /// The bytes of an answer whose body is JSON.
  static func json(_ body: String, status: String = "200 OK", headers: String = "") -> [UInt8] {
    Array(
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        .utf8)
  }

  /// Answers a POST by the same bytes, and a GET by a status that no service answers `hello` with.
  static func answering(_ bytes: [UInt8]) -> LoopbackServer {
    LoopbackServer { $0.head.hasPrefix("GET") ? json("{}", status: "405 No") : bytes }
  }

  var url: String { "http://127.0.0.1:\(port)/rank" }
}
