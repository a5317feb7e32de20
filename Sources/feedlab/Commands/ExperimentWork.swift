internal import Calibration
internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports
internal import RunStore
internal import Scenarios

/// An experiment as work that people wait for: its worlds, its realism card and its files.
struct ExperimentWork {
  private let experiment: Experiment
  private let real: RealCommunity?
  private let library: ChartLibrary?

  /// - Parameter library: What draws the charts of the HTML report; `nil` for tables in their place.
  /// - Throws: What is wrong with the logs of a real community that the scenario names.
  init(_ experiment: Experiment, library: ChartLibrary?) throws(CommandFailure) {
    self.experiment = experiment
    self.library = library
    do throws(InvalidLogs) {
      real = try RealCommunity(of: experiment.scenario)
    } catch {
      throw .invalidLogs(error)
    }
  }

  /// - Parameters:
  ///   - folder: Where the files go.
  ///   - threads: How many worlds live at the same time.
  ///   - kind: What the report shows the metrics by too.
  ///   - hidden: The ids of metrics without a row in what is printed.
  ///   - ledger: What is done with worlds that are known.
  ///   - files: What is written besides those of the folder.
  func part(
    folder: String, threads: Int, by kind: NamedScope.Kind?, hiding hidden: Set<String>,
    report: ReportOptions, ledger: LedgerOptions, files: ReportFiles
  ) -> LongWork.Part<ExperimentResults> {
    LongWork.Part(
      name: experiment.design.scenario, folder: folder,
      files: ExperimentResults.files(of: experiment.design), page: ResultFile.page.name,
      arms: experiment.design.livingArms.count, worlds: experiment.design.plan.fixedWorlds,
      ledger: { ledger.ledger(of: experiment, in: folder) },
      work: { monitor, ledger throws(ExperimentFailure) in
        var results = try experiment.run(jobs: threads, monitor: monitor, store: ledger)
        if let real, let realism = experiment.scenario.realism {
          results.realism = experiment.realismCard(
            of: real, produced: realism.produced, uniform: realism.uniform,
            intercepts: results.intercepts)
        }
        ledger?.close(realism: results.realism)
        return results
      },
      publish: { results, folder throws(UnwritableOutput) in
        try results.writeFiles(to: folder, library: library)
        try files.write(results, of: experiment.scenario, library: library)
        return report.format.render(
          results.document(by: kind, hiding: hidden), width: ReportOptions.width,
          hasStyle: report.color.allows(.output))
      },
      aside: experiment.profiler.map { profiler in
        {
          profiler.profile.text(
            as: report.format, width: ReportOptions.width, hasStyle: report.color.allows(.error))
        }
      })
  }
}

extension ExperimentResults {
  /// The files that a folder of results has.
  static func files(of design: ExperimentDesign) -> [ResultFile] {
    [.results, .replications, .breakdown, .summary, .page]
      + (design.liveDesign == nil ? [] : [.liveDesign])
  }

  /// Writes the files that a folder of results has.
  ///
  /// - Parameter library: What draws the charts of the page; `nil` for tables in their place.
  func writeFiles(
    to folder: OutputFolder, library: ChartLibrary?
  ) throws(UnwritableOutput) {
    try folder.write(json, to: .results)
    try folder.write(replicationTable.text(), to: .replications)
    try folder.write(breakdownTable().text(), to: .breakdown)
    if design.liveDesign != nil { try folder.write(liveTable.text(), to: .liveDesign) }
    try folder.write(markdown, to: .summary)
    try folder.write(HTMLReport(self, library: library).text, to: .page)
  }
}
