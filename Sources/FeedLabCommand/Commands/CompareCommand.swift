internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import Studies

/// The type I error rate of one comparison.
struct ErrorRate: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Type I error rate of one comparison.", valueName: "a"))
  var alpha = 0.05
}

/// Which metrics are printed.
struct ShownMetrics: ParsableArguments {
  @Option(
    help: ArgumentHelp("Show only metrics whose id matches.", valueName: "regex"),
    completion: .metric)
  var filter: String?
}

/// Compares two saved results, without a simulation.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two saved results, arm by arm.",
    discussion: """
      Reads two folders of results, or two results.json files, and reports for each arm in both how \
      the new results differ from the old, after a change of the program, of an arm's weights, or of \
      anything else.

      If seed, world and behaviour of the scenarios agree, world i of one has the same people and \
      draws as world i of the other, and differences are paired by world. Otherwise worlds are \
      unpaired, differences use Welch's test, and the report notes it. Margins come from the new scenario.

      Example:
        feedlab compare reports/before reports/after --filter 'gini|relevance'
      """)

  @Argument(
    help: ArgumentHelp("Old results.", valueName: "old"), completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: ArgumentHelp("New results.", valueName: "new"), completion: .file(extensions: ["json"]))
  var new: String

  @OptionGroup(title: OptionSection.howSure) var precision: ErrorRate

  @OptionGroup(title: OptionSection.output) var shown: ShownMetrics

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  func run() throws {
    let alpha = precision.alpha
    guard alpha > 0, alpha < 0.5 else {
      throw CommandFailure.usage("--alpha \(alpha): expected a number greater than 0 and below 0.5")
    }
    let comparison = SavedComparison(old: try read(old), new: try read(new), alpha: alpha)
    let compared = comparison.arms.flatMap { $0.comparisons.map(\.metric.id) }
    let metrics = try MetricFilter.metrics(
      matching: shown.filter, among: MetricCatalogue.all + MetricCatalogue.others(of: compared))
    let ids = Set(metrics.map(\.id))
    guard !comparison.arms.isEmpty else {
      throw CommandFailure.usage("\(old) and \(new) have no arm of the same name")
    }
    let report = SavedComparisonDocument(comparison) { ids.contains($0) }
    try StandardStream.output.write(form.render(report.document))
    for warning in report.warnings { StandardStream.error.printLine("feedlab: \(warning)") }
  }

  private func read(_ location: String) throws -> SavedResults {
    let path: String
    switch PathKind(location) {
    case .nothing: throw CommandFailure.usage("'\(location)': there is no such file or folder")
    case .file: path = location
    case .folder:
      path = location.hasSuffix("/") ? "\(location)results.json" : "\(location)/results.json"
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure.usage("'\(path)': it has no results")
    }
    return try SavedResults(Array(data), file: path)
  }
}
