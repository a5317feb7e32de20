public import FeedMetrics
public import SocialFeed
public import SyntheticSociety

/// What a program has besides FeedLab's own: rankers, metrics and behaviours, which its scenarios can name.
public struct Extensions: Sendable {
  /// FeedLab's, and the program's own.
  private let rankers: RankerCatalogue
  private let metrics: [any CustomMetric.Type]
  private let behaviours: [CustomBehaviour]

  /// - Precondition: No ranker, metric or behaviour has the name of another, or of one of FeedLab's.
  public init(
    rankers: [RankerDescriptor] = [], metrics: [any CustomMetric.Type] = [],
    behaviours: [CustomBehaviour] = []
  ) {
    let known =
      MetricCatalogue.standard + MetricCatalogue.occasional + MetricCatalogue.tables
    var ids = Set(known.map(\.id))
    for metric in metrics {
      let id = metric.definition.id
      precondition(ids.insert(id).inserted, "two metrics have the id \(id)")
    }
    var names: Set<String> = []
    for behaviour in behaviours {
      precondition(
        names.insert(behaviour.name).inserted, "two behaviours have the name \(behaviour.name)")
    }
    self.init(.standard.adding(rankers), metrics, behaviours)
  }

  private init(
    _ rankers: RankerCatalogue, _ metrics: [any CustomMetric.Type], _ behaviours: [CustomBehaviour]
  ) {
    self.rankers = rankers
    self.metrics = metrics
    self.behaviours = behaviours
  }

  /// What scenarios can name on this thread, to be handed to another one.
  static var current: Extensions {
    Extensions(.available, MetricCatalogue.custom, CustomBehaviour.available)
  }

  /// Does work whose scenarios can name them.
  public func available<Result>(_ work: () throws -> Result) rethrows -> Result {
    try RankerCatalogue.$available.withValue(rankers) {
      try MetricCatalogue.$custom.withValue(metrics) {
        try CustomBehaviour.$available.withValue(behaviours, operation: work)
      }
    }
  }
}
