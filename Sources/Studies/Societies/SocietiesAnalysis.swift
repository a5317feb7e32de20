internal import DataFiles
public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
public import SyntheticSociety

/// Whether the verdicts of a comparison hold in other communities than the scenario's.
///
/// The scenario's own community has the first worlds of `feedlab ab`; each other one has draws of its own.
public struct SocietiesAnalysis: PlannedAnalysis {
  public let design: SocietiesDesign
  public let experiment: Experiment
  /// The ids of metrics that are not printed.
  public var hiddenMetrics: Set<String> = []
  /// Whether the findings are recorded beside the scenario.
  public var isRecorded = false

  /// - Parameters:
  ///   - experiment: A comparison without reference rankers; it measures its headline metric.
  ///   - worlds: The number of worlds of each community, at least 2; larger communities have fewer.
  public init(_ experiment: Experiment, worlds: Int = ListedSociety.defaultWorlds) {
    self.init(experiment, headline: experiment.headlineMetric, worlds: worlds)
  }

  private init(_ experiment: Experiment, headline: MetricDefinition, worlds: Int) {
    self.experiment = experiment
    design = SocietiesDesign(
      experiment.design, headline: headline,
      societies: ListedSociety.all(
        for: experiment.scenario.parameters, hasGraph: experiment.scenario.graph != nil,
        worlds: worlds))
  }

  /// Simulates every arm in every world of every community.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> SocietiesResults {
    let outcomes = try context.outcomes(
      of: experiment, inSocieties: design.societies.map(\.worlds), run)
    return SocietiesResults(design: design, outcomes: outcomes)
  }

  private func run(_ run: WorldRun, in society: Int) -> WorldRun {
    var run = run
    let listed = design.societies[society]
    run.seed = design.seed(of: society)
    listed.set(&run.parameters)
    // An arm with candidates of its own keeps them.
    if run.arm.pool == experiment.scenario.parameters.pool { run.arm.pool = listed.pool }
    return run
  }
}

extension SocietiesAnalysis {
  public var budget: String? {
    let worlds = design.societies.reduce(0) { $0 + $1.worlds }
    return StudyBudget(
      "\(NumberText.count(design.societies.count)) communities",
      ["\(NumberText.count(worlds)) worlds", "\(design.experiment.arms.count) arms"],
      runs: design.runs
    ).description
  }

  public func document(of results: SocietiesResults) -> Document {
    results.document(hiding: hiddenMetrics)
  }

  public var record: StudyRecord<SocietiesResults>? {
    guard isRecorded else { return nil }
    let file = SocietyRecordFile(beside: experiment.scenario)
    return StudyRecord(path: file.path, kind: .societies(of: experiment.scenario.name)) {
      file.text(of: $0, experiment)
    }
  }
}

// MARK: - On many machines

extension SocietiesAnalysis {
  public var plan: StudyPlan {
    var plan = AnalysisPlan(Self.method)
    plan.parameters = design.societies.map(\.description)
    plan.metric = design.headline.id
    plan.mostWorlds = design.societies[0].worlds
    return .analysis(plan)
  }

  public init?(_ plan: AnalysisPlan, of experiment: Experiment) {
    // The scenario of a plan does not have the order of the file, from which the headline may follow.
    guard plan.method == Self.method, let worlds = plan.mostWorlds, worlds > 1,
      let headline = experiment.design.metrics.first(where: { $0.id == plan.metric }),
      !experiment.design.candidates.isEmpty
    else { return nil }
    self.init(experiment, headline: headline, worlds: worlds)
    guard design.societies.map(\.description) == plan.parameters else { return nil }
  }

  private static let method = "listed societies"

  public var movedParameters: [SocietyParameter] {
    ListedSociety.movedParameters(of: design.societies)
  }

  public func designPoint(_ index: Int) -> RunInProgress.Setting? { .society(index) }

  /// The run with intercepts that are not solved yet.
  public func run(
    of arm: String, world: UInt32, at point: Int?, _: SolvedIntercepts
  ) -> WorldRun? {
    guard let point, design.societies.indices.contains(point) else { return nil }
    return experiment.run(of: arm, world: world, SolvedIntercepts()).map { run($0, in: point) }
  }
}
