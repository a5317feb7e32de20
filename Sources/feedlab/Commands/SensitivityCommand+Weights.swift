internal import Experiments
internal import Foundation
internal import OutputFiles
internal import Reports
internal import Scenarios
internal import Stochastics

// Which of an arm's numbers matter, and to which metric.
extension SensitivityCommand {
  func weightPart() throws(CommandFailure) -> LongWork.Part<WeightResults> {
    let analysis = try weightAnalysis()
    let design = analysis.design
    return LongWork.Part(
      name: design.experiment.scenario, folder: comparison.folder(of: design.experiment),
      arms: 1, worlds: design.experiment.worlds,
      work: { monitor, _ throws(ExperimentFailure) in
        let worlds = design.experiment.worlds == 1 ? "world" : "worlds"
        tell(
          budget: Self.plan(design),
          [
            "\(NumberText.count(design.points)) points",
            "\(NumberText.count(design.experiment.worlds)) \(worlds)",
          ], runs: design.runs)
        return try analysis.run(jobs: comparison.worlds.threads, monitor: monitor)
      },
      publish: { results, folder throws(UnwritableFolder) in
        try folder.write(results.json, to: "weights.json")
        try folder.write(results.influenceTable(), to: "weights.csv")
        try folder.write(WeightMarkdown(results).text, to: "weights.md")
        return report.format.render(
          results, width: ReportOptions.width, hasStyle: report.color.allows(.output))
      })
  }

  private static func plan(_ design: WeightDesign) -> String {
    let numbers = design.parameters.count == 1 ? "number" : "numbers"
    let start = "\(design.parameters.count) \(numbers) of '\(design.arm)'"
    return switch design.method {
    case .morris(let screening): "\(start), \(screening.trajectories) trajectories"
    case .sobol(let sampling): "\(start), \(NumberText.count(sampling.rows)) samples"
    }
  }

  private func weightAnalysis() throws(CommandFailure) -> WeightAnalysis {
    if comparison.baseline != nil || !comparison.candidates.isEmpty {
      throw .usage(
        "--baseline and --candidate: nothing is compared; --arm names whose weights move")
    }
    let worlds =
      try comparison.worlds.fixedReplications(for: "sensitivity") ?? WeightDesign.defaultWorlds
    let scenario = try comparison.loaded()
    let (arm, tunables) = try weights.tunables(of: scenario, file: comparison.scenario)
    let chosen = try parameters.map { list throws(CommandFailure) in
      try Self.chosen(list, among: tunables)
    }
    let experiment = Experiment(
      measuring: scenario, arms: [arm], worlds: worlds,
      metrics: try comparison.worlds.filtered(weights.measured(of: scenario)))
    switch weights.method ?? .morris {
    case .morris: return try screening(experiment, chosen ?? tunables)
    case .sobol: return try variance(experiment, chosen ?? tunables)
    }
  }

  private func screening(
    _ experiment: Experiment, _ parameters: [TunableParameter]
  ) throws(CommandFailure) -> WeightAnalysis {
    if weights.samples != nil { throw .usage("--samples: it is for --method sobol") }
    let trajectories = try trajectories(else: WeightDesign.defaultTrajectories)
    let levels = try levels(else: WeightDesign.defaultLevels)
    guard experiment.design.worlds > 1 else {
      throw .usage("one world a point has no spread to judge by; -n 2 is the least")
    }
    return WeightAnalysis(
      screening: experiment, parameters: parameters, trajectories: trajectories, levels: levels)
  }

  private func variance(
    _ experiment: Experiment, _ parameters: [TunableParameter]
  ) throws(CommandFailure) -> WeightAnalysis {
    if trajectories != nil || levels != nil {
      throw .usage("--trajectories and --levels: they are for --method morris")
    }
    let samples = weights.samples ?? WeightDesign.defaultSamples
    guard (2...100_000).contains(samples) else {
      throw .usage("--samples \(samples): expected a number from 2 to 100,000")
    }
    let most = SaltelliDesign.factorRange.upperBound
    guard parameters.count <= most else {
      throw .usage(
        "--method sobol takes \(most) numbers at most, not \(parameters.count); --parameters names some"
      )
    }
    return WeightAnalysis(varianceOf: experiment, parameters: parameters, samples: samples)
  }

  /// The numbers of a list of keys, paths or last parts of them, and of regular expressions.
  private static func chosen(
    _ list: String, among tunables: [TunableParameter]
  ) throws(CommandFailure) -> [TunableParameter] {
    var chosen: Set<String> = []
    for item in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
    where !item.isEmpty {
      let named = tunables.filter { [$0.key, $0.path, $0.name].contains(item) }
      let matching = named.isEmpty ? Self.matching(item, among: tunables) : named
      guard !matching.isEmpty else {
        throw .unknownName(
          item, kind: "tuned number", at: "--parameters", among: tunables.map(\.path))
      }
      chosen.formUnion(matching.map(\.key))
    }
    guard !chosen.isEmpty else { throw .usage("--parameters '\(list)': names no parameter") }
    return tunables.filter { chosen.contains($0.key) }
  }

  private static func matching(
    _ item: String, among tunables: [TunableParameter]
  ) -> [TunableParameter] {
    guard let expression = try? Regex(item) else { return [] }
    return tunables.filter { $0.key.contains(expression) }
  }
}
