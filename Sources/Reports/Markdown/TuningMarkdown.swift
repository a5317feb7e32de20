public import Experiments
internal import ReportKit

/// A tuning as Markdown, for a file, a comment or a step's summary.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again.
public struct TuningMarkdown {
  private let results: TuningResults

  public init(_ results: TuningResults) { self.results = results }

  public var text: String {
    let words = TuningWords(results)
    let scenario = MarkdownText.plain(results.design.experiment.scenario)
    var lines = [
      "<!-- feedlab:tune scenario=\(scenario) -->", "### FeedLab tune: \(scenario)", "",
      MarkdownText.plain("\(words.setting)."), "",
      words.answer { "**\(MarkdownText.plain($0))**" },
    ]
    for (header, rows) in [
      (TuningWords.valueHeader, words.valueRows), (words.frontHeader, words.frontRows),
      (TuningWords.metricHeader, words.metricRows), (TuningWords.limitHeader, words.limitRows),
      (TuningWords.finalistHeader, words.finalistRows),
    ] where !rows.isEmpty {
      lines += ["", MarkdownText.row(header.map(Self.title))]
      lines.append("|:--" + String(repeating: "|--:", count: header.count - 2) + "|:--|")
      lines += rows.map { MarkdownText.row($0.map(MarkdownText.plain)) }
    }
    for note in [words.honesty, words.method].compactMap({ $0 }) {
      lines += ["", MarkdownText.plain(note)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A column's name with a capital, but for a metric's id.
  private static func title(_ name: String) -> String {
    name.contains("_") ? MarkdownText.plain(name) : name.prefix(1).uppercased() + name.dropFirst()
  }
}
