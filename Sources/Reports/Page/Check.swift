internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// Whether a candidate harms a metric by more than its margin.
///
/// If the scenario has tested metrics, the checks are their tests. Otherwise every metric with a margin is checked, by the
/// interval of its comparison.
struct Check {
  enum Outcome: String { case pass, near, fail, unknown }

  let comparison: Comparison
  let outcome: Outcome

  /// - Parameter isTested: Whether the scenario has tested metrics.
  /// - Returns: `nil` for a metric that is not checked.
  init?(_ effect: Effect, isTested: Bool) {
    let comparison = effect.comparison
    let gate: Gate?
    if isTested {
      guard let test = comparison.gateTest else { return nil }
      gate = test.gate
    } else {
      guard comparison.margin > 0, comparison.metric.direction != .describes else { return nil }
      gate = comparison.deciding?.gate(comparison.metric.direction)
    }
    self.comparison = comparison
    outcome =
      switch gate {
      case .pass: .pass
      case .fail: .fail
      case .undecided, nil: comparison.deciding == nil ? .unknown : .near
      }
  }

  var candidate: String { comparison.candidate }

  /// The word of the row. A primary has the word of its change, since any harm of it that is sure counts, and not only one
  /// beyond its limit.
  var pill: PagePill {
    guard comparison.gateTest?.role == .primary, comparison.difference != nil else {
      return outcome.pill
    }
    let finding = comparison.finding
    return switch finding.tone {
    case .bad: PagePill(.bad, finding.word)
    case .unclear: PagePill(.warn, finding.word)
    case .good, .plain, .strong: PagePill(.good, finding.word)
    }
  }
}

extension Check.Outcome {
  fileprivate var pill: PagePill {
    switch self {
    case .pass: PagePill(.good, "ok")
    case .near: PagePill(.warn, "not sure yet")
    case .fail: PagePill(.bad, "broken")
    case .unknown: PagePill(.warn, "no interval")
    }
  }
}

/// The table of checks.
enum ChecksTable {
  static func checks(_ context: PageContext) -> PageChecks? {
    guard !context.checks.isEmpty else { return nil }
    let order: [Check.Outcome] = [.fail, .near, .unknown, .pass]
    let sorted = order.flatMap { outcome in context.checks.filter { $0.outcome == outcome } }
    return PageChecks(
      checksText: text(context), intervalTitle: "Interval", checkRows: sorted.map(row))
  }

  private static func text(_ context: PageContext) -> String {
    "The limit is the largest loss against \(context.baseline) that does not matter. Broken: the whole interval is beyond"
      + " it. Not sure yet: the interval contains it. A primary has the word of its change."
  }

  private static func row(_ check: Check) -> PageCheck {
    let change = ChangeText(check.comparison)
    return PageCheck(
      tone: check.pill.tone, pillText: check.pill.pillText,
      checkName: name(check.comparison), checkValue: change.signed,
      limit: limit(check.comparison, change.margin), checkInterval: change.limits)
  }

  private static func name(_ comparison: Comparison) -> String {
    let role = comparison.gateTest.map { " (\($0.role.rawValue))" } ?? ""
    return "\(comparison.metric.label), \(comparison.candidate)\(role)"
  }

  private static func limit(_ comparison: Comparison, _ size: String) -> String {
    switch comparison.metric.direction {
    case .higher: "≥ \(NumberText.minus)\(size)"
    case .lower, .describes: "≤ +\(size)"
    case .target: "≤ \(size) further off"
    }
  }
}
