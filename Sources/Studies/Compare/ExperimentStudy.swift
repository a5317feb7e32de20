public import Calibration
public import DataFiles
public import Experiments
public import ReportKit
public import RunStore
public import SyntheticSociety

/// A study of an experiment: arms that are compared, or measured, in parallel worlds.
public struct ExperimentStudy: DistributedStudy {
  public let experiment: Experiment
  /// The real community to compare with, if the scenario names one.
  package let realism: RealismInput?
  /// The breakdown that is printed, besides the metrics of whole runs.
  public var scope: NamedScope.Kind?
  /// The ids of metrics that are not printed.
  public var hiddenMetrics: Set<String> = []
  /// Whether a terminal shows all metrics instead of what fits on a screen.
  public var isFull = false

  public init(_ experiment: Experiment) { self.init(experiment, realism: nil) }

  package init(_ experiment: Experiment, realism: RealismInput?) {
    (self.experiment, self.realism) = (experiment, realism)
  }

  /// The study of an experiment, with the real community that the scenario names, if it names one.
  ///
  /// - Throws: When its logs are invalid.
  public static func besideReality(_ experiment: Experiment) throws(InvalidLogs) -> Self {
    Self(experiment, realism: try RealismInput(of: experiment.scenario))
  }

  public var files: [ResultFile] { ExperimentResults.files(of: experiment.design) }

  public var fixedWorlds: Int? { experiment.design.plan.fixedWorlds }

  public func ledger(in folder: String, isFresh: Bool) -> Ledger? {
    Ledger(folder: folder, experiment: experiment, isFresh: isFresh)
  }

  public func run(in context: StudyContext) throws(ExperimentFailure) -> ExperimentResults {
    var results: ExperimentResults
    if let elsewhere = context.elsewhere {
      results = try experiment.run(
        jobs: context.jobs, monitor: context.monitor, intercepts: elsewhere.intercepts,
        store: context.store, simulate: elsewhere.simulate)
    } else {
      results = try experiment.run(
        jobs: context.jobs, monitor: context.monitor, store: context.store)
    }
    if let realism {
      results.realism = try realism.card(of: experiment, results.intercepts)
    }
    results.scoresLeftOver = experiment.scoresLeftOver(in: results)
    return results
  }

  public func document(of results: ExperimentResults) -> Document {
    results.document(by: scope, hiding: hiddenMetrics, isBrief: !isFull)
  }

  public func write(
    _ results: ExperimentResults, to folder: OutputFolder
  ) throws(UnwritableOutput) { try results.write(to: folder) }
}

extension ExperimentResults {
  /// All files of results except the ledger and the page.
  package static func files(of design: ExperimentDesign) -> [ResultFile] {
    [.results, .replications, .breakdown, .summary, .mail]
      + (design.liveDesign == nil ? [] : [.liveDesign])
  }

  package func write(to folder: OutputFolder) throws(UnwritableOutput) {
    try folder.write(json, to: .results)
    try folder.write(replicationTable.text(), to: .replications)
    try folder.write(breakdownTable().text(), to: .breakdown)
    if design.liveDesign != nil { try folder.write(liveTable.text(), to: .liveDesign) }
    try folder.write(markdown, to: .summary)
    try folder.write(mail, to: .mail)
  }
}

// MARK: - On many machines

extension ExperimentStudy {
  public var plan: StudyPlan { .experiment }

  public var hasScopes: Bool { true }

  /// A world that failed under one arm is excluded under all arms, since failures are not random.
  public func results(
    without lost: [Int], of outcomes: [WorldOutcome], _ intercepts: SolvedIntercepts
  ) -> ExperimentResults? {
    let design = experiment.design
    guard design.plan.fixedWorlds != nil, lost.count < design.worlds else { return nil }
    return ExperimentResults(
      design: design.losing(lost), intercepts: intercepts,
      outcomes: outcomes.filter { !lost.contains($0.world) })
  }
}
