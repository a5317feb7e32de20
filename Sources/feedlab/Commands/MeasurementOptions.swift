public import ArgumentParser
public import Experiments
public import FeedMetrics
internal import Studies

extension MetricSet: ExpressibleByArgument {}

extension NamedScope.Kind: ExpressibleByArgument {
  /// Rows are shown unasked.
  public static var allValueStrings: [String] { allCases.filter { $0 != .row }.map(\.rawValue) }

  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }
}

/// Parts of the feed by which metrics are shown.
struct ScopeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show metrics by surface, ranker or day too.", valueName: "scope"))
  var by: NamedScope.Kind?
}

/// What is measured.
struct MeasuredMetrics: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Metrics to compute: core (and those that the scenario lists) or all.", valueName: "set"))
  var metrics: MetricSet?

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
      Maximum number of members over whom metrics of pairs, such as inter_user_overlap, are taken. Default: \
      20000.
      """, valueName: "n"))
  var sampledMembers: Int?
}

/// What is measured, and by what it is shown.
struct MeasurementOptions: ParsableArguments {
  @OptionGroup(title: OptionSection.output) var scope: ScopeOptions

  @OptionGroup(title: OptionSection.what) var measured: MeasuredMetrics

  var metrics: MetricSet? { measured.metrics }
  var by: NamedScope.Kind? { scope.by }

  /// Adds what the options ask for.
  func apply(to experiment: inout Experiment) throws {
    if let sampledMembers = measured.sampledMembers {
      guard sampledMembers >= 0 else {
        throw CommandFailure.usage(
          "--sampled-members \(sampledMembers): expected a number of members from 0 up")
      }
      experiment.sampleMembers(sampledMembers)
    }
    guard measured.yardsticks else { return }
    do throws(YardstickConflict) {
      try experiment.addYardsticks()
    } catch {
      throw CommandFailure.usage("--yardsticks: \(error)")
    }
  }
}
