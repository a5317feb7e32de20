public import ArgumentParser
internal import DataFiles
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
  /// The scope `row` is always shown, so that it is not a choice.
  public static var allValueStrings: [String] { allCases.filter { $0 != .row }.map(\.rawValue) }

  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }
}

/// Parts of the feed to show metrics by.
struct ScopeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show metrics by surface, ranker or day too.", valueName: "scope"))
  var by: NamedScope.Kind?
}

/// How much of an experiment is printed.
struct ExtentOptions: ParsableArguments {
  @Flag(
    help: """
      Print every metric and note. Default: what fits on a screen; the files contain everything.
      """)
  var full = false
}

/// What is measured.
struct MeasuredMetrics: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Metrics to compute: core (and those that the scenario names), all, or named (only those that the \
      scenario names).
      """, valueName: "set"))
  var metrics: MetricSet?

  @Flag(
    help: """
      Add the reference rankers random and ideal, and also report each metric on a scale from random (0) \
      to ideal (1).
      """)
  var references = false

  /// The former name of `--references`, accepted for one version.
  @Flag(help: .hidden)
  var yardsticks = false

  /// Whether the reference rankers are simulated too.
  var hasReferences: Bool { references || yardsticks }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Maximum number of members over whom metrics of pairs, such as inter_user_overlap, are taken. Default: \
      20000.
      """, valueName: "n"))
  var sampledMembers: Int?
}

/// The metrics, their breakdown and the reference rankers.
struct MeasurementOptions: ParsableArguments {
  @OptionGroup(title: OptionSection.output) var scope: ScopeOptions

  @OptionGroup(title: OptionSection.what) var measured: MeasuredMetrics

  var metrics: MetricSet? { measured.metrics }
  var by: NamedScope.Kind? { scope.by }

  /// Applies the options to an experiment.
  func apply(to experiment: inout Experiment) throws {
    if let sampledMembers = measured.sampledMembers {
      guard sampledMembers >= 0 else {
        throw CommandFailure.usage(
          "--sampled-members \(sampledMembers): expected a number of members from 0 up")
      }
      experiment.sampleMembers(sampledMembers)
    }
    guard measured.hasReferences else { return }
    do throws(ReferenceRankerConflict) {
      try experiment.addReferenceRankers()
    } catch {
      throw CommandFailure.usage("--references: \(error)")
    }
  }
}
