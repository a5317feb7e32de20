internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// What live tests would have told, as Markdown.
enum LiveMarkdown {
  /// For each candidate a sentence and a table for each family, then what the columns are; empty without
  /// live tests.
  static func lines(_ results: ExperimentResults, hiding hidden: Set<String>) -> [String] {
    guard let words = LiveWords(results) else { return [] }
    let baseline = "**\(MarkdownText.plain(results.design.baseline ?? ""))**"
    let sections = results.design.candidates.flatMap { candidate in
      ["", words.headline(candidate, named: ("**\(MarkdownText.plain(candidate))**", baseline))]
        + tables(results.liveComparisons(of: candidate).filter { !hidden.contains($0.metric.id) })
    }
    return ["", "#### Live tests"] + sections + ["", MarkdownText.plain(words.legend)]
  }

  private static func tables(_ comparisons: [LiveComparison]) -> [String] {
    MetricFamily.allCases.flatMap { family -> [String] in
      let members = comparisons.filter { $0.metric.family == family }
      guard !members.isEmpty else { return [] }
      let heading = [
        family.rawValue, "Global", "Live", "Bias", "95% CI", "Live/global", "SD ×", "Wrong sign",
        "Verdict",
      ]
      return ["", MarkdownText.row(heading), "|:--|--:|--:|--:|:-:|--:|--:|--:|:--|"]
        + members.map(row)
    }
  }

  private static func row(_ comparison: LiveComparison) -> String {
    let cells = LiveCells(comparison)
    return MarkdownText.row([
      MarkdownText.label(comparison.metric), cells.global, cells.naive, cells.bias, cells.interval,
      cells.ratio, cells.spread, cells.wrongSigns, cells.verdicts,
    ])
  }
}
