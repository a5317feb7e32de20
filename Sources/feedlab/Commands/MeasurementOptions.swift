public import ArgumentParser
public import Experiments
public import FeedMetrics
internal import Scenarios
internal import Studies

extension MetricSet: ExpressibleByArgument {}

extension MetricSet {
  /// The metrics of this set in an experiment with a scenario, at least one.
  ///
  /// - Parameter named: The ids of metrics that options name.
  func chosen(for scenario: Scenario, named: [String] = []) throws -> [MetricDefinition] {
    let metrics = metrics(for: scenario, named: named)
    guard !metrics.isEmpty else {
      throw CommandFailure.usage(
        "--metrics named: the scenario names none under metrics, as its primary or as a guardrail")
    }
    return metrics
  }
}

extension NamedScope.Kind: ExpressibleByArgument {
  /// Rows are shown unasked.
  public static var allValueStrings: [String] { allCases.filter { $0 != .row }.map(\.rawValue) }

  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }
}

/// What is measured, and by what it is shown.
struct MeasurementOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Metrics to compute: core (and those that the scenario names), all, or named (those that the \
      scenario names alone).
      """, valueName: "set"))
  var metrics: MetricSet?

  @Option(
    help: ArgumentHelp(
      "Show metrics by surface, ranker or day too.", valueName: "scope"))
  var by: NamedScope.Kind?

  @Flag(
    help: """
      Adds the worlds of a random and of an ideal order, and shows each metric on the scale on \
      which these are 0 and 1.
      """)
  var yardsticks = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Members, at most, over whom metrics of pairs are taken, such as inter_user_overlap; 20000 when \
      nothing is said.
      """, valueName: "n"))
  var sampledMembers: Int?

  /// Adds what the options ask for.
  func apply(to experiment: inout Experiment) throws {
    if let sampledMembers {
      guard sampledMembers >= 0 else {
        throw CommandFailure.usage(
          "--sampled-members \(sampledMembers): expected a number of members from 0 up")
      }
      experiment.sampleMembers(sampledMembers)
    }
    guard yardsticks else { return }
    do throws(YardstickConflict) {
      try experiment.addYardsticks()
    } catch {
      throw CommandFailure.usage("--yardsticks: \(error)")
    }
  }
}
