internal import DataFiles
internal import FeedMetrics

/// The smallest effects that matter.
enum MetricsSection {
  private static let ids = MetricCatalogue.all.map(\.id)
  private static let example = "{margin: 1%}"

  static let keys = [
    ScenarioKey(
      path: "metrics",
      summary: "The smallest effects that matter; smaller ones are called equivalent.",
      form: .table(
        names: ids,
        key: ScenarioKey(
          path: "<metric>", summary: "",
          form: .map([
            ScenarioKey(
              path: "margin",
              summary: "In the metric's unit, or as a percentage of the baseline's mean.",
              form: .margin, isRequired: true)
          ]))))
  ]

  /// The margins without fault, in the order of the file.
  static func margins(_ root: DocumentCursor) -> [Scenario.Margin] {
    guard let cursor = root["metrics"] else { return [] }
    let what = "a map of metrics, such as relevance@10: \(example)"
    guard case .map = cursor.node.content else {
      cursor.expected(what)
      return []
    }
    return cursor.entries.compactMap { name, entry in margin(of: name, entry) }
  }

  private static func margin(of metric: String, _ cursor: DocumentCursor) -> Scenario.Margin? {
    guard MetricCatalogue.definition(metric) != nil else {
      cursor.keyFault(.noMetric(metric))
      return nil
    }
    guard cursor.checkMap("a map of margin, such as \(example)", of: ["margin"]) else { return nil }
    guard let margin = cursor["margin"] else {
      cursor.missing("margin", "is missing; it is the smallest effect that matters")
      return nil
    }
    guard case .scalar(let text, _) = margin.node.content, let size = MarginForm.size(text) else {
      margin.expected(MarginForm.description)
      return nil
    }
    return Scenario.Margin(metric: metric, size: size)
  }
}
