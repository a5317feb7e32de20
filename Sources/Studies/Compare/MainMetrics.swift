package import Experiments
package import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// The metrics that a reader looks at first, each with its comparisons by candidate.
package struct MainMetrics {
  package struct Row {
    package let metric: MetricDefinition
    package let comparisons: [Comparison]
  }

  /// The primary, then the guardrails.
  package let tested: [Row]
  /// The metrics that are not tested and change under some candidate by more than what matters, largest change first.
  package let changed: [Row]

  package init(_ results: ExperimentResults) {
    let rows = results.design.metrics.map { metric in
      Row(metric: metric, comparisons: results.comparisons.filter { $0.metric.id == metric.id })
    }
    let ids = results.design.questions.metrics
    tested = ids.compactMap { id in rows.first { $0.metric.id == id } }
    func size(_ row: Row) -> Double { row.comparisons.map(\.sizeThatMatters).max() ?? 0 }
    changed = rows.filter { !ids.contains($0.metric.id) && size($0) > 0 }.enumerated()
      .sorted { one, other in
        let sizes = (size(one.element), size(other.element))
        return sizes.0 == sizes.1 ? one.offset < other.offset : sizes.0 > sizes.1
      }.map(\.element)
  }
}

extension Comparison {
  /// How many times as large as the margin a change is that surely is one; 0 for one that does not matter or is not
  /// sure.
  package var sizeThatMatters: Double {
    guard [.better, .worse, .higher, .lower].contains(verdict), let mean = difference?.mean else {
      return 0
    }
    return margin > 0 ? mean.magnitude / margin : .leastNonzeroMagnitude
  }

  /// The finding's mark and the change with the half-width of its interval: in percent where that has limits.
  var briefValue: Value {
    guard let difference else { return .missing }
    let text: String
    if let relative, let interval = relative.interval {
      let half = NumberText.percent(interval.halfWidth).drop { $0 == "+" }.dropLast()
      text = "\(NumberText.percent(relative.estimate)) ±\(half)"
    } else {
      text =
        changeValue.text
        + (difference.interval == nil ? "" : " \(halfWidthValue.text)")
    }
    return .text("\(finding.mark) \(text)").toned(finding.tone)
  }
}
