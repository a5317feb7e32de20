public import Experiments

/// A selection for a terminal: the answer, and what became of each arm.
public struct SelectionText {
  private let results: SelectionResults
  private let width: Int
  private let hasStyle: Bool

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ results: SelectionResults, width: Int, hasStyle: Bool) {
    self.results = results
    self.width = max(width, TextReport.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let words = SelectionWords(results)
    var lines = "\(results.design.experiment.scenario): \(words.setting)".wrapped(to: width)
    lines += [""] + words.answer().wrapped(to: width) + [""]
    lines += table(words).lines(hasStyle: hasStyle) + [""]
    for note in words.notes + [words.method] { lines += note.wrapped(to: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ words: SelectionWords) -> TextTable {
    var table = TextTable([.init(.left), .init(.right), .init(.right), .init(.right), .init(.left)])
    table.add(SelectionWords.header) { _ in .bold }
    for row in words.rows {
      table.add(row) { $0 == 4 && row[4].hasPrefix("▲") ? .green : .plain }
    }
    return table
  }
}
