package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

/// The decision on a candidate, in one sentence with the numbers that it follows from.
package struct DecisionSummary {
  private let decision: Decision
  private let candidate: Sentence
  private let comparisons: [Comparison]
  private let mostReasons: Int

  /// - Parameters:
  ///   - candidate: The candidate's name, as the report shows it.
  ///   - comparisons: All comparisons of the candidate.
  ///   - mostReasons: How many reasons are named; the others are counted.
  package init(
    _ decision: Decision, candidate: Sentence, _ comparisons: [Comparison], mostReasons: Int
  ) {
    self.decision = decision
    self.mostReasons = mostReasons
    self.candidate = candidate
    self.comparisons = decision.reasons.compactMap { id in
      comparisons.first { $0.metric.id == id }
    }
  }

  /// The sentence, such as `✕ Do not ship affinity: Category variety@10 −0.349 [−0.352, −0.346], limit −0.01, broken.`
  package var sentence: Sentence {
    "\(raw: decision.outcome.mark) \(decision.outcome.imperative) \(candidate): \(.joined(reasons, by: "; "))."
  }

  /// The reasons, each with the numbers that it follows from.
  private var reasons: [Sentence] {
    let isShort = decision.outcome == .ship || decision.outcome == .equivalent
    let shown = isShort ? comparisons.filter { $0.gateTest?.role != .guardrail } : comparisons
    let kept = comparisons.count - shown.count
    let named = shown.prefix(mostReasons).map { comparison -> Sentence in
      let change = ChangeText(comparison)
      guard comparison.difference != nil else { return "\(comparison.metric.label) has no value" }
      let limit = comparison.gateTest?.role == .guardrail ? ", limit \(change.limit)" : ""
      // Without a decision all reasons have its word.
      let word =
        decision.outcome == .undecided
        ? "" : (limit.isEmpty ? " " : ", ") + comparison.finding.word
      return "\(comparison.changeLabel) \(raw: change.sized + limit)\(word)"
    }
    let more = shown.count - named.count
    return named + (kept > 0 ? ["\(NumberText.counted(kept, "limit")) ok"] : [])
      + (more > 0 ? ["\(more) more"] : [])
  }
}

extension Decision.Outcome {
  /// The sign of the decision.
  package var mark: String {
    switch self {
    case .ship: "✓"
    case .doNotShip: "✕"
    case .equivalent: "="
    case .undecided, .noHeadroom: "?"
    }
  }

  /// The decision before the name of a candidate.
  package var imperative: String {
    switch self {
    case .ship: "Ship"
    case .doNotShip: "Do not ship"
    case .equivalent: "No reason to ship"
    case .undecided: "Not sure yet about"
    case .noHeadroom: "No headroom to judge"
    }
  }

  /// The decision within a sentence.
  package var words: String {
    switch self {
    case .ship: "ship"
    case .doNotShip: "do not ship"
    case .equivalent: "no reason to ship"
    case .undecided: "not sure yet"
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
      let isEqual = verdicts.allSatisfy { [.identical, .equivalent].contains($0) }
      return isEqual ? "without change that matters" : "not sure yet"
    case (all, _): return "better"
    case (_, all): return "worse"
    case (_, 0): return "better in \(better) of \(all)"
    case (0, _): return "worse in \(worse) of \(all)"
    default: return "better in \(better), worse in \(worse) of \(all)"
    }
  }
}
