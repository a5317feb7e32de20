public import ArgumentParser
internal import DataFiles
internal import Experiments
public import FeedMetrics
internal import ReportKit
internal import Studies

extension LookDimension: ExpressibleByArgument {}

/// Which parts of a change are shown.
struct ExplainedParts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Show the levels of one dimension. Default: the mix and rates of all, and the levels of the one whose mix moves \
      the metric most.
      """, valueName: "dimension"))
  var by: LookDimension?

  @Option(help: ArgumentHelp("Explain one candidate only.", valueName: "arm"))
  var candidate: String?
}

/// Divides the change of a metric by what was looked at.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say where the change of a metric comes from.",
    discussion: """
      Divides the difference between a candidate and the baseline exactly into parts: by surface, first or repeated \
      look, position, day, viewers, creators and category. Each part is what comes from another mix of what was \
      looked at, plus what comes from another rate within it, with an interval that is paired by world. It reads the \
      results of 'feedlab ab', and simulates nothing.

      Examples:
        feedlab explain reports/quickstart
        feedlab explain reports/quickstart like_rate --by surface --format csv
      """)

  @OptionGroup var experiment: SavedExperiment

  @Argument(
    help: ArgumentHelp(
      "A metric that is a ratio of what looks led to. Default: the primary metric.",
      valueName: "metric"), completion: .metric)
  var metric: String?

  @OptionGroup(title: OptionSection.what) var parts: ExplainedParts

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  func run() throws {
    let found = try experiment.found()
    if let candidate = parts.candidate, !found.design.candidates.contains(candidate) {
      throw CommandFailure.unknownName(
        candidate, kind: "candidate", at: "--candidate", among: found.design.candidates)
    }
    let metric = try metric(of: found)
    let explanation: Explanation
    do throws(Explanation.Refusal) {
      explanation = try Explanation(found, of: metric, by: parts.by, candidate: parts.candidate)
    } catch {
      throw failure(error, found)
    }
    try StandardStream.output.write(form.render(explanation.document))
  }

  private func metric(of found: ExperimentResults) throws -> MetricDefinition {
    let names = Explanation.metrics.map(\.id)
    guard let name = metric else {
      guard let usual = Explanation.usualMetric(of: found.design) else {
        throw failure(.noMetric, found)
      }
      return usual
    }
    guard let metric = MetricCatalogue.definition(name) else {
      throw CommandFailure.unknownName(name, kind: "metric", at: "metric", among: names)
    }
    guard names.contains(metric.id) else {
      throw CommandFailure.usage(
        "\(metric.id) is no ratio of what looks led to, so that it has no parts; those that have are"
          + " \(names.joined(separator: ", "))")
    }
    guard found.design.metrics.contains(where: { $0.id == metric.id }) else {
      throw CommandFailure.usage(
        "these results do not have \(metric.id); run 'feedlab ab' with '--metrics all', or list it under"
          + " 'metrics' in the scenario")
    }
    return metric
  }

  private func failure(_ refusal: Explanation.Refusal, _ found: ExperimentResults)
    -> CommandFailure
  {
    let name = found.design.scenario
    switch refusal {
    case .noComparison:
      return .usage(
        "\(experiment.results): nothing is compared in these results; 'feedlab ab' compares arms")
    case .noLooks:
      return .unfinished(
        "\(experiment.results): the looks of \(name) were not counted when it was simulated; run"
          + " 'feedlab ab' again")
    case .noDimension(let dimension):
      return .unfinished(
        "--by \(dimension.rawValue): the looks of \(name) are not divided by \(dimension.title)")
    case .noMetric:
      return .unfinished(
        "\(experiment.results): no metric of these results can be divided by what was looked at; those that can"
          + " are \(Explanation.metrics.map(\.id).joined(separator: ", "))")
    }
  }
}
