internal import ArgumentParser
internal import Experiments

/// What is measured beside the arms' metrics over a whole run.
struct MeasurementOptions: ParsableArguments {
  @Flag(
    help: """
      Adds the worlds of a random and of an ideal order, and shows each metric on the scale on \
      which these are 0 and 1.
      """)
  var yardsticks = false

  /// Adds what the options ask for.
  func apply(to experiment: inout Experiment) throws(CommandFailure) {
    guard yardsticks else { return }
    do throws(YardstickConflict) {
      try experiment.addYardsticks()
    } catch {
      throw .usage("--yardsticks: \(error)")
    }
  }
}
