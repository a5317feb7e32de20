public import Experiments
internal import FeedMetrics
internal import ReportKit

/// The results for a terminal: for each candidate a sentence and a table for each family of metrics;
/// where nothing is compared, for each arm the tables alone.
public struct TextReport {
  private let results: ExperimentResults
  private let kind: NamedScope.Kind?
  private let hidden: Set<String>
  private let width: Int
  private let hasStyle: Bool

  /// The narrowest that tables are laid out for.
  public static let leastWidth = 60

  /// - Parameters:
  ///   - kind: What the metrics are shown by too.
  ///   - hidden: The ids of metrics without a row.
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(
    _ results: ExperimentResults, by kind: NamedScope.Kind? = nil, hiding hidden: Set<String> = [],
    width: Int, hasStyle: Bool
  ) {
    self.results = results
    self.kind = kind
    self.hidden = hidden
    self.width = max(width, Self.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let design = results.design
    let remarks = Remarks(results)
    var lines = "\(design.scenario): \(remarks.setting)".wrapped(to: width)
    if !results.decisions.isEmpty { lines.append("") }
    for decision in results.decisions { lines += sentence(decision) }
    for block in design.baseline == nil ? estimates : comparisons { lines += [""] + block }
    for block in Self.liveBlocks(results, hiding: hidden, width: width, hasStyle: hasStyle) {
      lines += [""] + block
    }
    if let rows = ScaleRows(results, hiding: hidden) {
      lines += [""] + ScaleTable(rows).lines(width: width, hasStyle: hasStyle)
    }
    for rows in BreakdownRows.shown(results, by: kind, hiding: hidden) {
      lines += [""] + BreakdownTables(rows).lines(width: width, hasStyle: hasStyle)
    }
    lines.append("")
    if let card = results.realism {
      lines += RealismTable(card).text(width: width, hasStyle: hasStyle) + [""]
    }
    for line in remarks.legend { lines += line.count <= width ? [line] : line.wrapped(to: width) }
    lines += remarks.method.wrapped(to: width)
    if let warning = remarks.warning { lines += warning.wrapped(to: width) }
    for line in remarks.exceptions where !hidden.contains(line.metric) {
      lines += line.text.wrapped(to: width, indent: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether to ship a candidate.
  private func sentence(_ decision: Decision) -> [String] {
    let words = DecisionWords(
      decision, candidate: decision.candidate, results.comparisons(of: decision.candidate))
    let lines = "\(decision.outcome.mark) \(words.text)".wrapped(to: width, indent: 2)
    return hasStyle ? lines.map(decision.outcome.style.apply) : lines
  }

  /// A sentence and a table for each candidate.
  private var comparisons: [[String]] {
    let (candidates, baseline) = (results.design.candidates, results.design.baseline ?? "")
    let tables = candidates.map { candidate in
      ComparisonTable(
        results.comparisons(of: candidate).filter { !hidden.contains($0.metric.id) },
        candidate: candidate, baseline: baseline, level: results.design.level)
    }
    let headlines = candidates.map { candidate in
      Headline(results.comparisons(of: candidate), candidate: candidate, baseline: baseline).text
    }
    return zip(headlines, ComparisonTable.lines(tables, width: width, hasStyle: hasStyle)).map {
      $0.wrapped(to: width) + $1
    }
  }

  /// A name and a table for each arm.
  private var estimates: [[String]] {
    let arms = results.design.measuredArms
    let tables = arms.map { arm in
      EstimateTable(
        results.estimates(of: arm).filter { !hidden.contains($0.metric.id) },
        level: results.design.level)
    }
    return zip(arms, EstimateTable.lines(tables, width: width, hasStyle: hasStyle)).map {
      arm, table in
      [hasStyle ? TextStyle.bold.apply(to: arm) : arm] + table
    }
  }
}

extension Decision.Outcome {
  fileprivate var style: TextStyle {
    switch self {
    case .ship: .green
    case .doNotShip: .red
    case .equivalent, .undecided: .bold
    }
  }
}
