public import FeedMetrics
internal import SocialFeed

/// What was measured of one run: the values of metrics over all pages and over some of them.
public struct MeasuredRun: Sendable, Hashable {
  /// Pages, and the values over them.
  public struct Part: Sendable, Hashable {
    /// What the pages have in common, such as `surface`; empty for all pages.
    public let kind: String
    /// Such as `home`; `all` for all pages.
    public let name: String
    /// By the metric's id; only those that mean something for these pages.
    public let values: [String: MetricValue]

    public init(kind: String, name: String, values: [(id: String, value: MetricValue)]) {
      self.kind = kind
      self.name = name
      self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.id, $0.value) })
    }
  }

  /// What a run's parts have in common.
  public enum Division: String, Sendable, CaseIterable {
    case surface, ranker, day
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
  ///   - division: By what to divide the pages, beside all of them; not at all if `nil`.
  ///   - rankers: The names of the run's rankers.
  public init(
    _ sink: MetricSink, metrics: [MetricDefinition], dividedBy division: Division?,
    rankers: [String]
  ) {
    let ids = Set(metrics.map(\.id))
    func part(_ kind: String, _ name: String, _ scope: MetricScope) -> Part {
      Part(kind: kind, name: name, values: sink.values(in: scope).filter { ids.contains($0.id) })
    }
    let others = sink.scopes.compactMap { scope -> Part? in
      switch (scope, division) {
      case (.surface(let surface), .surface): part("surface", surface.description, scope)
      case (.ranker(let ranker), .ranker): part("ranker", rankers[ranker], scope)
      case (.day(let day), .day): part("day", "\(day)", scope)
      default: nil
      }
    }
    let tabled = MetricCatalogue.tables.map(\.id)
    self.init(
      metrics: metrics.filter { !tabled.contains($0.id) }, parts: [part("", "all", .all)] + others,
      tables: sink.tables().filter { ids.contains($0.definition.id) })
  }
}
