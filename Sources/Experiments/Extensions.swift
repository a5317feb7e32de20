public import FeedMetrics
public import SocialFeed
public import SyntheticSociety

/// What a program has besides FeedLab's own: rankers, metrics and behaviours, which its scenarios can name.
public struct Extensions: Sendable {
  public let rankers: [RankerDescriptor]
  public let metrics: [any CustomMetric.Type]
  public let behaviours: [CustomBehaviour]

  /// - Precondition: No ranker, metric or behaviour has the name of another, or of one of FeedLab's.
  public init(
    rankers: [RankerDescriptor] = [], metrics: [any CustomMetric.Type] = [],
    behaviours: [CustomBehaviour] = []
  ) {
    var ids = Set((MetricCatalogue.standard + MetricCatalogue.tables).map(\.id))
    for metric in metrics {
      let id = metric.definition.id
      precondition(ids.insert(id).inserted, "two metrics have the id \(id)")
    }
    var names: Set<String> = []
    for behaviour in behaviours {
      precondition(
        names.insert(behaviour.name).inserted, "two behaviours have the name \(behaviour.name)")
    }
    self.rankers = rankers
    self.metrics = metrics
    self.behaviours = behaviours
  }

  /// Does work that can name them.
  public func available<Result>(_ work: () throws -> Result) rethrows -> Result {
    try ExtensionValues(
      rankers: .standard.adding(rankers), metrics: metrics, behaviours: behaviours
    ).bind(work)
  }
}

/// What scenarios can name on a thread; it goes with work to other threads.
struct ExtensionValues: Sendable {
  let rankers: RankerCatalogue
  let metrics: [any CustomMetric.Type]
  let behaviours: [CustomBehaviour]

  /// Those of this thread.
  static var current: ExtensionValues {
    ExtensionValues(
      rankers: .available, metrics: MetricCatalogue.custom, behaviours: CustomBehaviour.available)
  }

  func bind<Result>(_ work: () throws -> Result) rethrows -> Result {
    try RankerCatalogue.$available.withValue(rankers) {
      try MetricCatalogue.$custom.withValue(metrics) {
        try CustomBehaviour.$available.withValue(behaviours, operation: work)
      }
    }
  }
}
