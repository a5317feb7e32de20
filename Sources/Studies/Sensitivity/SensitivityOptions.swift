package import ArgumentParser

/// Tells what the verdicts of a comparison, or the metrics of an arm, depend on.
package struct SensitivityOptions: StudyOptions {
  package static let configuration = CommandConfiguration(
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

  /// What is uncertain.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case behaviour, weights
  }

  /// How the points are chosen at which worlds are lived through.
  enum Method: String, ExpressibleByArgument, CaseIterable {
    case morris, sobol
  }

  @OptionGroup var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("What is uncertain: behaviour or weights.", valueName: "subject"))
  var of: Subject

  @Option(
    help: ArgumentHelp(
      "Only these parameters: keys or regular expressions, separated by commas.",
      valueName: "list"))
  var parameters: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often each parameter moves: 4 times for behaviour and 10 for weights when nothing is said.",
      valueName: "r"))
  var trajectories: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many values of each parameter are tried, an even number; 4 when nothing is said.",
      valueName: "p"))
  var levels: Int?

  @OptionGroup var weights: WeightOptions

  @OptionGroup var rows: RowOptions

  package init() {}

  package var worlds: ExperimentOptions { comparison.worlds }

  package func study() throws -> any Study {
    switch of {
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
    let trajectories = trajectories ?? usual
    guard (2...10_000).contains(trajectories) else {
      throw CommandFailure.usage(
        "--trajectories \(trajectories): expected a number from 2 to 10,000")
    }
    return trajectories
  }

  /// How many values of each parameter are tried.
  func levels(else usual: Int) throws -> Int {
    let levels = levels ?? usual
    guard (2...64).contains(levels), levels.isMultiple(of: 2) else {
      throw CommandFailure.usage("--levels \(levels): expected an even number from 2 to 64")
    }
    return levels
  }
}
