internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// What the tunable numbers do to one metric, as rows for tables of any kind: those with a measurable
/// effect first, the largest first, then the others in the order of the design.
struct WeightRows {
  /// The columns, the first that of the parameter.
  let header: [String]
  let rows: [[String]]
  /// Which columns may be left out where there is no room, the first of them first.
  let optionalColumns: [Int]

  init(_ finding: WeightFinding, _ design: WeightDesign) {
    let others = design.parameters.indices.filter { !finding.measurable.contains($0) }
    let order = finding.measurable + others
    switch finding.evidence {
    case .screening(let influences):
      header = ["range", "μ*", "σ", "dummy"]
      optionalColumns = [1, 3]
      rows = order.map { Self.row(influences[$0], finding.metric, design) }
    case .variance(let indices):
      let level = indices?.total.first?.interval?.level ?? 0.95
      header = ["range", "alone", LevelWords.heading(level), "in all", LevelWords.heading(level)]
      optionalColumns = [1, 3]
      rows = order.map { parameter in
        [WeightWords.name(design.parameters[parameter]), WeightWords.range(design, parameter)]
          + [indices?.first[parameter], indices?.total[parameter]].flatMap(Self.cells)
      }
    }
  }

  private static func row(
    _ influence: ParameterInfluence, _ metric: MetricDefinition, _ design: WeightDesign
  ) -> [String] {
    let parameter = design.parameters[influence.parameter]
    let mark = influence.isMeasurable ? influence.trend.map { " \($0.mark)" } ?? "" : ""
    let start = [
      WeightWords.name(parameter) + mark, WeightWords.range(design, influence.parameter),
    ]
    guard let effects = influence.effects else {
      return start + Array(repeating: NumberText.missing, count: 3)
    }
    let scale = ValueScale(metric, size: effects.meanMagnitude, error: effects.meanMagnitudeError)
    let error = effects.meanMagnitudeError.map { " ±\(scale.halfWidth($0))" } ?? ""
    return start + [
      scale.value(effects.meanMagnitude) + error,
      effects.deviation.map(scale.value) ?? NumberText.missing,
      effects.noise.map(scale.value) ?? NumberText.missing,
    ]
  }

  private static func cells(_ index: SobolIndices.Index?) -> [String] {
    guard let index else { return [NumberText.missing, NumberText.missing] }
    let limits = index.interval.map { interval in
      "[\([interval.lower, interval.upper].map(WeightWords.share).joined(separator: ", "))]"
    }
    return [WeightWords.share(index.estimate), limits ?? NumberText.missing]
  }
}
