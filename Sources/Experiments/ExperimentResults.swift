package import Calibration
internal import FeedMetrics
internal import Scenarios
public import SyntheticSociety

/// What an experiment found.
public struct ExperimentResults: Sendable, Hashable {
  public let design: ExperimentDesign
  /// The intercepts of the actions in all worlds, at which a random ranker reproduces the scenario's
  /// rates.
  public let intercepts: SolvedIntercepts
  /// The simulated community compared with a real one, for a scenario that names one.
  package var realism: RealismCard?
  /// Files of scores that the worlds could not use whole.
  package var scoresLeftOver: [ScoreUsage] = []
  /// The outcomes by arm in the order of the design, the reference rankers and live tests last, then by
  /// world.
  public let outcomes: [WorldOutcome]
  /// The outcomes of the reference rankers that are simulated in some worlds only.
  let references: [WorldOutcome]
  /// The estimates by arm in the same order, then by metric.
  public let estimates: [MetricEstimate]
  /// The comparisons by candidate in the order of the design, then by metric; empty without a comparison.
  public let comparisons: [Comparison]
  /// How far order can move the primary; `nil` where the design has no runs for it, or the metric no value in them.
  public let headroom: Headroom?
  /// Whether to ship each candidate, in the order of the design; none without tested metrics.
  public let decisions: [Decision]
  /// The live tests' results, by candidate and metric; none without live tests.
  public let liveComparisons: [LiveComparison]
  /// Why the experiment ended.
  public private(set) var ending: Ending

  /// - Parameters:
  ///   - outcomes: One for each simulated arm and world of the design, and for reference rankers that are
  ///     simulated in some worlds only, in any order.
  ///   - ending: Why the experiment ended.
  public init(
    design: ExperimentDesign, intercepts: SolvedIntercepts = SolvedIntercepts(),
    outcomes: [WorldOutcome], ending: Ending = .planned
  ) {
    self.design = design
    self.intercepts = intercepts
    let arms = ArmOutcomes(design, outcomes)
    self.outcomes = design.simulatedArms.flatMap { arms[$0] }
    references = design.headroomArms.flatMap { arms[$0] }
    estimates = design.measuredArms.flatMap { arms.estimates(of: $0) }
    let comparisons = arms.comparisons
    self.comparisons = comparisons
    headroom = arms.headroom
    decisions = Self.decisions(comparisons, design, headroom)
    liveComparisons = zip(design.candidates, design.liveArms).flatMap { candidate, world in
      arms.liveComparisons(
        of: candidate, in: world, against: comparisons.filter { $0.candidate == candidate })
    }
    self.ending = ending
  }

  /// The results with the reason why the experiment ended.
  func ended(_ ending: Ending) -> ExperimentResults {
    var results = self
    results.ending = ending
    return results
  }

  /// The results with as many runs of the reference rankers as it takes to decide.
  ///
  /// - Parameter references: Returns the outcomes of the reference rankers in further worlds; none where they are not
  ///   known.
  func withEnoughHeadroom<Failure: Error>(
    _ references: (Range<Int>) throws(Failure) -> [WorldOutcome]
  ) throws(Failure) -> ExperimentResults {
    let worlds = missingHeadroomWorlds
    guard !worlds.isEmpty else { return self }
    let more = try references(worlds)
    guard !more.isEmpty else { return self }
    return try ExperimentResults(
      design: design, intercepts: intercepts, outcomes: outcomes + self.references + more,
      ending: ending
    ).withEnoughHeadroom(references)
  }

  /// The estimates of one arm, by metric.
  public func estimates(of arm: String) -> [MetricEstimate] { estimates.filter { $0.arm == arm } }

  private static func decisions(
    _ comparisons: [Comparison], _ design: ExperimentDesign, _ headroom: Headroom?
  ) -> [Decision] {
    let tested = design.questions.metrics.filter { id in design.metrics.contains { $0.id == id } }
    guard !tested.isEmpty else { return [] }
    return design.candidates.map { candidate in
      Decision(
        candidate: candidate,
        tested: tested.compactMap { id in
          comparisons.first { $0.candidate == candidate && $0.metric.id == id }
        }, headroom: headroom)
    }
  }

  /// The live test of one candidate, by metric.
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
    for arm in design.simulatedArms {
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

  /// The comparisons by candidate, then by metric, with the tests of the tested metrics.
  var comparisons: [Comparison] {
    guard let baseline = design.baseline else { return [] }
    let comparisons = design.candidates.flatMap { candidate in
      design.metrics.map { metric in
        Comparison(
          metric: metric, candidate: candidate,
          margin: design.margins[metric.id] ?? metric.margin(against: values(of: metric, baseline)),
          baseline: values(of: metric, baseline), candidate: values(of: metric, candidate),
          rule: design.rule(of: metric), equivalence: design.questions.equivalence)
      }
    }
    return HypothesisFamily(design.questions).tested(comparisons)
  }

  /// - Parameter comparisons: The candidate's comparisons in worlds where one arm serves everybody.
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
        metric: metric, candidate: candidate, margin: design.margin(of: metric),
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
    guard design.hasReferenceRankers else { return nil }
    return MetricEstimate.Scale(
      random: values(of: metric, ReferenceRanker.random.rawValue),
      ideal: values(of: metric, ReferenceRanker.ideal.rawValue))
  }

  /// Over the first worlds in which all of the baseline and the reference rankers were simulated.
  var headroom: Headroom? {
    guard let baseline = design.baseline,
      case .references(_, let random, let ideal)? = design.headroom,
      let metric = design.metrics.first(where: { $0.id == design.questions.primary })
    else { return nil }
    let runs = [baseline, random, ideal].map { self[$0] }
    let worlds = runs.map { Set($0.map(\.world)) }.reduce(Set(design.worldNumbers)) {
      $0.intersection($1)
    }
    let columns = runs.map { runs in
      runs.filter { worlds.contains($0.world) }.map { $0.value(of: metric).value }
    }
    return Headroom(
      metric, baseline: columns[0], random: columns[1], ideal: columns[2],
      alpha: design.questions.alpha)
  }

  private func values(of metric: MetricDefinition, _ arm: String) -> [Double?] {
    self[arm].map { $0.value(of: metric).value }
  }
}

extension ExperimentDesign {
  /// The results of an experiment of this design from stored outcomes, without a simulation.
  ///
  /// Where worlds are missing, the results are of the last look whose worlds are all stored; with a fixed number of
  /// worlds they are of the worlds before the first missing one. The ending is then
  /// ``Ending/interrupted``.
  ///
  /// - Parameters:
  ///   - outcome: Returns the outcome of an arm in a world, if it is known.
  /// - Returns: `nil` where too few worlds are known.
  package func knownResults(
    intercepts: SolvedIntercepts, outcome: (_ arm: String, _ world: Int) throws -> WorldOutcome?
  ) rethrows -> ExperimentResults? {
    var (design, outcomes, last) = (self, [WorldOutcome](), ExperimentResults?.none)
    /// None where a run is missing.
    func references(_ worlds: Range<Int>) throws -> [WorldOutcome] {
      let known = try worlds.flatMap { world in try headroomArms.map { try outcome($0, world) } }
      return known.contains { $0 == nil } ? [] : known.compactMap { $0 }
    }
    while true {
      for world in outcomes.count / simulatedArms.count..<design.worlds {
        let known = try simulatedArms.map { try outcome($0, world) }
        guard known.allSatisfy({ $0 != nil }) else {
          guard case .fixed = plan, world > 0 else { return last?.ended(.interrupted) }
          design.worlds = world
          design.plan = .fixed(world)
          return try ExperimentResults(
            design: design, intercepts: intercepts,
            outcomes: outcomes + references(0..<design.firstHeadroomWorlds), ending: .interrupted
          ).withEnoughHeadroom(references)
        }
        outcomes += known.compactMap { $0 }
      }
      let results = ExperimentResults(
        design: design, intercepts: intercepts,
        outcomes: outcomes + (try references(0..<firstHeadroomWorlds)))
      switch design.plan.next(after: results) {
      case .end(let ending): return try results.ended(ending).withEnoughHeadroom(references)
      case .upTo(let worlds):
        last = results
        design.worlds = worlds
      }
    }
  }
}
