internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports
internal import Scenarios
internal import Stochastics

// In which plausible societies the verdicts of a comparison hold.
extension SensitivityCommand {
  func behaviourPart() throws(CommandFailure) -> (LongWork.Part<SensitivityResults>, Scenario) {
    let analysis = try sensitivity.analysis()
    let design = analysis.design
    let hidden = try rows.hidden(in: design.experiment)
    let part = LongWork.Part(
      name: design.experiment.scenario, folder: self.results.folder(of: design.experiment),
      files: SensitivityResults.files, arms: design.experiment.arms.count,
      worlds: design.experiment.worlds,
      work: { monitor, _ throws(ExperimentFailure) in
        let moved = design.parameters.count == 1 ? "parameter" : "parameters"
        tell(
          budget:
            "\(design.parameters.count) \(moved), \(design.screening.trajectories) trajectories",
          [
            "\(NumberText.count(design.societies)) societies",
            "\(NumberText.count(design.experiment.worlds)) worlds",
            "\(design.experiment.arms.count) arms",
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
}

extension SensitivityResults {
  static let files: [ResultFile] = [.sensitivity, .sensitivityTable, .sensitivitySummary]

  /// Writes the files that a folder of results has.
  func writeFiles(to folder: OutputFolder) throws(UnwritableOutput) {
    try folder.write(json, to: .sensitivity)
    try folder.write(csv, to: .sensitivityTable)
    try folder.write(markdown, to: .sensitivitySummary)
  }
}
