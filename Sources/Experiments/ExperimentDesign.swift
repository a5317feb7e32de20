public import FeedMetrics
public import Scenarios
internal import Stochastics
public import SyntheticSociety

/// What an experiment measures and compares, as stored with its results.
public struct ExperimentDesign: Sendable, Hashable, Codable {
  /// The scenario's name, digest and resolved text, as `Scenario` has them.
  public var scenario: String
  public var scenarioDigest: String
  public var resolvedScenario: String
  public var seed: UInt64
  /// Members at the start of each world.
  public var members: Int
  /// Simulated days of each world, and how many of them are warm-up, which the statistics exclude.
  public var days: Double
  public var warmUpDays: Double
  /// The arms that are measured, none twice; in a comparison the baseline and then the candidates.
  public var arms: [String]
  /// The arm that the others are compared with; `nil` without a comparison.
  public var baseline: String?
  /// Whether the reference rankers are simulated in each world too, so that metrics can be scaled by
  /// them.
  public var hasReferenceRankers: Bool
  /// The runs that show how far order can move the primary; `nil` where they are not wanted.
  public var headroom: HeadroomPlan?
  /// The live test in which each candidate shares a world with the baseline; `nil` without live tests.
  public var liveDesign: LiveDesign?
  /// The number of parallel worlds, numbered from 0. Every arm and reference ranker is simulated in each. In results it
  /// counts the simulated worlds, before that the worlds until the first look.
  public var worlds: Int
  /// Worlds that are excluded under all arms because the simulation of an arm failed there; `nil` for
  /// none. The other worlds keep their numbers.
  public var lostWorlds: [Int]?
  /// Whether each world is a pair of antithetic twins; the world's value is their mean.
  public var isAntithetic = false
  /// How many worlds to simulate, and when to stop.
  public var plan: WorldPlan
  /// What is measured and reported, in the order of the catalogue.
  public var metrics: [MetricDefinition]
  /// The metrics that have a row for each group or week, and no value for a whole run.
  public var tables: [MetricDefinition]
  /// The largest number of members in metrics of pairs: see `MetricOptions`.
  public var sampledMembers = MetricOptions().sampledMembers
  /// The smallest changes that matter, by the metric's id, where the scenario declares them.
  public var margins: [String: Scenario.Margin.Size]
  /// Why metrics cannot vary in the scenario's community, by the metric's id; `nil` where it is not known.
  public var heldFixed: [String: String]?
  /// The hypotheses that the comparison tests, and their alpha.
  public var questions: Scenario.Questions
  /// The true means of the exogenous totals of a world; `nil` where they are not known.
  public var exogenousMeans: ExogenousTotals?
  /// What the comments of the scenario's file say; `nil` where it has none.
  public var comments: ScenarioComments?
  /// What is known of the verdicts in other communities; `nil` where it was not looked up.
  public var otherSocieties: OtherSocieties?

  /// Stored designs call the reference rankers `hasYardsticks`.
  private enum CodingKeys: String, CodingKey {
    case scenario, scenarioDigest, resolvedScenario, seed, members, days, warmUpDays, arms, baseline
    case hasReferenceRankers = "hasYardsticks"
    case headroom
    case liveDesign, worlds, lostWorlds, isAntithetic, plan, metrics, tables, sampledMembers
    case margins, heldFixed, questions, exogenousMeans, comments, otherSocieties
  }

  /// The design of an experiment with a fixed number of worlds.
  public init(
    scenario: String, scenarioDigest: String, resolvedScenario: String, seed: UInt64, members: Int,
    days: Double, warmUpDays: Double, arms: [String], baseline: String? = nil,
    hasReferenceRankers: Bool = false, worlds: Int, metrics: [MetricDefinition],
    tables: [MetricDefinition] = [], margins: [String: Scenario.Margin.Size] = [:],
    questions: Scenario.Questions = Scenario.Questions()
  ) {
    precondition(worlds > 0, "an experiment of \(worlds) worlds")
    for (index, arm) in arms.enumerated() {
      precondition(!arms[..<index].contains(arm), "arm \(arm) is measured twice")
    }
    precondition(!arms.isEmpty, "an experiment without arms")
    precondition(baseline == nil || baseline == arms[0], "the baseline is not the first arm")
    self.scenario = scenario
    self.scenarioDigest = scenarioDigest
    self.resolvedScenario = resolvedScenario
    self.seed = seed
    self.members = members
    self.days = days
    self.warmUpDays = warmUpDays
    self.arms = arms
    self.baseline = baseline
    self.hasReferenceRankers = hasReferenceRankers
    self.worlds = worlds
    plan = .fixed(worlds)
    self.metrics = metrics
    self.tables = tables
    self.margins = margins
    self.questions = questions
  }

  /// The design with the worlds until its first look, as a fixed number.
  package var ofFixedSize: ExperimentDesign {
    var design = self
    design.plan = .fixed(plan.firstLook)
    design.worlds = plan.firstLook
    return design
  }

  var worldNumbers: [Int] {
    guard let lostWorlds else { return Array(0..<worlds) }
    return (0..<worlds + lostWorlds.count).filter { !lostWorlds.contains($0) }
  }

  /// The design without worlds whose simulation failed; its number of worlds must be fixed.
  ///
  /// - Parameter lost: The numbers of these worlds, ascending, fewer than there are worlds.
  package func losing(_ lost: [Int]) -> ExperimentDesign {
    precondition(plan.fixedWorlds == worlds && lost.count < worlds, "\(lost.count) worlds are lost")
    var design = self
    design.lostWorlds = lost
    design.worlds -= lost.count
    design.plan = .fixed(design.worlds)
    return design
  }

  /// How the differences of a metric are tested over the design's worlds.
  public func rule(of metric: MetricDefinition) -> IntervalRule {
    switch plan {
    case .fixed: .student(alpha: questions.alpha)
    case .looks: .student(alpha: lookAlpha)
    case .open: .alwaysValid(alpha: questions.alpha)
    // The rule holds for all metrics: the number of worlds depends on the spread of one metric, with which
    // others may be correlated.
    case .precise(let goal): .stein(alpha: questions.alpha, first: goal.first)
    }
  }

  /// The smallest change of a metric that matters: the one that the scenario declares, or the metric's own.
  public func margin(of metric: MetricDefinition) -> MetricDefinition.Margin? {
    margins[metric.id] ?? metric.margin
  }

  /// Coverage of the intervals of the arms' means: equal to the coverage of the differences' intervals.
  public var level: Double { 1 - lookAlpha }

  /// The number of the look at the design's worlds, from 1, and how many there may be; `nil` where there is only one, or
  /// their number is open.
  var look: (number: Int, count: Int)? {
    guard let looks = plan.looks(alpha: questions.alpha)?.worlds, looks.count > 1 else {
      return nil
    }
    return looks.firstIndex(of: worlds).map { ($0 + 1, looks.count) }
  }

  /// The share of alpha that the look at the design's worlds spends; all of it where there is one look.
  private var lookAlpha: Double {
    guard let looks = plan.looks(alpha: questions.alpha) else { return questions.alpha }
    guard let look = looks.worlds.firstIndex(of: worlds) else {
      preconditionFailure("no look at \(worlds) worlds")
    }
    return looks.risk(at: look)
  }

  /// How the metrics are computed.
  public var metricOptions: MetricOptions {
    MetricOptions(
      sampledMembers: sampledMembers, set: .smallest(reporting: metrics + tables),
      named: MetricCatalogue.others(of: metrics.map(\.id)).map(\.id))
  }

  /// The arms that are compared with the baseline, in order.
  public var candidates: [String] { baseline == nil ? [] : Array(arms.dropFirst()) }

  /// The arms, then the reference rankers that are not among the arms.
  public var measuredArms: [String] {
    guard hasReferenceRankers else { return arms }
    return arms + ReferenceRanker.allCases.map(\.rawValue).filter { !arms.contains($0) }
  }

  /// The names of the live tests, in the order of the candidates, such as
  /// `affinity with newest (user-split)`; none without live tests. No arm has such a name.
  public var liveArms: [String] {
    guard let liveDesign, let baseline else { return [] }
    return candidates.map { "\($0) with \(baseline) (\(liveDesign.summary))" }
  }

  /// The names of all arms that are simulated in each world.
  public var simulatedArms: [String] { measuredArms + liveArms }
}
