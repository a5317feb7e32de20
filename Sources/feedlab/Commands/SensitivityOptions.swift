internal import ArgumentParser
internal import Experiments

/// What a sensitivity analysis is of, and how it is done.
struct SensitivityOptions: ParsableArguments {
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

  /// How often each parameter moves.
  func trajectories(else usual: Int) throws(CommandFailure) -> Int {
    let trajectories = trajectories ?? usual
    guard (2...10_000).contains(trajectories) else {
      throw .usage("--trajectories \(trajectories): expected a number from 2 to 10,000")
    }
    return trajectories
  }

  /// How many values of each parameter are tried.
  func levels(else usual: Int) throws(CommandFailure) -> Int {
    let levels = levels ?? usual
    guard (2...64).contains(levels), levels.isMultiple(of: 2) else {
      throw .usage("--levels \(levels): expected an even number from 2 to 64")
    }
    return levels
  }
}
