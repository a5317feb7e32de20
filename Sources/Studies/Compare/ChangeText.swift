package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// The change of a metric, the interval that decided, and the limit, all on one scale: in percent of the baseline where
/// the margin is relative, otherwise in the metric's unit.
///
/// Numbers have enough decimals for no end of the interval to look like 0 or like a limit that it is not.
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
  /// `higher` or `lower`; empty for no change.
  package let side: String

  package init(_ comparison: Comparison) {
    let mean = comparison.difference?.mean ?? 0
    side = mean > 0 ? "higher" : mean < 0 ? "lower" : ""
    level = comparison.deciding?.interval.level
    let margin = comparison.deciding?.margin ?? comparison.margin
    let scale: Scale
    if let deciding = comparison.deciding {
      scale = Scale(comparison, deciding)
      limits =
        "[\(scale.text(deciding.interval.lower)), \(scale.text(deciding.interval.upper))]"
      (amount, signed) = scale.change(deciding.estimate)
    } else {
      scale = Scale(comparison)
      limits = NumberText.missing
      (amount, signed) =
        comparison.difference == nil
        ? (NumberText.missing, NumberText.missing) : scale.change(mean)
    }
    self.margin = scale.chosen(margin)
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
  /// What the word of the row tells the ends of the interval apart from.
  fileprivate func thresholds(_ margin: Double) -> [Double] {
    let margins = [margin, -margin]
    if gateTest?.role == .guardrail { return margins }
    return switch verdict {
    case .better, .worse, .higher, .lower: [0]
    case .equivalent, .identical: margins
    case .undecided, .undefined: [0] + margins
    }
  }
}

/// How the numbers of one row are written.
private struct Scale {
  private let units: ValueScale
  private let isShare: Bool
  private let decimals: Int

  /// A row without an interval.
  init(_ comparison: Comparison) {
    units = ValueScale(comparison)
    isShare = false
    decimals = units.decimals
  }

  init(_ comparison: Comparison, _ deciding: DecidingInterval) {
    units = ValueScale(comparison)
    isShare = deciding.scale == .share
    let factor = isShare ? 100 : 1 / units.divisor
    let interval = deciding.interval
    let ends = [interval.lower, interval.upper].map { $0 * factor }
    let limits = comparison.thresholds(deciding.margin).map { $0 * factor }
    let least = isShare ? 1 : units.decimals
    decimals =
      (least..<Self.mostDecimals).first { decimals in
        ends.allSatisfy { end in
          limits.allSatisfy { $0 == end || Self.differ($0, end, decimals) }
        }
      } ?? Self.mostDecimals
  }

  private static let mostDecimals = 6

  private static func differ(_ one: Double, _ other: Double, _ decimals: Int) -> Bool {
    NumberText.fixed(one, decimals: decimals) != NumberText.fixed(other, decimals: decimals)
  }

  /// An end of an interval, without unit.
  func text(_ value: Double) -> String {
    NumberText.fixed(
      isShare ? value * 100 : value / units.divisor, decimals: decimals, isSigned: true)
  }

  private var unit: String { isShare ? "%" : units.suffix }

  /// A change without and with its sign.
  func change(_ value: Double) -> (amount: String, signed: String) {
    let text = text(value)
    let amount = text.drop { "+\(NumberText.minus)".contains($0) }
    return (amount + unit, text + unit)
  }

  func chosen(_ margin: Double) -> String {
    isShare ? NumberText.rounded(margin * 100, figures: 3) + "%" : units.chosen(margin)
  }
}
