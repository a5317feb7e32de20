internal import FeedMetrics
public import Scenarios
internal import Stochastics
package import SyntheticSociety

/// What the tunable numbers of an arm do to its metrics, over the ranges that the scenario gives them.
public struct WeightAnalysis: Sendable {
  public let design: WeightDesign
  package let experiment: Experiment

  /// A Morris screening: which numbers matter at all, for few points.
  ///
  /// - Parameters:
  ///   - experiment: Of one arm, compared with nothing; its worlds, at least two, are those of a point.
  ///   - parameters: Of this arm, at least one, none twice.
  ///   - trajectories: How often each parameter moves; 2 at least for standard errors.
  ///   - levels: How many values of each parameter are tried; even.
  public init(
    screening experiment: Experiment, parameters: [TunableParameter],
    trajectories: Int = WeightDesign.defaultTrajectories,
    levels: Int = WeightDesign.defaultLevels
  ) {
    precondition(experiment.design.worlds > 1, "effects from one world")
    let stream = KeyedStream(
      seed: experiment.design.seed, world: 0, name: StreamName("weights-screening"))
    self.init(
      experiment, parameters,
      .morris(
        MorrisDesign(
          factors: parameters.count, trajectories: trajectories, levels: levels, stream: stream)))
  }

  /// Sobol's indices: how much of the variance of a metric each number explains.
  ///
  /// - Parameters:
  ///   - experiment: Of one arm, compared with nothing; its worlds are those of all points.
  ///   - parameters: Of this arm, none twice, as many as ``SaltelliDesign/factorRange`` allows.
  ///   - samples: Rows of the design, which has as many times the number of parameters and two more
  ///     points.
  public init(
    varianceOf experiment: Experiment, parameters: [TunableParameter],
    samples: Int = WeightDesign.defaultSamples
  ) {
    let stream = KeyedStream(
      seed: experiment.design.seed, world: 0, name: StreamName("weights-samples"))
    self.init(
      experiment, parameters,
      .sobol(SaltelliDesign(factors: parameters.count, rows: samples, stream: stream)))
  }

  private init(
    _ experiment: Experiment, _ parameters: [TunableParameter], _ method: WeightDesign.Method
  ) {
    var experiment = experiment
    experiment.space = .train
    self.experiment = experiment
    design = WeightDesign(experiment.design, parameters: parameters, method: method)
  }

  /// Lets the arm live with the values of every point.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds live at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - monitor: Tells how far the analysis has come, and ends it.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(ExperimentFailure) -> WeightResults {
    try run(
      jobs: jobs, monitor: monitor, intercepts: experiment.intercepts(nil),
      live: experiment.living(hasScopes: false))
  }

  /// The same with another way to live, for tests.
  package func run(
    jobs: Int, monitor: ExperimentMonitor, intercepts: SolvedIntercepts = SolvedIntercepts(),
    live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> WeightResults {
    monitor.begin(runs: design.runs, secondsEach: design.experiment.days * 86_400)
    let queue = RunQueue(
      places: (0..<design.points).map { .point($0) }, worlds: 0..<design.experiment.worlds, arms: 1,
      metrics: design.experiment.metrics.map(\.id), monitor: monitor, live: live
    ) { point, world, arm in
      run(
        experiment.run(world: design.world(world, at: point), arm: arm, intercepts), at: point)
    }
    queue.work(threads: min(jobs, design.runs))
    return WeightResults(design: design, outcomes: try queue.outcomes())
  }

  /// What the arm lives through in a world with the values of a point.
  ///
  /// - Parameters:
  ///   - arm: The arm's name; `nil` is the answer for another.
  ///   - world: Its number among all worlds of the seed.
  package func run(
    of arm: String, world: UInt32, at point: Int, _ intercepts: SolvedIntercepts
  ) -> WorldRun? {
    experiment.run(of: arm, world: world, intercepts).map { run($0, at: point) }
  }

  private func run(_ run: WorldRun, at point: Int) -> WorldRun {
    var run = run
    run.arm = run.arm.setting(
      zip(design.parameters, design.values(at: point)).map { ($0, $1) }, name: run.arm.name)
    return run
  }
}
