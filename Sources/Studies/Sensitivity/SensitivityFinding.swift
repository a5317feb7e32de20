public import Experiments
public import FeedMetrics
internal import Stochastics

/// The comparisons of a metric of a candidate with the baseline, in all communities.
public struct SensitivityFinding: Sendable, Hashable {
  public let metric: MetricDefinition
  public let candidate: String
  /// The comparisons by community.
  public let comparisons: [Comparison]
  /// The influences by parameter.
  public let influences: [ParameterInfluence]
  /// The verdicts over all communities.
  public let verdicts: VerdictCounts

  /// - Parameters:
  ///   - comparisons: The comparisons of one metric and candidate, by community.
  ///   - differences: The differences that verdicts are about, by community and world; `nil` where undefined.
  init(_ comparisons: [Comparison], differences: [[Double?]], design: SensitivityDesign) {
    metric = comparisons[0].metric
    candidate = comparisons[0].candidate
    self.comparisons = comparisons
    verdicts = VerdictCounts(comparisons.map(\.verdict))
    influences = design.parameters.indices.map { parameter in
      ParameterInfluence(
        parameter: parameter, effects: design.screening.effects(of: parameter, on: differences),
        changes: design.screening.steps(of: parameter).compactMap {
          Self.change($0, comparisons, design.screening)
        }, parameters: design.parameters.count)
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

  /// The measurable influences, the largest first; equal ones in the order of the design.
  public var mostInfluential: [ParameterInfluence] { influences.measurable }

  /// Whether the candidate is better in some communities and worse in others, or higher and lower, each in more
  /// than 2.5 % of the communities, the expected share of false positives if arms do not differ.
  public var isContested: Bool {
    let chance = SensitivityDesign.alpha / 2
    func isFound(_ verdict: Verdict) -> Bool { verdicts.share(of: verdict) ?? 0 > chance }
    return (isFound(.better) && isFound(.worse)) || (isFound(.higher) && isFound(.lower))
  }
}

/// The counts of verdicts.
public struct VerdictCounts: Sendable, Hashable {
  /// Counts by index in ``Verdict``'s list of cases.
  private var counts = Array(repeating: 0, count: Verdict.allCases.count)

  public init(_ verdicts: some Sequence<Verdict>) {
    for verdict in verdicts { counts[Self.index(verdict)] += 1 }
  }

  /// The count of a verdict.
  public subscript(verdict: Verdict) -> Int { counts[Self.index(verdict)] }

  /// The count of all verdicts except `Verdict.undefined`.
  public var judged: Int { counts.reduce(0, +) - self[.undefined] }

  /// The share of some verdicts among all defined ones; `nil` if none exist.
  public func share(of verdicts: Verdict...) -> Double? {
    judged > 0 ? Double(verdicts.reduce(0) { $0 + self[$1] }) / Double(judged) : nil
  }

  private static func index(_ verdict: Verdict) -> Int {
    // The list of cases contains each case.
    Verdict.allCases.firstIndex(of: verdict)!
  }
}
