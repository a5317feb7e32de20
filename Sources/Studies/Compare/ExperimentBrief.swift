internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// What fits on one screen of a terminal: the tested metrics and the largest changes that matter or, for many arms, a
/// line for each; then the decisions, what order can bring, whether the decisions hold elsewhere, and what to do next.
struct ExperimentBrief {
  private let results: ExperimentResults
  private let notes: ExperimentNotes
  private let headroom: HeadroomText

  /// The most rows of metrics that are not tested: without tested metrics, and by the number of candidates.
  private static let otherRows = (untested: 8, beside: [4, 1, 0])

  init(_ results: ExperimentResults) {
    self.results = results
    notes = ExperimentNotes(results)
    headroom = HeadroomText(results)
  }

  private var design: ExperimentDesign { results.design }

  /// Whether the results are more than a screen should show: otherwise all of them are printed.
  var isUseful: Bool {
    design.liveDesign == nil && !design.hasReferenceRankers && results.realism == nil
  }

  /// For a terminal: the table, then in one block the warnings, the decisions and what comes next, last.
  var blocks: [Block] {
    guard let baseline = design.baseline else {
      let lines = notes.firstLines.map { $0.hanging(2) } + finding
      return [
        .sentences(lines, .paragraphs), .table(measured.table),
        .group([notes.legend, .paragraph(.init(measured.pointer))]),
      ]
    }
    return [
      table(baseline),
      .sentences(
        [conflict].compactMap { $0 } + heldFixed + notes.warningLines.map { $0.hanging(2) }
          + (decisions.isEmpty ? changes(against: baseline) : decisions)
          + (notes.societies?.linesBesideDecisions ?? []).map { $0.hanging(2) }
          + [.init(pointer).hanging(2)], .list),
    ]
  }

  /// For Markdown, below the decisions or the finding.
  var overview: [Block] { [design.baseline.map(table) ?? .table(measured.table)] }

  private var measured: MeasuredBrief { MeasuredBrief(results) }

  /// Without a comparison: where the primary metric is highest and lowest.
  var finding: [Sentence] { [measured.finding].compactMap { $0 } }

  /// For a mail: the decisions first, and the commands for more last.
  var mail: [Block] {
    let cards = DecisionCard.cards(of: results)
    let sorted = Decision.Outcome.failuresFirst.flatMap { outcome in
      cards.filter { $0.outcome == outcome }
    }
    guard let baseline = design.baseline else {
      return [
        .sentences(notes.firstLines + finding, .paragraphs), .table(measured.table), more,
      ]
    }
    return [
      .sentences([headroom.warning?.asWarning].compactMap { $0 }, .paragraphs),
      sorted.isEmpty
        ? .sentences(changes(against: baseline), .list) : .cards(sorted.map(\.block)),
      .sentences(
        [headroom.line].compactMap { $0 }
          + (sorted.isEmpty ? notes.firstLines : notes.warningLines), .paragraphs),
      table(baseline), .sentences([.init(notes.method)], .lines), more,
    ]
  }

  private var more: Block {
    let why =
      hasExplanation
      ? "; \(code: "feedlab explain FOLDER") shows where changes come from" : "" as Sentence
    return .paragraph(
      "\(code: "feedlab report FOLDER --full") prints all \(design.metrics.count) metrics\(why). FOLDER is the folder of the results, in which report.html has the charts."
    )
  }

  private func table(_ baseline: String) -> Block {
    let ranking = Leaderboard(results)
    return ranking.isUseful ? .table(ranking.table) : compared(with: baseline)
  }

  /// The decision on each candidate, below a warning where order has no effect and above the headroom; empty
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
    let next =
      [.undecided, .doNotShip].contains(decision.outcome)
      ? NextStep(decision, results.comparisons(of: decision.candidate), in: design).sentences : []
    return Sentence.joined([summary.sentence] + next.map { Sentence($0) }, by: " ").hanging(2)
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

  // MARK: A group of rows for each candidate

  private func compared(with baseline: String) -> Block {
    let columns: [Column<Comparison>] = [
      Column(.group) { .text($0.changeLabel) },
      Column("limit", .right, \.limitValue),
      Column(.arm(baseline), .right, in: [0], results.baselineValue),
      Column("change", .right, \.changeValue),
      Column("", .left, gap: 1, \.intervalValue),
      Column("", .left, \.findingValue),
    ]
    return .table(
      Table(
        columns,
        groups: design.candidates.map { Table.Group(.init($0), rows(of: $0)) }, layouts: 2,
        isJoint: true))
  }

  /// The tested metrics of a candidate, then its own largest changes.
  private func rows(of candidate: String) -> [Comparison] {
    let main = MainMetrics(results, of: candidate)
    let shown =
      main.tested.isEmpty
      ? Self.otherRows.untested
      : Self.otherRows.beside[min(design.candidates.count, Self.otherRows.beside.count) - 1]
    return main.tested + main.changed.prefix(shown)
  }

  private var pointer: String {
    let why = hasExplanation ? "'feedlab explain FOLDER' shows why; " : ""
    return "Next: \(why)--full prints all \(design.metrics.count) metrics."
  }

  private var hasExplanation: Bool {
    results.hasLooks && Explanation.usualMetric(of: design) != nil && design.baseline != nil
  }
}
