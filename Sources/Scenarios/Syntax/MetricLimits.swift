internal import DataFiles
internal import FeedMetrics

extension MetricDefinition {
  /// The least and the largest value of a run as far as ``range`` has them as numbers; infinite where they depend on the
  /// run. What a range allows on single days does not count.
  fileprivate var limits: (least: Double, most: Double) {
    let parts = range.split(separator: ", or ", maxSplits: 1)
    let ends = (parts.first ?? "").dropFirst().dropLast().split(separator: ", ")
    guard ends.count == 2 else { return (-.infinity, .infinity) }
    let exception = parts.count == 2 && !parts[1].contains(" on a day ") ? parts[1] : ""
    let least = exception.hasPrefix("outside") ? nil : Self.number(ends[0])
    let most = exception.isEmpty ? Self.number(ends[1]) : nil
    return (least ?? -.infinity, most ?? .infinity)
  }

  /// A bound of a range; one such as `1 − 1/n` is 1, which it never exceeds.
  private static func number(_ text: Substring) -> Double? {
    switch text {
    case "¼": 0.25
    case "1/n": 0
    default: Double((text.split(separator: " − 1/").first ?? text).replacing("−", with: "-"))
    }
  }

  /// Whether a value can get worse by more than a margin.
  fileprivate func canExceed(_ margin: Margin) -> Bool {
    let (least, most) = limits
    switch (margin, direction) {
    case (.absolute(let size), .target(let target)):
      return size < max(target - least, most - target)
    case (.absolute(let size), _): return size < most - least
    case (.relative(let share), .higher): return share < 1 || least < 0
    case (.relative, _): return true
    }
  }
}

/// Limits that no run could break.
extension DocumentCursor {
  /// Adds a fault for a margin that is as large as the largest possible loss, or larger.
  func checkMargin(_ margin: MetricDefinition.Margin, of metric: MetricDefinition) {
    guard !metric.canExceed(margin) else { return }
    fault(
      .contradiction(
        "'\(metric.id)' is in \(metric.range), so that it could never get worse by more than \(margin.text);"
          + " write a smaller margin"))
  }

  /// Adds a fault for a lower bound that a metric always or never keeps.
  func checkMinimum(_ bound: Double, of metric: MetricDefinition) {
    let (least, most) = metric.limits
    check(bound, of: metric, neverFails: bound <= least, neverHolds: bound > most)
  }

  /// Adds a fault for an upper bound that a metric always or never keeps.
  func checkMaximum(_ bound: Double, of metric: MetricDefinition) {
    let (least, most) = metric.limits
    check(bound, of: metric, neverFails: bound >= most, neverHolds: bound < least)
  }

  private func check(
    _ bound: Double, of metric: MetricDefinition, neverFails: Bool, neverHolds: Bool
  ) {
    guard neverFails || neverHolds else { return }
    fault(
      .contradiction(
        "'\(metric.id)' is in \(metric.range), so that this rule could never \(neverFails ? "fail" : "hold");"
          + " write a bound inside that range"))
  }
}
