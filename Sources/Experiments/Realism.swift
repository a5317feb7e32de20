package import Calibration
internal import FeedMetrics
public import Scenarios
package import SyntheticSociety

extension Experiment {
  /// Compares the first world of the scenario's arms with a real community.
  ///
  /// The world of each of the two arms is simulated once more, to observe what a log would hold.
  ///
  /// - Parameters:
  ///   - real: The statistics of the community that the scenario names.
  ///   - produced: The arm that corresponds to the ranker of the community's logs.
  ///   - uniform: The arm that corresponds to a random order, if any.
  /// - Returns: `nil` where the scenario has no such arm.
  /// - Throws: `rankerFailed`.
  package func realismCard(
    of real: RealCommunity, produced: String, uniform: String?, intercepts: SolvedIntercepts
  ) throws(ExperimentFailure) -> RealismCard? {
    guard let produced = try columns(of: produced, intercepts) else { return nil }
    let uniform = try uniform.map { arm throws(ExperimentFailure) in
      try columns(of: arm, intercepts)
    }
    return RealismCard(real: real, produced: produced, uniform: uniform ?? nil)
  }

  private func columns(
    of arm: String, _ intercepts: SolvedIntercepts
  ) throws(ExperimentFailure) -> RunColumns? {
    guard let arm = scenario.arms.first(where: { $0.name == arm }) else { return nil }
    let sink = RunColumnsSink()
    let summary = try run(arm, world: 0, intercepts).summary(
      sinks: [sink], tapes: tapes?.direction == .replay ? runTapes : nil
    ) { _, _ in true }
    guard summary != nil else { return nil }
    return sink.columns
  }
}

extension Scenario {
  /// Paths of all files that the scenario is read from or compared with: the scenario file, its data
  /// files, and the mapping and the logs of its real community, as far as these can be read.
  public var inputs: [String] {
    let logs = realism.map { realism in
      (try? LogMapping.load(file: realism.mapping))?.inputs ?? [realism.mapping]
    }
    return [file] + dataFiles + (logs ?? [])
  }
}

extension RealCommunity {
  /// The real community that a scenario names for comparison, read from its logs; `nil` for a scenario
  /// that names none.
  ///
  /// - Throws: All faults of the mapping or the logs.
  package init?(of scenario: Scenario) throws(InvalidLogs) {
    guard let realism = scenario.realism else { return nil }
    self.init(try LogReader.read(try LogMapping.load(file: realism.mapping)))
  }
}
