internal import Foundation
internal import SocialFeed
internal import Synchronization

/// The processes of rankers that differ only in their limits: idle ones, and ones that lanes share.
final class ProcessPool: Sendable {
  private let settings: CommandRanker.Settings
  /// Which lanes have a second instance.
  let second = SecondInstances()

  /// What is known of the processes.
  private struct Contents {
    var shared: [SharedProcess] = []
    /// How many processes start at this moment.
    var starting = 0
    /// How many requests a process takes at a time; `nil` until one has said so.
    var batch: Int?
    /// Code that one has loaded and that is none of the files in the digest.
    var strangeModule: String?
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
    if let process = Self.idle.withLock({ $0.take(of: self) }) { return .taken(.own(process)) }
    return contents.withLock { contents in
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
      contents.strangeModule = contents.strangeModule ?? process.strangeModule
      if process.batch > 1 {
        contents.shared.append(SharedProcess(process))
      }
    }
    let process = try started.get()
    if process.batch == 1 { give(back: process) }
  }

  /// Code that a process has loaded and that is none of the files in the digest; `nil` without any, and before one has
  /// started.
  var strangeModule: String? { contents.withLock(\.strangeModule) }

  func give(back process: RankerProcess) {
    let surplus = Self.idle.withLock { $0.add(process, of: self) }
    if !surplus.isEmpty { RankerProcess.end(surplus) }
  }

  deinit {
    let idle = Self.idle.withLock { $0.removeAll(of: self) }
    contents.withLock { SharedProcess.end($0.shared, idle) }
  }
}

extension ProcessPool {
  /// The idle processes of all pools, those that wait longest first.
  private static let idle = Mutex(IdleProcesses())

  private struct IdleProcesses {
    /// How many there are at most: an arm of a tuner's trial has processes of its own, and many arms may be needed later.
    static let most = 32

    private var list: [(pool: ObjectIdentifier, process: RankerProcess)] = []

    mutating func take(of pool: ProcessPool) -> RankerProcess? {
      list.lastIndex { $0.pool == ObjectIdentifier(pool) }.map { list.remove(at: $0).process }
    }

    /// - Returns: The processes that are too many.
    mutating func add(_ process: RankerProcess, of pool: ProcessPool) -> [RankerProcess] {
      list.append((ObjectIdentifier(pool), process))
      defer { list = list.suffix(Self.most) }
      return list.dropLast(Self.most).map(\.process)
    }

    mutating func removeAll(of pool: ProcessPool) -> [RankerProcess] {
      defer { list.removeAll { $0.pool == ObjectIdentifier(pool) } }
      return list.filter { $0.pool == ObjectIdentifier(pool) }.map(\.process)
    }
  }
}

extension ProcessPool {
  /// Those that are in use. An arm is simulated by several rankers with the same settings.
  private static let pools = Mutex<[CommandRanker.Settings: PoolReference]>([:])

  private struct PoolReference {
    weak var pool: ProcessPool?
  }

  /// The pool of rankers with these settings, whatever their limits.
  static func shared(for settings: CommandRanker.Settings) -> ProcessPool {
    var settings = settings
    settings.limit = 0
    return pools.withLock { pools in
      if let pool = pools[settings]?.pool { return pool }
      let pool = ProcessPool(settings)
      pools = pools.filter { $0.value.pool != nil }
      pools[settings] = PoolReference(pool: pool)
      return pool
    }
  }
}
