internal import DataFiles
public import FeedMetrics

extension Scenario {
  /// The smallest effect on a metric that matters.
  public struct Margin: Sendable, Hashable, Codable {
    public internal(set) var metric: String
    public internal(set) var size: Size

    public typealias Size = MetricDefinition.Margin

    public init(metric: String, size: Size) {
      self.metric = metric
      self.size = size
    }
  }
}

extension Scenario.Margin: KeyedSection {
  static let keys = [
    Key<Self>(
      "margin", \.size, .margin, "In the metric's unit, or as a percentage of the baseline's mean.",
      default: .required("is missing; it is the smallest effect that matters"))
  ]

  init() { self.init(metric: "", size: .absolute(0)) }
}

extension ScenarioDraft {
  /// The smallest effects that matter.
  static let metricsKey = Key<Self>(
    "metrics",
    .table(
      names: .metric,
      key: KeySyntax(
        path: "<metric>", summary: "", form: Scenario.Margin.form)),
    "The smallest effects that matter; smaller ones are called equivalent.", default: .words(""),
    read: { cursor, draft, scenario in
      guard cursor.isMap else {
        cursor.expected("a map of metrics, such as relevance@10: \(example)")
        return
      }
      draft.margins = cursor.entries.compactMap { name, entry in
        var margin = Scenario.Margin()
        margin.metric = name
        guard entry.checkMetricKey(name),
          entry.checkMap("a map of margin, such as \(example)", of: Scenario.Margin.keyNames)
        else { return nil }
        margin.read(entry, scenario)
        if let metric = MetricCatalogue.definition(name) {
          entry["margin"]?.checkMargin(margin.size, of: metric)
        }
        return margin
      }
    },
    write: { draft in
      .object(
        Dictionary(uniqueKeysWithValues: draft.margins.map { ($0.metric, $0.resolved) }))
    })

  private static let example = "{margin: 1%}"
}
