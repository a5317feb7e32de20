public import Experiments
internal import FeedMetrics

/// The results as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again.
public struct MarkdownReport {
  private let results: ExperimentResults

  public init(_ results: ExperimentResults) { self.results = results }

  public var text: String {
    let design = results.design
    let remarks = Remarks(results)
    let scenario = MarkdownText.plain(design.scenario)
    var lines = ["<!-- feedlab:summary scenario=\(scenario) -->", "### FeedLab: \(scenario)", ""]
    lines += ["\(remarks.setting).", ""]
    for candidate in design.candidates { lines += ["- " + headline(candidate)] }
    for candidate in design.candidates { lines += section(candidate) }
    if let card = results.realism { lines += RealismTable(card).markdown }
    lines += ["", Remarks.legend.joined(separator: "  ").replacing("  ", with: " · "), ""]
    lines += [remarks.method, "", remarks.intercepts]
    if !remarks.exceptions.isEmpty { lines.append("") }
    lines += remarks.exceptions.map { comparison, text in
      let candidate = MarkdownText.plain(comparison.candidate)
      return "- \(MarkdownText.code(comparison.metric.id)) of \(candidate): \(text)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ candidate: String) -> String {
    let baseline = results.design.baseline
    let headline = Headline(
      results.comparisons(of: candidate), candidate: "**\(MarkdownText.plain(candidate))**",
      baseline: "**\(MarkdownText.plain(baseline))**")
    return headline.text
  }

  private func section(_ candidate: String) -> [String] {
    let arms = [results.design.baseline, candidate].map(MarkdownText.plain)
    var lines = ["", "#### \(arms[1]) against \(arms[0])"]
    for family in MetricFamily.allCases {
      let comparisons = results.comparisons(of: candidate).filter { $0.metric.family == family }
      guard !comparisons.isEmpty else { continue }
      lines += [
        "", MarkdownText.row([family.rawValue] + arms + ["Δ", "95% CI", "Δ%", "p", "Verdict"]),
      ]
      lines.append("|:--|--:|--:|--:|:-:|--:|--:|:--|")
      lines += comparisons.map(row)
    }
    return lines
  }

  private func row(_ comparison: Comparison) -> String {
    let metric = comparison.metric
    let cells = ComparisonCells(comparison)
    let label =
      "\(MarkdownText.plain(metric.name)) \(MarkdownText.code(metric.id)) \(metric.direction.sign)"
    return MarkdownText.row([
      metric.direction.sign.isEmpty ? String(label.dropLast()) : label, cells.baseline,
      cells.candidate, cells.change, cells.interval, cells.percent, cells.p,
      comparison.verdict.words,
    ])
  }
}
