public import Experiments
internal import FeedMetrics
internal import ReportKit

/// A sensitivity analysis as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again.
public struct SensitivityMarkdown {
  private let results: SensitivityResults
  private var words: SensitivityWords { SensitivityWords(results) }

  private static let mostParameters = 3

  public init(_ results: SensitivityResults) { self.results = results }

  public var text: String {
    let scenario = MarkdownText.plain(results.design.experiment.scenario)
    let candidates = results.design.experiment.candidates
    var lines = [
      "<!-- feedlab:sensitivity scenario=\(scenario) -->", "### FeedLab sensitivity: \(scenario)",
      "", "\(words.setting).", "",
    ]
    lines += candidates.flatMap { words.answers($0).map { "- \(MarkdownText.plain($0))" } }
    lines += candidates.flatMap(section)
    lines += [""] + SensitivityWords.legend.map { "\($0.replacing("  ", with: " · "))  " }
    lines += ["", words.method] + words.notes.flatMap { ["", MarkdownText.plain($0)] }
    return lines.joined(separator: "\n") + "\n" + parameters
  }

  private func section(_ candidate: String) -> [String] {
    let names = [candidate, results.design.baseline].map(MarkdownText.plain)
    var lines = ["", "#### \(names[0]) against \(names[1])"]
    for family in MetricFamily.allCases {
      let findings = results.findings(of: candidate).filter { $0.metric.family == family }
      guard !findings.isEmpty else { continue }
      lines += [
        "", MarkdownText.row([family.rawValue, "▲", "▼", "=", "~", "Moved most by (μ*)"]),
        "|:--|--:|--:|--:|--:|:--|",
      ]
      lines += findings.map(row)
    }
    let turns = TurningPoints.all(of: candidate, in: results)
    guard !turns.isEmpty else { return lines }
    return lines + ["", "Where verdicts turn:", ""]
      + turns.flatMap { turn in
        ["- \(MarkdownText.plain(turn.title))"]
          + turn.lines.map { "  - \(MarkdownText.plain($0))" }
      }
  }

  private func row(_ finding: SensitivityFinding) -> String {
    let cells = SensitivityCells(finding, words)
    let metric = finding.metric
    let label = [
      MarkdownText.plain(metric.name), MarkdownText.code(metric.id), metric.direction.sign,
    ]
    let influences = cells.influences.prefix(Self.mostParameters).map {
      "\(MarkdownText.plain($0.parameter)) \($0.size)"
    }
    return MarkdownText.row([
      label.filter { !$0.isEmpty }.joined(separator: " "), cells.better, cells.worse, cells.equal,
      cells.undecided, influences.isEmpty ? NumberText.missing : influences.joined(separator: ", "),
    ])
  }

  private var parameters: String {
    "\n#### What moved\n\n" + PlausibleRangeDescription(results.design.parameters).markdown
  }
}
