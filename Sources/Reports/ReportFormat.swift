public import Experiments

/// A form that results can be printed in.
public enum ReportFormat: String, Sendable, CaseIterable {
  case text, markdown, json, csv, tsv

  /// - Parameters:
  ///   - width: Columns that text is laid out for.
  ///   - hasStyle: Whether text has bold and colour.
  public func render(_ results: ExperimentResults, width: Int, hasStyle: Bool) -> String {
    switch self {
    case .text: TextReport(results, width: width, hasStyle: hasStyle).text
    case .markdown: MarkdownReport(results).text
    case .json: results.json
    case .csv: results.comparisonTable(.commas)
    case .tsv: results.comparisonTable(.tabs)
    }
  }
  /// The same for a sensitivity analysis.
  public func render(_ results: SensitivityResults, width: Int, hasStyle: Bool) -> String {
    switch self {
    case .text: SensitivityText(results, width: width, hasStyle: hasStyle).text
    case .markdown: SensitivityMarkdown(results).text
    case .json: results.json
    case .csv: results.influenceTable(.commas)
    case .tsv: results.influenceTable(.tabs)
    }
  }
}
