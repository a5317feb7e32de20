public import Experiments
public import ReportKit

extension ReportFormat {
  /// - Parameters:
  ///   - kind: What the metrics are shown by, besides those of whole runs; a table of numbers shows
  ///     these alone. JSON has all kinds in any case.
  ///   - hidden: The ids of metrics without a row. JSON has all metrics in any case.
  ///   - width: Columns that text is laid out for.
  ///   - hasStyle: Whether text has bold and colour.
  public func render(
    _ results: ExperimentResults, by kind: NamedScope.Kind? = nil, hiding hidden: Set<String> = [],
    width: Int, hasStyle: Bool
  ) -> String {
    switch self {
    case .text:
      TextReport(results, by: kind, hiding: hidden, width: width, hasStyle: hasStyle).text
    case .markdown: MarkdownReport(results, by: kind, hiding: hidden).text
    case .json: results.json
    case .csv: Self.table(results, by: kind, hiding: hidden, .commas)
    case .tsv: Self.table(results, by: kind, hiding: hidden, .tabs)
    }
  }

  private static func table(
    _ results: ExperimentResults, by kind: NamedScope.Kind?, hiding hidden: Set<String>,
    _ format: DelimitedText
  ) -> String {
    if let kind { return results.breakdownTable(format, kind: kind, hiding: hidden) }
    return results.design.baseline == nil
      ? results.estimateTable(format, hiding: hidden)
      : results.comparisonTable(format, hiding: hidden)
  }

  /// The same for a sensitivity analysis.
  public func render(
    _ results: SensitivityResults, hiding hidden: Set<String> = [], width: Int, hasStyle: Bool
  ) -> String {
    let shown = results.hiding(hidden)
    return switch self {
    case .text: SensitivityText(shown, width: width, hasStyle: hasStyle).text
    case .markdown: SensitivityMarkdown(shown).text
    case .json: results.json
    case .csv: shown.influenceTable(.commas)
    case .tsv: shown.influenceTable(.tabs)
    }
  }

  /// The same for an analysis of tunable numbers.
  public func render(
    _ results: WeightResults, hiding hidden: Set<String> = [], width: Int, hasStyle: Bool
  ) -> String {
    let shown = results.hiding(hidden)
    return switch self {
    case .text: WeightText(shown, width: width, hasStyle: hasStyle).text
    case .markdown: WeightMarkdown(shown).text
    case .json: results.json
    case .csv: shown.influenceTable(.commas)
    case .tsv: shown.influenceTable(.tabs)
    }
  }

  /// The same for a tuning.
  public func render(_ results: TuningResults, width: Int, hasStyle: Bool) -> String {
    switch self {
    case .text: TuningText(results, width: width, hasStyle: hasStyle).text
    case .markdown: TuningMarkdown(results).text
    case .json: results.json
    case .csv: results.trialTable(.commas)
    case .tsv: results.trialTable(.tabs)
    }
  }

  /// The same for checks.
  public func render(_ checks: [CheckedScenario], width: Int, hasStyle: Bool) -> String {
    switch self {
    case .text: CheckText(checks, width: width, hasStyle: hasStyle).text
    case .markdown: CheckMarkdown(checks).text
    case .json: CheckJSON.text(checks)
    case .csv: FindingsTable.text(checks, .commas)
    case .tsv: FindingsTable.text(checks, .tabs)
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
