internal import ArgumentParser
internal import Experiments
internal import FeedMetrics
internal import Studies

/// Simulates the arms of a scenario in parallel worlds and compares them.
struct ABCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab",
    abstract: "Compare the rankers of a scenario in parallel worlds.",
    discussion: """
      Prints a table for each family of metrics, and writes report.html, results.json, \
      replications.csv, breakdown.csv, summary.md and summary.html (for mail) to reports/NAME, where NAME is the name of the \
      scenario. Without --metrics it compares the core metrics and those that the scenario lists \
      under metrics. With --design it also simulates a live test of that design in each world, and \
      reports how far the live test is off (live_design.csv).

      The reference rankers random and ideal are simulated in three or four of the worlds, to show how \
      far order can move the primary metric. Where ideal order cannot be distinguished from random order, \
      no arm is shipped.

      Finished worlds are saved in ledger.sqlite in the same folder. Run the same command again, \
      after Ctrl-C or a crash, or with more worlds, other margins or another arm, and only the \
      missing runs are simulated. --fresh starts over. 'feedlab history' lists the saved experiments.
      """)

  @OptionGroup var comparison: ComparisonOptions

  @OptionGroup var decision: DecisionOptions

  @OptionGroup var measurement: MeasurementOptions

  @OptionGroup(title: OptionSection.what) var live: LiveDesignOptions

  @OptionGroup(title: OptionSection.what) var tapes: TapeOptions

  @OptionGroup(title: OptionSection.what) var probe: ProbeOptions

  @OptionGroup(title: OptionSection.output) var results: ResultFolderOptions

  @OptionGroup(title: OptionSection.output) var rows: RowOptions

  @OptionGroup(title: OptionSection.output) var extent: ExtentOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @OptionGroup(title: OptionSection.output) var reportFiles: ReportFileOptions

  @OptionGroup var ledger: LedgerOptions

  func run() throws {
    let index = try tapes.index()
    var experiment = try comparison.experiment(
      measurement.metrics ?? .core, deciding: decision, tapes: index, probe: probe,
      hasReferences: measurement.measured.hasReferences)
    try measurement.apply(to: &experiment)
    try live.apply(to: &experiment)
    experiment.lookUpOtherSocieties(hasOptions: comparison.hasOptions || decision.isGiven)
    let rule = outputs.rule(reading: experiment.scenario.inputs)
    experiment.tapes = try tapes.use(
      experiment.scenario, experiment.simulatedArms, index, rule)
    experiment.addHeadroom()
    var study = try ExperimentStudy(beside: experiment)
    study.scope = measurement.by
    study.hiddenMetrics = try rows.hidden(in: experiment.design)
    study.isFull = extent.full
    let folder = results.folder(of: experiment.design)
    let files = try reportFiles.files(by: rule, beside: folder)
    defer { files.removeEmptyFolders() }
    try LongWork(report: report, rule: rule, jobs: comparison.worlds.threads).perform([
      LongWork.Part(
        study, folder: folder, isFresh: ledger.fresh, files: files)
    ])
  }
}
