public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics
internal import SyntheticSociety

extension ExperimentResults {
  /// What live tests would have told, at full precision: a row for each candidate and metric, in the units
  /// of the metrics; what does not exist is empty.
  public func liveTable(_ format: DelimitedText = .commas) -> String {
    let header = [
      "candidate", "metric", "design", "global", "global_error", "live", "live_error", "bias",
      "bias_error", "bias_lower", "bias_upper", "bias_p", "ratio", "ratio_lower", "ratio_upper",
      "spread_ratio", "wrong_signs", "worlds", "missing", "global_verdict", "live_verdict",
    ]
    return format.text([header] + liveComparisons.map(row))
  }

  private func row(_ comparison: LiveComparison) -> [String] {
    let bias = comparison.bias
    let numbers: [Double?] = [
      comparison.global?.mean, comparison.global?.standardError, comparison.naive?.mean,
      comparison.naive?.standardError, bias?.mean, bias?.standardError, bias?.interval?.lower,
      bias?.interval?.upper, bias?.pValue, comparison.ratio?.estimate,
      comparison.ratio?.interval?.lower, comparison.ratio?.interval?.upper, comparison.spreadRatio,
    ]
    return [comparison.candidate, comparison.metric.id, design.liveDesign?.name ?? ""]
      + numbers.map(DelimitedText.number)
      + [
        "\(comparison.wrongSigns)", "\(comparison.worlds)", "\(comparison.missing)",
        comparison.globalVerdict.rawValue, comparison.naiveVerdict.rawValue,
      ]
  }

  /// The design of the live tests, what they tell, and the groups' values in each world; `null` without
  /// live tests.
  var liveJSON: JSONValue {
    guard let liveDesign = design.liveDesign else { return .null }
    let worlds = zip(design.candidates, design.liveArms).flatMap { candidate, world in
      outcomes.filter { $0.arm == world }.map { $0.liveJSON(candidate, design.metrics) }
    }
    return .object([
      "design": .string(liveDesign.name), "settings": liveDesign.settings,
      "comparisons": .array(liveComparisons.map(\.jsonValue)), "worlds": .array(worlds),
    ])
  }
}

extension LiveDesign {
  fileprivate var settings: JSONValue {
    switch self {
    case .userSplit(let share): .object(["share": .number(share)])
    case .clusterSplit: .object([:])
    case .switchback(let every, let washout):
      .object(["every_s": .number(every), "washout_s": .number(washout)])
    }
  }
}

extension LiveComparison {
  fileprivate var jsonValue: JSONValue {
    .object([
      "metric": .string(metric.id), "candidate": .string(candidate), "worlds": JSONValue(worlds),
      "missing": JSONValue(missing), "live": naive.map(\.jsonValue) ?? .null,
      "global": global.map(\.jsonValue) ?? .null, "bias": bias.map(\.jsonValue) ?? .null,
      "ratio": ratio.map(\.jsonValue) ?? .null, "spread_ratio": JSONValue(spreadRatio),
      "wrong_signs": JSONValue(wrongSigns), "live_verdict": .string(naiveVerdict.rawValue),
      "global_verdict": .string(globalVerdict.rawValue),
    ])
  }
}

extension WorldOutcome {
  fileprivate func liveJSON(_ candidate: String, _ metrics: [MetricDefinition]) -> JSONValue {
    .object([
      "candidate": .string(candidate), "world": JSONValue(world), "digest": .string(digest),
      "counts": summary.jsonValue,
      "baseline_group": groups.map { $0.baseline.jsonValue(metrics) } ?? .null,
      "candidate_group": groups.map { $0.candidate.jsonValue(metrics) } ?? .null,
    ])
  }
}
