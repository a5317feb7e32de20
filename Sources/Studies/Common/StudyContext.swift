public import Experiments
package import SyntheticSociety

/// Where the worlds of a study come from.
public struct StudyContext: Sendable {
  /// How many worlds are simulated at the same time, a thread each.
  public let jobs: Int
  /// Says how far the study has come, and ends it.
  public let monitor: ExperimentMonitor
  /// What is known of its worlds; they are not simulated again.
  public let store: (any OutcomeStore)?

  /// What takes the place of simulating worlds here.
  package struct Elsewhere: Sendable {
    /// Those of all worlds.
    package let intercepts: SolvedIntercepts
    package let simulate: RunSimulator
    /// Is handed the runs of a generation that come next in any case, when what came of those before it is not
    /// known.
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

  /// The intercepts of all worlds of an experiment, solved where nobody knows them.
  package func intercepts(of experiment: Experiment) -> SolvedIntercepts {
    elsewhere?.intercepts ?? experiment.intercepts(store)
  }

  /// How a society's own intercepts are come by: elsewhere nobody needs them here.
  package func solve(_ run: WorldRun) -> SolvedIntercepts {
    elsewhere?.intercepts ?? SolvedIntercepts(for: run)
  }

  /// How runs of an experiment are simulated.
  package func simulation(of experiment: Experiment) -> RunSimulator {
    elsewhere?.simulate ?? experiment.simulator(hasScopes: false)
  }

  /// The same for those alone that are not known.
  package func simulationOfMissing(_ experiment: Experiment) -> RunSimulator {
    let simulate = simulation(of: experiment)
    return store?.reusing(simulate) ?? simulate
  }
}
