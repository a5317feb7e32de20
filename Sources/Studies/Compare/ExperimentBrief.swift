internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// What fits on one screen of a terminal: the tested metrics and the largest changes that matter or, for many arms, a
/// line for each; then whether it holds elsewhere; and the decisions last.
struct ExperimentBrief {
  private let results: ExperimentResults
  private let notes: ExperimentNotes

  /// The most candidates that have a column each.
  private static let mostColumns = 3
  /// The rows of metrics that are not tested, where there are tested ones and where there are none; and how many of
  /// them the lines on a rate and a volume that disagree take.
  private static let otherRows = (beside: 5, alone: 10, conflict: 3)

  init(_ results: ExperimentResults) {
    self.results = results
    notes = ExperimentNotes(results)
  }

  private var design: ExperimentDesign { results.design }

  /// Whether the results are more than a screen should show: otherwise all of them are printed.
  var isUseful: Bool {
    design.liveDesign == nil && !design.hasReferenceRankers && results.realism == nil
      && (design.baseline != nil || isRanking)
  }

  /// For a terminal: the table, the legend, and the decisions last.
  var blocks: [Block] {
    guard let baseline = design.baseline else { return [measured, .paragraph(.init(pointer))] }
    return [
      table(baseline),
      .group([
        .paragraph(.init(legend)), .paragraph(.init(pointer)),
        .sentences(
          (conflict.map { [$0] } ?? []) + heldFixed
            + notes.linesBesideDecisions.map { $0.hanging(2) }, .paragraphs),
      ]),
      .sentences(decisions.isEmpty ? changes(against: baseline) : decisions, .list),
    ]
  }

  /// For Markdown, where the decisions are above; nothing where the tables of the arms are short enough.
  var overview: [Block] {
    guard let baseline = design.baseline else { return isRanking ? [measured] : [] }
    return [table(baseline), .paragraph(.init(legend))]
  }

  /// For a mail: the decisions first, and the commands for more last.
  var mail: [Block] {
    let cards = DecisionCard.cards(of: results)
    let sorted = Decision.Outcome.failuresFirst.flatMap { outcome in
      cards.filter { $0.outcome == outcome }
    }
    guard let baseline = design.baseline else {
      return [.sentences(notes.firstLines, .paragraphs), measured, more]
    }
    return [
      sorted.isEmpty
        ? .sentences(changes(against: baseline), .list) : .cards(sorted.map(\.block)),
      .sentences(sorted.isEmpty ? notes.firstLines : notes.warningLines, .paragraphs),
      table(baseline), .sentences([.init(legend), .init(notes.method)], .lines), more,
    ]
  }

  private var more: Block {
    let why =
      hasExplanation
      ? "; \(code: "feedlab explain FOLDER") says where changes come from" : "" as Sentence
    return .paragraph(
      "\(code: "feedlab report FOLDER --full") prints all \(design.metrics.count) metrics\(why). FOLDER is the folder of the results, in which report.html has the charts."
    )
  }

  /// Whether there are more arms than a table has columns for, so that each has a row.
  var isRanking: Bool {
    (design.baseline == nil ? design.arms : design.candidates).count > Self.mostColumns
  }

  private func table(_ baseline: String) -> Block {
    isRanking ? ranking(baseline) : compared(with: baseline)
  }

  /// The decision on each candidate; empty without tested metrics.
  var decisions: [Sentence] { results.decisions.map(sentence) }

  /// The same with the candidates first that must not be shipped.
  var failuresFirst: [Sentence] {
    Decision.Outcome.failuresFirst.flatMap { outcome in
      results.decisions.filter { $0.outcome == outcome }.map(sentence)
    }
  }

  private func sentence(_ decision: Decision) -> Sentence {
    let summary = DecisionSummary(
      decision, candidate: "\(strong: decision.candidate)",
      results.comparisons(of: decision.candidate))
    return (Sentence.raw("\(decision.outcome.mark) ") + summary.sentence).hanging(2)
      .toned(decision.outcome.tone)
  }

  /// What changes by family, for each candidate.
  private func changes(against baseline: String) -> [Sentence] {
    design.candidates.map { candidate in
      Headline(
        results.comparisons(of: candidate), candidate: "\(strong: candidate)",
        baseline: "\(strong: baseline)"
      ).sentence
    }
  }

  /// The tested metrics that no ranker can move.
  private var heldFixed: [Sentence] {
    notes.held { design.questions.metrics.contains($0.id) }
  }

  /// The first rate and volume that disagree under some candidate, and why.
  private var conflict: Sentence? {
    design.candidates.lazy.compactMap { candidate in
      VolumeConflict.all(of: candidate, in: results).first?
        .sentence("\(strong: candidate)").hanging(2)
    }.first
  }

  // MARK: A column for each candidate

  /// A metric with its comparisons by candidate.
  private struct Row {
    let metric: MetricDefinition
    let comparisons: [Comparison]
  }

  private var rows: [Row] {
    design.metrics.map { metric in
      Row(metric: metric, comparisons: results.comparisons.filter { $0.metric.id == metric.id })
    }
  }

  private var tested: [Row] {
    design.questions.metrics.compactMap { id in rows.first { $0.metric.id == id } }
  }

  /// The metrics that are not tested and change under some candidate by more than what matters, largest change first.
  private var changed: [Row] {
    let tested = design.questions.metrics
    let changed = rows.filter { row in
      !tested.contains(row.metric.id) && row.comparisons.contains { $0.sizeThatMatters > 0 }
    }
    func size(_ row: Row) -> Double { row.comparisons.map(\.sizeThatMatters).max() ?? 0 }
    return changed.enumerated().sorted { one, other in
      let sizes = (size(one.element), size(other.element))
      return sizes.0 == sizes.1 ? one.offset < other.offset : sizes.0 > sizes.1
    }.map(\.element)
  }

  private func compared(with baseline: String) -> Block {
    let shown =
      (tested.isEmpty ? Self.otherRows.alone : Self.otherRows.beside)
      - (conflict == nil ? 0 : Self.otherRows.conflict)
    let columns: [Column<Row>] =
      [
        Column(.group) { row in
          .text(row.metric.label + (row.comparisons.first?.testedMark ?? ""))
        },
        Column(.arm(baseline), .right) { $0.comparisons.first?.baselineValue ?? .missing },
      ]
      + design.candidates.indices.map { index in
        Column(.arm(design.candidates[index]), .right) { $0.comparisons[index].briefValue }
      }
    return .table(
      Table(
        columns,
        groups: [
          Table.Group("Primary and guardrails", tested),
          Table.Group("Largest changes", Array(changed.prefix(shown))),
        ], folded: 2...design.candidates.count + 1))
  }

  private var legend: String {
    let level = LevelText.phrase(design.level)
    let limits =
      results.comparisons.contains { $0.gateTest?.role == .guardrail }
      ? "; ✓✕? limit kept, broken, unclear" : ""
    return "▲▼ better, worse\(limits); ± \(level) interval; ! tested."
  }

  private var pointer: String {
    let why = hasExplanation ? " 'feedlab explain' says where changes come from." : ""
    return "--full prints all \(design.metrics.count) metrics.\(why)"
  }

  private var hasExplanation: Bool {
    results.hasLooks && Explanation.usualMetric(of: design) != nil && design.baseline != nil
  }

  // MARK: A row for each arm

  private func ranking(_ baseline: String) -> Block {
    let candidates = design.candidates.map { results.comparisons(of: $0) }
    let primary =
      design.questions.primary ?? design.metrics.first { $0.id == "engagement_rate" }?.id
    func chosen(_ comparisons: [Comparison]) -> Comparison? {
      comparisons.first { $0.metric.id == primary }
    }
    let ordered = candidates.enumerated().sorted { one, other in
      let gains = [one.element, other.element].map { chosen($0)?.gains.mean ?? -.infinity }
      return gains[0] == gains[1] ? one.offset < other.offset : gains[0] > gains[1]
    }.map(\.element)
    let name = ordered.first.flatMap(chosen)?.metric.label ?? "primary"
    let columns: [Column<[Comparison]>] = [
      Column("") { comparisons in
        let decision = results.decisions.first { $0.candidate == comparisons.first?.candidate }
        return .text(decision?.outcome.mark ?? "")
      },
      Column(.init("against \(baseline)")) { .text($0.first?.candidate ?? "") },
      Column(.init(name), .right) { chosen($0)?.candidateValue ?? .missing },
      Column("change", .right) { chosen($0)?.briefValue ?? .missing },
      Column("limits") { Self.limits($0) },
      Column("largest other change", in: [0]) { Self.largest($0) },
    ]
    return .table(Table(columns, ordered, layouts: 2))
  }

  private static func limits(_ comparisons: [Comparison]) -> Value {
    let guardrails = comparisons.filter { $0.gateTest?.role == .guardrail }
    guard !guardrails.isEmpty else { return .missing }
    let broken = guardrails.filter { $0.gateTest?.gate == .fail }.map(\.metric.label)
    let kept = guardrails.count { $0.gateTest?.gate == .pass }
    return .text(
      broken.isEmpty
        ? "\(kept) of \(guardrails.count) kept" : "broken: \(broken.joined(separator: ", "))"
    ).toned(broken.isEmpty ? .plain : .bad)
  }

  private static func largest(_ comparisons: [Comparison]) -> Value {
    let others = comparisons.filter { $0.gateTest == nil && $0.sizeThatMatters > 0 }
    guard let largest = others.max(by: { $0.sizeThatMatters < $1.sizeThatMatters }) else {
      return .missing
    }
    return .text("\(largest.metric.label) \(largest.briefValue.text)").toned(largest.finding.tone)
  }

  /// The means of the arms in the first metrics that a reader looks for.
  private var measured: Block {
    let wanted = [
      "engagement_rate", "relevance@10", "creator_exposure_gini", "fresh_exposure_share",
    ]
    let metrics = wanted.compactMap { id in design.metrics.first { $0.id == id } }
    let shown = metrics.isEmpty ? Array(design.metrics.prefix(wanted.count)) : metrics
    let columns: [Column<String>] =
      [Column("arm") { .text($0) }]
      + shown.map { metric in
        Column(.init(metric.label), .right) { arm in
          results.estimates(of: arm).first { $0.metric.id == metric.id }?.meanValue ?? .missing
        }
      }
    let order = shown.first.map { metric in
      design.measuredArms.sorted { one, other in
        let means = [one, other].map { arm in
          results.estimates(of: arm).first { $0.metric.id == metric.id }?.mean ?? -.infinity
        }
        return means[0] == means[1] ? one < other : means[0] > means[1]
      }
    }
    return .table(Table(columns, order ?? design.measuredArms))
  }
}

extension Comparison {
  /// How many times as large as the margin a change is that surely is one; 0 for one that does not matter or is not
  /// sure.
  var sizeThatMatters: Double {
    guard [.better, .worse, .higher, .lower].contains(verdict), let mean = difference?.mean else {
      return 0
    }
    return margin > 0 ? mean.magnitude / margin : .leastNonzeroMagnitude
  }

  /// The finding's mark and the change with the half-width of its interval: in percent where that has limits.
  fileprivate var briefValue: Value {
    guard let difference else { return .missing }
    let text: String
    if let relative, let interval = relative.interval {
      let half = NumberText.percent(interval.halfWidth).drop { $0 == "+" }.dropLast()
      text = "\(NumberText.percent(relative.estimate)) ±\(half)"
    } else {
      text =
        changeValue.text
        + (difference.interval == nil ? "" : " \(halfWidthValue.text)")
    }
    return .text("\(finding.mark) \(text)").toned(finding.tone)
  }
}

extension [Double] {
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
