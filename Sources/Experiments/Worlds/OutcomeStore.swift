public import SyntheticSociety

/// Known outcomes of the runs of one experiment or tuning, so that no run is simulated twice.
///
/// A store holds outcomes of the same scenario, seed, metrics and program only. Threads that simulate
/// different runs call it at the same time. A problem of the store ends no experiment: the store records
/// it, and it is reported afterwards.
public protocol OutcomeStore: Sendable {
  /// The intercepts that were solved for all worlds, if they are known.
  var intercepts: SolvedIntercepts? { get }

  /// Keeps the intercepts that were solved for all worlds.
  func keep(_ intercepts: SolvedIntercepts)

  /// The outcome of a run, if it is known.
  func outcome(of run: WorldRun) -> WorldOutcome?

  /// Keeps the outcome of a run that has just ended, before its thread begins another.
  func keep(_ outcome: WorldOutcome, of run: WorldRun)
}

extension OutcomeStore {
  /// A simulator that returns known outcomes instead of simulating their runs.
  ///
  /// - Parameter mustSimulate: Whether a run is simulated although its outcome is known, because its
  ///   trace or profile is wanted.
  package func reusing(
    _ simulate: @escaping RunSimulator,
    except mustSimulate: @escaping @Sendable (WorldRun) -> Bool = { _ in false }
  ) -> RunSimulator {
    { run, shouldContinue throws(ExperimentFailure) in
      let known = outcome(of: run)
      if let known, !mustSimulate(run) {
        _ = shouldContinue(run.parameters.world.days * 86_400, known.summary.impressions)
        return known
      }
      guard let outcome = try simulate(run, shouldContinue) else { return nil }
      guard let known else {
        if outcome.isFinite { keep(outcome, of: run) }
        return outcome
      }
      guard known == outcome else {
        throw .unrepeatable(
          RunInProgress(arm: run.arm.name, world: WorldSpace.number(of: run.world)))
      }
      return outcome
    }
  }
}
