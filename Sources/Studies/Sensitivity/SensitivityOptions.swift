package import ArgumentParser

/// What is uncertain, and over how many values it varies.
struct VariedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What varies: behaviour or weights.", valueName: "subject"))
  var of: SensitivityOptions.Subject

  @Option(
    help: ArgumentHelp(
      "Parameters to vary: keys or regular expressions, separated by commas. Default: all.",
      valueName: "list"), completion: .list(PlausibleRange.all.map(\.key)))
  var parameters: String?
}

/// How many points a screening has.
struct ScreeningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of trajectories. Default: 4 for behaviour, 10 for weights.",
      valueName: "r"))
  var trajectories: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of values of each parameter, an even number. Default: 4.",
      valueName: "p"))
  var levels: Int?
}

/// Tells what the verdicts of a comparison, or the metrics of an arm, depend on.
package struct SensitivityOptions: StudyOptions {
  package static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Show what verdicts depend on, or which weights of an arm matter.",
    discussion: """
      --of behaviour shows in which plausible societies the verdicts of a comparison hold. The behaviour \
      of people is known only within ranges, which 'feedlab describe plausible' lists. A Morris screening \
      varies each parameter over its range, one at a time, from several starting points; at each point all \
      arms are simulated in the same parallel worlds. K parameters and R trajectories make R x (K + 1) \
      societies, each with as many worlds as 'feedlab ab' would have. Prints the share of societies in \
      which each verdict holds, the most influential parameters and where verdicts change, and writes \
      sensitivity.json, sensitivity.csv and sensitivity.md to reports/NAME.

      --of weights shows which of an arm's tunable numbers, written as {value: 3, tune: [0, 10]}, matter to \
      which metric. Metrics are those of --metric, else of 'tune:', else of 'ab:', else the core. The method \
      is the same screening, or with --method sobol the share of a metric's variance that each number \
      explains, from N x (K + 2) points for N samples. Each point has -n worlds (4 by default). The table \
      also shows what a weight without any effect would show by chance. Writes weights.json, weights.csv \
      and weights.md.

      Examples:
        feedlab sensitivity scenarios/quickstart.yml --of behaviour
        feedlab sensitivity scenario.yml --of weights --arm blend --metric engagement_rate
      """)

  /// What is uncertain.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case behaviour, weights
  }

  /// How the points are chosen at which worlds are lived through.
  enum Method: String, ExpressibleByArgument, CaseIterable {
    case morris, sobol
  }

  @OptionGroup var comparison: ComparisonOptions

  @OptionGroup(title: OptionSection.what) var varied: VariedOptions

  @OptionGroup(title: OptionSection.howSure) var screening: ScreeningOptions

  @OptionGroup var weights: WeightOptions

  @OptionGroup(title: OptionSection.output) var rows: RowOptions

  package init() {}

  package var worlds: ExperimentOptions { comparison.worlds }

  package func study() throws -> any Study {
    switch varied.of {
    case .behaviour:
      var analysis = try behaviourAnalysis()
      analysis.hiddenMetrics = try rows.hidden(in: analysis.design.experiment)
      return analysis
    case .weights:
      var analysis = try weightAnalysis()
      analysis.hiddenMetrics = try rows.hidden(in: analysis.design.experiment)
      return analysis
    }
  }

  /// How often each parameter moves.
  func trajectories(else usual: Int) throws -> Int {
    let trajectories = screening.trajectories ?? usual
    guard (2...10_000).contains(trajectories) else {
      throw CommandFailure.usage(
        "--trajectories \(trajectories): expected a number from 2 to 10,000")
    }
    return trajectories
  }

  /// How many values of each parameter are tried.
  func levels(else usual: Int) throws -> Int {
    let levels = screening.levels ?? usual
    guard (2...64).contains(levels), levels.isMultiple(of: 2) else {
      throw CommandFailure.usage("--levels \(levels): expected an even number from 2 to 64")
    }
    return levels
  }
}
