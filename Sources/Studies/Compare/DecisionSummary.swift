package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

/// The decision on a candidate, in one sentence that claims no more than the intervals.
package struct DecisionSummary {
  private let decision: Decision
  private let candidate: Sentence
  private let comparisons: [Comparison]

  /// - Parameters:
  ///   - candidate: The candidate's name, as the report shows it.
  ///   - comparisons: All comparisons of the candidate.
  package init(
    _ decision: Decision, candidate: Sentence, _ comparisons: [Comparison]
  ) {
    self.decision = decision
    self.candidate = candidate
    self.comparisons = decision.reasons.compactMap { id in
      comparisons.first { $0.metric.id == id }
    }
  }

  /// The sentence, such as `Do not ship affinity: engagement_rate is worse (−11.6% [−13.5, −9.7]).`
  package var sentence: Sentence { "\(verdict): \(.joined(comparisons.map(reason), by: "; "))." }

  private var verdict: Sentence { "\(decision.outcome.imperative) \(candidate)" }

  private func reason(_ comparison: Comparison) -> Sentence {
    let name: Sentence = "\(code: comparison.metric.id)"
    guard comparison.difference != nil else { return "\(name) has no value" }
    let size: Sentence = "(\(raw: effect(comparison)))"
    switch (comparison.gateTest?.role, comparison.gateTest?.gate) {
    case (.primary, _) where comparison.verdict == .undecided,
      (nil, _) where comparison.verdict == .undecided:
      return "\(name) may be better or worse \(size)"
    case (.primary, _), (nil, _):
      return "\(name) is \(comparison.verdict.rawValue) \(size)"
    case (.guardrail, .fail): return "\(name) breaks its limit \(size)"
    case (.guardrail, .pass): return "\(name) keeps its limit \(size)"
    case (.guardrail, _): return "\(name) may break its limit \(size)"
    }
  }

  /// The effect in percent if the percentage has limits, otherwise in the metric's unit.
  private func effect(_ comparison: Comparison) -> String {
    if let relative = comparison.relative, relative.interval != nil { return relative.text }
    let change = comparison.changeValue.text
    let interval = comparison.intervalValue
    return interval.isMissing ? change : "\(change) \(interval.text)"
  }
}

extension Decision.Outcome {
  /// The sign of the decision.
  package var mark: String {
    switch self {
    case .ship: "▲"
    case .doNotShip: "▼"
    case .equivalent: "="
    case .undecided, .noHeadroom: "~"
    }
  }

  /// The decision within a sentence.
  package var words: String {
    switch self {
    case .ship: "ship"
    case .doNotShip: "do not ship"
    case .equivalent: "no reason to ship"
    case .undecided: "undecided"
    case .noHeadroom: "no headroom"
    }
  }
}

/// The effects of a candidate, in one sentence that claims no more than the verdicts.
struct Headline {
  private let candidate: Sentence
  private let baseline: Sentence
  /// The effect on each metric family, such as `freshness worse in 2 of 6`.
  private let findings: [String]

  init(_ comparisons: [Comparison], candidate: Sentence, baseline: Sentence) {
    self.candidate = candidate
    self.baseline = baseline
    let isIdentical = comparisons.allSatisfy {
      $0.verdict == .identical || $0.verdict == .undefined
    }
    if isIdentical && comparisons.contains(where: { $0.verdict == .identical }) {
      findings = ["identical in every metric and world"]
      return
    }
    findings = MetricFamily.allCases.compactMap { family in
      Self.finding(of: family, in: comparisons.filter { $0.metric.family == family })
    }
  }

  var sentence: Sentence {
    let text = findings.isEmpty ? "no metric can be compared" : findings.joined(separator: "; ")
    return "\(candidate) against \(baseline): \(raw: text)."
  }

  /// `nil` when no metric of the family has a value and a good side.
  private static func finding(of family: MetricFamily, in comparisons: [Comparison]) -> String? {
    let judged = comparisons.filter {
      $0.verdict != .undefined && $0.metric.direction != .describes
    }
    guard !judged.isEmpty else { return nil }
    let name = family.rawValue.prefix(1).lowercased() + family.rawValue.dropFirst()
    return "\(name) \(change(judged.map(\.verdict)))"
  }

  private static func change(_ verdicts: [Verdict]) -> String {
    let better = verdicts.count { $0 == .better }
    let worse = verdicts.count { $0 == .worse }
    let all = verdicts.count
    switch (better, worse) {
    case (0, 0):
      if verdicts.allSatisfy({ $0 == .identical }) { return "identical" }
      let isEqual = verdicts.allSatisfy { [.identical, .equivalent, .small].contains($0) }
      return isEqual ? "without change that matters" : "without clear change"
    case (all, _): return "better"
    case (_, all): return "worse"
    case (_, 0): return "better in \(better) of \(all)"
    case (0, _): return "worse in \(worse) of \(all)"
    default: return "better in \(better), worse in \(worse) of \(all)"
    }
  }
}
