internal import Dispatch
internal import SocialFeed
internal import Synchronization

/// The connections to a service that wait for a request, of all rankers with its url.
final class ServiceConnections: Sendable {
  private let address: ServiceAddress
  private let idle = Mutex<[HTTPConnection]>([])
  /// What the service answered to `hello`; the outer `nil` until it was asked.
  private let greeting = Mutex<ServiceHello??>(nil)
  /// Lets as many requests through as the service may get at a time.
  private let turns: DispatchSemaphore?

  private init(_ address: ServiceAddress, lanes: Int?) {
    self.address = address
    turns = lanes.map { DispatchSemaphore(value: $0) }
  }

  /// What the service answers to `hello`; `nil` where it knows none. It is asked once.
  func hello(by call: ServiceCall) throws(RankerFailure) -> ServiceHello? {
    if let known = greeting.withLock({ $0 }) { return known }
    let hello = try call.hello()
    greeting.withLock { $0 = .some(hello) }
    return hello
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Parameters:
  ///   - limit: How long the body of the answer may be.
  ///   - seconds: How long it may take, without the time in which others have their turn.
  func ask(
    _ request: HTTPRequest, limit: Int, within seconds: Double
  ) throws(HTTPFault) -> HTTPAnswer {
    turns?.wait()
    defer { turns?.signal() }
    let deadline = Deadline(seconds: seconds)
    while true {
      let waiting = idle.withLock { $0.popLast() }
      let connection =
        if let waiting { waiting } else { try HTTPConnection(address, until: deadline) }
      do throws(HTTPFault) {
        let (answer, staysOpen) = try connection.ask(request, limit: limit, until: deadline)
        if staysOpen { idle.withLock { $0.append(connection) } }
        return answer
      } catch {
        // A service may close a connection that waits too long; the request was not answered, so that it goes again.
        guard error == .closed, waiting != nil else { throw error }
      }
    }
  }
}

extension ServiceConnections {
  /// Those that are in use.
  private static let known = Mutex<[Place: Reference]>([:])

  private struct Place: Hashable {
    let address: ServiceAddress
    let lanes: Int?
  }

  private struct Reference {
    weak var connections: ServiceConnections?
  }

  /// The connections of rankers with this url.
  static func shared(for address: ServiceAddress, lanes: Int?) -> ServiceConnections {
    let place = Place(address: address, lanes: lanes)
    return known.withLock { known in
      if let connections = known[place]?.connections { return connections }
      let connections = ServiceConnections(address, lanes: lanes)
      known = known.filter { $0.value.connections != nil }
      known[place] = Reference(connections: connections)
      return connections
    }
  }
}
