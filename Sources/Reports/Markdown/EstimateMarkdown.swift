internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// Metrics of single arms as Markdown.
enum EstimateMarkdown {
  /// The metrics of an arm, a table for each family.
  static func section(
    _ estimates: [MetricEstimate], _ arm: String, level: Double
  ) -> [String] {
    var lines = ["#### \(MarkdownText.plain(arm))"]
    for family in MetricFamily.allCases {
      let members = estimates.filter { $0.metric.family == family }
      guard !members.isEmpty else { continue }
      lines += [
        "",
        MarkdownText.row([
          family.rawValue, "Mean", LevelWords.heading(level), "SD", "Worlds", "Support",
        ]),
        "|:--|--:|:-:|--:|--:|--:|",
      ]
      lines += members.map { estimate in
        let cells = EstimateCells(estimate)
        return MarkdownText.row([
          MarkdownText.label(estimate.metric), cells.mean, cells.interval, cells.deviation,
          cells.worlds, cells.support,
        ])
      }
    }
    return lines
  }

  /// The metrics on the scale of the yardsticks, a table for each family.
  static func scale(_ content: ScaleRows) -> [String] {
    var lines = ["", "#### Between random and ideal", "", ScaleRows.title]
    let arms = content.arms.flatMap { [MarkdownText.plain($0), LevelWords.heading(content.level)] }
    for family in MetricFamily.allCases {
      let members = content.rows.filter { $0.metric.family == family }
      guard !members.isEmpty else { continue }
      lines += [
        "", MarkdownText.row([family.rawValue] + Yardstick.allCases.map(\.rawValue) + arms),
        "|:--|--:|--:|" + content.arms.map { _ in "--:|:-:|" }.joined(),
      ]
      lines += members.map { row in
        MarkdownText.row(
          [MarkdownText.label(row.metric)] + row.ends
            + row.scaled.flatMap { [$0.estimate, $0.interval] })
      }
    }
    return lines
  }

  /// The metrics by surface, ranker or day, a table for each metric.
  static func breakdown(_ content: BreakdownRows) -> [String] {
    var lines = ["", "#### \(content.heading)", "", content.title]
    for block in content.blocks {
      lines += [
        "",
        MarkdownText.row(
          [MarkdownText.label(block.metric)] + content.arms.map(MarkdownText.plain)),
        "|:--|" + content.arms.map { _ in "--:|" }.joined(),
      ]
      lines += block.rows.map { MarkdownText.row([MarkdownText.plain($0.scope)] + $0.cells) }
    }
    return lines
  }
}
