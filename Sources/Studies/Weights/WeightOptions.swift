internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// Which arm's weights vary, and which metrics they may change.
struct VariedWeights: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Arm whose weights vary. Default: the one under 'tune:'.", valueName: "arm"), completion: .arm
  )
  var arm: String?

  @Option(
    name: .customLong("metric"),
    help: ArgumentHelp(
      "Metric to analyse; may be repeated. Default: the scenario's.",
      valueName: "metric"), completion: .metric)
  var metrics: [String] = []
}

/// The points to analyse weights at.
struct WeightPoints: ParsableArguments {
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
}

/// The arm, metrics and method of an analysis of weights.
struct WeightOptions: ParsableArguments {
  @OptionGroup(title: OptionSection.what) var varied: VariedWeights

  @OptionGroup(title: OptionSection.howSure) var points: WeightPoints

  /// Throws for options that do not apply to another subject.
  func refuse(for subject: SensitivityOptions.Subject) throws {
    let given: [(option: String, isGiven: Bool)] = [
      ("--arm", varied.arm != nil), ("--metric", !varied.metrics.isEmpty),
      ("--method", points.method != nil), ("--samples", points.samples != nil),
    ]
    if let first = given.first(where: \.isGiven) {
      throw CommandFailure.usage(
        "\(first.option): it applies to --of weights, not to --of \(subject.rawValue)")
    }
  }

  /// The arm and its tunable numbers, at least one.
  ///
  /// - Parameter file: The scenario's path.
  func tunables(
    of scenario: Scenario, file: String
  ) throws -> (arm: String, parameters: [TunableParameter]) {
    let arms = scenario.arms.map(\.name)
    let tuned = arms.filter { name in scenario.tunables.contains { $0.arm == name } }
    let remedy = "write a number of its rankers as {value: 3, tune: [0, 10]}"
    guard let name = varied.arm ?? scenario.tuning?.arm ?? (tuned.count == 1 ? tuned[0] : nil)
    else {
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
      throw CommandFailure.usage("--arm '\(name)': this arm has no number to tune; \(remedy)")
    }
    return (name, parameters)
  }

  /// The metrics to analyse, in the order of the catalogue.
  func measured(of scenario: Scenario) throws -> [MetricDefinition] {
    var ids: [String] = []
    for metric in varied.metrics { ids.append(try NamedMetric.metric(metric, at: "--metric").id) }
    if ids.isEmpty { ids = scenario.tuning?.metrics.map(\.id) ?? [] }
    if ids.isEmpty { ids = scenario.comparison.questions.metrics }
    guard !ids.isEmpty else { return MetricSet.core.metrics(for: scenario) }
    return MetricCatalogue.definitions(of: ids)
  }
}
