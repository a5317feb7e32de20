public import Experiments
internal import FeedMetrics
internal import ReportKit

/// An analysis of tunable numbers as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again.
public struct WeightMarkdown {
  private let results: WeightResults

  public init(_ results: WeightResults) { self.results = results }

  public var text: String {
    let words = WeightWords(results)
    let scenario = MarkdownText.plain(results.design.experiment.scenario)
    var lines = [
      "<!-- feedlab:weights scenario=\(scenario) -->",
      "### FeedLab sensitivity of weights: \(scenario)", "",
      "\(MarkdownText.plain(words.setting)).", "",
    ]
    lines += results.findings.flatMap(words.answers).map { "- \(MarkdownText.plain($0))" }
    lines += results.findings.flatMap(section)
    lines += [""] + words.legend.map { "\(MarkdownText.plain($0).replacing("  ", with: " · "))  " }
    lines += ([words.method] + words.notes).flatMap { ["", MarkdownText.plain($0)] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ finding: WeightFinding) -> [String] {
    let rows = WeightRows(finding, results.design)
    let header = [MarkdownText.label(finding.metric)] + rows.header.map(MarkdownText.plain)
    let alignment = "|:--|:--|" + String(repeating: "--:|", count: rows.header.count - 1)
    return ["", MarkdownText.row(header), alignment]
      + rows.rows.map { MarkdownText.row($0.map(MarkdownText.plain)) }
  }
}
