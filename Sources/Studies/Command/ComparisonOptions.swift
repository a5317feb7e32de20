package import ArgumentParser
internal import DataFiles
package import Experiments
package import FeedMetrics
package import Scenarios
internal import SyntheticSociety

/// Which arms of a scenario are compared.
struct ComparedArms: ParsableArguments {
  @Option(
    help: ArgumentHelp("Arm to compare with. Default: the scenario's.", valueName: "arm"),
    completion: .arm)
  var baseline: String?

  @Option(
    name: .customLong("candidate"),
    help: ArgumentHelp(
      "Arm to compare; may be repeated. Default: the scenario's.", valueName: "arm"),
    completion: .arm)
  var candidates: [String] = []
}

/// A scenario, the arms to compare and their worlds.
package struct ComparisonOptions: ParsableArguments {
  package init() {}

  @Argument(help: "A scenario file.", completion: .scenario)
  package var scenario: String

  @OptionGroup(title: OptionSection.what) var arms: ComparedArms

  @OptionGroup package var worlds: ExperimentOptions

  package var baseline: String? { arms.baseline }
  package var candidates: [String] { arms.candidates }

  /// Whether any option is given that may change what is compared.
  package var hasOptions: Bool {
    baseline != nil || !candidates.isEmpty || !worlds.overrides.isEmpty
  }

  /// The comparison with the fixed number of worlds of the options or the scenario.
  package func experiment() throws -> Experiment {
    let scenario = try loadedToCompare()
    var experiment = try experiment(scenario, measuring: MetricSet.core.metrics(for: scenario))
    let replications = try worlds.replications() ?? scenario.comparison.replications
    experiment.end(by: .fixed(replications.least))
    return experiment
  }

  /// The scenario, read and validated.
  package func loaded() throws -> Scenario {
    try worlds.check()
    return try Scenario.load(file: scenario, overrides: worlds.overrides)
  }

  /// The scenario, read and validated; only the compared arms need their external rankers.
  ///
  /// - Parameters:
  ///   - tapes: The tapes that replay pages of external rankers.
  ///   - hasReferences: Whether reference rankers are simulated too.
  package func loadedToCompare(
    _ tapes: TapeIndex? = nil, hasReferences: Bool = false
  ) throws -> Scenario {
    try worlds.check()
    return try Scenario.load(file: scenario, overrides: worlds.overrides, tapes: tapes) {
      scenario in
      let compared = [scenario.comparison.baseline] + scenario.comparison.candidates
      return scenario.simulated(
        beside: [baseline ?? compared[0]] + (candidates.isEmpty ? compared : candidates),
        hasReferences: hasReferences)
    }.comparing(baseline: baseline, candidates: candidates)
  }

  /// The comparison of the arms that the options name.
  package func experiment(
    _ scenario: Scenario, measuring metrics: [MetricDefinition]
  ) throws -> Experiment {
    let arms = scenario.arms.map(\.name)
    for (option, names) in [
      ("--baseline", baseline.map { [$0] } ?? []), ("--candidate", candidates),
    ] {
      for name in names where !arms.contains(name) {
        throw CommandFailure.unknownName(name, kind: "arm", at: option, among: arms)
      }
    }
    let chosenBaseline = baseline ?? scenario.comparison.baseline
    for (index, name) in candidates.enumerated() {
      if name == chosenBaseline {
        throw CommandFailure.usage("--candidate '\(name)': this arm is the baseline")
      }
      if candidates[..<index].contains(name) {
        throw CommandFailure.usage("--candidate '\(name)': this arm is given twice")
      }
    }
    let experiment = Experiment(
      scenario, baseline: baseline, candidates: candidates.isEmpty ? nil : candidates,
      metrics: metrics)
    guard !experiment.design.candidates.isEmpty else {
      throw CommandFailure.usage(
        "\(self.scenario): it has no arm to compare '\(chosenBaseline)' with")
    }
    return experiment
  }
}
