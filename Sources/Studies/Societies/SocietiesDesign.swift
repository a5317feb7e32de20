public import Experiments
public import FeedMetrics
internal import Stochastics

/// The communities that a comparison is repeated in, and its headline metric.
public struct SocietiesDesign: Sendable, Hashable {
  /// The comparison in the scenario's own community.
  public let experiment: ExperimentDesign
  /// The arm that the others are compared with.
  public let baseline: String
  /// The metric whose verdict is examined.
  public let headline: MetricDefinition
  /// The communities, the scenario's own first.
  public let societies: [ListedSociety]

  /// - Parameters:
  ///   - experiment: A comparison without reference rankers that measures the headline metric.
  ///   - societies: At least one, each with at least two worlds.
  init(_ experiment: ExperimentDesign, headline: MetricDefinition, societies: [ListedSociety]) {
    precondition(!experiment.hasReferenceRankers, "reference rankers in other communities")
    precondition(
      experiment.metrics.contains { $0.id == headline.id }, "\(headline.id) is not measured")
    guard let baseline = experiment.baseline else { preconditionFailure("there is no baseline") }
    self.baseline = baseline
    self.headline = headline
    self.societies = societies
    self.experiment = Self.design(experiment, in: societies[0])
  }

  /// The communities that are counted: all but the scenario's own.
  public var others: ArraySlice<ListedSociety> { societies.dropFirst() }

  /// The seed of a community's worlds: the scenario's for its own community, and for each other one a seed made from
  /// it, since communities with the same draws would agree by the same chance.
  ///
  /// The scenario with this seed and the community's values gives the same worlds in any other experiment.
  public func seed(of society: Int) -> UInt64 {
    guard society > 0 else { return experiment.seed }
    return experiment.seed(of: StreamName("other-societies"), society)
  }

  /// The number of runs.
  public var runs: Int { societies.reduce(0) { $0 + $1.worlds } * experiment.arms.count }

  /// The comparison in one of the communities.
  func design(of society: Int) -> ExperimentDesign {
    Self.design(experiment, in: societies[society])
  }

  private static func design(
    _ experiment: ExperimentDesign, in society: ListedSociety
  ) -> ExperimentDesign {
    var design = experiment
    design.worlds = society.worlds
    design.plan = .fixed(society.worlds)
    design.exogenousMeans = nil
    if let members = society.settings.first(where: { $0.key == "world.members" }) {
      design.members = Int(members.value)
    }
    return design
  }
}
