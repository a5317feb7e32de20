public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics
public import SyntheticSociety

/// How the verdicts of an experiment depend on behaviour: the same comparison in many plausible communities.
public struct SensitivityAnalysis: PlannedAnalysis {
  public let design: SensitivityDesign
  public let experiment: Experiment
  /// The ids of metrics that are not printed.
  public var hiddenMetrics: Set<String> = []

  /// - Parameters:
  ///   - experiment: The comparison; each community has its number of worlds, at least two.
  ///   - parameters: The varied parameters, at least one and none twice; they override the scenario's values.
  ///   - trajectories: The number of trajectories; at least 2 for standard errors.
  ///   - levels: The number of values of each parameter; even.
  public init(
    _ experiment: Experiment, parameters: [PlausibleRange] = PlausibleRange.all,
    trajectories: Int = SensitivityDesign.defaultTrajectories,
    levels: Int = SensitivityDesign.defaultLevels
  ) {
    self.experiment = experiment
    design = SensitivityDesign(
      experiment.design, parameters: parameters,
      scenarioValues: parameters.map { experiment.scenario.parameters[keyPath: $0.parameter.path] },
      trajectories: trajectories, levels: levels)
  }

  /// Simulates every arm in every world of every community.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> SensitivityResults {
    let outcomes = try context.outcomes(
      of: experiment,
      inSocieties: Array(repeating: design.experiment.worlds, count: design.societies), run)
    return SensitivityResults(design: design, outcomes: outcomes)
  }

  private func run(_ run: WorldRun, in society: Int) -> WorldRun {
    var run = run
    run.seed = design.seed(of: society)
    for (range, value) in zip(design.parameters, design.values(of: society)) {
      run.parameters[keyPath: range.parameter.path] = value
    }
    return run
  }
}

extension SensitivityAnalysis {
  public var budget: String? {
    StudyBudget(
      "\(NumberText.counted(design.parameters.count, "parameter")), \(design.screening.trajectories) trajectories",
      [
        "\(NumberText.count(design.societies)) communities",
        "\(NumberText.count(design.experiment.worlds)) worlds",
        "\(design.experiment.arms.count) arms",
      ], runs: design.runs
    ).description
  }

  public func document(of results: SensitivityResults) -> Document {
    results.document(hiding: hiddenMetrics)
  }
}

// MARK: - On many machines

extension SensitivityAnalysis {
  public var plan: StudyPlan {
    var plan = AnalysisPlan(Self.method)
    plan.parameters = design.parameters.map(\.key)
    plan.trajectories = design.screening.trajectories
    plan.levels = design.screening.levels
    return .analysis(plan)
  }

  public init?(_ plan: AnalysisPlan, of experiment: Experiment) {
    let ranges = plan.parameters.compactMap { key in PlausibleRange.all.first { $0.key == key } }
    guard plan.method == Self.method, ranges.count == plan.parameters.count,
      let trajectories = plan.trajectories, let levels = plan.levels
    else { return nil }
    self.init(experiment, parameters: ranges, trajectories: trajectories, levels: levels)
  }

  private static let method = "societies"

  public var movedParameters: [SocietyParameter] { design.parameters.map(\.parameter) }

  public func designPoint(_ index: Int) -> RunInProgress.Setting? { .society(index) }

  /// The run with intercepts that are not solved yet.
  public func run(
    of arm: String, world: UInt32, at point: Int?, _: SolvedIntercepts
  ) -> WorldRun? {
    guard let point, point < design.societies else { return nil }
    return experiment.run(of: arm, world: world, SolvedIntercepts()).map { run($0, in: point) }
  }
}
