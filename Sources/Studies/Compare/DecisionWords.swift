package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

/// Whether to ship a candidate, in one sentence that claims no more than the intervals.
package struct DecisionWords {
  private let decision: Decision
  private let candidate: Sentence
  private let comparisons: [Comparison]
  /// What a metric is called, by its id.
  private let name: (String) -> Sentence

  /// - Parameters:
  ///   - candidate: The candidate's name, as the report shows it.
  ///   - comparisons: All of the candidate.
  package init(
    _ decision: Decision, candidate: Sentence, _ comparisons: [Comparison],
    name: @escaping (String) -> Sentence = { "\(code: $0)" }
  ) {
    self.decision = decision
    self.candidate = candidate
    self.name = name
    self.comparisons = decision.reasons.compactMap { id in
      comparisons.first { $0.metric.id == id }
    }
  }

  /// Such as `Do not ship affinity: engagement_rate is worse (−11.6% [−13.5, −9.7]).`
  package var sentence: Sentence { "\(verdict): \(.joined(comparisons.map(reason), by: "; "))." }

  private var verdict: Sentence {
    switch decision.outcome {
    case .ship: "Ship \(candidate)"
    case .doNotShip: "Do not ship \(candidate)"
    case .equivalent: "No reason to ship \(candidate)"
    case .undecided: "Undecided on \(candidate)"
    }
  }

  private func reason(_ comparison: Comparison) -> Sentence {
    let name = name(comparison.metric.id)
    guard comparison.difference != nil else { return "\(name) has no value" }
    let size: Sentence = "(\(raw: effect(comparison)))"
    switch (comparison.gateTest?.role, comparison.gateTest?.gate) {
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
    let change = comparison.changeValue.text
    let interval = comparison.intervalValue
    return interval.isMissing ? change : "\(change) \(interval.text)"
  }
}

extension Decision.Outcome {
  /// The sign that goes with the word.
  package var mark: String {
    switch self {
    case .ship: "▲"
    case .doNotShip: "▼"
    case .equivalent: "="
    case .undecided: "~"
    }
  }
}
