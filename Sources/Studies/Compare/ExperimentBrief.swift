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
  /// The reasons of a decision that fit in two lines.
  private static let reasons = 2
  /// A terminal's lines and columns, of which the title and the empty line below it take two lines.
  private static let screen = (lines: 24, width: 80, title: 2)

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
    let before =
      [conflict].compactMap { $0 } + heldFixed + notes.warningLines.map { $0.hanging(2) }
    let after =
      (notes.societies?.linesBesideDecisions ?? []).map { $0.hanging(2) }
      + [.init(pointer).hanging(2)]
    func filled(_ otherRows: Int, _ reasons: Int) -> [Block] {
      let found = withHeadroom(sentences(of: results.decisions, reasons: reasons))
      return [
        table(baseline, otherRows: otherRows),
        .sentences(
          before + (results.decisions.isEmpty ? changes(against: baseline) : found) + after, .list),
      ]
    }
    // Fewer rows of metrics that are not tested, and then fewer reasons, until a screen has all.
    var (rows, reasons) = (otherRows, Self.reasons)
    while true {
      let blocks = filled(rows, reasons)
      let isLast = rows == 0 && reasons == 1
      let room = Self.screen.lines - Self.screen.title
      if isLast || blocks.lineCount(width: Self.screen.width) <= room { return blocks }
      if rows > 0 { rows -= 1 } else { reasons -= 1 }
    }
  }

  /// How many rows of metrics that are not tested a candidate has where there is room.
  private var otherRows: Int {
    guard !design.questions.metrics.isEmpty else { return Self.otherRows.untested }
    return Self.otherRows.beside[min(design.candidates.count, Self.otherRows.beside.count) - 1]
  }

  /// For Markdown, below the decisions or the finding.
  var overview: [Block] {
    [design.baseline.map { table($0, otherRows: otherRows) } ?? .table(measured.table)]
  }

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
      table(baseline, otherRows: otherRows), .sentences([.init(notes.method)], .lines), more,
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

  private func table(_ baseline: String, otherRows: Int) -> Block {
    let ranking = Leaderboard(results)
    return ranking.isUseful ? .table(ranking.table) : compared(with: baseline, otherRows)
  }

  /// The decision on each candidate, below a warning where order has no effect and above the headroom; empty
  /// without tested metrics.
  var decisions: [Sentence] {
    withHeadroom(sentences(of: results.decisions, reasons: Self.reasons))
  }

  /// The same with the candidates first that must not be shipped.
  var failuresFirst: [Sentence] {
    let decisions = Decision.Outcome.failuresFirst.flatMap { outcome in
      results.decisions.filter { $0.outcome == outcome }
    }
    return withHeadroom(sentences(of: decisions, reasons: Self.reasons))
  }

  private func withHeadroom(_ decisions: [Sentence]) -> [Sentence] {
    [headroom.warning?.asWarning.hanging(2)].compactMap { $0 } + decisions
      + [headroom.line?.hanging(2)].compactMap { $0 }
  }

  /// Each decision with its next step, which is written once for all that have the same.
  private func sentences(of decisions: [Decision], reasons: Int) -> [Sentence] {
    var known: Set<String> = []
    return decisions.map { decision in
      let comparisons = results.comparisons(of: decision.candidate)
      let summary = DecisionSummary(
        decision, candidate: "\(strong: decision.candidate)", comparisons, mostReasons: reasons)
      let next =
        [.undecided, .doNotShip].contains(decision.outcome)
        ? NextStep(decision, comparisons, in: design).sentences : []
      return Sentence.joined(
        [summary.sentence] + next.filter { known.insert($0).inserted }.map { Sentence($0) }, by: " "
      ).hanging(2).toned(decision.outcome.tone)
    }
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

  private func compared(with baseline: String, _ otherRows: Int) -> Block {
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
        groups: design.candidates.map { Table.Group(.init($0), rows(of: $0, otherRows)) },
        layouts: 2, isJoint: true))
  }

  /// The tested metrics of a candidate, then its own largest changes.
  private func rows(of candidate: String, _ others: Int) -> [Comparison] {
    let main = MainMetrics(results, of: candidate)
    return main.tested + main.changed.prefix(others)
  }

  private var pointer: String {
    let why = hasExplanation ? "'feedlab explain FOLDER' shows why; " : ""
    return "Next: \(why)--full prints all \(design.metrics.count) metrics."
  }

  private var hasExplanation: Bool {
    results.hasLooks && Explanation.usualMetric(of: design) != nil && design.baseline != nil
  }
}
