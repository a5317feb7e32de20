package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// The comparisons of a candidate that a reader looks at first.
package struct MainMetrics {
  /// The primary, then the guardrails.
  package let tested: [Comparison]
  /// The metrics that are not tested and surely change by more than what matters, the largest change first, as a
  /// multiple of what matters.
  package let changed: [Comparison]

  package init(_ results: ExperimentResults, of candidate: String) {
    let comparisons = results.comparisons(of: candidate)
    let ids = results.design.questions.metrics
    tested = ids.compactMap { id in comparisons.first { $0.metric.id == id } }
    changed = comparisons.filter { !ids.contains($0.metric.id) && $0.sizeThatMatters > 0 }
      .enumerated().sorted { one, other in
        let sizes = (one.element.sizeThatMatters, other.element.sizeThatMatters)
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

  /// The change with the interval that decided, and the word.
  var briefValue: Value {
    guard difference != nil else { return .missing }
    return .text("\(ChangeText(self).sized) \(finding.word)").toned(finding.tone)
  }
}
