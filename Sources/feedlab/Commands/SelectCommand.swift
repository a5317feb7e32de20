internal import ArgumentParser
internal import Calibration
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Reports
internal import Scenarios

/// Finds the best of a scenario's arms.
struct SelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Find the best of several arms, with a guarantee, in few worlds.",
    discussion: """
      All arms live in a first stage of parallel worlds. Then worlds are added one by one, and an arm is \
      dropped as soon as it is too far behind another: the procedure of Kim and Nelson. An arm that leads \
      by D or more is chosen with probability 1 - alpha or more. Arms that harm a guardrail of the \
      scenario beyond its margin are dropped after the first stage, whatever their metric.

      -n N is the most worlds; -n F..N has a first stage of F. Without it there are 10 and 1,000.

      Prints what became of each arm and writes select.json, select.csv and select.md to reports/NAME.

      Example:
        feedlab select scenarios/quickstart.yml --metric engagement_rate --delta 0.002
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var results: ResultFolderOptions

  @OptionGroup var outputs: OutputOptions

  @OptionGroup var report: ReportOptions

  func run() throws {
    let threads = selection.comparison.worlds.threads
    let selection = try selection.selection()
    let experiment = selection.design.experiment
    let part = LongWork.Part(
      name: experiment.scenario, folder: results.folder(of: experiment),
      files: SelectionResults.files, arms: experiment.arms.count,
      worlds: selection.design.mostWorlds,
      work: { monitor, _ throws(ExperimentFailure) in
        try selection.run(jobs: threads, monitor: monitor)
      },
      publish: { results, folder throws(UnwritableOutput) in
        try results.writeFiles(to: folder)
        return report.format.render(
          results.document, width: ReportOptions.width, hasStyle: report.color.allows(.output))
      })
    try LongWork(
      report: report, rule: outputs.rule(reading: selection.experiment.scenario.inputs)
    ).perform([part])
  }
}

extension SelectionResults {
  /// The files that a folder of results has.
  static let files: [ResultFile] = [.selection, .selectionTable, .selectionSummary]

  /// Writes the files that a folder of results has.
  func writeFiles(to folder: OutputFolder) throws(UnwritableOutput) {
    try folder.write(json, to: .selection)
    try folder.write(csv, to: .selectionTable)
    try folder.write(markdown, to: .selectionSummary)
  }
}
