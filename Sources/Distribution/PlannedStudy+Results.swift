public import Experiments
internal import SyntheticSociety

/// What a study found.
public enum StudyResults: Sendable {
  case experiment(ExperimentResults)
  case tuning(TuningResults)
  case societies(SensitivityResults)
  case weights(WeightResults)
  case selection(SelectionResults)
}

extension PlannedStudy {
  /// What is found in what is known; `nil` while that is not enough.
  ///
  /// A pure function of what is known: nothing else is remembered between the rounds of a tuning or a
  /// selection, or the looks of an experiment.
  func results(of lives: KnownLives) throws(WorkFailure) -> StudyResults? {
    do throws(ExperimentFailure) {
      switch kind {
      case .experiment:
        return .experiment(
          try experiment.results(intercepts: intercepts, live: lives.live))
      case .tuning(let tuner):
        return .tuning(
          try tuner.run(
            jobs: 1, monitor: ExperimentMonitor(), intercepts: intercepts,
            live: lives.live, foresee: lives.foresee))
      case .societies(let analysis):
        return .societies(
          try analysis.run(jobs: 1, monitor: ExperimentMonitor(), live: lives.live))
      case .weights(let analysis):
        return .weights(
          try analysis.run(
            jobs: 1, monitor: ExperimentMonitor(), intercepts: intercepts, live: lives.live))
      case .selection(let selection):
        return .selection(
          try selection.run(
            jobs: 1, monitor: ExperimentMonitor(), intercepts: intercepts,
            roundWorlds: selection.design.firstStage, live: lives.live))
      }
    } catch .cancelled {
      return nil
    } catch {
      throw .defect("\(name): \(error)")
    }
  }
}
