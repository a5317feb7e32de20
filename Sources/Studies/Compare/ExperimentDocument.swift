public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios

extension ExperimentResults: Documented {
  /// For each candidate a sentence and a table for each family of metrics; without a comparison, the tables
  /// of each arm.
  public var document: Document { document() }

  /// - Parameters:
  ///   - kind: A breakdown to show besides whole runs; a data table then has only the breakdown. JSON always
  ///     has all breakdowns.
  ///   - hidden: The ids of metrics without a row. JSON always has all metrics.
  ///   - isBrief: Whether a terminal shows only what fits on a screen: the tested metrics, the largest changes, and the
  ///     decisions.
  public func document(
    by kind: NamedScope.Kind? = nil, hiding hidden: Set<String> = [], isBrief: Bool = false
  ) -> Document {
    let document = ExperimentDocument(
      results: self, kind: kind, hidden: hidden, isBrief: isBrief && kind == nil && hidden.isEmpty)
    return Document(
      blocks: document.blocks, table: document.table, json: jsonValue,
      limitNote: "results.json has all figures")
  }
}

private struct ExperimentDocument {
  let results: ExperimentResults
  let kind: NamedScope.Kind?
  let hidden: Set<String>
  let isBrief: Bool
  private var design: ExperimentDesign { results.design }
  private var level: String { LevelText.heading(design.level) }

  private func isShown(_ metric: MetricDefinition) -> Bool { !hidden.contains(metric.id) }

  var table: DataTable {
    if let kind { return results.breakdownTable(kind: kind, hiding: hidden) }
    return results.table(hiding: hidden)
  }

  var blocks: [Block] {
    let notes = ExperimentNotes(results)
    let head = Block.head(
      mark: "summary", title: "FeedLab", scenario: design.scenario, setting: notes.setting)
    let brief = ExperimentBrief(results)
    let isShort = isBrief && brief.isUseful
    return head + [
      .only(.terminal, isShort ? brief.blocks : full(brief, notes)),
      .only(.markdown, folded(brief, notes)),
      .only(
        .mail,
        [
          .paragraph(.init(notes.simulation)),
          .sentences(ArmDescriptions(design).sentences, .lines),
        ] + brief.mail),
    ]
  }

  /// The title of the scenario, and the description of each arm.
  private var about: [Block] {
    let title = design.comments?.title.map { [Sentence($0)] } ?? []
    return [
      .sentences(title, .paragraphs), .sentences(ArmDescriptions(design).sentences, .list),
    ]
  }

  /// For a terminal: everything in order.
  private func full(_ brief: ExperimentBrief, _ notes: ExperimentNotes) -> [Block] {
    let firstLines = notes.firstLines.map { $0.hanging(2) }
    let tables: [Block] =
      design.baseline.map { [.sentences(brief.decisions, .list), .sections(compared(with: $0))] }
      ?? [.sections(measured)]
    return about + [.sentences(firstLines, .paragraphs)] + tables + rest(notes)
  }

  /// For Markdown: what a reader decides by, the failures first; the tables of all metrics are folded.
  private func folded(_ brief: ExperimentBrief, _ notes: ExperimentNotes) -> [Block] {
    let tables = design.baseline.map(compared) ?? measured
    let first: [Block] =
      design.baseline == nil
      ? [.sentences(notes.firstLines + brief.finding, .paragraphs)] + about
      : [.sentences(brief.failuresFirst, .list)] + about + [
        .sentences(notes.firstLines, .paragraphs)
      ]
    return first + brief.overview + [.sections(tables)] + rest(notes)
  }

  private func rest(_ notes: ExperimentNotes) -> [Block] {
    live + scale + BreakdownRows.shown(results, by: kind, hiding: hidden).flatMap(\.blocks)
      + (results.realism.map(RealismTable.init)?.blocks ?? []) + [notes.block(hiding: hidden)]
  }

  /// The comparisons of each candidate.
  private func compared(with baseline: String) -> [Block.Section] {
    design.candidates.map { candidate in
      let comparisons = results.comparisons(of: candidate)
      let headline = Headline(
        comparisons, candidate: "\(strong: candidate)", baseline: "\(strong: baseline)")
      return Block.Section(
        "\(candidate) against \(baseline)",
        answers: [headline.sentence]
          + VolumeConflict.all(of: candidate, in: results).map {
            $0.sentence("\(strong: candidate)")
          }, isFolded: true,
        [
          .table(
            Table(
              comparisons.filter { isShown($0.metric) && $0.verdict != .undefined },
              .comparisons(candidate: candidate, baseline: baseline, in: results)))
        ]
          + Self.withoutValue(
            comparisons.filter { isShown($0.metric) && $0.verdict == .undefined }))
    }
  }

  /// The metrics that have no value under both arms in any world, in one sentence.
  private static func withoutValue(_ comparisons: [Comparison]) -> [Block] {
    guard !comparisons.isEmpty else { return [] }
    let labels = comparisons.map(\.metric.label).joined(separator: ", ")
    return [.paragraph("Without a value: \(labels).")]
  }

  /// The metrics of each arm; folded in Markdown, where an overview is above them.
  private var measured: [Block.Section] {
    design.measuredArms.map { arm in
      let table = Table(
        .estimates(level: level),
        groups: .families(of: results.estimates(of: arm).filter { isShown($0.metric) }, \.metric),
        layouts: 5, markdown: 1, isJoint: true)
      return Block.Section(
        "\(arm)", isFolded: true,
        [.only(.terminal, [.heading("\(arm)")]), .table(table)])
    }
  }

  private var live: [Block] {
    guard let summary = LiveTestSummary(results) else { return [] }
    let candidates = design.candidates.flatMap { candidate -> [Block] in
      let comparisons = results.liveComparisons(of: candidate).filter { isShown($0.metric) }
      return [
        .paragraph(summary.headline(candidate)),
        .table(
          Table(
            .liveComparisons, groups: .families(of: comparisons, \.metric), layouts: 4)),
      ]
    }
    return [.only(.files, [.heading("Live tests")])] + candidates + [.paragraph(summary.legend)]
  }

  /// The means of the reference rankers, and each arm's mean on the scale between them.
  private var scale: [Block] {
    guard design.hasReferenceRankers else { return [] }
    let references = ReferenceRanker.allCases.map(\.rawValue)
    let estimates = Dictionary(grouping: results.estimates, by: \.arm)
    typealias Row = (metric: MetricDefinition, estimates: [String: MetricEstimate])
    let rows = design.metrics.enumerated().filter { isShown($1) }.map { index, metric in
      Row(metric, estimates.mapValues { $0[index] })
    }
    let arms = design.arms.filter { !references.contains($0) }
    let columns: [Column<Row>] =
      [Column(.group) { .metric($0.metric) }]
      + references.map { arm in
        Column(.init(arm), .right, in: [0, 1]) { $0.estimates[arm]!.meanValue }
      }
      + arms.flatMap { arm -> [Column<Row>] in
        [
          Column(.init(arm), .right) { $0.estimates[arm]!.scaledValue },
          Column(.init(level), .centred, in: [0]) { $0.estimates[arm]!.scaledIntervalValue },
        ]
      }
    return [
      .only(.files, [.heading("Between random and ideal")]),
      .paragraph(
        "On a scale with random at 0 and ideal at 1: mean of arm less random ÷ mean of ideal less"
          + " random, with Fieller's limits; none where random and ideal are no further apart than chance"
          + " moves them."),
      .table(Table(columns, groups: .families(of: rows, \.metric), layouts: 3)),
    ]
  }
}

extension Decision.Outcome {
  /// The order of a file that a build shows.
  package static let failuresFirst: [Self] = [
    .doNotShip, .undecided, .noHeadroom, .equivalent, .ship,
  ]

  var tone: Tone {
    switch self {
    case .ship: .good
    case .doNotShip: .bad
    case .equivalent, .undecided, .noHeadroom: .strong
    }
  }
}
