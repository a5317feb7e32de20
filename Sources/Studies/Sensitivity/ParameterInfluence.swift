public import Experiments
public import Stochastics

/// The influence of a parameter of a community on the difference between two arms in one metric, or of a tunable
/// number of an arm on a metric.
public struct ParameterInfluence: Sendable, Hashable {
  /// The index of the parameter in the design.
  public let parameter: Int
  /// The elementary effects on the difference that the verdict is about, `Comparison.judged`, or on the metric,
  /// over the whole range; the replications are the worlds. `nil` if no step has a value on both sides.
  public let effects: ElementaryEffects?
  /// Whether the effects are significant at 0.05 for all parameters together (Bonferroni).
  public let isMeasurable: Bool
  /// The steps across which the verdict changes, by trajectory; empty without a comparison.
  public let changes: [VerdictChange]

  init(
    parameter: Int, effects: ElementaryEffects?, changes: [VerdictChange] = [], parameters: Int
  ) {
    self.parameter = parameter
    self.effects = effects
    self.changes = changes
    let alpha = SensitivityDesign.alpha / Double(parameters)
    isMeasurable = effects?.pValue.map { $0 < alpha } ?? false
  }

  /// The direction of the difference, or of the metric, as the parameter grows.
  public enum Trend: String, Sendable, Hashable, CaseIterable {
    case up, down
    /// Less than half of the influence is in one direction.
    case mixed
  }

  /// `nil` without any effect.
  public var trend: Trend? {
    guard let effects, effects.meanMagnitude > 0 else { return nil }
    if effects.mean.magnitude < effects.meanMagnitude / 2 { return .mixed }
    return effects.mean > 0 ? .up : .down
  }
}

extension MorrisDesign {
  /// The elementary effects of a parameter; `nil` if no step has a value on both sides.
  ///
  /// - Parameter values: By point and world; `nil` where undefined.
  func effects(of parameter: Int, on values: [[Double?]]) -> ElementaryEffects? {
    ElementaryEffects(
      steps(of: parameter).map { step in
        zip(values[step.low], values[step.high]).compactMap { low, high in
          low.flatMap { low in high.map { effect(low: low, high: $0) } }
        }
      })
  }
}

extension [ParameterInfluence] {
  /// The measurable influences, the largest first; equal ones in their order.
  var measurable: [ParameterInfluence] {
    filter(\.isMeasurable).sorted {
      let (a, b) = ($0.effects?.meanMagnitude ?? 0, $1.effects?.meanMagnitude ?? 0)
      return a != b ? a > b : $0.parameter < $1.parameter
    }
  }
}

/// Two communities that differ in one parameter and in their verdict.
public struct VerdictChange: Sendable, Hashable {
  public let trajectory: Int
  /// The levels of the parameter.
  public let lowLevel: Int
  public let highLevel: Int
  public let low: Verdict
  public let high: Verdict

  public init(trajectory: Int, lowLevel: Int, highLevel: Int, low: Verdict, high: Verdict) {
    self.trajectory = trajectory
    self.lowLevel = lowLevel
    self.highLevel = highLevel
    self.low = low
    self.high = high
  }

  /// Whether the verdict changes from better to worse or from higher to lower, or the other way round.
  public var isReversal: Bool {
    switch (low, high) {
    case (.better, .worse), (.worse, .better), (.higher, .lower), (.lower, .higher): true
    default: false
    }
  }
}
