internal import Experiments
internal import FeedMetrics

extension Verdict {
  /// The sign that goes with the word.
  var mark: String {
    switch self {
    case .better: "▲"
    case .worse: "▼"
    case .higher: "△"
    case .lower: "▽"
    case .equivalent, .identical: "="
    case .undecided: "~"
    case .undefined: NumberText.missing
    }
  }

  /// The sign and the word.
  var words: String { "\(mark) \(rawValue)" }
}

extension Comparison {
  /// The sign after the metric of a comparison that something is asked of; empty for others.
  var askedMark: String { gating == nil ? "" : " !" }
}

extension MetricDefinition.Direction {
  /// Which way is good, as a sign; empty when none is.
  var sign: String {
    switch self {
    case .higher: "↑"
    case .lower: "↓"
    case .target(let target): "→\(NumberText.plain(target))"
    case .describes: ""
    }
  }

  /// Which way is good, in words.
  var words: String {
    switch self {
    case .higher: "higher is better"
    case .lower: "lower is better"
    case .target(let target): "the nearer to \(NumberText.plain(target)), the better"
    case .describes: "describes, no good side"
    }
  }
}

extension MetricDefinition {
  /// The id and which way is good.
  var label: String {
    direction.sign.isEmpty ? id : "\(id) \(direction.sign)"
  }
}
