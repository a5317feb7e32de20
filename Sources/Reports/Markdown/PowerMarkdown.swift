public import Experiments

/// A power analysis as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again.
public struct PowerMarkdown {
  private let analysis: PowerAnalysis

  public init(_ analysis: PowerAnalysis) { self.analysis = analysis }

  public var text: String {
    let words = PowerWords(analysis)
    let scenario = MarkdownText.plain(analysis.design.scenario)
    var lines = [
      "<!-- feedlab:power scenario=\(scenario) -->", "### FeedLab power: \(scenario)", "",
      "\(words.setting).",
    ]
    for candidate in analysis.candidates {
      lines += ["", words.answer(candidate) { "**\(MarkdownText.plain($0))**" }]
      let rows = words.rows(candidate)
      guard !rows.isEmpty else { continue }
      lines += ["", MarkdownText.row(PowerWords.header), "|:--|--:|--:|"]
      lines += rows.map(MarkdownText.row)
    }
    lines += ["", words.method]
    return lines.joined(separator: "\n") + "\n"
  }
}
