internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// What a candidate did, in one sentence that claims no more than the verdicts.
struct Headline {
  private let candidate: Sentence
  private let baseline: Sentence
  /// What it did to each family, such as `freshness worse in 2 of 6`.
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
    let text = findings.isEmpty ? "nothing to judge by" : findings.joined(separator: "; ")
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
      let isEqual = verdicts.allSatisfy { $0 == .identical || $0 == .equivalent }
      return isEqual ? "equivalent" : "without clear change"
    case (all, _): return "better"
    case (_, all): return "worse"
    case (_, 0): return "better in \(better) of \(all)"
    case (0, _): return "worse in \(worse) of \(all)"
    default: return "better in \(better), worse in \(worse) of \(all)"
    }
  }
}
