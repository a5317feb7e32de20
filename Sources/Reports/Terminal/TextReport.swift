public import Experiments
internal import FeedMetrics

/// The results for a terminal: for each candidate a sentence and a table for each family of metrics.
public struct TextReport {
  private let results: ExperimentResults
  private let width: Int
  private let hasStyle: Bool

  /// The narrowest that tables are laid out for.
  public static let leastWidth = 60

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ results: ExperimentResults, width: Int, hasStyle: Bool) {
    self.results = results
    self.width = max(width, Self.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let design = results.design
    let remarks = Remarks(results)
    var lines = "\(design.scenario): \(remarks.setting)".wrapped(to: width)
    for (headline, table) in zip(headlines, tables) { lines += [""] + headline + table }
    lines.append("")
    if let card = results.realism {
      lines += RealismTable(card).text(width: width, hasStyle: hasStyle) + [""]
    }
    for line in Remarks.legend { lines += line.count <= width ? [line] : line.wrapped(to: width) }
    lines += remarks.method.wrapped(to: width)
    for (comparison, text) in remarks.exceptions {
      let line = "\(comparison.metric.id) of \(comparison.candidate): \(text)"
      lines += line.wrapped(to: width, indent: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headlines: [[String]] {
    results.design.candidates.map { candidate in
      let headline = Headline(
        results.comparisons(of: candidate), candidate: candidate,
        baseline: results.design.baseline)
      return headline.text.wrapped(to: width)
    }
  }

  private var tables: [[String]] {
    let tables = results.design.candidates.map { candidate in
      ComparisonTable(
        results.comparisons(of: candidate), candidate: candidate,
        baseline: results.design.baseline)
    }
    return ComparisonTable.lines(tables, width: width, hasStyle: hasStyle)
  }
}
