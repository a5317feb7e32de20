public import Experiments
public import FeedMetrics

/// What was measured of one run: the values of metrics over all pages and over some of them.
public struct MeasuredRun: Sendable, Hashable {
  /// Pages, and the values over them.
  public struct Part: Sendable, Hashable {
    /// What the pages have in common; `nil` for all pages.
    public let scope: NamedScope?
    /// By the metric's id; only those that mean something for these pages.
    public let values: [String: MetricValue]

    public init(_ scope: NamedScope?, _ values: [(id: String, value: MetricValue)]) {
      self.scope = scope
      self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.id, $0.value) })
    }

    /// Such as `all`, `home` or `day 3`.
    var title: String {
      guard let scope else { return "all" }
      return scope.kind == .day ? "day \(scope.name)" : scope.name
    }
  }

  /// In the order in which they are shown; a part has values of these and no others.
  public let metrics: [MetricDefinition]
  /// All pages first.
  public let parts: [Part]
  /// Metrics that have a value for each of several things.
  public let tables: [MetricTable]

  public init(metrics: [MetricDefinition], parts: [Part], tables: [MetricTable]) {
    self.metrics = metrics
    self.parts = parts
    self.tables = tables
  }

  /// Reads what was measured, once the run has ended.
  ///
  /// - Parameters:
  ///   - metrics: What to show.
  ///   - kind: By what to divide the pages, beside all of them; not at all if `nil`.
  ///   - rankers: The names of the run's rankers.
  public init(
    _ sink: MetricSink, metrics: [MetricDefinition], by kind: NamedScope.Kind?, rankers: [String]
  ) {
    let ids = Set(metrics.map(\.id))
    func part(_ name: NamedScope?, _ scope: MetricScope) -> Part {
      Part(name, sink.values(in: scope).filter { ids.contains($0.id) })
    }
    let others = sink.scopes.compactMap { scope -> Part? in
      guard let name = NamedScope(scope, rankers: rankers), name.kind == kind else { return nil }
      return part(name, scope)
    }
    let tabled = MetricCatalogue.tables.map(\.id)
    self.init(
      metrics: metrics.filter { !tabled.contains($0.id) }, parts: [part(nil, .all)] + others,
      tables: sink.tables().filter { ids.contains($0.definition.id) })
  }
}
