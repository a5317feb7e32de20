internal import CChildProcess
internal import CServiceSocket
internal import Foundation
internal import Synchronization

/// A relay for one service: a server on this machine that streams the events of one world by
/// `com.atproto.sync.subscribeRepos` over a WebSocket.
///
/// It has one subscriber. One that comes again gets what it has not got, or, without a cursor, what was sent since
/// ``forget(through:)``. A separate thread answers pings between requests for a page. ``stop()`` ends it.
package final class FirehoseRelay: Sendable {
  /// Where it listens, on 127.0.0.1.
  package let port: Int
  private let listener: Int32
  /// A pipe that wakes the thread.
  private let alarm: (toRead: Int32, toWrite: Int32)
  private let state = Mutex(State())

  private struct State {
    var log = EventLog()
    var subscription = RelaySubscription.awaited
    /// Whether somebody has subscribed, who may come again.
    var hasBeenOpen = false
    var isStopped = false
  }

  /// The url, without a path.
  var url: String { "ws://127.0.0.1:\(port)" }

  /// The path of the stream.
  package static let path = "/xrpc/com.atproto.sync.subscribeRepos"

  /// Begins to listen.
  package init() throws(FirehoseRelayError) {
    var (port, ends): (Int32, [Int32]) = (0, [-1, -1])
    listener = unsafe service_socket_listen(&port)
    guard listener >= 0 else { throw FirehoseRelayError(number: errno) }
    // The end to write to never waits: what is in the pipe wakes the thread already.
    let error = unsafe child_process_pipe(&ends, 1)
    guard error == 0 else {
      close(listener)
      throw FirehoseRelayError(number: error)
    }
    alarm = (ends[0], ends[1])
    self.port = Int(port)
    Thread { self.run() }.start()
  }

  /// Streams events.
  ///
  /// - Parameter messages: In the order of their numbers, behind those before.
  package func send(_ messages: [[UInt8]]) {
    let frames = messages.map { WebSocketFrame.bytes(.binary, $0) }
    state.withLock { state in
      guard !state.isStopped else { return }
      for frame in frames { state.log.append(frame) }
      wake()
    }
  }

  /// Forgets the events up to a number, which the service is known to have read.
  package func forget(through number: UInt64) {
    state.withLock { $0.log.drop(through: number) }
  }

  /// The bytes of the events that are not forgotten.
  package var byteCount: Int { state.withLock { $0.log.byteCount } }

  /// What has become of the subscriber.
  package var subscription: RelaySubscription { state.withLock { $0.subscription } }

  /// Closes the connections and listens no more.
  package func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      wake()
    }
  }

  /// Wakes the thread, which has the pipe open until it sees that it is to stop.
  private func wake() {
    var byte: UInt8 = 0
    _ = unsafe Foundation.write(alarm.toWrite, &byte, 1)
  }
}

/// Why the relay could not start.
package struct FirehoseRelayError: Error, Hashable, Sendable {
  let number: Int32

  /// Such as `Too many open files`.
  package var reason: String { unsafe String(cString: strerror(number)) }
}

/// What has become of the one subscriber of a relay.
package enum RelaySubscription: Hashable, Sendable {
  /// No subscriber has come.
  case awaited
  case open
  /// It has gone, and may come again.
  case closed
  /// It asked for this instead of the stream, such as `/subscribe`.
  case otherTarget(String)
  /// It asked for what is behind this number at a time when that had not been sent: it knows another stream.
  case otherStream(String)
}

// MARK: - The thread

extension FirehoseRelay {
  private func run() {
    var connections: [RelayConnection] = []
    while !state.withLock({ $0.isStopped }) {
      let ready = wait(for: connections)
      // Those that have ended make room for one that comes again.
      for (connection, isReady) in zip(connections, ready.connections) where isReady {
        connection.read { self.answer(to: $0, of: $1) }
      }
      closeEnded(&connections)
      if ready.listener {
        while case let descriptor = service_socket_accept(listener), descriptor >= 0 {
          connections.append(RelayConnection(descriptor))
        }
        // Without a descriptor for it, who waits keeps the listener ready.
        if errno == EMFILE || errno == ENFILE { poll(nil, 0, 50) }
      }
      for connection in connections { write(to: connection) }
      closeEnded(&connections)
    }
    for connection in connections { connection.end() }
    for descriptor in [listener, alarm.toRead, alarm.toWrite] { close(descriptor) }
  }

  /// Waits until there is something to do.
  private func wait(
    for connections: [RelayConnection]
  ) -> (listener: Bool, connections: [Bool]) {
    var polled = [alarm.toRead, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for connection in connections {
      let events = (connection.takesInput ? POLLIN : 0) | (connection.hasOutput ? POLLOUT : 0)
      polled.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
    }
    let count = polled.count
    _ = unsafe polled.withUnsafeMutableBufferPointer { polled in
      unsafe poll(polled.baseAddress, nfds_t(count), -1)
    }
    if polled[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      _ = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Foundation.read(alarm.toRead, bytes.baseAddress, bytes.count)
      }
    }
    return (polled[1].revents != 0, polled[2...].map { $0.revents & Int16(~POLLOUT) != 0 })
  }

  private func write(to connection: RelayConnection) {
    connection.write { number in
      self.state.withLock { state in state.isStopped ? ([], number) : state.log.bytes(from: number)
      }
    }
  }

  private func closeEnded(_ connections: inout [RelayConnection]) {
    for connection in connections where connection.hasEnded {
      // Before who has gone can notice it.
      if connection.isSubscribed { state.withLock { $0.subscription = .closed } }
      connection.end()
    }
    connections.removeAll { $0.hasEnded }
  }

  /// Answers a request, and begins the stream where it asks for that.
  private func answer(
    to request: WebSocketRequest, of connection: RelayConnection
  ) {
    state.withLock { state in
      guard request.path == Self.path else {
        connection.refuse("404 Not Found", "This relay has \(Self.path) alone.")
        if !state.hasBeenOpen { state.subscription = .otherTarget(request.target) }
        return
      }
      guard state.subscription != .open else {
        connection.refuse(
          "503 Service Unavailable", "This relay has one subscriber, which is there.")
        return
      }
      let cursor = request.parameter("cursor")
      let next = (cursor.map { UInt64($0) } ?? 0).map { $0 &+ 1 }
      // The first one of a stream has seen nothing of it.
      let latest = state.hasBeenOpen ? state.log.next : 1
      guard let next, next >= 1, next <= latest else {
        connection.accept(request, from: nil)
        if let cursor { state.subscription = .otherStream(String(cursor)) }
        return
      }
      connection.accept(request, from: next)
      state.subscription = .open
      state.hasBeenOpen = true
    }
  }
}
