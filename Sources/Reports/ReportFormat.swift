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
    case .csv: Self.table(results, .commas)
    case .tsv: Self.table(results, .tabs)
    }
  }

  private static func table(_ results: ExperimentResults, _ format: DelimitedText) -> String {
    results.design.baseline == nil
      ? results.estimateTable(format) : results.comparisonTable(format)
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

  /// The same for what was measured of one run.
  public func render(_ run: MeasuredRun, width: Int, hasStyle: Bool) -> String {
    switch self {
    case .text: MeasuredText(run, width: width, hasStyle: hasStyle).text
    case .markdown: run.markdown
    case .json: run.json
    case .csv: run.rows(.commas)
    case .tsv: run.rows(.tabs)
    }
  }
}
