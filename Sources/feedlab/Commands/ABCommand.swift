internal import ArgumentParser
internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import Reports
internal import Scenarios
internal import SyntheticSociety

/// Lets the arms of a scenario live in parallel worlds and compares them.
struct ABCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab",
    abstract: "Compare the rankers of a scenario in parallel worlds.",
    discussion: """
      Prints a table for each family of metrics and writes results.json, replications.csv and \
      summary.md to reports/NAME, NAME being that of the scenario.
      """)

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

  @OptionGroup var experiment: ExperimentOptions

  @Option(help: ArgumentHelp("Where to write, instead of reports/NAME.", valueName: "dir"))
  var out: String?

  @OptionGroup var report: ReportOptions

  func run() throws {
    try experiment.check()
    let metrics = try experiment.metrics()
    let scenario = try load()
    let experiment = try chosenExperiment(scenario, metrics)
    let monitor = ExperimentMonitor()
    let interrupt = Interrupt(cancelling: monitor)
    defer { interrupt.end() }
    let folder = try outputFolder(of: scenario)
    let start = ContinuousClock.now
    let results: ExperimentResults
    do {
      results = try simulate(experiment, monitor)
    } catch {
      folder.removeIfEmpty()
      throw error
    }
    try publish(results, in: folder)
    if !report.quiet {
      let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
      StandardStream.error.tell("feedlab: done in \(seconds) s; files are in \(folder.path)")
    }
  }

  private func load() throws(CommandFailure) -> Scenario {
    do throws(InvalidScenario) {
      return try Scenario.load(file: scenario, overrides: experiment.overrides)
    } catch {
      throw .invalid([error])
    }
  }

  private func chosenExperiment(
    _ scenario: Scenario, _ metrics: [MetricDefinition]
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
      worlds: self.experiment.replications, metrics: metrics)
    guard !experiment.design.candidates.isEmpty else {
      throw .usage("\(self.scenario): there is nothing to compare '\(chosenBaseline)' with")
    }
    return experiment
  }

  private func outputFolder(of scenario: Scenario) throws(CommandFailure) -> OutputFolder {
    do throws(UnwritableFolder) {
      return try OutputFolder(path: out ?? "reports/\(scenario.name)")
    } catch {
      throw .usage(error.description)
    }
  }

  private func simulate(
    _ experiment: Experiment, _ monitor: ExperimentMonitor
  ) throws(CommandFailure) -> ExperimentResults {
    CrashNotice.install()
    let hasProgress = !report.quiet && !report.noProgress && StandardStream.error.isCapable
    let display =
      hasProgress ? ProgressDisplay(monitor, arms: experiment.design.arms.count) : nil
    defer { display?.end() }
    do throws(ExperimentFailure) {
      return try experiment.run(jobs: self.experiment.threads, monitor: monitor)
    } catch {
      switch error {
      case .cancelled: throw .interrupted("\(error); nothing was written")
      case .notFinite: throw .unfinished("\(error)")
      }
    }
  }

  private func publish(
    _ results: ExperimentResults, in folder: OutputFolder
  ) throws(CommandFailure) {
    do throws(UnwritableFolder) {
      try folder.write(results.json, to: "results.json")
      try folder.write(results.replications(), to: "replications.csv")
      try folder.write(MarkdownReport(results).text, to: "summary.md")
    } catch {
      throw .unfinished(error.description)
    }
    let text = report.format.render(
      results, width: ReportOptions.width, hasStyle: report.color.allows(.output))
    try StandardStream.output.write(text)
  }
}
