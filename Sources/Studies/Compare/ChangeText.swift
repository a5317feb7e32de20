package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// The change of a metric, the interval that decided, and the limit, all on one scale: in percent of the baseline where
/// the margin is relative, otherwise in the metric's unit.
///
/// Numbers have enough decimals for the printed ends of the interval to be on the same sides of 0 and of the limit as the
/// ends.
package struct ChangeText {
  /// Without sign, such as `16.4%` or `2.4 h`.
  package let amount: String
  /// With a sign.
  package let signed: String
  /// `[+15.0, +17.8]`, or missing.
  package let limits: String
  /// The smallest change that matters, such as `3%`.
  package let margin: String
  /// The same, with the sign of harm for a guardrail, such as `−0.01`; missing where none is declared.
  package let limit: String
  /// The coverage of the interval; `nil` without one.
  package let level: Double?
  /// `higher` or `lower`; for a metric with a target `nearer to its target` or `further from its target`; empty for no
  /// change.
  package let side: String

  package init(_ comparison: Comparison) {
    let mean = comparison.judged?.mean ?? 0
    let sides =
      comparison.hasTarget
      ? ["nearer to its target", "further from its target"] : ["lower", "higher"]
    side = mean > 0 ? sides[1] : mean < 0 ? sides[0] : ""
    level = comparison.deciding?.interval.level
    var margin = comparison.deciding?.margin ?? comparison.margin
    var scale = ValueScale(comparison)
    var ends: [Double] = []
    if let deciding = comparison.deciding {
      let interval = deciding.interval
      ends = [interval.lower, interval.upper]
      scale = (deciding.scale == .share ? .percent : scale)
        .separating(ends, from: comparison.thresholds(margin))
      limits = scale.limits(interval)
      signed = scale.change(deciding.estimate)
    } else {
      limits = NumberText.missing
      signed = comparison.difference == nil ? NumberText.missing : scale.change(mean)
      // Without a baseline a relative margin has no size in the metric's unit.
      if case .relative(let share) = comparison.declaredMargin, comparison.worlds == 0 {
        (scale, margin) = (.percent, share)
      }
    }
    amount = String(signed.drop { "+\(NumberText.minus)".contains($0) })
    self.margin = scale.chosen(margin, beside: ends)
    let sign = comparison.harmSign
    limit =
      margin > 0
      ? (sign ?? "") + self.margin : sign == nil ? NumberText.missing : self.margin
  }

  /// The change and its interval, such as `−0.35 [−0.40, −0.30]`.
  package var sized: String {
    limits == NumberText.missing ? signed : "\(signed) \(limits)"
  }
}

extension Comparison {
  /// The sign of a change that harms a guardrail; `nil` for other metrics.
  fileprivate var harmSign: String? {
    guard gateTest?.role == .guardrail else { return nil }
    return switch metric.direction {
    case .higher, .describes: NumberText.minus
    case .lower, .target: "+"
    }
  }
}

extension Comparison {
  /// The values that the word of the row compares the ends of the interval with.
  fileprivate func thresholds(_ margin: Double) -> [Double] {
    let margins = [margin, -margin]
    let isOfMargin = verdict == .equivalent || verdict == .identical
    return gateTest?.role == .guardrail || isOfMargin ? margins : [0] + margins
  }
}

extension Comparison {
  /// Whether the change is one of the distance from a target.
  fileprivate var hasTarget: Bool { if case .target = metric.direction { true } else { false } }

  /// The label in a row or a sentence that has the change and not the values.
  package var changeLabel: String {
    guard case .target(let target) = metric.direction else { return metric.label }
    return "\(metric.label), distance from \(NumberText.plain(target))"
  }
}
