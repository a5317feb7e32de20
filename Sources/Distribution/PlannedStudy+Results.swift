public import Experiments
internal import SyntheticSociety

/// What a study found.
public enum StudyResults: Sendable {
  case experiment(ExperimentResults)
  case tuning(TuningResults)
  case societies(SensitivityResults)
  case weights(WeightResults)
}

extension PlannedStudy {
  /// What is found in what is known; `nil` while that is not enough.
  ///
  /// A pure function of what is known: nothing else is remembered between the rounds of a tuning or the
  /// looks of an experiment.
  ///
  /// - Parameter log: Where a tuning notes its worlds.
  func results(
    of lives: KnownLives, log: (any TuningStore)? = nil
  ) throws(WorkFailure) -> StudyResults? {
    do throws(ExperimentFailure) {
      switch kind {
      case .experiment:
        return .experiment(
          try experiment.results(intercepts: intercepts, live: lives.live))
      case .tuning(let tuner):
        return .tuning(
          try tuner.run(
            jobs: 1, monitor: ExperimentMonitor(), intercepts: intercepts, store: log,
            live: lives.live, foresee: lives.foresee))
      case .societies(let analysis):
        return .societies(
          try analysis.run(jobs: 1, monitor: ExperimentMonitor(), live: lives.live))
      case .weights(let analysis):
        return .weights(
          try analysis.run(
            jobs: 1, monitor: ExperimentMonitor(), intercepts: intercepts, live: lives.live))
      }
    } catch .cancelled {
      return nil
    } catch {
      throw .defect("\(name): \(error)")
    }
  }

  /// Notes the worlds of a tuning whose results are known.
  package func note(in log: any TuningStore, from store: WorkStore) throws(WorkFailure) {
    _ = try results(of: KnownLives(self) { store.result($0) }, log: log)
  }
}
