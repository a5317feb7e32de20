internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Studies

/// The results of an experiment as the parts of its page need them.
struct PageContext {
  let results: ExperimentResults
  let arms: PageArms
  /// By candidate in order, then by metric.
  let effects: [Effect]
  /// The metrics of each arm by simulated day, from the first.
  let dailyLevels: [ScopedEstimate]
  /// The values to draw by simulated day, from the first.
  let days: [DayValue]
  /// The mean curves of each arm that has some.
  let curves: [String: RunCurves]
  /// The metrics that the page shows first.
  let highlights: [MetricDefinition]
  let checks: [Check]
  /// The candidate that the page describes first; `nil` without a comparison.
  let best: String?

  /// How many metrics have a card.
  static let mostHighlights = 6

  init(_ results: ExperimentResults) {
    let effects = results.comparisons.map(Effect.init)
    let isTested = !results.decisions.isEmpty
    let checks = effects.compactMap { Check($0, isTested: isTested) }
    self.results = results
    self.effects = effects
    self.checks = checks
    arms = PageArms(results.design)
    dailyLevels = results.breakdown.filter { $0.scope.kind == .day }
    days =
      results.design.baseline == nil
      ? dailyLevels.map(DayValue.init) : results.dailyDifferences.map(DayValue.init)
    curves = Dictionary(grouping: results.outcomes, by: \.arm).compactMapValues { worlds in
      RunCurves(meanOf: worlds.compactMap(\.curves))
    }
    highlights = Self.highlights(of: results)
    best = Self.best(of: results, effects, checks)
  }

  var design: ExperimentDesign { results.design }
  var baseline: String { results.design.baseline ?? "" }

  func effects(of candidate: String) -> [Effect] {
    effects.filter { $0.comparison.candidate == candidate }
  }

  func effect(of candidate: String, _ metric: MetricDefinition) -> Effect? {
    effects.first { $0.comparison.candidate == candidate && $0.comparison.metric.id == metric.id }
  }

  func estimate(of arm: String, _ metric: String) -> MetricEstimate? {
    results.estimates.first { $0.arm == arm && $0.metric.id == metric }
  }

  /// The tested metrics, the volumes of tested rates, those with a margin, then the first of each family, if they have a
  /// value and a good side.
  private static func highlights(of results: ExperimentResults) -> [MetricDefinition] {
    let valued = Set(results.estimates.filter { $0.mean != nil }.map(\.metric.id))
    let candidates = results.design.metrics.filter {
      valued.contains($0.id) && $0.direction != .describes
    }
    var chosen = results.design.questions.metrics.compactMap { id in
      candidates.first { $0.id == id }
    }
    let volumes = VolumeFactors.all.filter { results.design.questions.metrics.contains($0.rate) }
    chosen += candidates.filter { metric in
      volumes.contains { $0.volume == metric.id } && !chosen.contains(metric)
    }
    chosen += candidates.filter { metric in
      results.design.margins[metric.id] != nil && !chosen.contains(metric)
    }
    for family in MetricFamily.allCases.reversed()
    where !chosen.contains(where: { $0.family == family }) {
      chosen += candidates.filter { $0.family == family }.prefix(1)
    }
    return Array(chosen.prefix(mostHighlights))
  }

  /// The best candidate: by its decision if metrics are tested, then by the fewest broken limits, then by
  /// better less worse metrics, then by order.
  private static func best(
    of results: ExperimentResults, _ effects: [Effect], _ checks: [Check]
  ) -> String? {
    let order: [Decision.Outcome] = Decision.Outcome.failuresFirst.reversed()
    func rank(_ candidate: String) -> [Int] {
      let decision = results.decisions.first { $0.candidate == candidate }
      let verdicts = effects.map(\.comparison).filter { $0.candidate == candidate }.map(\.verdict)
      return [
        decision.flatMap { order.firstIndex(of: $0.outcome) } ?? 0,
        checks.count { $0.candidate == candidate && $0.outcome == .fail },
        verdicts.count { $0 == .worse } - verdicts.count { $0 == .better },
      ]
    }
    return results.design.candidates.enumerated().min { one, other in
      (rank(one.element) + [one.offset])
        .lexicographicallyPrecedes(rank(other.element) + [other.offset])
    }?.element
  }
}

/// The arms of an experiment and their colours.
///
/// The control has slot 0, the others have 1, 2 … in the order of the design, the same in all charts. Without a
/// control, slot 0 is used last. Arms beyond the slots are only in the tables.
struct PageArms {
  /// All simulated arms, in order.
  let names: [String]
  /// The arms that charts show, with their slots, in order.
  let drawn: [(name: String, slot: Int)]
  let baseline: String?

  init(_ design: ExperimentDesign) {
    names = design.simulatedArms
    baseline = design.baseline
    let slots = Array(0..<PageTheme.slotCount)
    let order = design.baseline == nil ? Array(slots.dropFirst()) + [0] : slots
    drawn = zip(names, order).map { ($0, $1) }
  }

  /// The number of an arm among all; the script finds the arm's parts by it. `nil` for an arm that is not simulated.
  func index(of name: String) -> Int? { names.firstIndex(of: name) }

  /// The styles of the drawn arms, in order.
  var styles: [ArmStyle] { drawn.compactMap { style(of: $0.name) } }

  /// - Returns: `nil` for an arm that charts do not show.
  func style(of name: String) -> ArmStyle? {
    slot(of: name).flatMap { slot in
      index(of: name).map { ArmStyle(name: name, index: $0, slot: slot) }
    }
  }

  /// The lines of drawn arms and their names.
  func legend(_ names: some Sequence<String>) -> [PageKey] {
    names.compactMap(style).map { PageKey($0, isControl: $0.name == baseline) }
  }

  func slot(of name: String) -> Int? { drawn.first { $0.name == name }?.slot }

  /// A note if not all arms are drawn; empty if they are.
  var note: String {
    drawn.count == names.count
      ? "" : " The first \(drawn.count) of \(names.count) arms are drawn; all are in the tables."
  }
}

/// How charts show an arm.
struct ArmStyle {
  let name: String
  let index: Int
  let slot: Int

  var colour: ChartColour { .slot(slot) }
  var dash: [Int] { PageTheme.standard.slots[slot].dash }
  var dot: ChartMark.DotShape { PageTheme.standard.slots[slot].shape }
}
