internal import Experiments
internal import ReportKit
internal import Stochastics

/// The changes that a check found, drawn with characters, for comments in which no picture can be shown without storing it elsewhere.
///
/// Each rule about a difference has a line, in units of the largest loss that it allows: the baseline is at 0, the limit at −1.
struct CheckPicture {
  private let rows: [Row]

  private struct Row {
    let label: String
    let finding: CheckFinding
    let mean: Double
    let lower: Double
    let upper: Double
  }

  /// The largest change on either side.
  private static let reach = 2.0
  /// Characters from the baseline to the limit.
  private static let unit = 12
  private static let width = 2 * Int(reach) * unit + 1

  init(_ results: CheckResults) {
    rows = results.findings.compactMap { finding in
      guard let comparison = finding.comparison, comparison.margin > 0,
        let gain = comparison.rule.test(comparison.gains), let interval = gain.interval
      else { return nil }
      return Row(
        label: RuleSummary(finding, anchor: results.baseline.anchor).subject, finding: finding,
        mean: gain.mean / comparison.margin, lower: interval.lower / comparison.margin,
        upper: interval.upper / comparison.margin)
    }
  }

  /// A paragraph and the drawing; empty where no rule is about a difference with a margin.
  var blocks: [Block] {
    guard !rows.isEmpty else { return [] }
    return [
      .paragraph(
        "Changes in units of the largest loss that each rule allows, with their intervals:"),
      .picture([Sentence(heading).inOneLine] + rows.map(line)),
    ]
  }

  private var labelWidth: Int { rows.map(\.label.count).max() ?? 0 }

  private var heading: String {
    var axis = Axis(Self.width)
    axis.write("worse", from: 0)
    axis.write("limit", from: Self.column(-1) - 2)
    axis.write("baseline", from: Self.column(0) - 4)
    axis.write("better", from: Self.width - 6)
    return String(repeating: " ", count: labelWidth + 2) + axis.text
  }

  private func line(_ row: Row) -> Sentence {
    var axis = Axis(Self.width)
    axis.write("┊", from: Self.column(-1))
    axis.write("│", from: Self.column(0))
    let (first, last) = (Self.column(row.lower), Self.column(row.upper))
    axis.write(String(repeating: "─", count: last - first + 1), from: first)
    axis.write("├", from: first)
    axis.write("┤", from: last)
    if row.lower < -Self.reach { axis.write("◂", from: first) }
    if row.upper > Self.reach { axis.write("▸", from: last) }
    if abs(row.mean) <= Self.reach { axis.write("●", from: Self.column(row.mean)) }
    let label = row.label + String(repeating: " ", count: labelWidth - row.label.count)
    return Sentence("\(label)  \(axis.text)  \(row.finding.status.rawValue)").inOneLine
      .toned(row.finding.tone)
  }

  /// The column of a change, or the one at the end beyond which it is.
  private static func column(_ change: Double) -> Int {
    Int(((min(max(change, -reach), reach) + reach) * Double(unit)).rounded())
  }

  /// A line of characters, into which others are written.
  private struct Axis {
    private var characters: [Character]

    init(_ width: Int) { characters = Array(repeating: " ", count: width) }

    mutating func write(_ text: String, from column: Int) {
      characters.replaceSubrange(column..<column + text.count, with: text)
    }

    /// The line without blanks at its end.
    var text: String {
      String(characters[...(characters.lastIndex { $0 != " " } ?? 0)])
    }
  }
}
