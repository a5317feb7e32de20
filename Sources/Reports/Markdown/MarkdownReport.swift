public import Experiments
internal import FeedMetrics
internal import ReportKit

/// The results as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again. It has no
/// more than 60,000 characters, which a comment holds: tables that do not fit are left out and counted.
public struct MarkdownReport {
  private let results: ExperimentResults
  private let kind: NamedScope.Kind?
  private let hidden: Set<String>

  /// - Parameters:
  ///   - kind: What the metrics are shown by too.
  ///   - hidden: The ids of metrics without a row.
  public init(
    _ results: ExperimentResults, by kind: NamedScope.Kind? = nil, hiding hidden: Set<String> = []
  ) {
    self.results = results
    self.kind = kind
    self.hidden = hidden
  }

  public var text: String {
    let design = results.design
    let remarks = Remarks(results)
    let scenario = MarkdownText.plain(design.scenario)
    var lines = ["<!-- feedlab:summary scenario=\(scenario) -->", "### FeedLab: \(scenario)", ""]
    lines += ["\(remarks.setting).", ""]
    if let baseline = design.baseline {
      for decision in results.decisions { lines += ["- " + sentence(decision)] }
      if !results.decisions.isEmpty { lines.append("") }
      for candidate in design.candidates { lines += ["- " + headline(candidate, baseline)] }
      for candidate in design.candidates { lines += section(candidate, baseline) }
    } else {
      for (index, arm) in design.measuredArms.enumerated() {
        lines +=
          (index == 0 ? [] : [""])
          + EstimateMarkdown.section(
            results.estimates(of: arm).filter { !hidden.contains($0.metric.id) }, arm,
            level: design.level)
      }
    }
    lines += LiveMarkdown.lines(results, hiding: hidden)
    if let rows = ScaleRows(results, hiding: hidden) { lines += EstimateMarkdown.scale(rows) }
    for rows in BreakdownRows.shown(results, by: kind, hiding: hidden) {
      lines += EstimateMarkdown.breakdown(rows)
    }
    if let card = results.realism { lines += RealismTable(card).markdown }
    lines += ["", remarks.legend.joined(separator: "  ").replacing("  ", with: " · "), ""]
    lines += [remarks.method, "", remarks.intercepts]
    if let warning = remarks.warning { lines += ["", MarkdownText.plain(warning)] }
    let exceptions = remarks.exceptions.filter { !hidden.contains($0.metric) }
    if !exceptions.isEmpty { lines.append("") }
    lines += exceptions.map { exception in
      let arm = MarkdownText.plain(exception.arm)
      return "- \(MarkdownText.code(exception.metric)) of \(arm): \(exception.reason)"
    }
    return MarkdownText.limited(
      lines.joined(separator: "\n") + "\n", whole: "results.json has all figures")
  }

  private func sentence(_ decision: Decision) -> String {
    let words = DecisionWords(
      decision, candidate: "**\(MarkdownText.plain(decision.candidate))**",
      results.comparisons(of: decision.candidate), style: MarkdownText.code)
    return "\(decision.outcome.mark) \(words.text)"
  }

  private func headline(_ candidate: String, _ baseline: String) -> String {
    let headline = Headline(
      results.comparisons(of: candidate), candidate: "**\(MarkdownText.plain(candidate))**",
      baseline: "**\(MarkdownText.plain(baseline))**")
    return headline.text
  }

  private func section(_ candidate: String, _ baseline: String) -> [String] {
    let arms = [baseline, candidate].map(MarkdownText.plain)
    var lines = ["", "#### \(arms[1]) against \(arms[0])"]
    for family in MetricFamily.allCases {
      let comparisons = results.comparisons(of: candidate).filter {
        $0.metric.family == family && !hidden.contains($0.metric.id)
      }
      guard !comparisons.isEmpty else { continue }
      lines += [
        "",
        MarkdownText.row(
          [family.rawValue] + arms + [
            "Δ", LevelWords.heading(results.design.level), "Δ%", "p", "Verdict",
          ]),
      ]
      lines.append("|:--|--:|--:|--:|:-:|--:|--:|:--|")
      lines += comparisons.map(row)
    }
    return lines
  }

  private func row(_ comparison: Comparison) -> String {
    let cells = ComparisonCells(comparison)
    return MarkdownText.row([
      MarkdownText.label(comparison.metric) + comparison.askedMark, cells.baseline, cells.candidate,
      cells.change, cells.interval, cells.percent, cells.p, comparison.finding.words,
    ])
  }
}
