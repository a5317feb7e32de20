public import Experiments
public import SyntheticSociety

/// A study whose runs machines can simulate that know nothing of each other.
///
/// A run is one arm in one world, at a point where the study has several. ``Study/run(in:)`` asks for
/// runs in an order that depends on nothing but what came of earlier ones.
public protocol DistributedStudy: Study {
  /// What a plan says of it, besides the scenario and the design of its experiment.
  var plan: StudyPlan { get }
  /// Whether metrics are recorded by surface, ranker and day too.
  var hasScopes: Bool { get }
  /// Parameters of the society that differ between its points. Where there are any, intercepts are solved
  /// for each point.
  var movedParameters: [SocietyParameter] { get }
  /// How many rounds of it are planned before the oldest of them is known, besides it.
  var lag: Int { get }
  /// Where a run of a point is at.
  func designPoint(_ index: Int) -> RunInProgress.Setting?

  /// What an arm meets in a world; `nil` when there is no such arm or point.
  ///
  /// - Parameters:
  ///   - arm: The name of an arm, yardstick or live test.
  ///   - world: Its number among all worlds of the seed.
  ///   - point: `nil` in a study without points.
  func run(
    of arm: String, world: UInt32, at point: Int?, _ intercepts: SolvedIntercepts
  ) -> WorldRun?

  /// What the other worlds show where some are left out under all arms; `nil` where that says nothing, or
  /// where results decide how many worlds there are.
  func results(
    without lost: [Int], of outcomes: [WorldOutcome], _ intercepts: SolvedIntercepts
  ) -> Results?
}

extension DistributedStudy {
  public var hasScopes: Bool { false }
  public var movedParameters: [SocietyParameter] { [] }
  public var lag: Int { 0 }

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

/// What a plan says of a study, besides its scenario.
public enum StudyPlan: Sendable {
  /// The design of the experiment is all there is.
  case experiment
  /// The scenario has it all, and names arms as it goes.
  case tuning
  case analysis(AnalysisPlan)
}

/// How an analysis of an experiment is done: all that it follows from, besides the experiment.
public struct AnalysisPlan: Codable, Hashable, Sendable {
  /// Which analysis.
  public let method: String
  /// Keys of what moves.
  public var parameters: [String] = []
  /// Of a screening.
  public var trajectories: Int?
  public var levels: Int?
  /// Of an analysis of variance.
  public var samples: Int?
  /// Of a selection.
  public var metric: String?
  public var indifference: Double?
  public var mostWorlds: Int?

  init(_ method: String) { self.method = method }
}

/// An analysis that is made again of what a plan says.
public protocol PlannedAnalysis: DistributedStudy {
  /// - Returns: `nil` for a plan of another analysis, or of another scenario.
  init?(_ plan: AnalysisPlan, of experiment: Experiment)
}

extension AnalysisPlan {
  private static let analyses: [any PlannedAnalysis.Type] = [
    Selection.self, SensitivityAnalysis.self, WeightAnalysis.self,
  ]

  /// The study of an experiment; `nil` for a plan of another scenario.
  public func study(of experiment: Experiment) -> (any DistributedStudy)? {
    for analysis in Self.analyses {
      if let study = analysis.init(self, of: experiment) { return study }
    }
    return nil
  }
}
