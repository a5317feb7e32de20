internal import ArgumentParser
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// Which arm's numbers an analysis is of, in which metrics, and how.
struct WeightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Arm whose weights vary. Default: that of 'tune:'.", valueName: "arm"))
  var arm: String?

  @Option(
    name: .customLong("metric"),
    help: ArgumentHelp(
      "Metric to analyse; may be repeated. Default: the scenario's.",
      valueName: "metric"))
  var metrics: [String] = []

  @Option(
    help: ArgumentHelp(
      "Method: morris (one weight at a time) or sobol (all at once). Default: morris.",
      valueName: "method"))
  var method: SensitivityOptions.Method?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of samples of --method sobol. Default: 64.", valueName: "n"))
  var samples: Int?

  /// Refuses options that mean nothing to another subject.
  func refuse(for subject: SensitivityOptions.Subject) throws {
    let given: [(option: String, isGiven: Bool)] = [
      ("--arm", arm != nil), ("--metric", !metrics.isEmpty), ("--method", method != nil),
      ("--samples", samples != nil),
    ]
    if let first = given.first(where: \.isGiven) {
      throw CommandFailure.usage(
        "\(first.option): it is for --of weights, not for --of \(subject.rawValue)")
    }
  }

  /// The arm, and its numbers that are tuned: at least one.
  ///
  /// - Parameter file: The scenario's path.
  func tunables(
    of scenario: Scenario, file: String
  ) throws -> (arm: String, parameters: [TunableParameter]) {
    let arms = scenario.arms.map(\.name)
    let tuned = arms.filter { name in scenario.tunables.contains { $0.arm == name } }
    let remedy = "write a number of its rankers as {value: 3, tune: [0, 10]}"
    guard let name = arm ?? scenario.tuning?.arm ?? (tuned.count == 1 ? tuned[0] : nil) else {
      throw tuned.isEmpty
        ? CommandFailure.usage("\(file): no arm has a number to tune; \(remedy)")
        : CommandFailure.usage(
          "several arms have numbers to tune; --arm names one of \(tuned.joined(separator: ", "))")
    }
    guard arms.contains(name) else {
      throw CommandFailure.unknownName(name, kind: "arm", at: "--arm", among: arms)
    }
    let parameters = scenario.tunables.filter { $0.arm == name }
    guard !parameters.isEmpty else {
      throw CommandFailure.usage("--arm '\(name)': it has no number to tune; \(remedy)")
    }
    return (name, parameters)
  }

  /// What the weights may move, in the order of the catalogue.
  func measured(of scenario: Scenario) throws -> [MetricDefinition] {
    var ids: [String] = []
    for metric in metrics { ids.append(try NamedMetric.metric(metric, at: "--metric").id) }
    if ids.isEmpty { ids = scenario.tuning?.metrics.map(\.id) ?? [] }
    if ids.isEmpty { ids = scenario.comparison.questions.metrics }
    guard !ids.isEmpty else { return MetricSet.core.metrics(for: scenario) }
    return MetricCatalogue.definitions(of: ids)
  }
}
