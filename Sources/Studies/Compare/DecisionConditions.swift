package import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import Stochastics

/// What would change a decision: another limit, or more worlds.
package struct DecisionConditions {
  private let outcome: Decision.Outcome
  /// The comparisons that decide.
  private let reasons: [Comparison]
  /// The comparisons of guardrails.
  private let guardrails: [Comparison]

  /// - Parameter comparisons: All comparisons of the candidate.
  package init(_ decision: Decision, _ comparisons: [Comparison]) {
    outcome = decision.outcome
    reasons = decision.reasons.compactMap { id in comparisons.first { $0.metric.id == id } }
    guardrails = comparisons.filter { $0.gateTest?.role == .guardrail }
  }

  /// A sentence for each condition; none where nothing is known.
  package var sentences: [String] {
    switch outcome {
    case .doNotShip: reasons.compactMap(passing)
    case .undecided: reasons.compactMap(deciding)
    case .ship: stopping.map { [$0] } ?? []
    case .noHeadroom: ["A world in which ideal order is better than random order."]
    case .equivalent:
      reasons.first { $0.gateTest?.role == .primary }.flatMap(noticing).map { [$0] } ?? []
    }
  }

  /// The limit that a broken guardrail would keep.
  private func passing(_ comparison: Comparison) -> String? {
    guard comparison.gateTest?.role == .guardrail else {
      return "More worlds do not change that \(comparison.metric.labelInSentence) is worse."
    }
    guard let harm = comparison.largestHarm else { return nil }
    let scale = ValueScale(comparison)
    return "\(comparison.metric.label) passes with a limit of \(scale.roundedUp(harm)) instead of"
      + " \(scale.chosen(comparison.margin))."
  }

  /// The number of worlds that would decide an effect that is as observed.
  private func deciding(_ comparison: Comparison) -> String? {
    guard let interval = comparison.judged?.interval, let gain = comparison.meanGain else {
      return nil
    }
    let halfWidth = (interval.upper - interval.lower) / 2
    let isPrimary = comparison.gateTest?.role == .primary
    // A guardrail is decided when the interval ends on one side of the limit, a primary on one side of 0.
    let distance = isPrimary ? abs(gain) : abs(gain + comparison.margin)
    let worlds = Double(comparison.worlds) * pow(halfWidth / distance, 2)
    let name = comparison.metric.labelInSentence
    let effect = isPrimary ? name : "the limit of \(name)"
    guard worlds.isFinite, worlds <= Self.mostWorlds else {
      return "No practicable number of worlds decides on \(effect) if the effect is as observed."
    }
    let count = NumberText.count(Int(ceil(Self.roundedUp(worlds))))
    return "About \(count) worlds decide on \(effect) if the effect is as observed."
  }

  /// The smallest limit with which a candidate that is shipped would still pass, where it is nearest to its limit.
  private var stopping: String? {
    let nearest = guardrails.filter { $0.margin > 0 }.max {
      ($0.largestHarm ?? 0) / $0.margin < ($1.largestHarm ?? 0) / $1.margin
    }
    guard let nearest, let harm = nearest.largestHarm, harm > 0 else { return nil }
    let scale = ValueScale(nearest)
    return
      "A limit of less than \(scale.roundedUp(harm)) on \(nearest.metric.labelInSentence) stops it; it is"
      + " \(scale.chosen(nearest.margin))."
  }

  /// The smallest effect that the worlds would have found.
  private func noticing(_ comparison: Comparison) -> String? {
    guard let interval = comparison.difference?.interval, comparison.worlds > 1 else { return nil }
    let smallest = (interval.upper - interval.lower) / 2 * Self.detectableShare
    guard smallest > 0 else { return nil }
    let scale = ValueScale(comparison)
    return "\(comparison.worlds) worlds find a change of \(comparison.metric.labelInSentence) by"
      + " \(scale.roundedUp(smallest)) in four of five cases."
  }

  /// More worlds than that are not simulated for one decision.
  private static let mostWorlds = 10_000.0

  /// The effect that is found with a power of 80 %, as a multiple of the half-width of a 95 % interval:
  /// (1.960 + 0.842) / 1.960, of the normal distribution.
  private static let detectableShare = 1.43

  /// Two digits, rounded up.
  fileprivate static func roundedUp(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let step = pow(10, floor(log10(value)) - 1)
    return max(1, ceil(value / step - 1e-9)) * step
  }
}

extension Comparison {
  /// The worst end of the interval as harm; `nil` without an interval.
  fileprivate var largestHarm: Double? {
    guard let interval = judged?.interval else { return nil }
    return metric.direction == .higher ? -interval.lower : interval.upper
  }

  /// The mean difference, positive where the candidate is better.
  fileprivate var meanGain: Double? {
    guard let mean = judged?.mean else { return nil }
    return metric.direction == .higher ? mean : -mean
  }
}

extension ValueScale {
  /// A limit that is not below the value: two digits, rounded up.
  fileprivate func roundedUp(_ value: Double) -> String {
    NumberText.rounded(DecisionConditions.roundedUp(value / divisor), figures: 2) + suffix
  }
}

extension MetricDefinition {
  /// The label within a sentence.
  package var labelInSentence: String {
    let second = label.dropFirst().first
    return second?.isUppercase == true ? label : label.prefix(1).lowercased() + label.dropFirst()
  }
}
