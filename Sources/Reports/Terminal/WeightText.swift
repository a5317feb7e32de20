public import Experiments
internal import FeedMetrics
internal import ReportKit

/// An analysis of tunable numbers for a terminal: for each metric the answer and a table.
public struct WeightText {
  private let results: WeightResults
  private let width: Int
  private let hasStyle: Bool

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ results: WeightResults, width: Int, hasStyle: Bool) {
    self.results = results
    self.width = max(width, TextReport.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let words = WeightWords(results)
    var lines = "\(results.design.experiment.scenario): \(words.setting)".wrapped(to: width)
    for finding in results.findings {
      lines += [""] + words.answers(finding).flatMap { $0.wrapped(to: width) } + [""]
      lines += table(finding)
    }
    lines.append("")
    // What fits is left as it is: the wrapping joins blanks.
    for line in words.legend + [words.method] + words.notes {
      lines += line.count <= width ? [line] : line.wrapped(to: width)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// In the columns that have room.
  private func table(_ finding: WeightFinding) -> [String] {
    let rows = WeightRows(finding, results.design)
    var columns = Array(0...rows.header.count)
    for left in rows.optionalColumns where table(finding, rows, columns).width > width {
      columns.removeAll { $0 == left }
    }
    return table(finding, rows, columns).lines(hasStyle: hasStyle)
  }

  private func table(_ finding: WeightFinding, _ rows: WeightRows, _ columns: [Int]) -> TextTable {
    var table = TextTable(columns.map { .init($0 < 2 ? .left : .right) })
    let header = [finding.metric.label] + rows.header
    table.add(columns.map { header[$0] }) { _ in .bold }
    for row in rows.rows { table.add(columns.map { row[$0] }) }
    return table
  }
}
