internal import Experiments
internal import Foundation
internal import Scenarios
internal import Stochastics

// Which of an arm's numbers move, and what is measured.
extension SensitivityOptions {
  func weightAnalysis() throws -> WeightAnalysis {
    if comparison.baseline != nil || !comparison.candidates.isEmpty {
      throw CommandFailure.usage(
        "--baseline and --candidate: nothing is compared; --arm names whose weights move")
    }
    let worlds =
      try comparison.worlds.fixedReplications(for: "sensitivity") ?? WeightDesign.defaultWorlds
    let scenario = try comparison.loaded()
    let (arm, tunables) = try weights.tunables(of: scenario, file: comparison.scenario)
    let chosen = try varied.parameters.map { list throws in
      try Self.chosen(list, among: tunables)
    }
    let experiment = Experiment(
      measuring: scenario, arms: [arm], worlds: worlds,
      metrics: try weights.measured(of: scenario))
    switch weights.points.method ?? .morris {
    case .morris: return try screened(experiment, chosen ?? tunables)
    case .sobol: return try variance(experiment, chosen ?? tunables)
    }
  }

  private func screened(
    _ experiment: Experiment, _ parameters: [TunableParameter]
  ) throws -> WeightAnalysis {
    if weights.points.samples != nil {
      throw CommandFailure.usage("--samples: it is for --method sobol")
    }
    let trajectories = try trajectories(else: WeightDesign.defaultTrajectories)
    let levels = try levels(else: WeightDesign.defaultLevels)
    guard experiment.design.worlds > 1 else {
      throw CommandFailure.usage("one world a point has no spread to judge by; -n 2 is the least")
    }
    return WeightAnalysis(
      screening: experiment, parameters: parameters, trajectories: trajectories, levels: levels)
  }

  private func variance(
    _ experiment: Experiment, _ parameters: [TunableParameter]
  ) throws -> WeightAnalysis {
    if screening.trajectories != nil || screening.levels != nil {
      throw CommandFailure.usage("--trajectories and --levels: they are for --method morris")
    }
    let samples = weights.points.samples ?? WeightDesign.defaultSamples
    guard (2...100_000).contains(samples) else {
      throw CommandFailure.usage("--samples \(samples): expected a number from 2 to 100,000")
    }
    let most = SaltelliDesign.factorRange.upperBound
    guard parameters.count <= most else {
      throw CommandFailure.usage(
        "--method sobol takes \(most) numbers at most, not \(parameters.count); --parameters names some"
      )
    }
    return WeightAnalysis(varianceOf: experiment, parameters: parameters, samples: samples)
  }

  /// The numbers of a list of keys, paths or last parts of them, and of regular expressions.
  private static func chosen(
    _ list: String, among tunables: [TunableParameter]
  ) throws -> [TunableParameter] {
    var chosen: Set<String> = []
    for item in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
    where !item.isEmpty {
      let named = tunables.filter { [$0.key, $0.path, $0.name].contains(item) }
      let matching = named.isEmpty ? Self.matching(item, among: tunables) : named
      guard !matching.isEmpty else {
        throw CommandFailure.unknownName(
          item, kind: "tuned number", at: "--parameters", among: tunables.map(\.path))
      }
      chosen.formUnion(matching.map(\.key))
    }
    guard !chosen.isEmpty else {
      throw CommandFailure.usage("--parameters '\(list)': names no parameter")
    }
    return tunables.filter { chosen.contains($0.key) }
  }

  private static func matching(
    _ item: String, among tunables: [TunableParameter]
  ) -> [TunableParameter] {
    guard let expression = try? Regex(item) else { return [] }
    return tunables.filter { $0.key.contains(expression) }
  }
}
