public import Experiments
internal import FeedMetrics
internal import Stochastics
public import SyntheticSociety

/// The results of a selection.
public struct SelectionResults: Sendable, Hashable {
  /// The status of an arm at the end.
  public enum ArmStatus: Sendable, Hashable {
    case best
    /// Not dropped when the largest number of worlds was reached.
    case contender
    /// Dropped because it was too far behind an arm.
    case behind(String, worlds: Int)
    /// Dropped because it harms a guardrail.
    case harmful(metric: String, worlds: Int)
  }

  /// An arm with its mean and status.
  public struct ArmResult: Sendable, Hashable {
    public let arm: String
    /// How many worlds it was simulated in.
    public let worlds: Int
    /// The mean of the metric over these worlds.
    public let mean: Double
    /// The mean distance behind the leading arm, over the worlds of both: above 0 if it is worse, 0 for the leader.
    public let shortfall: Double
    public let status: ArmStatus
  }

  public let design: SelectionDesign
  /// The solved intercepts of all worlds.
  public let intercepts: SolvedIntercepts
  /// By arm in the order of the design, then by world, until the arm was dropped.
  public let outcomes: [WorldOutcome]
  /// Worlds until the decision, or the largest number of worlds.
  public let worlds: Int
  /// The arms in the order of the design.
  public let arms: [ArmResult]
  /// The guardrails of all candidates in the first stage, by candidate.
  public let guardrails: [Comparison]
  /// The largest number of worlds until a decision, estimated from the first stage; `nil` above 10⁹.
  public let mostWorlds: Int?

  /// - Parameter outcomes: Outcomes in any order; each world has the outcomes of the arms that were not dropped before.
  public init(
    design: SelectionDesign, intercepts: SolvedIntercepts = SolvedIntercepts(),
    outcomes: [WorldOutcome]
  ) {
    let arms = design.experiment.arms
    let byArm = arms.map { arm in
      outcomes.filter { $0.arm == arm }.sorted { $0.world < $1.world }
    }
    var procedure = SelectionProcedure(design)
    while !procedure.isFinished {
      let world = procedure.procedure.worlds
      procedure.observe(
        procedure.alive.map { arm in
          precondition(
            world < byArm[arm].count && byArm[arm][world].world == world,
            "arm \(arms[arm]) lacks or repeats world \(world)")
          return byArm[arm][world]
        })
    }
    self.design = design
    self.intercepts = intercepts
    self.outcomes = byArm.flatMap { $0 }
    worlds = procedure.procedure.worlds
    guardrails = procedure.guardrails
    mostWorlds = procedure.procedure.mostWorlds
    let values = byArm.map { $0.compactMap { $0.value(of: design.metric).value } }
    self.arms = Self.arms(procedure, values)
  }

  /// The selected arms: one, or several that agree in every world; empty without a decision.
  public var best: [String] { arms.filter { $0.status == .best }.map(\.arm) }

  /// The arms that may be the best; empty once there is a decision.
  public var contenders: [String] { arms.filter { $0.status == .contender }.map(\.arm) }

  private static func arms(
    _ procedure: SelectionProcedure, _ values: [[Double]]
  ) -> [ArmResult] {
    let design = procedure.design
    let gains = values.map { $0.map(design.metric.direction.gain) }
    let leader =
      procedure.alive.max { Summary(gains[$0]).mean < Summary(gains[$1]).mean }
      ?? procedure.alive[0]
    return design.experiment.arms.indices.map { arm in
      ArmResult(
        arm: design.experiment.arms[arm], worlds: values[arm].count,
        mean: Summary(values[arm]).mean,
        shortfall: Summary(zip(gains[arm], gains[leader]).map { difference($0, $1) }).mean,
        status: status(of: arm, in: procedure))
    }
  }

  private static func status(of arm: Int, in procedure: SelectionProcedure) -> ArmStatus {
    let arms = procedure.design.experiment.arms
    if procedure.alive.contains(arm) {
      return procedure.procedure.best.contains(arm) ? .best : .contender
    }
    if let dropped = procedure.procedure.eliminations.first(where: { $0.system == arm }) {
      return .behind(arms[dropped.leader], worlds: dropped.worlds)
    }
    let failed = procedure.guardrails.first {
      $0.gateTest?.gate == .fail && $0.candidate == arms[arm]
    }
    return .harmful(metric: failed?.metric.id ?? "", worlds: procedure.design.firstStage)
  }
}
