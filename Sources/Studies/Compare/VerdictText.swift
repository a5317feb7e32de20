internal import Experiments
internal import FeedMetrics
package import ReportKit

extension Verdict {
  /// The sign of the verdict.
  package var mark: String {
    switch self {
    case .better: "▲"
    case .worse: "▼"
    case .higher: "△"
    case .lower: "▽"
    case .small: "≈"
    case .equivalent, .identical: "="
    case .undecided: "~"
    case .undefined: NumberText.missing
    }
  }

  /// The sign and the name.
  var label: String { "\(mark) \(rawValue)" }
}

/// The finding of a row of comparisons, about the same hypothesis as the row's *p*: for a guardrail that harm is
/// within its limit, for all other metrics that there is no difference.
package struct RowFinding {
  let mark: String
  private let name: String
  package let tone: Tone

  /// The sign and the name.
  package var label: String { "\(mark) \(name)" }

  init(_ verdict: Verdict) {
    mark = verdict.mark
    name = verdict == .small ? "sure but small" : verdict.rawValue
    tone =
      switch verdict {
      case .better: .good
      case .worse: .bad
      case .higher, .lower, .small, .equivalent, .identical: .plain
      case .undecided, .undefined: .unclear
      }
  }

  /// The finding on a guardrail, whose limit is its margin.
  init(_ gate: Gate) {
    switch gate {
    case .pass: (mark, name, tone) = ("✓", "within limit", .good)
    case .fail: (mark, name, tone) = ("✕", "limit broken", .bad)
    case .undecided: (mark, name, tone) = ("?", "limit unclear", .unclear)
    }
  }
}

extension Comparison {
  /// The finding of its row.
  package var finding: RowFinding {
    if let gateTest, gateTest.role == .guardrail {
      RowFinding(gateTest.gate)
    } else {
      RowFinding(verdict)
    }
  }

  /// The mark after a tested metric; empty for other metrics.
  var testedMark: String { gateTest == nil ? "" : " !" }
}

extension MetricDefinition.Direction {
  /// The sign of the good side; empty without one.
  package var sign: String {
    switch self {
    case .higher: "↑"
    case .lower: "↓"
    case .target(let target): "→\(NumberText.plain(target))"
    case .describes: ""
    }
  }

  /// The good side as a phrase.
  package var explanation: String {
    switch self {
    case .higher: "higher is better"
    case .lower: "lower is better"
    case .target(let target): "the nearer to \(NumberText.plain(target)), the better"
    case .describes: "describes, no good side"
    }
  }
}

extension MetricDefinition {
  /// The id and the sign of the good side.
  package var signedID: String {
    direction.sign.isEmpty ? id : "\(id) \(direction.sign)"
  }
}

/// The coverage of intervals in headings and sentences.
package enum LevelText {
  /// The heading of a column, such as `95% CI`.
  package static func heading(_ level: Double) -> String { "\(percent(level))% CI" }

  /// The coverage in a sentence, such as `95 %`.
  package static func phrase(_ level: Double) -> String { "\(percent(level)) %" }

  private static func percent(_ level: Double) -> String {
    NumberText.plain((level * 1e6).rounded() / 1e4)
  }
}
