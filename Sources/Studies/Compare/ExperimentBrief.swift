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
  private let headroom: HeadroomText

  /// The rows of metrics that are not tested, where there are tested ones and where there are none; and how many of
  /// them the lines on a rate and a volume that disagree take.
  private static let otherRows = (beside: 5, alone: 10, conflict: 3)

  init(_ results: ExperimentResults) {
    self.results = results
    notes = ExperimentNotes(results)
    headroom = HeadroomText(results)
  }

  private var design: ExperimentDesign { results.design }

  /// Whether the results are more than a screen should show: otherwise all of them are printed.
  var isUseful: Bool {
    design.liveDesign == nil && !design.hasReferenceRankers && results.realism == nil
      && (design.baseline != nil || isRanking)
  }

  /// For a terminal: the table, the legend, and the decisions last.
  var blocks: [Block] {
    guard let baseline = design.baseline else { return [leaderboard, .paragraph(.init(pointer))] }
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
    guard let baseline = design.baseline else { return isRanking ? [leaderboard] : [] }
    return [table(baseline), .paragraph(.init(legend))]
  }

  /// For a mail: the decisions first, and the commands for more last.
  var mail: [Block] {
    let cards = DecisionCard.cards(of: results)
    let sorted = Decision.Outcome.failuresFirst.flatMap { outcome in
      cards.filter { $0.outcome == outcome }
    }
    guard let baseline = design.baseline else {
      return [.sentences(notes.firstLines, .paragraphs), leaderboard, more]
    }
    return [
      .sentences([headroom.warning?.asWarning].compactMap { $0 }, .paragraphs),
      sorted.isEmpty
        ? .sentences(changes(against: baseline), .list) : .cards(sorted.map(\.block)),
      .sentences(
        [headroom.line].compactMap { $0 }
          + (sorted.isEmpty ? notes.firstLines : notes.warningLines), .paragraphs),
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
  var isRanking: Bool { Leaderboard(results).isUseful }

  private var leaderboard: Block { .table(Leaderboard(results).table) }

  private func table(_ baseline: String) -> Block {
    isRanking ? leaderboard : compared(with: baseline)
  }

  /// The decision on each candidate, below a warning where order decides nothing and above what it can bring; empty
  /// without tested metrics.
  var decisions: [Sentence] { withHeadroom(results.decisions.map(sentence)) }

  /// The same with the candidates first that must not be shipped.
  var failuresFirst: [Sentence] {
    withHeadroom(
      Decision.Outcome.failuresFirst.flatMap { outcome in
        results.decisions.filter { $0.outcome == outcome }.map(sentence)
      })
  }

  private func withHeadroom(_ decisions: [Sentence]) -> [Sentence] {
    [headroom.warning?.asWarning.hanging(2)].compactMap { $0 } + decisions
      + [headroom.line?.hanging(2)].compactMap { $0 }
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

  private func compared(with baseline: String) -> Block {
    let main = MainMetrics(results)
    let shown =
      (main.tested.isEmpty ? Self.otherRows.alone : Self.otherRows.beside)
      - (conflict == nil ? 0 : Self.otherRows.conflict)
    let columns: [Column<MainMetrics.Row>] =
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
          Table.Group(
            design.questions.hasDefaultPrimary ? "Default primary" : "Primary and guardrails",
            main.tested),
          Table.Group("Largest changes", Array(main.changed.prefix(shown))),
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
}
