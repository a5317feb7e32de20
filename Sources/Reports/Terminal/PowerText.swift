public import Experiments

/// A power analysis for a terminal: for each candidate what the goal needs, and what numbers of worlds
/// show.
public struct PowerText {
  private let analysis: PowerAnalysis
  private let width: Int
  private let hasStyle: Bool

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ analysis: PowerAnalysis, width: Int, hasStyle: Bool) {
    self.analysis = analysis
    self.width = max(width, TextReport.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let words = PowerWords(analysis)
    var lines = "\(analysis.design.scenario): \(words.setting)".wrapped(to: width)
    for candidate in analysis.candidates {
      lines += [""] + words.answer(candidate).wrapped(to: width) + table(words.rows(candidate))
    }
    lines += [""] + words.method.wrapped(to: width)
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable([.init(.left), .init(.right), .init(.right)])
    table.addGap()
    table.add(PowerWords.header) { _ in .bold }
    for row in rows { table.add(row) }
    return table.lines(hasStyle: hasStyle)
  }
}
