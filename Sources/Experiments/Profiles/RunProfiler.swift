internal import Synchronization
public import SyntheticSociety

/// Measures where the time of an experiment goes.
///
/// The experiment's runs report to it from all threads. Results do not depend on it.
public final class RunProfiler: Sendable {
  /// The stages of a run, in order of time.
  enum Stage: String, CaseIterable {
    case intercepts = "solving the intercepts"
    case growth = "growing communities"
    case simulation = "simulating events"
    case values = "values of the metrics"
    case trace = "completing traces"
    /// Time in none of the other stages.
    case otherwise = "all else"
  }

  private struct State {
    var begin = 0.0
    var seconds = 0.0
    var stages: [Stage: Double] = [:]
    var worlds = 0
    var sum = WorldProfile()
    /// Seconds by the sink's name; arms may have different sinks.
    var sinks: [String: Double] = [:]
    /// Seconds of runs, from begin to end.
    var runs = 0.0
  }

  let clock: ProfileClock
  private let state = Mutex(State())

  public init(clock: ProfileClock = .machine()) { self.clock = clock }
}

// MARK: Recording

extension RunProfiler {
  /// Records that the experiment begins.
  func begin() {
    let seconds = clock.processorSeconds()
    state.withLock { $0.begin = seconds }
  }

  /// Records that the experiment has ended.
  func end() {
    let seconds = clock.processorSeconds()
    state.withLock { $0.seconds += seconds - $0.begin }
  }

  /// Does the work of a stage and records its time.
  func measure<Result, Failure: Error>(
    _ stage: Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = clock.now()
    let result = try work()
    let seconds = Double(clock.now() - start) * 1e-9
    state.withLock { $0.stages[stage, default: 0] += seconds }
    return result
  }

  /// Records that a run has ended.
  ///
  /// - Parameter start: The reading of the clock when the run began.
  func addRun(from start: UInt64) {
    let seconds = Double(clock.now() - start) * 1e-9
    state.withLock { $0.runs += seconds }
  }

  /// Records that a world has reached its horizon.
  ///
  /// - Parameter sinks: The names of the sinks, in the order of the profile.
  func add(_ profile: WorldProfile, sinks: [String]) {
    state.withLock { state in
      state.worlds += 1
      state.stages[.growth, default: 0] += profile.growth
      state.stages[.simulation, default: 0] += profile.simulation
      state.sum.add(profile)
      for (name, seconds) in zip(sinks, profile.sinks) { state.sinks[name, default: 0] += seconds }
    }
  }
}

// MARK: Result

extension RunProfiler {
  /// Where the time went, after the experiment has ended.
  public var profile: RunProfile {
    let state = state.withLock { $0 }
    var stages = state.stages
    let known = stages.filter { $0.key != .intercepts }.values.reduce(0, +)
    stages[.otherwise] = max(0, state.runs - known)
    let total = stages.values.reduce(0, +)
    let scale = total > 0 ? state.seconds / total : 0
    let sum = state.sum
    let pages = sum.pages.map { page, cost in
      (name: RunProfile.name(of: page), count: Optional(cost.count), seconds: cost.seconds)
    }
    let sinks = state.sinks.map { (name: $0, count: Int?.none, seconds: $1) }
    let parts =
      pages + sinks + [
        (RunProfile.looking, sum.looking.count, sum.looking.seconds),
        (RunProfile.eventList, sum.eventList.count, sum.eventList.seconds),
        (RunProfile.otherwise, nil, sum.otherwise),
      ]
    let events = sum.events.map { ($0.rawValue, $1.count, $1.seconds) }
    return RunProfile(
      stages: stages.map { .init($0.rawValue, seconds: $1 * scale) },
      events: events.map { .init($0, count: $1, seconds: $2 * scale) },
      parts: parts.map { .init($0.name, count: $0.count, seconds: $0.seconds * scale) },
      seconds: state.seconds, worlds: state.worlds)
  }
}
