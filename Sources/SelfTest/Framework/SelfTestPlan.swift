internal import Experiments
internal import Synchronization

/// Runs the checks of a self-test.
public struct SelfTestPlan: Sendable {
  /// The checks in the order of the table.
  public let checks: [any SelfCheck]

  public init(_ checks: [any SelfCheck] = SelfTestCatalogue.all) { self.checks = checks }

  /// The progress of a self-test.
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
  ///   - report: Called by any of the threads, one at a time, whenever a check begins or ends.
  public func run(
    _ setting: SelfTestSetting, jobs: Int,
    report: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws(SelfTestFailure) -> SelfTestReport {
    let state = Mutex(CheckQueue(checks.map(\.seconds)))
    let checks = checks
    @Sendable func changed(_ queue: borrowing CheckQueue) {
      report(
        Progress(
          finished: queue.finished, checks: checks.count,
          underWay: queue.underWay.map { checks[$0].id }))
    }
    WorkerThreads.run(min(jobs, max(1, checks.count))) {
      while let index = state.withLock({ $0.take(changed) }) {
        let outcome = Self.outcome(of: checks[index], setting)
        state.withLock { $0.finish(index, outcome, changed) }
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

/// The checks that wait, run and have ended. After a failure the waiting checks are not run.
private struct CheckQueue {
  typealias Outcome = Result<[Finding], SelfTestFailure>

  /// Indices of the waiting checks, the shortest first.
  private var waiting: [Int]
  private(set) var underWay: [Int] = []
  private(set) var outcomes: [Outcome?]
  private(set) var finished = 0

  init(_ seconds: [Double]) {
    waiting = seconds.indices.sorted { (seconds[$0], -$0) < (seconds[$1], -$1) }
    outcomes = seconds.map { _ in nil }
  }

  mutating func take(_ changed: (borrowing CheckQueue) -> Void) -> Int? {
    guard let index = waiting.popLast() else { return nil }
    underWay.append(index)
    underWay.sort()
    changed(self)
    return index
  }

  mutating func finish(
    _ index: Int, _ outcome: Outcome, _ changed: (borrowing CheckQueue) -> Void
  ) {
    underWay.removeAll { $0 == index }
    outcomes[index] = outcome
    finished += 1
    if case .failure = outcome { waiting.removeAll() }
    changed(self)
  }
}
