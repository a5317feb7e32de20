package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Scenarios
internal import SyntheticSociety

/// What must be said below the tables.
package struct Remarks {
  private let results: ExperimentResults

  package init(_ results: ExperimentResults) { self.results = results }

  /// The community and the experiment, in one line.
  package var setting: String {
    let design = results.design
    let worlds = design.worlds == 1 ? "one world" : "\(design.worlds) parallel worlds"
    let arms = design.arms.count == 1 ? "one arm" : "\(design.arms.count) arms"
    let yardsticks = design.hasReferenceRankers ? " and the yardsticks" : ""
    let tests = design.liveDesign.map { " and live tests (\($0.summary))" } ?? ""
    let twins = design.isAntithetic ? ", each a pair of antithetic twins" : ""
    let lost = Self.lostWorlds(design).map { "; \($0)" } ?? ""
    return "\(Self.community(design)), \(arms)\(yardsticks)\(tests) in \(worlds)\(twins)\(lost)"
  }

  /// Worlds that failed, if there are any.
  package static func lostWorlds(_ design: ExperimentDesign) -> String? {
    guard let lost = design.lostWorlds, !lost.isEmpty else { return nil }
    return
      "\(lost.count == 1 ? "world" : "worlds") \(lost.map(String.init).joined(separator: ", "))"
      + " excluded under all arms, since \(lost.count == 1 ? "it" : "they") failed under some arm"
  }

  /// Members and days.
  package static func community(_ design: ExperimentDesign) -> String {
    "\(NumberText.count(design.members)) members, \(plural(design.days, "day"))"
      + " (\(NumberText.plain(design.warmUpDays)) warm-up)"
  }

  /// How surely.
  package var method: String {
    (results.design.baseline == nil ? estimation : comparison) + "."
  }

  /// Worlds, and what the intervals are.
  private var estimation: String {
    let worlds = results.design.worlds
    let parts =
      worlds == 1
      ? ["one world, no spread to judge by"]
      : [
        "\(worlds) worlds; means over worlds with Student's intervals of"
          + " \(LevelWords.phrase(results.design.level)), SD between worlds",
        "support of a world on average",
      ]
    return (parts + ["seed \(results.design.seed)"]).joined(separator: "; ")
  }

  /// Pairs, what pairing gained, the level of the intervals.
  private var comparison: String {
    let worlds = results.design.worlds
    let pairs =
      worlds == 1 ? "1 pair of worlds, no spread to judge by" : "\(worlds) pairs of worlds"
    let gain = medianVarianceReduction.map {
      "pairing divided the variance of the differences by \(NumberText.fixed($0, decimals: 1))"
        + " (median)"
    }
    return [
      pairs + (worlds == 1 ? "" : ending), gain, "seed \(results.design.seed)",
      PlanWords(results.design).risk,
    ].compactMap { $0 }.joined(separator: "; ")
  }

  /// Why there are no more worlds.
  private var ending: String {
    switch results.ending {
    case .planned: ""
    case .decided(let look, let looks?): ", decided at look \(look) of \(looks)"
    case .decided(let look, nil): ", decided at look \(look)"
    case .exhausted: ", the most there may be, and not all is decided"
    case .interrupted: ", interrupted before it had all"
    case .precise: ", as many as the half-width asked for needs"
    case .imprecise(let needed):
      ", the most there may be; the half-width asked for needs \(NumberText.count(needed))"
    }
  }

  /// What was solved before the worlds began.
  package var intercepts: String {
    let solved = results.intercepts
    let named = [
      ("open", solved.open), ("like", solved.like), ("comment", solved.comment),
      ("save", solved.save), ("vote", solved.vote),
    ]
    let words = named.filter(\.1.isFinite).map {
      "\($0.0) \(NumberText.fixed($0.1, decimals: 2))"
    }
    return words.isEmpty
      ? "Nobody acts on anything."
      : "Intercepts solved so that a random ranker meets the scenario's action rates: "
        + words.joined(separator: ", ") + " (log odds)."
  }

  /// The risk of a false alarm.
  package static func alpha(_ design: ExperimentDesign) -> String {
    NumberText.plain(design.questions.alpha)
  }

  /// All of it, below the tables.
  ///
  /// - Parameter hidden: The ids of metrics without a row.
  package func block(hiding hidden: Set<String>) -> Block {
    .group([
      .legend(legend, isOneParagraph: true), .paragraph(.init(method)),
      .only(.markdown, [.paragraph(.init(intercepts))]),
      .sentences([warning].compactMap { $0.map { Sentence($0) } }, .paragraphs),
      .sentences(
        exceptions.filter { !hidden.contains($0.metric) }.map { exception in
          let subject: Sentence = "\(code: exception.metric) of \(exception.arm)"
          return (subject + ": \(raw: exception.reason)").hanging(2)
        }, .list),
    ])
  }

  /// What the marks mean.
  private var legend: [[Sentence]] {
    let verdicts: [Sentence] = [
      "▲ better", "▼ worse", "△ higher", "▽ lower", "~ undecided", "= equivalent or identical",
    ]
    let directions: [Sentence] = [
      "↑ higher is better", "↓ lower is better", "→x the nearer to x, the better",
    ]
    guard results.design.baseline != nil else { return [directions] }
    let hasGuardrail = results.comparisons.contains { $0.gateTest?.role == .guardrail }
    let limits: [Sentence] = [
      "guardrails (p: of harm beyond the limit): ✓ within limit", "✕ limit broken",
      "? limit unclear",
    ]
    return [verdicts] + (hasGuardrail ? [limits] : []) + [directions]
  }

  /// What must be said of a single comparison or estimate.
  package struct Exception {
    let metric: String
    let arm: String
    let reason: String
  }

  package var exceptions: [Exception] {
    guard results.design.baseline == nil else {
      return results.comparisons.compactMap { comparison in
        Self.exception(comparison).map {
          Exception(metric: comparison.metric.id, arm: comparison.candidate, reason: $0)
        }
      }
    }
    return results.estimates.filter { $0.missing > 0 && $0.worlds > 0 }.map { estimate in
      Exception(
        metric: estimate.metric.id, arm: estimate.arm,
        reason: InconclusiveReason.missing(estimate.missing, of: estimate.missing + estimate.worlds)
          .description)
    }
  }

  /// What makes the verdicts of the metrics that matter less sure than they look; `nil` for nothing.
  package var warning: String? {
    let disputed = results.comparisons.filter {
      ($0.gateTest != nil || $0.margin > 0) && $0.isDisputed
    }
    guard !disputed.isEmpty else { return nil }
    let names = disputed.map { "\($0.metric.id) of \($0.candidate)" }.joined(separator: ", ")
    return "Student's t and the sign-flip test disagree about \(names): the differences are skew."
  }

  private static func exception(_ comparison: Comparison) -> String? {
    if case .oneWorld = comparison.inconclusiveReason { return nil }
    if let inconclusiveReason = comparison.inconclusiveReason {
      return inconclusiveReason.description
    }
    guard comparison.missing > 0, comparison.verdict != .undefined else { return nil }
    return InconclusiveReason.missing(
      comparison.missing, of: comparison.missing + comparison.worlds
    )
    .description
  }

  /// Half of the comparisons gained more by pairing; `nil` when none has spread.
  private var medianVarianceReduction: Double? {
    let sorted = results.comparisons.compactMap(\.varianceReduction).sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  private static func plural(_ number: Double, _ noun: String) -> String {
    "\(NumberText.plain(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
