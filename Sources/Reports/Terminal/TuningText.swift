public import Experiments
internal import ReportKit

/// A tuning for a terminal: what comes of it, the values, and what they do in fresh worlds.
public struct TuningText {
  private let results: TuningResults
  private let width: Int
  private let hasStyle: Bool

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ results: TuningResults, width: Int, hasStyle: Bool) {
    self.results = results
    self.width = max(width, TextReport.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let words = TuningWords(results)
    var lines = "\(results.design.experiment.scenario): \(words.setting)".wrapped(to: width)
    lines += [""] + words.answer().wrapped(to: width)
    for table in tables(words) where !table.rows.isEmpty {
      var text = TextTable(table.columns)
      text.add(table.header) { _ in .bold }
      for row in table.rows {
        text.add(row) { cell in
          row[cell].hasPrefix("▲") ? .green : row[cell].hasPrefix("▼") ? .red : .plain
        }
      }
      lines += [""] + text.lines(hasStyle: hasStyle)
    }
    lines.append("")
    for note in [words.honesty, words.method].compactMap({ $0 }) {
      lines += note.wrapped(to: width)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func tables(
    _ words: TuningWords
  ) -> [(columns: [TextTable.Column], header: [String], rows: [[String]])] {
    func columns(_ count: Int, numbers: Range<Int>) -> [TextTable.Column] {
      (0..<count).map { TextTable.Column(numbers.contains($0) ? .right : .left) }
    }
    let front = words.frontHeader.count
    return [
      (columns(4, numbers: 1..<3), TuningWords.valueHeader, words.valueRows),
      (columns(front, numbers: 1..<(front - 1)), words.frontHeader, words.frontRows),
      (columns(6, numbers: 1..<5), TuningWords.metricHeader, words.metricRows),
      (columns(4, numbers: 1..<3), TuningWords.limitHeader, words.limitRows),
      (columns(4, numbers: 1..<3), TuningWords.finalistHeader, words.finalistRows),
    ]
  }
}
