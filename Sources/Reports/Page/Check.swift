internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// Whether a candidate harms a metric by more than its margin.
///
/// If the scenario has tested metrics, the checks are their non-inferiority tests. Otherwise every metric with a
/// margin is checked: fail if the whole interval is past the limit, near if the interval contains the limit,
/// otherwise pass.
struct Check {
  enum Outcome: String { case pass, near, fail, unknown }

  let comparison: Comparison
  let outcome: Outcome

  /// - Parameter isTested: Whether the scenario has tested metrics.
  /// - Returns: `nil` for a metric that is not checked.
  init?(_ effect: Effect, isTested: Bool) {
    let comparison = effect.comparison
    if isTested {
      guard let test = comparison.gateTest else { return nil }
      outcome = Self.outcome(of: test.gate, comparison)
    } else {
      guard comparison.margin > 0, comparison.metric.direction != .describes else { return nil }
      outcome = Self.outcome(of: comparison)
    }
    self.comparison = comparison
  }

  private static func outcome(of gate: Gate, _ comparison: Comparison) -> Outcome {
    switch gate {
    case .pass: .pass
    case .fail: .fail
    case .undecided: comparison.judged?.interval == nil ? .unknown : .near
    }
  }

  private static func outcome(of comparison: Comparison) -> Outcome {
    guard comparison.inconclusiveReason == nil, let interval = comparison.judged?.interval else {
      return .unknown
    }
    let isMore = comparison.metric.direction == .higher
    let (best, worst) =
      isMore ? (interval.upper, interval.lower) : (-interval.lower, -interval.upper)
    if best < -comparison.margin { return .fail }
    return worst <= -comparison.margin ? .near : .pass
  }

  var candidate: String { comparison.candidate }
}

extension Check.Outcome {
  var pill: PagePill {
    switch self {
    case .pass: PagePill(.good, "✓ within limit")
    case .near: PagePill(.warn, "? limit unclear")
    case .fail: PagePill(.bad, "✕ limit broken")
    case .unknown: PagePill(.warn, "– not enough worlds")
    }
  }
}

/// The table of checks.
enum ChecksTable {
  static func checks(_ context: PageContext) -> PageChecks? {
    guard !context.checks.isEmpty else { return nil }
    let order: [Check.Outcome] = [.fail, .near, .unknown, .pass]
    let sorted = order.flatMap { outcome in context.checks.filter { $0.outcome == outcome } }
    let levels = sorted.compactMap { $0.comparison.judged?.interval?.level }
    return PageChecks(
      checksText: text(context), intervalTitle: levels.first.map(LevelText.heading) ?? "Interval",
      checkRows: sorted.map(row))
  }

  private static func text(_ context: PageContext) -> String {
    let limit = "The limit is the largest loss against \(context.baseline) that does not matter."
    return context.results.decisions.isEmpty
      ? "\(limit) Broken: the whole interval is past it. Unclear: the interval contains it."
      : "\(limit) Broken: the harm is past the limit after correction for the number of tests."
        + " Unclear: the interval contains the limit."
  }

  private static func row(_ check: Check) -> PageCheck {
    let comparison = check.comparison
    let scale = ValueScale(comparison)
    let judged = comparison.judged
    return PageCheck(
      tone: check.outcome.pill.tone, pillText: check.outcome.pill.pillText,
      checkName: name(comparison),
      checkValue: judged.map { scale.change($0.mean) } ?? NumberText.missing,
      limit: limit(comparison, scale),
      checkInterval: judged?.interval.map {
        "[\(scale.limit($0.lower)), \(scale.limit($0.upper))]"
      } ?? NumberText.missing)
  }

  private static func name(_ comparison: Comparison) -> String {
    let role = comparison.gateTest.map { " (\($0.role.rawValue))" } ?? ""
    return "\(comparison.metric.label), \(comparison.candidate)\(role)"
  }

  private static func limit(_ comparison: Comparison, _ scale: ValueScale) -> String {
    let size = NumberText.rounded(comparison.margin / scale.divisor, figures: 2) + scale.suffix
    return switch comparison.metric.direction {
    case .higher: "≥ \(NumberText.minus)\(size)"
    case .lower, .describes: "≤ +\(size)"
    case .target: "≤ \(size) further off"
    }
  }
}
