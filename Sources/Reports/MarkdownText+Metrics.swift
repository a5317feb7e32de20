internal import FeedMetrics
internal import ReportKit

extension MarkdownText {
  /// A metric's name, id and which way is good.
  static func label(_ metric: MetricDefinition) -> String {
    let sign = metric.direction.sign
    return "\(plain(metric.name)) \(code(metric.id))" + (sign.isEmpty ? "" : " \(sign)")
  }
}
