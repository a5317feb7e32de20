internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// The metrics of all arms by surface, ranker or day: a block for each metric, a row for each scope.
struct BreakdownRows {
  struct Block {
    let metric: MetricDefinition
    let rows: [Row]
  }

  struct Row {
    let scope: String
    /// By arm: the mean, and the half-width of its interval where there is one.
    let cells: [String]
  }

  let kind: NamedScope.Kind
  /// Coverage of the intervals.
  let level: Double
  let arms: [String]
  let blocks: [Block]

  init(
    _ results: ExperimentResults, by kind: NamedScope.Kind, hiding hidden: Set<String> = []
  ) {
    let arms = results.design.measuredArms
    let byMetric = Dictionary(
      grouping: results.breakdown.filter { $0.scope.kind == kind }, by: \.metric.id)
    self.kind = kind
    level = results.design.level
    self.arms = arms
    let shown = (results.design.metrics + results.design.tables).filter { !hidden.contains($0.id) }
    blocks = shown.compactMap { metric in
      byMetric[metric.id].map { Block(metric: metric, rows: Self.rows($0, arms: arms)) }
    }
  }

  /// What a report shows: the metrics by what is asked for, and those that have a row for each group or
  /// week in any case.
  static func shown(
    _ results: ExperimentResults, by kind: NamedScope.Kind?, hiding hidden: Set<String> = []
  ) -> [BreakdownRows] {
    let kinds = [kind, .row].compactMap { $0 }
    return NamedScope.Kind.allCases.filter(kinds.contains).map {
      BreakdownRows(results, by: $0, hiding: hidden)
    }.filter { $0.kind == kind || !$0.blocks.isEmpty }
  }

  private static func rows(_ estimates: [ScopedEstimate], arms: [String]) -> [Row] {
    let scopes = Set(estimates.map(\.scope)).sorted()
    return scopes.map { scope in
      Row(
        scope: scope.name,
        cells: arms.map { arm in
          estimates.first { $0.scope == scope && $0.arm == arm }.map(cell) ?? NumberText.missing
        })
    }
  }

  private static func cell(_ estimate: ScopedEstimate) -> String {
    let scale = ValueScale(estimate)
    let halfWidth = estimate.interval.map { " ±\(scale.halfWidth($0.halfWidth))" }
    return scale.value(estimate.mean) + (halfWidth ?? "")
  }

  /// What the blocks are, in a few words.
  var heading: String {
    switch kind {
    case .surface: "By surface"
    case .ranker: "By ranker"
    case .day: "By simulated day from 0"
    case .row: "By group or week"
    }
  }

  /// What the blocks are, in one sentence.
  var title: String {
    "\(heading), mean ±\(LevelWords.heading(level)); a metric means nothing where it has no row."
  }
}
