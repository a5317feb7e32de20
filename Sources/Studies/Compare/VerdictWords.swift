internal import Experiments
internal import FeedMetrics
package import ReportKit

extension Verdict {
  /// The sign that goes with the word.
  package var mark: String {
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

/// What a row says of a comparison, which belongs to the same hypothesis as the row's *p*: of a guardrail
/// that its limit is kept, of all others that there is no difference.
package struct RowFinding {
  let mark: String
  private let text: String
  package let tone: Tone

  /// The sign and the words.
  package var words: String { "\(mark) \(text)" }

  init(_ verdict: Verdict) {
    mark = verdict.mark
    text = verdict.rawValue
    tone =
      switch verdict {
      case .better: .good
      case .worse: .bad
      case .higher, .lower, .equivalent, .identical: .plain
      case .undecided, .undefined: .unclear
      }
  }

  /// Of a limit: the largest harm that does not matter.
  init(_ gate: Gate) {
    switch gate {
    case .pass: (mark, text, tone) = ("✓", "within limit", .good)
    case .fail: (mark, text, tone) = ("✕", "limit broken", .bad)
    case .undecided: (mark, text, tone) = ("?", "limit unclear", .unclear)
    }
  }
}

extension Comparison {
  /// What its row says.
  package var finding: RowFinding {
    if let gateTest, gateTest.role == .guardrail {
      RowFinding(gateTest.gate)
    } else {
      RowFinding(verdict)
    }
  }

  /// The sign after the metric of a comparison that something is asked of; empty for others.
  var askedMark: String { gateTest == nil ? "" : " !" }
}

extension MetricDefinition.Direction {
  /// Which way is good, as a sign; empty when none is.
  package var sign: String {
    switch self {
    case .higher: "↑"
    case .lower: "↓"
    case .target(let target): "→\(NumberText.plain(target))"
    case .describes: ""
    }
  }

  /// Which way is good, in words.
  package var words: String {
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
  package var label: String {
    direction.sign.isEmpty ? id : "\(id) \(direction.sign)"
  }
}
