public import Experiments
internal import ReportKit

/// A sensitivity analysis for a terminal: for each candidate the answer, a table for each family of
/// metrics, and where verdicts turn.
public struct SensitivityText {
  private let results: SensitivityResults
  private let width: Int
  private let hasStyle: Bool

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ results: SensitivityResults, width: Int, hasStyle: Bool) {
    self.results = results
    self.width = max(width, TextReport.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    let words = SensitivityWords(results)
    let candidates = results.design.experiment.candidates
    let tables = SensitivityTable.lines(
      candidates.map { SensitivityTable(results.findings(of: $0), words) }, width: width,
      hasStyle: hasStyle)
    var lines = "\(results.design.experiment.scenario): \(words.setting)".wrapped(to: width)
    for (candidate, table) in zip(candidates, tables) {
      lines += [""] + words.answers(candidate).flatMap { $0.wrapped(to: width) } + table
      lines += turns(of: candidate)
    }
    lines.append("")
    let remarks = SensitivityWords.legend + [words.method] + words.notes
    // What fits is left as it is: the wrapping joins blanks.
    for line in remarks { lines += line.count <= width ? [line] : line.wrapped(to: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func turns(of candidate: String) -> [String] {
    let turns = TurningPoints.all(of: candidate, in: results)
    guard !turns.isEmpty else { return [] }
    let title = "Where verdicts turn"
    return ["", hasStyle ? TextStyle.bold.apply(to: title) : title]
      + turns.flatMap { turn in
        turn.title.wrapped(to: width, indent: 2)
          + turn.lines.flatMap { $0.wrapped(to: width - 2, indent: 2).map { "  " + $0 } }
      }
  }
}
