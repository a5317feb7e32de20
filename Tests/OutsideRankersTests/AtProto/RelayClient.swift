import CServiceSocket
import Foundation
import OutsideRankers
import TestSupport
import Testing

/// A client of a relay that sends and reads bytes as they are.
final class RelayClient: @unchecked Sendable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(port: Int) throws {
    var error: Int32 = 0
    descriptor = unsafe service_socket_connect("127.0.0.1", "\(port)", 10_000, { 0 }, &error)
    try #require(descriptor >= 0)
  }

  /// One that has asked for the stream.
  convenience init(port: Int, target: String) throws {
    try self.init(port: port)
    send(Self.request(target))
  }

  deinit { close(descriptor) }

  static func request(_ target: String) -> [UInt8] {
    Array(
      "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        .utf8)
  }

  func send(_ bytes: [UInt8]) {
    let sent = unsafe bytes.withUnsafeBytes { bytes in
      unsafe service_socket_send(descriptor, bytes.baseAddress, bytes.count)
    }
    expectEqual(sent, bytes.count)
  }

  /// Sends bytes again and again, until the relay takes none for a second or so many went.
  ///
  /// - Returns: How many went.
  func send(_ bytes: [UInt8], upTo most: Int) -> Int {
    var sent = 0
    while sent < most {
      let count = unsafe bytes[(sent % bytes.count)...].withUnsafeBytes { bytes in
        unsafe service_socket_send(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        sent += count
      } else {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&polled, 1, 1000) > 0 else { break }
      }
    }
    return sent
  }

  /// The next bytes, as many as these, or what there is of them at the end.
  func bytes(_ count: Int) -> [UInt8] {
    while buffer.count < count, read(waiting: true) {}
    defer { buffer.removeFirst(min(count, buffer.count)) }
    return Array(buffer.prefix(count))
  }

  /// Reads more.
  ///
  /// - Returns: Whether there is more; without a wait `false` for nothing yet, too.
  private func read(waiting: Bool) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, waiting ? 10_000 : 0) > 0 else { return false }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe piece.withUnsafeMutableBytes { piece in
      unsafe Foundation.read(descriptor, piece.baseAddress, piece.count)
    }
    if count > 0 { buffer += piece[..<count] }
    return count > 0
  }

  /// The head of an answer, or what there is of it at the end.
  func head() -> String {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        defer { buffer.removeFirst(end.upperBound) }
        return String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
      }
      guard read(waiting: true) else { return String(decoding: buffer, as: UTF8.self) }
    }
  }

  /// Everything until the connection is closed.
  func rest() -> [UInt8] {
    while read(waiting: true) {}
    defer { buffer = [] }
    return buffer
  }

  /// The next frame; `nil` at the end, or where none is there and it is not waited for.
  func frame(waiting: Bool = true) -> (first: UInt8, payload: [UInt8])? {
    while true {
      if let frame = takeFrame() { return frame }
      guard read(waiting: waiting) else { return nil }
    }
  }

  private func takeFrame() -> (first: UInt8, payload: [UInt8])? {
    guard buffer.count >= 2 else { return nil }
    let lengthBytes = [126: 2, 127: 8][Int(buffer[1])] ?? 0
    let start = 2 + lengthBytes
    guard buffer.count >= start else { return nil }
    let count =
      lengthBytes == 0 ? Int(buffer[1]) : buffer[2..<start].reduce(0) { $0 * 256 + Int($1) }
    guard buffer.count >= start + count else { return nil }
    defer { buffer.removeFirst(start + count) }
    return (buffer[0], Array(buffer[start..<start + count]))
  }
}
