internal import Foundation
internal import SocialFeed
internal import Synchronization

/// The processes of rankers that differ only in their parameters and limits: idle ones, and ones that lanes share.
final class ProcessPool: Sendable {
  private let settings: CommandRanker.Settings

  /// What is known of the processes.
  private struct Contents {
    var idle: [RankerProcess] = []
    var shared: [SharedProcess] = []
    /// How many processes start at this moment.
    var starting = 0
    /// How many requests a process takes at a time; `nil` until one has said so.
    var batch: Int?
  }

  private let contents = Mutex(Contents())
  /// Signalled when a process has started, or has not.
  private let changed = NSCondition()

  private init(_ settings: CommandRanker.Settings) { self.settings = settings }

  /// What a lane gets.
  enum Taken {
    /// A process that serves no other lane.
    case own(RankerProcess)
    /// A process that others have too, and the number of the lane there.
    case shared(SharedProcess, lane: UInt32)
  }

  /// A process for a lane, which may be a new one.
  ///
  /// Where several lanes come before the first process has said whether it takes batches, those beyond the number of
  /// processes that lanes would then share wait for that.
  ///
  /// - Parameter limit: Seconds that a new one may take to answer `hello`.
  func take(limit: Double) throws(RankerFailure) -> Taken {
    changed.lock()
    defer { changed.unlock() }
    while true {
      switch next() {
      case .taken(let taken): return taken
      case .start: try start(limit: limit)
      case .wait:
        _ = changed.wait(until: Date(timeIntervalSinceNow: 0.25))
        if RankerWait.isCancelled {
          throw settings.failure("was interrupted before it answered")
        }
      }
    }
  }

  private enum Step {
    case taken(Taken)
    case start
    case wait
  }

  private func next() -> Step {
    contents.withLock { contents in
      if let process = contents.idle.popLast() { return .taken(.own(process)) }
      contents.shared.removeAll(where: \.hasFailed)
      let mayStart = contents.shared.count + contents.starting < settings.processes
      switch contents.batch {
      case 1?: break
      case nil where settings.takesBatches: if !mayStart { return .wait }
      case nil: break
      default:
        let least = contents.shared.min { $0.lanes < $1.lanes }
        if let least, least.lanes == 0 || !mayStart {
          return .taken(.shared(least, lane: least.attach()))
        }
        if !mayStart { return .wait }
      }
      contents.starting += 1
      return .start
    }
  }

  /// Starts a process, without the lock of ``changed`` meanwhile.
  private func start(limit: Double) throws(RankerFailure) {
    changed.unlock()
    defer {
      changed.lock()
      changed.broadcast()
    }
    let started = Result { () throws(RankerFailure) in try RankerProcess(settings, limit: limit) }
    contents.withLock { contents in
      contents.starting -= 1
      guard case .success(let process) = started else { return }
      contents.batch = process.batch
      if process.batch > 1 {
        contents.shared.append(SharedProcess(process))
      } else {
        contents.idle.append(process)
      }
    }
    _ = try started.get()
  }

  func give(back process: RankerProcess) { contents.withLock { $0.idle.append(process) } }

  deinit {
    contents.withLock { SharedProcess.end($0.shared, $0.idle) }
  }
}

extension ProcessPool {
  /// Those that are in use. A tuner makes a ranker for each trial: it would wait for Python each time.
  private static let pools = Mutex<[CommandRanker.Settings: PoolReference]>([:])

  private struct PoolReference {
    weak var pool: ProcessPool?
  }

  /// The pool of rankers with these settings, whatever their parameters and limits.
  static func shared(for settings: CommandRanker.Settings) -> ProcessPool {
    var settings = settings
    (settings.parameters, settings.limit) = ([:], 0)
    return pools.withLock { pools in
      if let pool = pools[settings]?.pool { return pool }
      let pool = ProcessPool(settings)
      pools = pools.filter { $0.value.pool != nil }
      pools[settings] = PoolReference(pool: pool)
      return pool
    }
  }
}
