package import Calibration
internal import FeedMetrics
internal import Scenarios
public import SyntheticSociety

/// What an experiment found.
public struct ExperimentResults: Sendable, Hashable {
  public let design: ExperimentDesign
  /// What was solved for all worlds: the intercepts of the actions, at which a random ranker meets
  /// the scenario's rates.
  public let intercepts: SolvedIntercepts
  /// The simulated community against a real one, for a scenario that names one.
  package var realism: RealismCard?
  /// By arm in the order of the design, the yardsticks and live tests last, then by world.
  public let outcomes: [WorldOutcome]
  /// By arm in the same order, then by metric.
  public let estimates: [MetricEstimate]
  /// By candidate in the order of the design, then by metric; none where nothing is compared.
  public let comparisons: [Comparison]
  /// Whether to ship each candidate, in the order of the design; none where nothing is asked.
  public let decisions: [Decision]
  /// What live tests would have told of the same, in the same order; none without live tests.
  public let liveComparisons: [LiveComparison]
  /// Why there are no more worlds.
  public private(set) var ending: Ending

  /// - Parameters:
  ///   - outcomes: One for each arm, yardstick and world of the design, in any order.
  ///   - ending: Why there are no more worlds.
  public init(
    design: ExperimentDesign, intercepts: SolvedIntercepts = SolvedIntercepts(),
    outcomes: [WorldOutcome], ending: Ending = .planned
  ) {
    self.design = design
    self.intercepts = intercepts
    let lives = ArmOutcomes(design, outcomes)
    self.outcomes = design.livingArms.flatMap { lives[$0] }
    estimates = design.measuredArms.flatMap { lives.estimates(of: $0) }
    let comparisons = lives.comparisons
    self.comparisons = comparisons
    decisions = Self.decisions(comparisons, design)
    liveComparisons = zip(design.candidates, design.liveArms).flatMap { candidate, world in
      lives.liveComparisons(
        of: candidate, in: world, against: comparisons.filter { $0.candidate == candidate })
    }
    self.ending = ending
  }

  /// The same, with the reason why there are no more worlds.
  func ended(_ ending: Ending) -> ExperimentResults {
    var results = self
    results.ending = ending
    return results
  }

  /// The estimates of one arm, by metric.
  public func estimates(of arm: String) -> [MetricEstimate] { estimates.filter { $0.arm == arm } }

  private static func decisions(
    _ comparisons: [Comparison], _ design: ExperimentDesign
  ) -> [Decision] {
    let asked = design.questions.metrics.filter { id in design.metrics.contains { $0.id == id } }
    guard !asked.isEmpty else { return [] }
    return design.candidates.map { candidate in
      Decision(
        candidate: candidate,
        asked: asked.compactMap { id in
          comparisons.first { $0.candidate == candidate && $0.metric.id == id }
        })
    }
  }

  /// What a live test would have told of one candidate, by metric.
  public func liveComparisons(of candidate: String) -> [LiveComparison] {
    liveComparisons.filter { $0.candidate == candidate }
  }

  /// The comparisons of one candidate, by metric.
  public func comparisons(of candidate: String) -> [Comparison] {
    comparisons.filter { $0.candidate == candidate }
  }
}

/// The outcomes of a design's arms, world by world.
private struct ArmOutcomes {
  private let design: ExperimentDesign
  private let byArm: [String: [WorldOutcome]]

  init(_ design: ExperimentDesign, _ outcomes: [WorldOutcome]) {
    self.design = design
    byArm = Dictionary(grouping: outcomes, by: \.arm).mapValues { worlds in
      worlds.sorted { $0.world < $1.world }
    }
    for arm in design.livingArms {
      precondition(
        byArm[arm]?.map(\.world) == design.worldNumbers, "arm \(arm) lacks or repeats a world")
    }
  }

  subscript(arm: String) -> [WorldOutcome] { byArm[arm] ?? [] }

  func estimates(of arm: String) -> [MetricEstimate] {
    design.metrics.map { metric in
      MetricEstimate(
        metric: metric, arm: arm, values: self[arm].map { $0.value(of: metric) },
        scale: scale(of: metric), exogenous: exogenous(of: arm),
        level: design.level)
    }
  }

  /// By candidate, then by metric, with answers where something is asked.
  var comparisons: [Comparison] {
    guard let baseline = design.baseline else { return [] }
    let comparisons = design.candidates.flatMap { candidate in
      design.metrics.map { metric in
        Comparison(
          metric: metric, candidate: candidate, margin: design.margins[metric.id],
          baseline: values(of: metric, baseline), candidate: values(of: metric, candidate),
          rule: design.rule(of: metric), equivalence: design.questions.equivalence)
      }
    }
    return QuestionFamily(design.questions).answered(comparisons)
  }

  /// - Parameter comparisons: Those of the candidate in worlds of its own.
  func liveComparisons(
    of candidate: String, in world: String, against comparisons: [Comparison]
  ) -> [LiveComparison] {
    let groups = self[world].map { outcome in
      guard let groups = outcome.groups else {
        preconditionFailure("a live test without groups: \(world)")
      }
      return groups
    }
    return comparisons.map { comparison in
      let metric = comparison.metric
      let arms = zip(values(of: metric, design.baseline ?? ""), values(of: metric, candidate))
      return LiveComparison(
        metric: metric, candidate: candidate, margin: comparison.margin,
        values: zip(groups, arms).map { groups, arms in
          LiveComparison.Values(
            baselineGroup: groups.baseline[metric.id]?.value,
            candidateGroup: groups.candidate[metric.id]?.value, baseline: arms.0,
            candidate: arms.1)
        }, rule: comparison.rule)
    }
  }

  private func exogenous(of arm: String) -> MetricEstimate.Exogenous? {
    design.exogenousMeans.map { means in
      MetricEstimate.Exogenous(totals: self[arm].map(\.summary.exogenous), means: means)
    }
  }

  private func scale(of metric: MetricDefinition) -> MetricEstimate.Scale? {
    guard design.hasYardsticks else { return nil }
    return MetricEstimate.Scale(
      random: values(of: metric, Yardstick.random.rawValue),
      ideal: values(of: metric, Yardstick.ideal.rawValue))
  }

  private func values(of metric: MetricDefinition, _ arm: String) -> [Double?] {
    self[arm].map { $0.value(of: metric).value }
  }
}
