internal import Experiments
internal import FeedMetrics
internal import Stochastics

/// One thing that is asked of a candidate, and what came of it, in words that stay ASCII, for files that
/// other programs read.
struct GateCheck {
  let metric: MetricDefinition
  let candidate: String
  let gate: Gate
  /// One line, such as `+3.1% 95% CI [+1.5, +4.6], margin 1.0%`.
  let summary: String
  /// The figures, a line each.
  let details: [String]

  /// All that is asked of the candidates, by candidate, then metric, in the order of the results.
  static func all(_ results: ExperimentResults) -> [GateCheck] {
    results.comparisons.compactMap { comparison in
      comparison.gating.map { GateCheck(comparison, $0, results.design) }
    }
  }

  private init(_ comparison: Comparison, _ gating: Gating, _ design: ExperimentDesign) {
    let cells = ComparisonCells(comparison)
    let level = LevelWords.heading(comparison.rule.level)
    let scale = ValueScale(comparison)
    let margin = scale.value(comparison.margin)
    let size = [cells.change, cells.percent == NumberText.missing ? nil : "(\(cells.percent))"]
      .compactMap { $0 }.joined(separator: " ")
    metric = comparison.metric
    candidate = comparison.candidate
    gate = gating.gate
    summary = Self.ascii(
      "\(Self.finding(gating)): \(comparison.metric.id) of \(comparison.candidate) against"
        + " \(design.baseline ?? ""): \(size), \(level) \(cells.interval), margin \(margin)")
    details = [
      "baseline   \(cells.baseline) (\(design.baseline ?? ""))",
      "candidate  \(cells.candidate) (\(comparison.candidate))",
      "change     \(size)", "interval   \(cells.interval), \(level)",
      "margin     \(margin), \(comparison.metric.direction.words)",
      "p          \(cells.p), corrected for \(gating.familySize)",
      "worlds     \(comparison.worlds), seed \(design.seed)",
      comparison.indecision.map { "undecided  \($0.description)" },
    ].compactMap { $0.map(Self.ascii) }
  }

  private static func finding(_ gating: Gating) -> String {
    switch gating.gate {
    case .pass: "no harm beyond the margin"
    case .fail: "harmed beyond the margin"
    case .undecided: "harm undecided"
    }
  }

  /// With a hyphen for a minus and for what is missing.
  private static func ascii(_ text: String) -> String {
    text.replacing(NumberText.minus, with: "-").replacing(NumberText.missing, with: "-")
  }
}
