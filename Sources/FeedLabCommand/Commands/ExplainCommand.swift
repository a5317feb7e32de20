public import ArgumentParser
internal import DataFiles
internal import Experiments
public import FeedMetrics
internal import ReportKit
internal import SocialFeed
internal import Studies

extension LookDimension: ExpressibleByArgument {}
extension LookSubject: ExpressibleByArgument {}

/// Which parts of a change are shown.
struct ExplainedParts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Show the levels of one dimension. Default: the mix and rates of all, and the levels of the one whose mix moves \
      the metric most.
      """, valueName: "dimension"))
  var by: LookDimension?

  @Option(
    help: ArgumentHelp(
      "Explain one candidate only. Default: all, and the first one for members and feeds.",
      valueName: "arm"))
  var candidate: String?
}

/// What is shown of one world, which is simulated again for it.
struct WorldParts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "List the members, creators or posts that moved the metric most, each with a command that shows two feeds.",
      valueName: "whom"))
  var movers: LookSubject?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show the feeds of this member side by side.", valueName: "number"))
  var member: Int?

  @Option(
    help: ArgumentHelp(
      "The time of the feeds from the start of the world, such as 5d12h.", valueName: "time"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "The surface of the feeds. Default: the first on which the arms' rankers differ.",
      valueName: "surface"), completion: .list(Surface.allCases.map(\.description)))
  var surface: String?

  @OptionGroup var dependence: DependenceOptions

  @Option(
    help: ArgumentHelp(
      """
      The scenario of the results, where its arms have external rankers or files: scores, a graph. They \
      must be those that the results were made with; results start no program by themselves.
      """, valueName: "file"), completion: .scenario)
  var scenario: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of the world. Default: the one whose change of the metric is nearest to the mean.",
      valueName: "n"))
  var world: Int?
}

/// Divides the change of a metric by what was looked at.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show where the change of a metric comes from.",
    discussion: """
      Divides the difference between a candidate and the baseline exactly into parts: by surface, first \
      or repeated look, position, day, viewers, creators and category. Each part has two terms with \
      intervals paired by world: the mix (people looked more or less at something) and the rate (each \
      look led to more or fewer actions). It reads the results of 'feedlab ab' and needs no simulation.

      --movers and --member look into one world of the results, which they simulate again under the baseline and a \
      candidate.

      Examples:
        feedlab explain reports/quickstart
        feedlab explain reports/quickstart like_rate --by surface --format csv
        feedlab explain reports/quickstart --movers members
        feedlab explain reports/quickstart --member 17 --at 5d12h
      """)

  @OptionGroup var experiment: SavedExperiment

  @Argument(
    help: ArgumentHelp(
      "A metric of what looks led to, such as engagement_rate. Default: the primary metric.",
      valueName: "metric"), completion: .metric)
  var metric: String?

  @OptionGroup(title: OptionSection.what) var parts: ExplainedParts

  @OptionGroup(title: OptionSection.what) var shown: WorldParts

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  func run() throws {
    try shown.check(by: parts.by)
    let (found, build) = try experiment.foundWithBuild()
    if let candidate = parts.candidate, !found.design.candidates.contains(candidate) {
      throw CommandFailure.unknownName(
        candidate, kind: "candidate", at: "--candidate", among: found.design.candidates)
    }
    try StandardStream.output.write(form.render(document(of: found, build: build)))
  }

  private func document(of found: ExperimentResults, build: String) throws -> Document {
    if let subject = shown.movers { return try movers(subject, of: found) }
    if let member = shown.member { return try feeds(of: member, found, build: build) }
    let metric = try metric(of: found)
    do throws(Explanation.Refusal) {
      var explanation = try Explanation(
        found, of: metric, by: parts.by, candidate: parts.candidate)
      explanation.call = call
      return explanation.document
    } catch {
      throw failure(error, found)
    }
  }

  /// The call without what is shown.
  var call: ExplainCall {
    ExplainCall(
      experiment.results, number: experiment.choice.number, scenario: shown.scenario)
  }

  func metric(of found: ExperimentResults) throws -> MetricDefinition {
    let names = Explanation.metrics.map(\.id)
    guard let name = metric else {
      guard let usual = Explanation.usualMetric(of: found.design) else {
        throw failure(.noMetric, found)
      }
      return usual
    }
    if MetricCatalogue.surfaceFault(of: name) != nil {
      _ = try NamedMetric.metric(name, at: "metric")
    }
    guard let metric = MetricCatalogue.definition(name) else {
      throw CommandFailure.unknownName(name, kind: "metric", at: "metric", among: names)
    }
    guard names.contains(metric.id) else {
      throw CommandFailure.usage(
        "\(metric.id) cannot be divided into parts; 'explain' works for \(names.joined(separator: ", "))"
      )
    }
    guard found.design.metrics.contains(where: { $0.id == metric.id }) else {
      throw CommandFailure.usage(
        "these results do not have \(metric.id); run 'feedlab ab' with '--metrics all', or list it under"
          + " 'metrics' in the scenario")
    }
    return metric
  }

  func failure(_ refusal: Explanation.Refusal, _ found: ExperimentResults)
    -> CommandFailure
  {
    let name = found.design.scenario
    switch refusal {
    case .noComparison:
      return .usage(
        "\(experiment.results): these results have no comparison; 'feedlab ab' compares arms")
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
