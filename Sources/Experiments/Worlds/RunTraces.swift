internal import Synchronization
internal import SyntheticSociety
public import Traces

extension Experiment {
  /// Writes one world of each arm, without the yardsticks, as a trace, when the experiment has ended
  /// well; of one that fails or is cancelled no trace appears.
  ///
  /// The trace of a single arm is `path` itself. Of several arms each has its own: the folder `path/ARM`,
  /// or, where `path` is a database, the file with `-ARM` before its extension.
  ///
  /// - Parameters:
  ///   - path: As ``TraceWriter`` takes it.
  ///   - world: One of the design's.
  /// - Throws: When a trace cannot be written there, which is tried.
  public mutating func trace(to path: String, world: Int = 0) throws(UnwritableTrace) {
    precondition((0..<design.worlds).contains(world), "there is no world \(world) to trace")
    let request = TraceRequest(path: path, world: world, arms: design.arms)
    for arm in design.arms {
      try TraceWriter(path: request.path(of: arm), facts: facts(of: arm, world: world)).discard()
    }
    tracing = request
  }

  /// What the trace of an arm says of its run.
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

  /// Where the trace of an arm goes.
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

/// The traces of an experiment that runs: written while their worlds live, and published together or
/// not at all.
final class RunTraces: Sendable {
  private let experiment: Experiment
  private let hidden = Mutex<[HiddenTrace]>([])
  /// Traces of one folder are begun one after the other, since each tries the folder.
  private let beginning = Mutex(())

  init(_ experiment: Experiment) { self.experiment = experiment }

  /// Writes the trace of a run, if that is asked for.
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

  /// Gives all traces their names.
  func publish() throws(ExperimentFailure) {
    do throws(UnwritableTrace) {
      while let trace = hidden.withLock({ $0.popLast() }) { try trace.publish() }
    } catch {
      throw .unwritten(error)
    }
  }

  /// Leaves nothing of the traces that do not have their names yet.
  func discard() {
    while let trace = hidden.withLock({ $0.popLast() }) { trace.discard() }
  }
}
