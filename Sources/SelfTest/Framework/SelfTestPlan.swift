internal import Experiments
internal import Synchronization

/// The checks of a self-test, and running them.
public struct SelfTestPlan: Sendable {
  /// In the order of the table.
  public let checks: [any SelfCheck]

  public init(_ checks: [any SelfCheck] = SelfTestCatalogue.all) { self.checks = checks }

  /// How far a self-test has come.
  public struct Progress: Sendable, Hashable {
    public var finished: Int
    public var checks: Int
    /// Ids of the checks under way, in the order of the table.
    public var underWay: [String]

    public init(finished: Int, checks: Int, underWay: [String]) {
      self.finished = finished
      self.checks = checks
      self.underWay = underWay
    }
  }

  /// Runs the checks, the longest first, and puts their findings in order.
  ///
  /// - Parameters:
  ///   - jobs: How many checks run at the same time, a thread each; at least 1. The table does not
  ///     depend on it.
  ///   - tell: Called by any of the threads, one at a time, whenever a check begins or ends.
  public func run(
    _ setting: SelfTestSetting, jobs: Int,
    tell: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws(SelfTestFailure) -> SelfTestReport {
    let state = Mutex(CheckQueue(checks.map(\.seconds)))
    let checks = checks
    @Sendable func report(_ queue: borrowing CheckQueue) {
      tell(
        Progress(
          finished: queue.finished, checks: checks.count,
          underWay: queue.underWay.map { checks[$0].id }))
    }
    WorkerThreads.run(min(jobs, max(1, checks.count))) {
      while let place = state.withLock({ $0.take(thenTell: report) }) {
        let outcome = Self.outcome(of: checks[place], setting)
        state.withLock { $0.finish(place, outcome, thenTell: report) }
      }
    }
    var results: [SelfTestReport.Result] = []
    for (check, outcome) in zip(checks, state.withLock { $0.outcomes }) {
      guard let outcome else { continue }
      results += try outcome.get().map { SelfTestReport.Result(check, $0) }
    }
    return SelfTestReport(
      share: setting.share, results: results, notes: checks.flatMap(\.notes))
  }

  private static func outcome(
    of check: any SelfCheck, _ setting: SelfTestSetting
  ) -> Result<[Finding], SelfTestFailure> {
    do throws(SelfTestFailure) {
      return .success(try check.findings(setting))
    } catch {
      return .failure(error)
    }
  }
}

/// The checks that wait, run and have ended. A failure leaves the waiting ones where they are.
private struct CheckQueue {
  typealias Outcome = Result<[Finding], SelfTestFailure>

  /// Places of those that wait, the shortest first.
  private var waiting: [Int]
  private(set) var underWay: [Int] = []
  private(set) var outcomes: [Outcome?]
  private(set) var finished = 0

  init(_ seconds: [Double]) {
    waiting = seconds.indices.sorted { (seconds[$0], -$0) < (seconds[$1], -$1) }
    outcomes = seconds.map { _ in nil }
  }

  mutating func take(thenTell tell: (borrowing CheckQueue) -> Void) -> Int? {
    guard let place = waiting.popLast() else { return nil }
    underWay.append(place)
    underWay.sort()
    tell(self)
    return place
  }

  mutating func finish(
    _ place: Int, _ outcome: Outcome, thenTell tell: (borrowing CheckQueue) -> Void
  ) {
    underWay.removeAll { $0 == place }
    outcomes[place] = outcome
    finished += 1
    if case .failure = outcome { waiting.removeAll() }
    tell(self)
  }
}
