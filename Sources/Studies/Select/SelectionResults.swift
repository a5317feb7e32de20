public import Experiments
internal import FeedMetrics
internal import Stochastics
public import SyntheticSociety

/// What a selection found.
public struct SelectionResults: Sendable, Hashable {
  /// What became of an arm.
  public enum Fate: Sendable, Hashable {
    case best
    /// Still there when the worlds were used up.
    case contender
    /// Dropped for being too far behind an arm.
    case behind(String, worlds: Int)
    /// Not chosen for harming a guardrail.
    case harmful(metric: String, worlds: Int)
  }

  /// An arm and how it did.
  public struct Standing: Sendable, Hashable {
    public let arm: String
    /// Worlds that it lived in.
    public let worlds: Int
    /// Of the metric, over these worlds.
    public let mean: Double
    /// How much less good it was than the arm that leads, in the mean over the worlds in which both
    /// lived: above 0 where it was worse, 0 for the leader.
    public let shortfall: Double
    public let fate: Fate
  }

  public let design: SelectionDesign
  /// What was solved for all worlds.
  public let intercepts: SolvedIntercepts
  /// By arm in the order of the design, then by world; as long as the arm lived.
  public let outcomes: [WorldOutcome]
  /// Worlds until the decision, or all that were allowed.
  public let worlds: Int
  /// In the order of the design.
  public let standings: [Standing]
  /// The guardrails of all candidates in the first stage, by candidate.
  public let guardrails: [Comparison]
  /// After how many worlds the selection ends at the latest, as far as the first stage tells; `nil`
  /// above 10⁹.
  public let mostWorlds: Int?

  /// - Parameter outcomes: In any order; of each world those of the arms that were alive until then.
  public init(
    design: SelectionDesign, intercepts: SolvedIntercepts = SolvedIntercepts(),
    outcomes: [WorldOutcome]
  ) {
    let arms = design.experiment.arms
    let byArm = arms.map { arm in
      outcomes.filter { $0.arm == arm }.sorted { $0.world < $1.world }
    }
    var course = SelectionCourse(design)
    while !course.isFinished {
      let world = course.procedure.worlds
      course.observe(
        course.alive.map { arm in
          precondition(
            world < byArm[arm].count && byArm[arm][world].world == world,
            "arm \(arms[arm]) lacks or repeats world \(world)")
          return byArm[arm][world]
        })
    }
    self.design = design
    self.intercepts = intercepts
    self.outcomes = byArm.flatMap { $0 }
    worlds = course.procedure.worlds
    guardrails = course.guardrails
    mostWorlds = course.procedure.mostWorlds
    let values = byArm.map { $0.compactMap { $0.value(of: design.metric).value } }
    standings = Self.standings(course, values)
  }

  /// The arms that were chosen: one, or several that agree in every world; none when the worlds were
  /// used up before.
  public var best: [String] { standings.filter { $0.fate == .best }.map(\.arm) }

  /// Those of whom none is known to be the best; empty once there is a decision.
  public var contenders: [String] { standings.filter { $0.fate == .contender }.map(\.arm) }

  private static func standings(
    _ course: SelectionCourse, _ values: [[Double]]
  ) -> [Standing] {
    let design = course.design
    let gains = values.map { $0.map(design.metric.direction.gain) }
    let leader =
      course.alive.max { Summary(gains[$0]).mean < Summary(gains[$1]).mean } ?? course.alive[0]
    return design.experiment.arms.indices.map { arm in
      Standing(
        arm: design.experiment.arms[arm], worlds: values[arm].count,
        mean: Summary(values[arm]).mean,
        shortfall: Summary(zip(gains[arm], gains[leader]).map { difference($0, $1) }).mean,
        fate: fate(of: arm, in: course))
    }
  }

  private static func fate(of arm: Int, in course: SelectionCourse) -> Fate {
    let arms = course.design.experiment.arms
    if course.alive.contains(arm) {
      return course.procedure.best.contains(arm) ? .best : .contender
    }
    if let dropped = course.procedure.eliminations.first(where: { $0.system == arm }) {
      return .behind(arms[dropped.leader], worlds: dropped.worlds)
    }
    let failed = course.guardrails.first {
      $0.gateTest?.gate == .fail && $0.candidate == arms[arm]
    }
    return .harmful(metric: failed?.metric.id ?? "", worlds: course.design.firstStage)
  }
}
