internal import DataFiles
package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

/// The sentences about how far order can move the primary metric.
package struct HeadroomText {
  private let results: ExperimentResults

  package init(_ results: ExperimentResults) { self.results = results }

  /// The line below the decisions, such as `Order can bring −6.0% (random) to +55.1% (ideal) of engagement a day.`, against
  /// the baseline; `nil` without headroom.
  package var line: Sentence? {
    guard let headroom = results.headroom, headroom.isFound else { return nil }
    let ends = [headroom.random, headroom.ideal]
    let isShare = ends.allSatisfy { $0.relative != nil }
    let sizes = ends.map { end in
      isShare ? NumberText.percent(end.relative?.estimate ?? 0) : ChangeText(end).signed
    }
    return """
      Order can bring \(raw: sizes[0]) (random) to \(raw: sizes[1]) (ideal) \(isShare ? "of" : "in") \
      \(headroom.metric.labelInSentence).
      """
  }

  /// That order has no effect here, which stands above the decisions; `nil` where it has one, or that is not known.
  package var warning: Sentence? {
    guard let headroom = results.headroom, !headroom.isFound else { return nil }
    let change = ChangeText(headroom.range)
    return """
      In this world order makes no difference that can be measured: in \(headroom.metric.labelInSentence), ideal \
      order cannot be distinguished from random order (\(raw: change.sized) in \(headroom.worlds) worlds). No arm is \
      shipped on such evidence; more members, more days or more posts for each look give order something to decide.
      """
  }

  /// For results.json.
  var json: JSONValue {
    guard let plan = results.design.headroom else { return .null }
    var gap: HeadroomGap?
    if case .unavailable(let reason) = plan { gap = reason }
    let headroom = results.headroom
    return .object([
      "gap": JSONValue(gap?.rawValue), "metric": JSONValue(headroom?.metric.id),
      "worlds": headroom.map { JSONValue($0.worlds) } ?? .null,
      "random": headroom?.random.headroomJSON ?? .null,
      "ideal": headroom?.ideal.headroomJSON ?? .null,
      "ideal_against_random": headroom?.range.headroomJSON ?? .null,
      "found": headroom.map { .bool($0.isFound) } ?? .null,
    ])
  }
}

extension Comparison {
  fileprivate var headroomJSON: JSONValue {
    .object([
      "mean": JSONValue(candidateMean), "difference": difference.map(\.jsonValue) ?? .null,
      "relative": relative.map(\.jsonValue) ?? .null,
    ])
  }
}
