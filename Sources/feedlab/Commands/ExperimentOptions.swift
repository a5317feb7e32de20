internal import ArgumentParser
internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import Scenarios

/// Which worlds are simulated and what is measured.
struct ExperimentOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .long], parsing: .unconditional,
    help: ArgumentHelp("Parallel worlds, instead of the scenario's number.", valueName: "n"))
  var replications: Int?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Sets a key of the scenario, such as world.members=500.", valueName: "key=value"))
  var settings: [String] = []

  @Option(help: ArgumentHelp("Only metrics with a match in their id.", valueName: "regex"))
  var filter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Worlds that live at the same time, instead of one a core.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("The seed, instead of the scenario's.", valueName: "s"))
  var seed: UInt64?

  /// Those of the scenario's keys that are set, the seed among them.
  var overrides: [String] { settings + (seed.map { ["seed=\($0)"] } ?? []) }

  var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Refuses numbers that cannot be meant.
  func check() throws(CommandFailure) {
    if let replications, !(1...1_000_000).contains(replications) {
      throw .usage("-n \(replications): expected a number of worlds from 1 to 1,000,000")
    }
    if let jobs, jobs < 1 {
      throw .usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
  }

  /// Those of some metrics that the filter lets through, at least one.
  func filtered(
    _ metrics: [MetricDefinition]
  ) throws(CommandFailure) -> [MetricDefinition] {
    try MetricFilter.metrics(matching: filter, among: metrics)
  }
}
