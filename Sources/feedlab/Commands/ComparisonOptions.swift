internal import ArgumentParser
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// A scenario, and which of its arms are compared in which worlds.
struct ComparisonOptions: ParsableArguments {
  @Argument(help: "A scenario file.")
  var scenario: String

  @Option(
    help: ArgumentHelp("The arm to compare with, instead of the scenario's.", valueName: "arm"))
  var baseline: String?

  @Option(
    name: .customLong("candidate"),
    help: ArgumentHelp(
      "An arm to compare, instead of the scenario's; may be repeated.", valueName: "arm"))
  var candidates: [String] = []

  @OptionGroup var worlds: ExperimentOptions

  /// The experiment that is asked for, with something to compare.
  ///
  /// - Parameters:
  ///   - set: Which metrics are told.
  ///   - decision: What is decided, where it is another thing than the scenario says.
  func experiment(
    _ set: MetricSet = .core, deciding decision: DecisionOptions? = nil
  ) throws(CommandFailure) -> Experiment {
    let named = try decision?.named() ?? []
    let scenario = try loaded()
    let metrics = set.metrics(for: scenario, named: named)
    var experiment = try experiment(scenario, measuring: metrics)
    let (asked, usual) = (try worlds.replications(), scenario.comparison.replications)
    if let decision {
      try decision.apply(to: &experiment, replications: asked, otherwise: usual)
    } else {
      experiment.end(by: .fixed((asked ?? usual).least))
    }
    return experiment
  }

  /// The scenario, read and checked.
  func loaded() throws(CommandFailure) -> Scenario {
    try worlds.check()
    do throws(InvalidScenario) {
      return try Scenario.load(file: scenario, overrides: worlds.overrides)
    } catch {
      throw .invalid([error])
    }
  }

  /// The comparison of the arms that the options name.
  func experiment(
    _ scenario: Scenario, measuring metrics: [MetricDefinition]
  ) throws(CommandFailure) -> Experiment {
    let arms = scenario.arms.map(\.name)
    for (option, names) in [
      ("--baseline", baseline.map { [$0] } ?? []), ("--candidate", candidates),
    ] {
      for name in names where !arms.contains(name) {
        throw .unknownName(name, kind: "arm", at: option, among: arms)
      }
    }
    let chosenBaseline = baseline ?? scenario.comparison.baseline
    for (index, name) in candidates.enumerated() {
      if name == chosenBaseline { throw .usage("--candidate '\(name)': it is the baseline") }
      if candidates[..<index].contains(name) {
        throw .usage("--candidate '\(name)': it is a candidate already")
      }
    }
    let experiment = Experiment(
      scenario, baseline: baseline, candidates: candidates.isEmpty ? nil : candidates,
      metrics: metrics)
    guard !experiment.design.candidates.isEmpty else {
      throw .usage("\(self.scenario): there is nothing to compare '\(chosenBaseline)' with")
    }
    return experiment
  }
}
