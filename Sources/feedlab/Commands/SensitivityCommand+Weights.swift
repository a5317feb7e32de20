internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports
internal import Scenarios
internal import Stochastics

// Which of an arm's numbers matter, and to which metric.
extension SensitivityCommand {
  func weightPart() throws(CommandFailure) -> (LongWork.Part<WeightResults>, Scenario) {
    let analysis = try sensitivity.weightAnalysis()
    let design = analysis.design
    let hidden = try rows.hidden(in: design.experiment)
    let part = LongWork.Part(
      name: design.experiment.scenario, folder: self.results.folder(of: design.experiment),
      files: WeightResults.files, arms: 1, worlds: design.experiment.worlds,
      work: { monitor, _ throws(ExperimentFailure) in
        let worlds = design.experiment.worlds == 1 ? "world" : "worlds"
        tell(
          budget: Self.plan(design),
          [
            "\(NumberText.count(design.points)) points",
            "\(NumberText.count(design.experiment.worlds)) \(worlds)",
          ], runs: design.runs)
        return try analysis.run(jobs: sensitivity.comparison.worlds.threads, monitor: monitor)
      },
      publish: { results, folder throws(UnwritableOutput) in
        try results.writeFiles(to: folder)
        return report.format.render(
          results.document(hiding: hidden), width: ReportOptions.width,
          hasStyle: report.color.allows(.output))
      })
    return (part, analysis.experiment.scenario)
  }

  private static func plan(_ design: WeightDesign) -> String {
    let numbers = design.parameters.count == 1 ? "number" : "numbers"
    let start = "\(design.parameters.count) \(numbers) of '\(design.arm)'"
    return switch design.method {
    case .morris(let screening): "\(start), \(screening.trajectories) trajectories"
    case .sobol(let sampling): "\(start), \(NumberText.count(sampling.rows)) samples"
    }
  }
}

extension WeightResults {
  static let files: [ResultFile] = [.weights, .weightTable, .weightSummary]

  /// Writes the files that a folder of results has.
  func writeFiles(to folder: OutputFolder) throws(UnwritableOutput) {
    try folder.write(json, to: .weights)
    try folder.write(csv, to: .weightTable)
    try folder.write(markdown, to: .weightSummary)
  }
}
