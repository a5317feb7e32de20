internal import ArgumentParser
internal import Calibration
internal import Experiments
internal import OutputFiles
internal import Reports
internal import Scenarios

/// Lets the arms of a scenario live in parallel worlds and compares them.
struct ABCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab",
    abstract: "Compare the rankers of a scenario in parallel worlds.",
    discussion: """
      Prints a table for each family of metrics and writes results.json, replications.csv and \
      summary.md to reports/NAME, NAME being that of the scenario.
      """)

  @OptionGroup var comparison: ComparisonOptions

  @OptionGroup var report: ReportOptions

  func run() throws {
    let experiment = try comparison.experiment()
    let real = try realCommunity(of: experiment.scenario)
    let work = LongWork(
      folder: comparison.folder(of: experiment.design), arms: experiment.design.arms.count,
      report: report)
    try work.perform { monitor throws(ExperimentFailure) in
      var results = try experiment.run(jobs: comparison.worlds.threads, monitor: monitor)
      results.realism = real.flatMap {
        experiment.realismCard(of: $0, intercepts: results.intercepts)
      }
      return results
    } publish: { results, folder throws(UnwritableFolder) in
      try folder.write(results.json, to: "results.json")
      try folder.write(results.replications(), to: "replications.csv")
      try folder.write(MarkdownReport(results).text, to: "summary.md")
      return report.format.render(
        results, width: ReportOptions.width, hasStyle: report.color.allows(.output))
    }
  }

  private func realCommunity(of scenario: Scenario) throws(CommandFailure) -> RealCommunity? {
    do throws(InvalidLogs) {
      return try RealCommunity(of: scenario)
    } catch {
      throw .invalidLogs(error)
    }
  }
}
