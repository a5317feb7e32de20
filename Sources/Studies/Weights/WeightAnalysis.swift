public import Experiments
internal import FeedMetrics
public import ReportKit
public import Scenarios
internal import Stochastics
public import SyntheticSociety

/// The influence of an arm's tunable numbers on its metrics, over the ranges of the scenario.
public struct WeightAnalysis: PlannedAnalysis {
  public let design: WeightDesign
  public let experiment: Experiment
  /// The ids of metrics that are not printed.
  public var hiddenMetrics: Set<String> = []

  /// A Morris screening: it shows with few points which numbers matter.
  ///
  /// - Parameters:
  ///   - experiment: An experiment of one arm; each point has its number of worlds, at least two.
  ///   - parameters: Tunable numbers of this arm, at least one, none twice.
  ///   - trajectories: The number of trajectories; at least 2 for standard errors.
  ///   - levels: The number of values of each parameter; even.
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
  ///   - experiment: An experiment of one arm; all points share its worlds.
  ///   - parameters: Tunable numbers of this arm, none twice, as many as `SaltelliDesign.factorRange` allows.
  ///   - samples: The number *N* of samples; *K* parameters make *N* × (*K* + 2) points.
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

  /// Simulates the arm with the values of every point.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> WeightResults {
    let (monitor, simulate) = (context.monitor, context.simulationOfMissing(experiment))
    let intercepts = context.intercepts(of: experiment)
    monitor.begin(runs: design.runs, secondsEach: design.experiment.days * 86_400)
    let queue = RunQueue(
      settings: (0..<design.points).map { .point($0) }, worlds: 0..<design.experiment.worlds,
      arms: 1,
      metrics: design.experiment.metrics.map(\.id), monitor: monitor, simulate: simulate
    ) { point, world, arm in
      run(
        experiment.run(world: design.world(world, at: point), arm: arm, intercepts), at: point)
    }
    queue.work(threads: min(context.jobs, design.runs))
    return WeightResults(design: design, outcomes: try queue.outcomes())
  }

  private func run(_ run: WorldRun, at point: Int) -> WorldRun {
    var run = run
    run.arm = run.arm.setting(
      zip(design.parameters, design.values(at: point)).map { ($0, $1) }, name: run.arm.name)
    return run
  }
}

extension WeightAnalysis {
  public var budget: String? {
    let start = "\(NumberText.counted(design.parameters.count, "number")) of '\(design.arm)'"
    let plan =
      switch design.method {
      case .morris(let screening): "\(start), \(screening.trajectories) trajectories"
      case .sobol(let sampling): "\(start), \(NumberText.count(sampling.rows)) samples"
      }
    return StudyBudget(
      plan,
      [
        NumberText.counted(design.points, "point"),
        NumberText.counted(design.experiment.worlds, "world"),
      ], runs: design.runs
    ).description
  }

  public func document(of results: WeightResults) -> Document {
    results.document(hiding: hiddenMetrics)
  }
}

// MARK: - On many machines

extension WeightAnalysis {
  public var plan: StudyPlan {
    var plan: AnalysisPlan
    switch design.method {
    case .morris(let screening):
      plan = AnalysisPlan(Self.screening)
      plan.trajectories = screening.trajectories
      plan.levels = screening.levels
    case .sobol(let sampling):
      plan = AnalysisPlan(Self.variance)
      plan.samples = sampling.rows
    }
    plan.parameters = design.parameters.map(\.key)
    return .analysis(plan)
  }

  public init?(_ plan: AnalysisPlan, of experiment: Experiment) {
    let tunables = experiment.scenario.tunables.filter { plan.parameters.contains($0.key) }
    guard tunables.map(\.key) == plan.parameters else { return nil }
    if plan.method == Self.variance, let samples = plan.samples {
      self.init(varianceOf: experiment, parameters: tunables, samples: samples)
    } else if plan.method == Self.screening, let trajectories = plan.trajectories,
      let levels = plan.levels
    {
      self.init(
        screening: experiment, parameters: tunables, trajectories: trajectories, levels: levels)
    } else {
      return nil
    }
  }

  private static let screening = "screening"
  private static let variance = "variance"

  public func designPoint(_ index: Int) -> RunInProgress.Setting? { .point(index) }

  public func run(
    of arm: String, world: UInt32, at point: Int?, _ intercepts: SolvedIntercepts
  ) -> WorldRun? {
    guard let point, point < design.points else { return nil }
    return experiment.run(of: arm, world: world, intercepts).map { run($0, at: point) }
  }
}
