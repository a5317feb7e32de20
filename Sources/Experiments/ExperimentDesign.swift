public import FeedMetrics
public import Scenarios
internal import Stochastics
public import SyntheticSociety

/// What an experiment measures and compares, as its results tell it.
public struct ExperimentDesign: Sendable, Hashable, Codable {
  /// The scenario's name, digest and resolved text, as ``Scenario`` has them.
  public var scenario: String
  public var scenarioDigest: String
  public var resolvedScenario: String
  public var seed: UInt64
  /// Members at the start of each world.
  public var members: Int
  /// Simulated days of each world, and how many of them the statistics leave out.
  public var days: Double
  public var warmUpDays: Double
  /// The arms that are measured, none twice; of a comparison the baseline and then the candidates.
  public var arms: [String]
  /// The arm that the others are compared with; `nil` where nothing is compared.
  public var baseline: String?
  /// Whether the yardsticks live in each world too, so that metrics are read on their scale.
  public var hasYardsticks: Bool
  /// How each candidate shares a world with the baseline too, if it does.
  public var liveDesign: LiveDesign?
  /// Parallel worlds, numbered from 0, in each of which every arm and yardstick lives: of results how
  /// many did, before how many do until the first look.
  public var worlds: Int
  /// Worlds that there were to be and that are left out under all arms, since one of them could not be
  /// lived through under some arm; `nil` for none. The others keep their numbers.
  public var lostWorlds: [Int]?
  /// Whether each world is a pair of antithetic twins, whose mean is its value.
  public var isAntithetic = false
  /// How many there are to be, and when that is enough.
  public var plan: WorldPlan
  /// What is measured and reported, in the order of the catalogue.
  public var metrics: [MetricDefinition]
  /// Those that have a row for each of several things, and no value of a whole run.
  public var tables: [MetricDefinition]
  /// Members, at most, over whom metrics of pairs are taken: see ``MetricOptions``.
  public var sampledMembers = MetricOptions().sampledMembers
  /// The smallest effects that matter, by the metric's id; for metrics without one it is 0.
  public var margins: [String: Scenario.Margin.Size]
  /// What the comparison is to decide, and at which risk.
  public var questions: Scenario.Questions
  /// The true means of what comes into each world from outside; `nil` where they are not known.
  public var exogenousMeans: ExogenousTotals?

  /// The design of an experiment that has so many worlds, whatever they show.
  public init(
    scenario: String, scenarioDigest: String, resolvedScenario: String, seed: UInt64, members: Int,
    days: Double, warmUpDays: Double, arms: [String], baseline: String? = nil,
    hasYardsticks: Bool = false, worlds: Int, metrics: [MetricDefinition],
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
    self.hasYardsticks = hasYardsticks
    self.worlds = worlds
    plan = .fixed(worlds)
    self.metrics = metrics
    self.tables = tables
    self.margins = margins
    self.questions = questions
  }

  /// The same with as many worlds as there are until its first look, and no other.
  package var ofFixedSize: ExperimentDesign {
    var design = self
    design.plan = .fixed(plan.firstLook)
    design.worlds = plan.firstLook
    return design
  }

  /// The numbers of the worlds.
  var worldNumbers: [Int] {
    guard let lostWorlds else { return Array(0..<worlds) }
    return (0..<worlds + lostWorlds.count).filter { !lostWorlds.contains($0) }
  }

  /// The same without worlds that could not be lived through; of a fixed number of worlds.
  ///
  /// - Parameter lost: Their numbers, ascending, fewer than there are worlds.
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
    case .fixed: .student(risk: questions.alpha)
    case .looks: .student(risk: lookRisk)
    case .open: .alwaysValid(risk: questions.alpha)
    // Of all metrics: the number of worlds depends on the spread of one, with which others may go.
    case .precise(let goal): .stein(risk: questions.alpha, first: goal.first)
    }
  }

  /// Coverage of Student's intervals for the means of single arms: that of the differences.
  public var level: Double { 1 - lookRisk }

  /// What the look at the design's worlds spends of alpha; all of it where there is one look.
  private var lookRisk: Double {
    guard let looks = plan.looks(risk: questions.alpha) else { return questions.alpha }
    guard let look = looks.worlds.firstIndex(of: worlds) else {
      preconditionFailure("no look at \(worlds) worlds")
    }
    return looks.risk(at: look)
  }

  /// How the metrics are computed.
  public var metricOptions: MetricOptions {
    MetricOptions(
      sampledMembers: sampledMembers, set: .including(metrics + tables),
      named: MetricCatalogue.others(of: metrics.map(\.id)).map(\.id))
  }

  /// What is compared with the baseline, in the order of the comparison.
  public var candidates: [String] { baseline == nil ? [] : Array(arms.dropFirst()) }

  /// The names of what is measured by itself: the arms, and the yardsticks that are no arms.
  public var measuredArms: [String] {
    guard hasYardsticks else { return arms }
    return arms + Yardstick.allCases.map(\.rawValue).filter { !arms.contains($0) }
  }

  /// The names of the worlds that each candidate shares with the baseline, in the order of the candidates,
  /// such as `affinity with newest (user-split)`; none without live tests. No arm has such a name.
  public var liveArms: [String] {
    guard let liveDesign, let baseline else { return [] }
    return candidates.map { "\($0) with \(baseline) (\(liveDesign.words))" }
  }

  /// The names of all that live in each world.
  public var livingArms: [String] { measuredArms + liveArms }
}
