internal import Foundation
internal import SocialFeed
internal import Synchronization

/// The connections to a service that wait for a request: of all rankers with its url and the same headers, or of one lane
/// where FeedLab starts the service.
final class ServiceConnections: Sendable {
  let address: ServiceAddress
  /// The service, where FeedLab has started it for this lane.
  let process: ServiceProcess?
  private let idle: Mutex<[HTTPConnection]>
  /// What the service answered to a GET; `nil` until it gave an answer that lasts.
  private let greeting = Mutex<ServiceGreeting?>(nil)
  private let turns: ServiceTurns

  private init(_ address: ServiceAddress, _ turns: ServiceTurns) {
    self.address = address
    self.turns = turns
    process = nil
    idle = Mutex([])
  }

  /// Those to a service of one lane.
  ///
  /// - Parameter first: The connection by which it was known to listen.
  init(_ process: ServiceProcess, first: ServiceSocket) {
    address = process.address
    turns = ServiceTurns()
    self.process = process
    idle = Mutex([HTTPConnection(first)])
  }

  /// The service's description of itself; `nil` without one. FeedLab requests it until it gets an answer that lasts.
  func hello(by call: ServiceCall) throws(RankerFailure) -> ServiceHello? {
    var known = greeting.withLock { $0 }
    if known == nil {
      known = try call.greeting()
      greeting.withLock { $0 = known }
    }
    guard case .hello(let hello)? = known else { return nil }
    return hello
  }

  /// Sends a request and waits for its answer.
  ///
  /// A service may close a connection that waits at any moment, also when a request is on its way to it. A request
  /// without an effect is then sent again. One that the service learns from is sent over a new connection, and once:
  /// whether the service has taken it in cannot be known where no answer comes.
  ///
  /// - Parameters:
  ///   - effect: Whether the service may get the request twice.
  ///   - limit: How long the body of the answer may be.
  ///   - seconds: How long it may take, without the time in which others have their turn.
  func ask(
    _ request: HTTPRequest, _ effect: RequestEffect = .none, limit: Int, within seconds: Double
  ) throws(ServiceFault) -> HTTPAnswer {
    process?.drain()
    try turns.take()
    defer { turns.giveBack() }
    let deadline = Deadline(seconds: seconds)
    // A service that has one connection at a time takes the new one when the others are closed.
    if effect == .teaches { idle.withLock { $0 = [] } }
    while true {
      let waiting = effect == .teaches ? nil : quietConnection()
      let connection =
        if let waiting { waiting } else {
          HTTPConnection(try ServiceSocket(address, of: process, until: deadline))
        }
      do throws(ServiceFault) {
        let (answer, staysOpen) = try connection.ask(request, limit: limit, until: deadline)
        if staysOpen { idle.withLock { $0.append(connection) } }
        return answer
      } catch {
        guard error == .closed, waiting != nil else { throw error }
      }
    }
  }

  /// One that may have a request; others that waited too long are closed.
  private func quietConnection() -> HTTPConnection? {
    while let connection = idle.withLock({ $0.popLast() }) {
      if connection.isQuiet { return connection }
    }
    return nil
  }
}

/// What a request does to a service.
enum RequestEffect: Hashable, Sendable {
  /// No effect, so that it may be sent again.
  case none
  /// The service learns from it, so that it must not get it twice.
  case teaches
}

/// Lets as many requests through as a service may get at a time, of all rankers with its url.
private final class ServiceTurns: Sendable {
  private let state = Mutex<(taken: Int, lanes: Int?)>((0, nil))
  private let condition = NSCondition()

  /// - Parameter lanes: How many requests the service may get at a time by one more ranker; the least counts.
  func limit(to lanes: Int?) {
    guard let lanes else { return }
    state.withLock { $0.lanes = min($0.lanes ?? lanes, lanes) }
  }

  /// Waits for a turn.
  func take() throws(ServiceFault) {
    condition.lock()
    defer { condition.unlock() }
    while !hasTaken() {
      let slice = Double(ServiceSocket.longestWait) / 1000
      _ = condition.wait(until: Date(timeIntervalSinceNow: slice))
      if RankerWait.isCancelled { throw .unneeded }
    }
  }

  private func hasTaken() -> Bool {
    state.withLock { state in
      guard state.taken < state.lanes ?? .max else { return false }
      state.taken += 1
      return true
    }
  }

  func giveBack() {
    condition.lock()
    state.withLock { $0.taken -= 1 }
    condition.signal()
    condition.unlock()
  }
}

extension ServiceConnections {
  /// Those that are in use.
  private static let known = Mutex<[Key: Reference]>([:])

  private struct Key: Hashable {
    let address: ServiceAddress
    /// A service may say other things to another user.
    let headers: [String: String]
  }

  private struct Reference {
    weak var connections: ServiceConnections?
  }

  /// The connections of rankers with this url and these headers, which get no more requests at a time from now on than all
  /// rankers with the url allow.
  ///
  /// - Parameter headers: Names of headers, and those in the environment of their values.
  static func shared(
    for address: ServiceAddress, headers: [String: String], lanes: Int?
  ) -> ServiceConnections {
    let key = Key(address: address, headers: headers)
    return known.withLock { known in
      let connections = known[key]?.connections ?? make(key, &known)
      connections.turns.limit(to: lanes)
      return connections
    }
  }

  private static func make(_ key: Key, _ known: inout [Key: Reference]) -> ServiceConnections {
    known = known.filter { $0.value.connections != nil }
    let turns = known.lazy.compactMap { entry in
      entry.key.address == key.address ? entry.value.connections?.turns : nil
    }.first
    let connections = ServiceConnections(key.address, turns ?? ServiceTurns())
    known[key] = Reference(connections: connections)
    return connections
  }
}
