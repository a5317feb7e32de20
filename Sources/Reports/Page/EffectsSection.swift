internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import PageResources
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The effects of the candidates on the metrics, in total and by day.
enum EffectsSection {
  static func section(_ context: PageContext) -> PageSection? {
    var figures = [ForestFigure.figure(context), SeriesFigure.figure(context)].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    if figures.count == 1 { figures[0].width = "" }
    let isCompared = context.design.baseline != nil
    return PageSection(
      sectionID: "changes", sectionTitle: isCompared ? "Effects" : "Day by day",
      links: [PageLink(anchor: "changes", linkText: isCompared ? "Effects" : "Days")],
      figures: figures)
  }
}

/// The forest plot: the change of every metric against the control.
enum ForestFigure {
  private static let wrapWidth = 22

  static func figure(_ context: PageContext) -> PageFigure? {
    let drawn = context.effects.filter {
      $0.percent != nil && context.arms.slot(of: $0.comparison.candidate) != nil
    }
    guard let best = context.best, !drawn.isEmpty else { return nil }
    let named = self.named(context, drawn)
    let arms = context.arms.drawn.filter { arm in
      drawn.contains { $0.comparison.candidate == arm.name }
    }
    let lines = drawn.map { wrapped($0.comparison.metric).count }.max() ?? 1
    let step = max(13 * lines + 8, 18 * arms.count + 14)
    let picker = picker(named, drawn, step: step)
    let findings = context.design.candidates.prefix(2).map {
      "\($0): \(PageFindings(context, of: $0).counts)"
    }
    return PageFigure(
      figureID: "effects", width: "c7", figureTitle: findings.joined(separator: "; "),
      subtitle: subtitle(context, drawn),
      description: description(context, best, named), picker: picker,
      figureTable: table(context),
      spec: ChartSpec(
        .effects, arms: arms, height: picker.options[0].height,
        parameters: ["group": named.isEmpty ? "all" : "named"]),
      data: [("effects", rows(context, drawn, named))])
  }

  /// The metrics that are drawn at first.
  private static func named(_ context: PageContext, _ drawn: [Effect]) -> [MetricDefinition] {
    context.design.metrics.filter { metric in
      (context.highlights.contains(metric) || context.design.margins[metric.id] != nil)
        && drawn.contains { $0.comparison.metric.id == metric.id }
    }
  }

  /// The choice of metrics to draw, with the height that they need.
  private static func picker(
    _ named: [MetricDefinition], _ drawn: [Effect], step: Int
  ) -> PagePicker {
    func option(_ value: String, _ text: String, _ isDrawn: (MetricDefinition) -> Bool)
      -> PageOption?
    {
      let count = Set(drawn.map(\.comparison.metric).filter(isDrawn).map(\.id)).count
      guard count > 0 else { return nil }
      return PageOption(
        optionValue: value, optionText: "\(text) (\(count))", height: count * step + 20)
    }
    let groups =
      [
        option("named", "Shown first") { named.contains($0) }, option("all", "All") { _ in true },
      ]
      + MetricFamily.allCases.map { family in
        option(family.rawValue, family.rawValue) { $0.family == family }
      }
    return PagePicker(
      pickerLabel: "Metrics", signal: "group", options: groups.compactMap { $0 })
  }

  private static func subtitle(_ context: PageContext, _ drawn: [Effect]) -> String {
    let levels = context.effects.compactMap { $0.comparison.difference?.interval?.level }
    let bar = levels.first.map {
      " Bar: \(LevelText.heading($0)) over \(context.design.worlds) parallel worlds."
    }
    let tick =
      drawn.contains { $0.percent?.limit != nil } ? " Red tick: the largest harm allowed." : ""
    return
      "Point: change against \(context.baseline) in percent of its mean. The arrow after a metric shows"
      + " which side is good.\(bar ?? "")\(tick)\(context.arms.note)"
  }

  private static func description(
    _ context: PageContext, _ best: String, _ named: [MetricDefinition]
  ) -> String {
    let changes = context.effects(of: best).filter { effect in
      effect.isClear && named.contains { $0.id == effect.comparison.metric.id }
    }.map { effect in
      let change = ChangeText(effect.comparison)
      return "\(effect.comparison.metric.labelInSentence) \(change.amount) \(change.side)"
    }
    let text = changes.isEmpty ? "no clear change" : changes.joined(separator: ", ")
    return "Forest plot of changes against \(context.baseline). \(best): \(text)."
  }

  private static func rows(
    _ context: PageContext, _ drawn: [Effect], _ named: [MetricDefinition]
  ) -> ChartRows {
    var rows = ChartRows([
      "metric", "lines", "family", "isNamed", "ranker", "est", "lo", "hi", "margin", "label",
      "interval", "verdict", "limit", "check", "tone",
    ])
    for metric in context.design.metrics {
      for effect in drawn where effect.comparison.metric.id == metric.id {
        let check = context.checks.first {
          $0.comparison.metric.id == metric.id && $0.candidate == effect.comparison.candidate
        }
        rows.append(row(effect, check, isNamed: named.contains(metric)))
      }
    }
    return rows
  }

  private static func row(_ effect: Effect, _ check: Check?, isNamed: Bool) -> [JSONValue] {
    let comparison = effect.comparison
    let percent = effect.percent!
    let levels = comparison.difference?.interval.map { LevelText.heading($0.level) }
    func text(_ value: Double) -> String {
      NumberText.fixed(value, decimals: 1, isSigned: true)
    }
    return [
      .string(comparison.metric.label),
      .string(wrapped(comparison.metric).joined(separator: "\n")),
      .string(comparison.metric.family.rawValue), .bool(isNamed), .string(comparison.candidate),
      ChartRows.number(percent.estimate), ChartRows.number(percent.lower),
      ChartRows.number(percent.upper), ChartRows.number(percent.limit),
      .string(NumberText.percent(percent.estimate / 100)),
      .string(levels.map { "\($0) [\(text(percent.lower)), \(text(percent.upper))]" } ?? "none"),
      .string(comparison.finding.label),
      .string(percent.limit.map { text($0) + "%" } ?? NumberText.missing),
      .string(check?.outcome.rawValue ?? NumberText.missing), .string(tone(comparison.finding)),
    ]
  }

  private static func tone(_ finding: RowFinding) -> String {
    switch finding.tone {
    case .good: "good"
    case .bad: "bad"
    case .plain, .unclear, .strong: ""
    }
  }

  /// A metric's name and the sign of its good side, in lines that fit beside the chart.
  private static func wrapped(_ metric: MetricDefinition) -> [String] {
    "\(metric.label) \(metric.direction.sign)".split(separator: " ").reduce(into: []) {
      lines, word in
      if let last = lines.last, last.count + 1 + word.count <= wrapWidth {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }

  /// Every comparison, also those without a percentage.
  private static func table(_ context: PageContext) -> PageTable {
    PageTable(
      "Change against \(context.baseline), whichever way is good",
      columns: [
        "Metric", "Arm", "\(context.baseline)#", "Arm’s mean#", "Change#", "Interval#",
        "Change, %#",
        "Verdict",
      ],
      rows: context.design.metrics.flatMap { metric in
        context.effects.map(\.comparison).filter { $0.metric.id == metric.id }.map { comparison in
          let values: [Value] = [
            comparison.baselineValue, comparison.candidateValue, comparison.changeValue,
            comparison.intervalValue, comparison.percentValue, comparison.findingValue,
          ]
          return [metric.label, comparison.candidate] + values.map(\.text)
        }
      })
  }
}
