internal import Experiments
internal import FeedMetrics
internal import Stochastics

/// Whether a candidate keeps within what may be lost of a metric.
///
/// Fail: the whole interval is past the limit. Near: the interval holds the limit. Otherwise pass.
struct Check {
  enum Outcome: String { case pass, near, fail, unknown }

  let comparison: Comparison
  let outcome: Outcome

  /// - Returns: `nil` for a metric without a limit.
  init?(_ effect: Effect) {
    let comparison = effect.comparison
    guard comparison.margin > 0, comparison.metric.direction != .describes else { return nil }
    self.comparison = comparison
    outcome = Self.outcome(of: comparison)
  }

  private static func outcome(of comparison: Comparison) -> Outcome {
    guard comparison.indecision == nil, let interval = comparison.judged?.interval else {
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
    case .pass: PagePill(.good, "✓ pass")
    case .near: PagePill(.warn, "! near")
    case .fail: PagePill(.bad, "✕ fail")
    case .unknown: PagePill(.warn, "– not enough worlds")
    }
  }
}

/// The table of checks.
enum ChecksTable {
  static func checks(_ matter: PageMatter) -> PageChecks? {
    guard !matter.checks.isEmpty else { return nil }
    let order: [Check.Outcome] = [.fail, .near, .unknown, .pass]
    let sorted = order.flatMap { outcome in matter.checks.filter { $0.outcome == outcome } }
    let levels = sorted.compactMap { $0.comparison.judged?.interval?.level }
    return PageChecks(
      checksText: "What may be lost of a metric against \(matter.baseline) is the smallest effect"
        + " that matters. Fail: the whole interval is past the limit. Near: the interval holds the"
        + " limit.",
      intervalTitle: levels.first.map(ChangeText.name(ofLevel:)) ?? "Interval",
      checkRows: sorted.map(row))
  }

  private static func row(_ check: Check) -> PageCheck {
    let comparison = check.comparison
    let scale = ValueScale(comparison)
    let judged = comparison.judged
    return PageCheck(
      tone: check.outcome.pill.tone, pillText: check.outcome.pill.pillText,
      checkName: "\(comparison.metric.name), \(comparison.candidate)",
      checkValue: judged.map { scale.change($0.mean) } ?? NumberText.missing,
      limit: limit(comparison, scale),
      checkInterval: judged?.interval.map {
        "[\(scale.limit($0.lower)), \(scale.limit($0.upper))]"
      } ?? NumberText.missing)
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
