internal import CServiceSocket
internal import DataFiles
internal import SocialFeed
internal import Synchronization

/// A service that FeedLab has started for a lane, until that ends.
///
/// It belongs to one lane.
final class ServiceProcess: @unchecked Sendable {
  /// Where it is.
  let address: ServiceAddress
  private let child: ChildProcess
  private let port: LoopbackPort
  private let files: RankerFiles

  /// Starts a service.
  ///
  /// - Parameters:
  ///   - settings: The settings of a ranker that has a program, whose url has no port.
  ///   - values: What stands in the program's words for placeholders, besides the port.
  init(
    _ program: ServiceProgram, for settings: ServiceRanker.Settings,
    values: [ServiceProgram.Placeholder: String] = [:]
  ) throws(RankerFailure) {
    guard let port = LoopbackPort() else {
      throw settings.failure("cannot be started: no port is free")
    }
    self.port = port
    address = settings.address.with(port: port.number)
    let words = program.words(values.merging([.port: "\(port.number)"]) { $1 })
    files = RankerFiles(list: program.files, folder: program.folder)
    do throws(ChildStartError) {
      child = try ChildProcess(words, in: program.folder)
    } catch {
      throw settings.failure(files.change ?? "cannot be started: \(error.reason)")
    }
  }

  deinit { child.terminate() }

  /// The outputs that can be waited for, −1 for one that is closed.
  var outputs: (Int32, Int32) { child.outputs }

  /// Reads what it has written, so that it does not wait for a reader.
  func drain() { child.drain() }
}

extension ServiceProcess {
  /// Seconds between two looks whether it listens.
  private static let pause = 0.01

  /// The first connection, once it listens.
  ///
  /// - Parameter settings: The ranker's settings.
  func connection(for settings: ServiceRanker.Settings) throws(RankerFailure) -> ServiceSocket {
    let connection = Result { () throws(RankerFailure) in try firstConnection(for: settings) }
    // Now and not before: a file that changes until the program reads it would go unnoticed.
    if let change = files.change { throw settings.failure(change) }
    return try connection.get()
  }

  private func firstConnection(
    for settings: ServiceRanker.Settings
  ) throws(RankerFailure) -> ServiceSocket {
    let deadline = Deadline(seconds: settings.limit)
    while true {
      do throws(ServiceFault) {
        let socket = try ServiceSocket(address, of: self, until: deadline)
        // Another program may listen where this one could not.
        if child.awaitEnd(seconds: 0) == nil { return socket }
      } catch {
        switch error {
        case .refused, .late: break
        case .unneeded: throw settings.failure("was interrupted before it listened")
        default: throw settings.failure(settings.predicate(of: error) + child.errorPhrase)
        }
      }
      if let status = child.awaitEnd(seconds: Self.pause) {
        throw settings.failure(
          "\(status.predicate) before it listened at its port\(child.errorPhrase)")
      }
      child.drain()
      if deadline.isOver {
        child.kill()
        throw settings.failure(
          "did not listen at its port within \(settings.limit.shortest) s, its 'timeout' in the scenario; "
            + "a service that is started listens at port {port} of 127.0.0.1\(child.errorPhrase)")
      }
      if RankerWait.isCancelled { throw settings.failure("was interrupted before it listened") }
    }
  }

  /// The predicate of a sentence on a service without an answer: how it ended, if it has, and the end of standard
  /// error.
  ///
  /// - Parameter predicate: The predicate for a service that still runs.
  func predicate(besides predicate: String) -> String {
    // One whose connection has ended may be about to.
    let end = child.awaitEnd(seconds: 0.1).map { "\($0.predicate) before it answered" }
    return (end ?? predicate) + child.errorPhrase
  }
}

/// A port of 127.0.0.1 that was free when it was chosen, and that no other lane of this program has.
final class LoopbackPort: Sendable {
  let number: Int

  private static let taken = Mutex<Set<Int>>([])
  /// How often the system may name one that another lane has.
  private static let tries = 1000

  init?() {
    for _ in 0..<Self.tries {
      let port = Int(service_socket_free_port())
      guard port > 0 else { return nil }
      if Self.taken.withLock({ $0.insert(port).inserted }) {
        number = port
        return
      }
    }
    return nil
  }

  deinit { Self.taken.withLock { _ = $0.remove(number) } }
}
