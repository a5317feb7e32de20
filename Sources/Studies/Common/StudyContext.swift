public import Experiments
package import SyntheticSociety

/// How the runs of a study are obtained.
public struct StudyContext: Sendable {
  /// How many worlds are simulated at the same time, a thread each.
  public let jobs: Int
  /// Reports progress, and can stop the study.
  public let monitor: ExperimentMonitor
  /// Known runs, which are not simulated again.
  public let store: (any OutcomeStore)?

  /// A source of runs other than simulating them in this process.
  package struct Elsewhere: Sendable {
    /// The intercepts of all worlds.
    package let intercepts: SolvedIntercepts
    package let simulate: RunSimulator
    /// Takes the runs of a generation that are needed in any case, while the outcomes of the generation before
    /// are not known.
    package let foresee: (@Sendable ([WorldRun]) -> Void)?
  }

  package let elsewhere: Elsewhere?

  public init(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor(), store: (any OutcomeStore)? = nil
  ) {
    self.init(jobs: jobs, monitor: monitor, store: store, elsewhere: nil)
  }

  package init(
    jobs: Int, monitor: ExperimentMonitor, store: (any OutcomeStore)?, elsewhere: Elsewhere?
  ) {
    precondition(jobs > 0, "\(jobs) threads")
    (self.jobs, self.monitor, self.store, self.elsewhere) = (jobs, monitor, store, elsewhere)
  }

  /// The intercepts of all worlds of an experiment, solved unless they are known.
  package func intercepts(of experiment: Experiment) -> SolvedIntercepts {
    elsewhere?.intercepts ?? experiment.intercepts(store)
  }

  /// The solved intercepts of one community; runs that are simulated elsewhere do not need them here.
  package func solve(_ run: WorldRun) -> SolvedIntercepts {
    elsewhere?.intercepts ?? SolvedIntercepts(for: run)
  }

  /// The function that simulates runs of an experiment.
  package func simulation(of experiment: Experiment) -> RunSimulator {
    elsewhere?.simulate ?? experiment.simulator(hasScopes: false)
  }

  /// The function that simulates runs of an experiment unless the store has them.
  package func simulationOfMissing(_ experiment: Experiment) -> RunSimulator {
    let simulate = simulation(of: experiment)
    return store?.reusing(simulate) ?? simulate
  }
}
