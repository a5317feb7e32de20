internal import ArgumentParser
internal import Calibration
internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports

/// Tells what the verdicts of a comparison, or the metrics of an arm, depend on.
struct SensitivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Say what verdicts depend on, or which weights of an arm matter.",
    discussion: """
      --of behaviour: in which plausible societies the verdicts of a comparison hold. The behaviour of \
      people is known within ranges, which 'feedlab describe plausible' lists. A Morris screening moves \
      each parameter over its range, one at a time, from many places; at each point all arms live in the \
      same parallel worlds. Of K parameters and R trajectories that is R x (K + 1) societies, each of as \
      many worlds as 'feedlab ab' would have. Prints in which share of the societies each verdict holds, \
      which parameters move it most and where it turns, and writes sensitivity.json, sensitivity.csv and \
      sensitivity.md to reports/NAME.

      --of weights: which of an arm's numbers written as {value: 3, tune: [0, 10]} matter, and to which \
      metric: those of 'tune:', else those that 'ab:' asks about, else the core, or those of --metric. The \
      same screening, or with --method sobol the share of a metric's variance that each number explains, \
      from N x (K + 2) points for N samples; at each point the arm lives in -n worlds, 4 when nothing is \
      said. What a weight that does nothing would show by chance stands beside each number. Writes \
      weights.json, weights.csv and weights.md.

      Examples:
        feedlab sensitivity scenarios/quickstart.yml --of behaviour
        feedlab sensitivity scenario.yml --of weights --arm blend --metric engagement_rate
      """)

  @OptionGroup var sensitivity: SensitivityOptions

  @OptionGroup var rows: RowOptions

  @OptionGroup var results: ResultFolderOptions

  @OptionGroup var outputs: OutputOptions

  @OptionGroup var report: ReportOptions

  func run() throws {
    switch sensitivity.of {
    case .behaviour:
      let (part, scenario) = try behaviourPart()
      try work(reading: scenario.inputs).perform([part])
    case .weights:
      let (part, scenario) = try weightPart()
      try work(reading: scenario.inputs).perform([part])
    }
  }

  private func work(reading inputs: [String]) -> LongWork {
    LongWork(report: report, rule: outputs.rule(reading: inputs))
  }

  /// What an analysis costs, told before it begins.
  ///
  /// - Parameter factors: What the number of runs is the product of, such as `4 worlds`.
  func tell(budget plan: String, _ factors: [String], runs: Int) {
    guard !report.quiet else { return }
    StandardStream.error.tell(
      "feedlab: \(plan): \(factors.joined(separator: " x ")) = \(NumberText.count(runs)) runs")
  }
}
