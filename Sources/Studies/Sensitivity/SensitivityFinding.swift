public import Experiments
public import FeedMetrics
internal import Stochastics

/// A metric of a candidate against the baseline, in all societies.
public struct SensitivityFinding: Sendable, Hashable {
  public let metric: MetricDefinition
  public let candidate: String
  /// By society.
  public let comparisons: [Comparison]
  /// By parameter.
  public let influences: [ParameterInfluence]
  /// Over all societies.
  public let verdicts: VerdictCounts

  /// - Parameters:
  ///   - comparisons: Of one metric and candidate, by society.
  ///   - differences: By society and world what the verdicts are about; `nil` where undefined.
  init(_ comparisons: [Comparison], differences: [[Double?]], design: SensitivityDesign) {
    metric = comparisons[0].metric
    candidate = comparisons[0].candidate
    self.comparisons = comparisons
    verdicts = VerdictCounts(comparisons.map(\.verdict))
    influences = design.parameters.indices.map { parameter in
      let steps = design.screening.steps(of: parameter)
      let effects = steps.map { step in
        zip(differences[step.low], differences[step.high]).compactMap { low, high in
          low.flatMap { low in high.map { design.screening.effect(low: low, high: $0) } }
        }
      }
      return ParameterInfluence(
        parameter: parameter, effects: ElementaryEffects(effects),
        changes: steps.compactMap { Self.change($0, comparisons, design.screening) },
        parameters: design.parameters.count)
    }
  }

  private static func change(
    _ step: MorrisDesign.Step, _ comparisons: [Comparison], _ screening: MorrisDesign
  ) -> VerdictChange? {
    let (low, high) = (comparisons[step.low].verdict, comparisons[step.high].verdict)
    guard low != high else { return nil }
    return VerdictChange(
      trajectory: step.trajectory, lowLevel: screening.points[step.low][step.factor],
      highLevel: screening.points[step.high][step.factor], low: low, high: high)
  }

  /// The parameters whose influence is measurable, the largest first; those that are equal in the order
  /// of the design.
  public var mostInfluential: [ParameterInfluence] { influences.measurable }

  /// Whether the candidate is better in some societies and worse in others, or higher and lower, each
  /// in more of them than chance alone makes it where the arms do not differ: 2.5 %.
  public var isContested: Bool {
    let chance = SensitivityDesign.risk / 2
    func isFound(_ verdict: Verdict) -> Bool { verdicts.share(of: verdict) ?? 0 > chance }
    return (isFound(.better) && isFound(.worse)) || (isFound(.higher) && isFound(.lower))
  }
}
