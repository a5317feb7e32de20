internal import Synchronization
internal import SyntheticSociety
public import Traces

extension Experiment {
  /// Writes one world of each arm, without the reference rankers, as a trace. The traces appear when the
  /// experiment has succeeded; an experiment that fails or is cancelled leaves none.
  ///
  /// The trace of a single arm is at `path`. Each of several arms has its own trace: the folder
  /// `path/ARM` or, where `path` is a database, the file with `-ARM` before its extension.
  ///
  /// - Parameters:
  ///   - path: A path for `TraceWriter`.
  ///   - world: A world of the design.
  /// - Throws: When a trial write to the path fails.
  public mutating func trace(to path: String, world: Int = 0) throws(UnwritableTrace) {
    precondition((0..<design.worlds).contains(world), "world \(world) does not exist")
    let request = TraceRequest(path: path, world: world, arms: design.arms)
    for arm in design.arms {
      try TraceWriter(path: request.path(of: arm), facts: facts(of: arm, world: world)).discard()
    }
    tracing = request
  }

  /// The facts about the run of an arm that its trace records.
  func facts(of arm: String, world: Int) -> TraceFacts {
    TraceFacts(
      version: FeedLab.version, scenario: design.scenario, scenarioDigest: design.scenarioDigest,
      arm: arm, world: world, seed: design.seed,
      metricOptions: design.metricOptions)
  }
}

/// Which runs are written as traces, and where.
struct TraceRequest: Sendable {
  let path: String
  let world: Int
  let arms: [String]

  /// The path of an arm's trace.
  func path(of arm: String) -> String {
    guard arms.count > 1 else { return path }
    guard TraceLocation.isDatabase(path), let dot = path.lastIndex(of: ".") else {
      return "\(path)/\(arm)"
    }
    return path[..<dot] + "-" + arm + path[dot...]
  }

  func includes(_ run: WorldRun) -> Bool {
    WorldSpace.number(of: run.world) == world && arms.contains(run.arm.name)
  }
}

/// The traces of a running experiment: written during the simulation, and published together or not at
/// all.
final class RunTraces: Sendable {
  private let experiment: Experiment
  private let hidden = Mutex<[HiddenTrace]>([])
  /// Serialises the start of traces, because each makes a trial write to its folder.
  private let beginning = Mutex(())

  init(_ experiment: Experiment) { self.experiment = experiment }

  /// The writer of a run's trace; `nil` for a run that is not traced.
  func writer(for run: WorldRun) throws(ExperimentFailure) -> TraceWriter? {
    guard let request = experiment.tracing, request.includes(run) else { return nil }
    do throws(UnwritableTrace) {
      return try beginning.withLock { _ throws(UnwritableTrace) in
        try TraceWriter(
          path: request.path(of: run.arm.name),
          facts: experiment.facts(of: run.arm.name, world: request.world))
      }
    } catch {
      throw .unwritten(error)
    }
  }

  /// Keeps the trace of a run that has ended.
  func keep(_ writer: TraceWriter, digest: String) throws(ExperimentFailure) {
    do throws(UnwritableTrace) {
      let trace = try writer.complete(digest: digest)
      hidden.withLock { $0.append(trace) }
    } catch {
      throw .unwritten(error)
    }
  }

  /// Moves all traces to their paths.
  func publish() throws(ExperimentFailure) {
    do throws(UnwritableTrace) {
      while let trace = hidden.withLock({ $0.popLast() }) { try trace.publish() }
    } catch {
      throw .unwritten(error)
    }
  }

  /// Deletes the traces that have not been published.
  func discard() {
    while let trace = hidden.withLock({ $0.popLast() }) { trace.discard() }
  }
}
