internal import CServiceSocket
internal import Foundation
internal import SocialFeed

/// A connection to a service, which stays open from request to request where the service allows it.
///
/// It belongs to one request at a time, or to the pool.
final class HTTPConnection: @unchecked Sendable {
  private let descriptor: Int32
  private var reader = HTTPReader()

  /// Connects.
  init(_ address: ServiceAddress, until deadline: Deadline) throws(HTTPFault) {
    var error: Int32 = 0
    let made = unsafe service_socket_connect(
      address.host, "\(address.port)", deadline.milliseconds,
      { RankerWait.isCancelled ? 1 : 0 }, &error)
    switch made {
    case SERVICE_SOCKET_NO_HOST: throw .noHost
    case SERVICE_SOCKET_NO_LOOKUP:
      throw .unreachable(unsafe String(cString: gai_strerror(error)))
    case SERVICE_SOCKET_LATE: throw .late
    case SERVICE_SOCKET_UNNEEDED: throw .unneeded
    case SERVICE_SOCKET_FAILED where error == ECONNREFUSED: throw .refused
    case SERVICE_SOCKET_FAILED: throw .unreachable(unsafe String(cString: strerror(error)))
    default: descriptor = made
    }
  }

  deinit { close(descriptor) }
}

/// Why a service gave no answer.
package enum HTTPFault: Error, Hashable, Sendable {
  /// There is no host of the name.
  case noHost
  /// Nothing listens at the port.
  case refused
  /// There is no way to the host, for a reason such as `No route to host`.
  case unreachable(String)
  /// The connection was closed before the answer began.
  case closed
  /// The connection was closed within the answer.
  case cut
  /// There was no whole answer until the moment.
  case late
  /// Nobody needs the answer any more.
  case unneeded
  /// The head of the answer is not one of HTTP/1; its beginning.
  case noHTTP(String)
  /// The head of the answer is longer than this, in bytes.
  case longHead(Int)
  /// The body is longer than this, in bytes.
  case longBody(Int)
}

extension HTTPConnection {
  /// Sends a request and reads its answer.
  ///
  /// - Parameters:
  ///   - request: Head and body.
  ///   - limit: How long the body of the answer may be, in bytes.
  /// - Returns: The answer, and whether the connection may have another request.
  func ask(
    _ request: HTTPRequest, limit: Int, until deadline: Deadline
  ) throws(HTTPFault) -> (answer: HTTPAnswer, staysOpen: Bool) {
    reader.begin(limit: limit)
    // A service may refuse a request before it has read it, so that an answer counts although the rest is not sent.
    var isSent = true
    do throws(HTTPFault) {
      try send(request.head, until: deadline)
      try send(request.body, until: deadline)
    } catch {
      guard error == .closed else { throw error }
      isSent = false
    }
    while true {
      if let answer = try reader.answer() {
        return (answer, reader.staysOpen && isSent)
      }
      // A service that keeps sending lets nothing be waited for, so that these are looked at here too.
      if deadline.isOver { throw .late }
      if RankerWait.isCancelled { throw .unneeded }
      let count = try receive(until: deadline)
      if count == 0 {
        guard let answer = try reader.answerAtEnd() else { throw reader.isEmpty ? .closed : .cut }
        return (answer, false)
      }
    }
  }

  private func send(_ bytes: [UInt8], until deadline: Deadline) throws(HTTPFault) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe service_socket_send(
          descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: POLLOUT, until: deadline)
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// - Returns: How many bytes came; 0 at the end.
  private func receive(until deadline: Deadline) throws(HTTPFault) -> Int {
    while true {
      let descriptor = descriptor
      let count = unsafe reader.fill { room in
        unsafe Foundation.read(descriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return count }
      // A connection that is reset has ended.
      guard errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR else { return 0 }
      if errno != EINTR { try wait(for: POLLIN, until: deadline) }
    }
  }

  private func wait(for event: Int32, until deadline: Deadline) throws(HTTPFault) {
    while true {
      var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = unsafe poll(&polled, 1, min(deadline.milliseconds, Self.longestWait))
      if count > 0 { return }
      if deadline.isOver { throw .late }
      if RankerWait.isCancelled { throw .unneeded }
    }
  }

  /// Milliseconds after which it looks whether the answer is still needed.
  static let longestWait: Int32 = 250

  /// Whether the service has neither closed the connection nor sent what nobody asked for, so that what comes next is the
  /// answer to the next request.
  var isQuiet: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) == 0
  }
}

/// A request to a service.
struct HTTPRequest: Sendable {
  let head: [UInt8]
  let body: [UInt8]

  /// - Parameters:
  ///   - path: A path behind that of the address, with its query; none by default.
  ///   - headers: Further ones, of which none is checked.
  ///   - body: JSON; `nil` for a GET.
  init(
    _ address: ServiceAddress, path: String = "", headers: [(name: String, value: String)] = [],
    json body: [UInt8]?
  ) {
    let base =
      path.isEmpty || !address.path.hasSuffix("/") ? address.path : String(address.path.dropLast())
    var head =
      "\(body == nil ? "GET" : "POST") \(base)\(path) HTTP/1.1\r\nHost: \(address.authority)\r\n"
      + "Accept: application/json\r\nUser-Agent: feedlab\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body {
      head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    }
    self.head = Array("\(head)\r\n".utf8)
    self.body = body ?? []
  }
}

/// The answer of a service.
package struct HTTPAnswer: Hashable, Sendable {
  package let status: Int
  /// The words behind the status, such as `Not Found`; may be empty.
  package let reason: String
  /// By name in small letters; of those that stand twice the last.
  package let headers: [String: String]
  package let body: [UInt8]
}
