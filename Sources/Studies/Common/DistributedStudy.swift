public import Experiments
public import RunStore
public import SyntheticSociety

/// A study whose runs independent machines can simulate.
///
/// A run is one arm in one world, at one point of the design if the study has several. ``Study/run(in:)``
/// requests runs in an order that depends only on the outcomes of earlier runs.
public protocol DistributedStudy: Study {
  /// The plan of the study, besides the scenario and the design of its experiment.
  var plan: StudyPlan { get }
  /// Whether metrics are also recorded by surface, ranker and day.
  var hasScopes: Bool { get }
  /// Parameters of the community that differ between points. If there are any, intercepts are solved for each point.
  var movedParameters: [SocietyParameter] { get }
  /// The arms of all runs.
  var simulatedArms: [Arm] { get }
  /// How many further rounds are planned before the oldest round is known.
  var lag: Int { get }
  /// The point of the design that runs report; `nil` in a study without points.
  func designPoint(_ index: Int) -> RunInProgress.Setting?

  /// The run of an arm in a world; `nil` without such an arm or point.
  ///
  /// - Parameters:
  ///   - arm: The name of an arm, reference ranker or live test.
  ///   - world: The number of the world among all worlds of the seed.
  ///   - point: `nil` in a study without points.
  func run(
    of arm: String, world: UInt32, at point: Int?, _ intercepts: SolvedIntercepts
  ) -> WorldRun?

  /// The results without some worlds, which are excluded under all arms; `nil` if no world remains, or if
  /// results decide the number of worlds.
  func results(
    without lost: [Int], of outcomes: [WorldOutcome], _ intercepts: SolvedIntercepts
  ) -> Results?
}

extension DistributedStudy {
  public var hasScopes: Bool { false }
  public var movedParameters: [SocietyParameter] { [] }
  public var lag: Int { 0 }
  public var simulatedArms: [Arm] { experiment.simulatedArms }

  /// The runs of an analysis are saved as machines would store them, each by what it depends on.
  public func ledger(in folder: String, isFresh: Bool) -> Ledger? {
    Ledger(
      folder: folder, searching: experiment, parameters: movedParameters, isFresh: isFresh)
  }

  public func designPoint(_ index: Int) -> RunInProgress.Setting? { nil }

  public func run(
    of arm: String, world: UInt32, at point: Int?, _ intercepts: SolvedIntercepts
  ) -> WorldRun? {
    point == nil ? experiment.run(of: arm, world: world, intercepts) : nil
  }

  public func results(
    without lost: [Int], of outcomes: [WorldOutcome], _ intercepts: SolvedIntercepts
  ) -> Results? { nil }
}

/// The kind of a study in a plan.
public enum StudyPlan: Sendable {
  /// The design of the experiment describes the study completely.
  case experiment
  /// The scenario describes the study completely; arms are named during the search.
  case tuning
  case analysis(AnalysisPlan)
}

/// The design of an analysis in a plan, besides its experiment.
public struct AnalysisPlan: Codable, Hashable, Sendable {
  /// The name of the analysis.
  public let method: String
  /// The keys of the varied parameters, or the descriptions of the communities.
  public var parameters: [String] = []
  /// The trajectories and levels of a screening.
  public var trajectories: Int?
  public var levels: Int?
  /// The samples of an analysis of variance.
  public var samples: Int?
  /// The metric of a selection or of a look at other communities, and the smallest lead that matters.
  public var metric: String?
  public var indifference: Double?
  /// The largest number of worlds of a selection, or of a community.
  public var mostWorlds: Int?

  init(_ method: String) { self.method = method }
}

/// An analysis that a plan can describe.
public protocol PlannedAnalysis: DistributedStudy {
  /// - Returns: `nil` for a plan of another analysis, or of another scenario.
  init?(_ plan: AnalysisPlan, of experiment: Experiment)
}

extension AnalysisPlan {
  private static let analyses: [any PlannedAnalysis.Type] = [
    Selection.self, SensitivityAnalysis.self, SocietiesAnalysis.self, WeightAnalysis.self,
  ]

  /// The study of an experiment; `nil` for a plan of another scenario.
  public func study(of experiment: Experiment) -> (any DistributedStudy)? {
    for analysis in Self.analyses {
      if let study = analysis.init(self, of: experiment) { return study }
    }
    return nil
  }
}
