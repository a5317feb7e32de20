internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// Whether to ship a candidate, in one sentence that claims no more than the intervals.
struct DecisionWords {
  private let decision: Decision
  private let candidate: String
  private let comparisons: [Comparison]
  /// Puts a metric's id as the report's format wants it.
  private let style: (String) -> String

  /// - Parameters:
  ///   - candidate: The candidate's name, as the report shows it.
  ///   - comparisons: All of the candidate.
  init(
    _ decision: Decision, candidate: String, _ comparisons: [Comparison],
    style: @escaping (String) -> String = { $0 }
  ) {
    self.decision = decision
    self.candidate = candidate
    self.style = style
    self.comparisons = decision.reasons.compactMap { id in
      comparisons.first { $0.metric.id == id }
    }
  }

  /// Such as `Do not ship affinity: engagement_rate is worse (−11.6% [−13.5, −9.7]).`
  var text: String { "\(verdict): \(comparisons.map(reason).joined(separator: "; "))." }

  private var verdict: String {
    switch decision.outcome {
    case .ship: "Ship \(candidate)"
    case .doNotShip: "Do not ship \(candidate)"
    case .equivalent: "No reason to ship \(candidate)"
    case .undecided: "Undecided on \(candidate)"
    }
  }

  private func reason(_ comparison: Comparison) -> String {
    let name = style(comparison.metric.id)
    guard comparison.difference != nil else { return "\(name) has no value" }
    let size = "(\(effect(comparison)))"
    switch (comparison.gating?.role, comparison.gating?.gate) {
    case (.primary, _) where comparison.verdict == .undecided,
      (nil, _) where comparison.verdict == .undecided:
      return "\(name) may be better or worse \(size)"
    case (.primary, _), (nil, _):
      return "\(name) is \(comparison.verdict.rawValue) \(size)"
    case (.guardrail, .fail): return "\(name) is harmed beyond its margin \(size)"
    case (.guardrail, .pass): return "\(name) is not harmed \(size)"
    case (.guardrail, _): return "harm to \(name) is undecided \(size)"
    }
  }

  /// In percent where there is a percentage with limits, otherwise in the metric's unit.
  private func effect(_ comparison: Comparison) -> String {
    if let relative = comparison.relative, let interval = relative.interval {
      let limits = [interval.lower, interval.upper].map { NumberText.percent($0).dropLast() }
      return "\(NumberText.percent(relative.estimate)) [\(limits[0]), \(limits[1])]"
    }
    let cells = ComparisonCells(comparison)
    return cells.interval == NumberText.missing
      ? cells.change : "\(cells.change) \(cells.interval)"
  }
}

extension Decision.Outcome {
  /// The sign that goes with the word.
  var mark: String {
    switch self {
    case .ship: "▲"
    case .doNotShip: "▼"
    case .equivalent: "="
    case .undecided: "~"
    }
  }
}
