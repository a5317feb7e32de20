public import Experiments

/// A selection as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again.
public struct SelectionMarkdown {
  private let results: SelectionResults

  public init(_ results: SelectionResults) { self.results = results }

  public var text: String {
    let words = SelectionWords(results)
    let scenario = MarkdownText.plain(results.design.experiment.scenario)
    let header = SelectionWords.header.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    var lines = [
      "<!-- feedlab:select scenario=\(scenario) -->", "### FeedLab select: \(scenario)", "",
      "\(words.setting).", "", words.answer { "**\(MarkdownText.plain($0))**" }, "",
      MarkdownText.row(header), "|:--|--:|--:|--:|:--|",
    ]
    lines += words.rows.map { MarkdownText.row($0.map(MarkdownText.plain)) }
    lines += (words.notes + [words.method]).flatMap { ["", MarkdownText.plain($0)] }
    return lines.joined(separator: "\n") + "\n"
  }
}
