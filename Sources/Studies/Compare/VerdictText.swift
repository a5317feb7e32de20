internal import Experiments
internal import FeedMetrics
package import ReportKit

extension Verdict {
  /// The word of reports.
  package var word: String {
    switch self {
    case .better, .worse, .higher, .lower: rawValue
    case .equivalent, .identical: "too small"
    case .undecided: "not sure yet"
    case .undefined: NumberText.missing
    }
  }
}

/// The word of a row of comparisons, which follows from the interval and the limit in the same row.
package struct RowFinding {
  package let word: String
  package let tone: Tone

  init(_ verdict: Verdict) {
    word = verdict.word
    tone =
      switch verdict {
      case .better: .good
      case .worse: .bad
      case .higher, .lower, .equivalent, .identical: .plain
      case .undecided, .undefined: .unclear
      }
  }

  /// The finding on a guardrail, whose limit is its margin.
  init(_ gate: Gate) {
    switch gate {
    case .pass: (word, tone) = ("ok", .plain)
    case .fail: (word, tone) = ("broken", .bad)
    case .undecided: (word, tone) = ("not sure yet", .unclear)
    }
  }
}

extension Comparison {
  /// The finding of its row.
  package var finding: RowFinding {
    guard let gateTest, gateTest.role == .guardrail, difference != nil else {
      return RowFinding(verdict)
    }
    return RowFinding(gateTest.gate)
  }
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
  package var signedID: String { signed(id) }

  /// The label and the sign of the good side.
  package var signedLabel: String { signed(label) }

  private func signed(_ name: String) -> String {
    direction.sign.isEmpty ? name : "\(name) \(direction.sign)"
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
