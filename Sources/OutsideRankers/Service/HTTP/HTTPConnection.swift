internal import Foundation
internal import SocialFeed

/// A connection to a service over HTTP, which stays open from request to request where the service allows it.
///
/// It belongs to one request at a time, or to the pool.
final class HTTPConnection: @unchecked Sendable {
  private let socket: ServiceSocket
  private var reader = HTTPReader()

  init(_ socket: ServiceSocket) { self.socket = socket }

  /// Whether the next bytes are the answer to the next request.
  var isQuiet: Bool { socket.isQuiet }
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
  ) throws(ServiceFault) -> (answer: HTTPAnswer, staysOpen: Bool) {
    reader.begin(limit: limit)
    // A service may refuse a request before it has read it, so that an answer counts although the rest is not sent.
    var isSent = true
    do throws(ServiceFault) {
      try socket.send(request.head, until: deadline)
      try socket.send(request.body, until: deadline)
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
      let count = unsafe try socket.receive(until: deadline) { read in
        unsafe reader.fill { room in unsafe read(room) }
      }
      if count == 0 {
        guard let answer = try reader.answerAtEnd() else { throw reader.isEmpty ? .closed : .cut }
        return (answer, false)
      }
    }
  }
}

/// A request to a service.
struct HTTPRequest: Sendable {
  let head: [UInt8]
  let body: [UInt8]

  /// - Parameters:
  ///   - path: `nil` for the path of the address.
  ///   - headers: Further headers, which are not checked.
  ///   - body: JSON; `nil` for a GET.
  init(
    _ address: ServiceAddress, path: String? = nil,
    headers: [(name: String, value: String)] = [], json body: [UInt8]?
  ) {
    var head =
      "\(body == nil ? "GET" : "POST") \(path ?? address.path) HTTP/1.1\r\nHost: \(address.authority)\r\n"
      + "Accept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: feedlab\r\n"
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

extension HTTPAnswer {
  /// How its body is compressed, such as `gzip`; `nil` where it is not.
  var encoding: String? {
    guard let encoding = headers["content-encoding"], !encoding.isEmpty,
      encoding.lowercased() != "identity"
    else { return nil }
    return encoding
  }
}
