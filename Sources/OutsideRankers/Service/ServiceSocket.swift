internal import CServiceSocket
internal import Foundation
internal import SocialFeed

/// A connection to a service, whichever way it is talked to.
///
/// It belongs to one request at a time, or to the pool.
final class ServiceSocket: @unchecked Sendable {
  private let descriptor: Int32
  /// The process that answers, where FeedLab has started it: while an answer is awaited, its log is read.
  private let process: ServiceProcess?

  /// Connects.
  ///
  /// - Parameter address: One with a port.
  init(
    _ address: ServiceAddress, of process: ServiceProcess? = nil, until deadline: Deadline
  ) throws(ServiceFault) {
    self.process = process
    var error: Int32 = 0
    let made = unsafe service_socket_connect(
      address.host, "\(address.port ?? 0)", deadline.milliseconds,
      { RankerWait.isCancelled ? 1 : 0 }, &error)
    if let fault = ServiceFault(made, error) { throw fault }
    descriptor = made
  }

  /// One that is connected already, to a service that runs already.
  ///
  /// - Parameter descriptor: One that never waits, which is closed with the connection.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    process = nil
  }

  deinit { close(descriptor) }
}

extension ServiceFault {
  /// The fault of a number that a function of `CServiceSocket` returns; `nil` where it is none.
  ///
  /// - Parameter error: The number of the error.
  fileprivate init?(_ number: Int32, _ error: Int32) {
    switch number {
    case SERVICE_SOCKET_NO_HOST: self = .noHost
    case SERVICE_SOCKET_NO_LOOKUP:
      self = .unreachable(unsafe String(cString: gai_strerror(error)))
    case SERVICE_SOCKET_LATE: self = .late
    case SERVICE_SOCKET_UNNEEDED: self = .unneeded
    case SERVICE_SOCKET_FAILED where error == ECONNREFUSED: self = .refused
    case SERVICE_SOCKET_FAILED: self = .unreachable(unsafe String(cString: strerror(error)))
    default: return nil
    }
  }
}

extension ServiceAddress {
  /// Where the service is whatever the url names it by: its addresses in numbers, each with the port. Two urls with one of
  /// them in common are of one service. The name of the host is looked up.
  func endpoints() throws(ServiceFault) -> Set<String> {
    var hosts: [String] = []
    var error: Int32 = 0
    let count = unsafe withUnsafeMutablePointer(to: &hosts) { hosts in
      unsafe service_socket_addresses(
        host, hosts,
        { hosts, text in
          guard let hosts = unsafe hosts, let text = unsafe text else { return }
          unsafe hosts.assumingMemoryBound(to: [String].self).pointee.append(String(cString: text))
        }, &error)
    }
    if let fault = ServiceFault(count, error) { throw fault }
    return Set(hosts.map { "\($0) \(port ?? 0)" })
  }
}

extension ServiceSocket {
  /// Sends all bytes.
  func send(_ bytes: [UInt8], until deadline: Deadline) throws(ServiceFault) {
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

  /// Receives the available bytes, at least one.
  ///
  /// - Parameter take: Calls its argument with room for bytes, and returns how many came.
  /// - Returns: How many bytes came; 0 at the end.
  func receive(
    until deadline: Deadline,
    into take: (_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int
  ) throws(ServiceFault) -> Int {
    while true {
      let descriptor = descriptor
      let count = unsafe take { room in
        unsafe service_socket_receive(descriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return count }
      // A connection that is reset has ended.
      guard errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR else { return 0 }
      if errno != EINTR { try wait(for: POLLIN, until: deadline) }
    }
  }

  private func wait(for event: Int32, until deadline: Deadline) throws(ServiceFault) {
    while true {
      let outputs = process?.outputs ?? (-1, -1)
      var polled = InlineArray<3, pollfd>(
        repeating: pollfd(fd: descriptor, events: Int16(event), revents: 0))
      // One that is −1 is left out.
      polled[1] = pollfd(fd: outputs.0, events: Int16(POLLIN), revents: 0)
      polled[2] = pollfd(fd: outputs.1, events: Int16(POLLIN), revents: 0)
      var span = polled.mutableSpan
      let count = unsafe span.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, 3, min(deadline.milliseconds, Self.longestWait))
      }
      if count > 0 {
        if polled[1].revents != 0 || polled[2].revents != 0 { process?.drain() }
        if polled[0].revents != 0 { return }
      }
      if deadline.isOver { throw .late }
      if RankerWait.isCancelled { throw .unneeded }
    }
  }

  /// Milliseconds after which it looks whether the answer is still needed.
  static let longestWait: Int32 = 250

  /// Whether the service has neither closed the connection nor sent unrequested bytes, so that the next bytes are the
  /// answer to the next request.
  var isQuiet: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) == 0
  }
}
