internal import Experiments
internal import FeedMetrics
internal import Studies

/// Sentences about a candidate, which claim no more than the intervals show.
struct PageFindings {
  private let context: PageContext
  private let candidate: String

  init(_ context: PageContext, of candidate: String) {
    self.context = context
    self.candidate = candidate
  }

  /// The largest gain and the largest loss among the page's first metrics, or a sentence that neither exists.
  var sentence: [PageSpan] {
    let (gain, loss) = (largest(.better), largest(.worse))
    let name = PageSpan(spanText: candidate, slot: context.arms.slot(of: candidate))
    switch (gain, loss) {
    case (let gain?, let loss?):
      return [name, PageSpan(spanText: " \(clause(gain)), but \(clause(loss))")]
    case (let found?, nil), (nil, let found?):
      return [name, PageSpan(spanText: " \(clause(found))")]
    case (nil, nil):
      let verdicts = highlighted.map(\.comparison.verdict)
      let isSame =
        !verdicts.isEmpty && verdicts.allSatisfy { [.equivalent, .identical].contains($0) }
      let finding = isSame ? "No difference that matters" : "No sure difference"
      return [
        PageSpan(spanText: "\(finding) between "), name,
        PageSpan(spanText: " and \(context.baseline)"),
      ]
    }
  }

  /// The number of better and of worse metrics.
  var counts: String {
    let judged = context.effects(of: candidate).map(\.comparison).filter {
      $0.metric.direction != .describes && $0.verdict != .undefined
    }
    let (better, worse) = (
      judged.count { $0.verdict == .better }, judged.count { $0.verdict == .worse }
    )
    return "\(better) of \(judged.count) metrics better, \(worse) worse"
  }

  /// The names of the metrics whose limits are broken.
  var broken: [String] {
    context.checks.filter { $0.candidate == candidate && $0.outcome == .fail }
      .map(\.comparison.metric.labelInSentence)
  }

  private var highlighted: [Effect] {
    context.effects(of: candidate).filter { effect in
      context.highlights.contains { $0.id == effect.comparison.metric.id }
    }
  }

  /// The metric with the verdict and the largest percentage; metrics without a percentage come last.
  private func largest(_ verdict: Verdict) -> Comparison? {
    let found = highlighted.filter { $0.comparison.verdict == verdict }
    let sized = found.enumerated().max { one, other in
      let sizes = [one, other].map { $0.element.percent?.estimate.magnitude ?? -1 }
      return (sizes[0], -one.offset) < (sizes[1], -other.offset)
    }
    return sized?.element.comparison
  }

  private func clause(_ comparison: Comparison) -> String {
    let change = ChangeText(comparison)
    let name = comparison.metric.labelInSentence
    return switch change.side {
    case "lower": "lowers \(name) by \(change.amount)"
    case "higher": "raises \(name) by \(change.amount)"
    default: "brings \(name) \(change.side) by \(change.amount)"
    }
  }

  /// A list of names with `and` before the last.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
