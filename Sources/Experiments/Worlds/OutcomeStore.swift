public import SyntheticSociety

/// What is known already of the worlds of one experiment or tuning, so that none is lived through twice.
///
/// A store holds what came of exactly these runs: same scenario, seed, metrics and program. Threads
/// that live through different worlds call it at the same time. What goes wrong in it ends no
/// experiment: it remembers that and tells it afterwards.
public protocol OutcomeStore: Sendable {
  /// The intercepts that were solved for all worlds, if they are known.
  var intercepts: SolvedIntercepts? { get }

  /// Keeps the intercepts that were solved for all worlds.
  func keep(_ intercepts: SolvedIntercepts)

  /// What came of a run, if it is known.
  func outcome(of run: WorldRun) -> WorldOutcome?

  /// Keeps what came of a run that has just ended, before its thread begins another.
  func keep(_ outcome: WorldOutcome, of run: WorldRun)
}

extension OutcomeStore {
  /// The same way to live, but for runs of which it is known what comes of them.
  ///
  /// - Parameter mustLive: Runs to live through even so, since more than their outcome is asked for.
  package func sparing(
    _ live: @escaping LivingWorld,
    except mustLive: @escaping @Sendable (WorldRun) -> Bool = { _ in false }
  ) -> LivingWorld {
    { run, goOn throws(ExperimentFailure) in
      let known = outcome(of: run)
      if let known, !mustLive(run) {
        _ = goOn(run.parameters.world.days * 86_400, known.summary.impressions)
        return known
      }
      guard let outcome = try live(run, goOn) else { return nil }
      guard let known else {
        if outcome.isFinite { keep(outcome, of: run) }
        return outcome
      }
      guard known == outcome else {
        throw .unrepeatable(
          LifeInProgress(arm: run.arm.name, world: WorldSpace.number(of: run.world)))
      }
      return outcome
    }
  }
}
