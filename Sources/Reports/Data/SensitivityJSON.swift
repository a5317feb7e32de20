public import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

extension SensitivityResults {
  /// All that was found, at full precision: sorted keys, shortest numbers that read back, `null` for
  /// what is undefined. Nothing in it depends on the clock, the machine's paths or the threads.
  public var json: String { jsonValue.indented }

  private var jsonValue: JSONValue {
    let experiment = design.experiment
    return .object([
      "feedlab": .string(FeedLab.version),
      "scenario": .object([
        "name": .string(experiment.scenario), "digest": .string(experiment.scenarioDigest),
        "resolved": JSONValue(canonical: experiment.resolvedScenario),
      ]),
      "of": .string("behaviour"), "method": .string("morris"), "seed": .whole(experiment.seed),
      "baseline": .string(design.baseline),
      "candidates": .array(experiment.candidates.map(JSONValue.string)),
      "worlds": JSONValue(experiment.worlds), "runs": JSONValue(design.runs),
      "trajectories": JSONValue(design.screening.trajectories),
      "levels": JSONValue(design.screening.levels), "level": .number(design.experiment.level),
      "parameters": .array(design.parameters.indices.map(parameter)),
      "idle": .array(idleParameters.map { .string(design.parameters[$0].key) }),
      "societies": .array((0..<design.societies).map(society)),
      "findings": .array(findings.map(finding)),
    ])
  }

  private func parameter(_ index: Int) -> JSONValue {
    guard case .object(var members) = design.parameters[index].jsonValue else { return .null }
    members["settings"] = .array(design.settings(of: index).map(JSONValue.number))
    members["scenario"] = .number(design.ownValues[index])
    return .object(members)
  }

  private func society(_ index: Int) -> JSONValue {
    .object([
      "trajectory": JSONValue(design.screening.trajectory(ofPoint: index)),
      "seed": .whole(design.seed(of: index)),
      "values": .array(design.values(of: index).map(JSONValue.number)),
    ])
  }

  private func finding(_ finding: SensitivityFinding) -> JSONValue {
    .object([
      "candidate": .string(finding.candidate), "metric": .string(finding.metric.id),
      "verdicts": finding.verdicts.jsonValue,
      "better_share": share(finding, .better), "worse_share": share(finding, .worse),
      "higher_share": share(finding, .higher), "lower_share": share(finding, .lower),
      "societies": finding.societiesJSON,
      "influences": .array(finding.influences.map { influence($0, of: finding) }),
    ])
  }

  private func share(_ finding: SensitivityFinding, _ verdict: Verdict) -> JSONValue {
    .object([
      "estimate": JSONValue(finding.verdicts.share(of: verdict)),
      "standard_error": JSONValue(shareError(of: finding, verdict)),
    ])
  }

  private func influence(
    _ influence: ParameterInfluence, of finding: SensitivityFinding
  ) -> JSONValue {
    let settings = design.settings(of: influence.parameter).map { setting in
      verdicts(of: finding, parameter: influence.parameter, at: setting).jsonValue
    }
    var members = influence.effectsJSON
    members["parameter"] = .string(design.parameters[influence.parameter].key)
    members["verdicts_by_setting"] = .array(settings)
    members["changes"] = .array(influence.changes.map(\.jsonValue))
    return .object(members)
  }
}

extension SensitivityFinding {
  /// Columns, an element a society.
  fileprivate var societiesJSON: JSONValue {
    func column(_ value: (Comparison) -> Double?) -> JSONValue {
      .array(comparisons.map { JSONValue(value($0)) })
    }
    return .object([
      "difference": column { $0.difference?.mean },
      "lower": column { $0.difference?.interval?.lower },
      "upper": column { $0.difference?.interval?.upper },
      "margin": column { $0.margin },
      "verdict": .array(comparisons.map { .string($0.verdict.rawValue) }),
    ])
  }
}

extension VerdictCounts {
  /// Counts by verdict; those that did not occur are left out.
  fileprivate var jsonValue: JSONValue {
    let counts = Verdict.allCases.filter { self[$0] > 0 }.map { ($0.rawValue, JSONValue(self[$0])) }
    return .object(Dictionary(uniqueKeysWithValues: counts))
  }
}

extension VerdictChange {
  fileprivate var jsonValue: JSONValue {
    .object([
      "trajectory": JSONValue(trajectory), "low_level": JSONValue(lowLevel),
      "high_level": JSONValue(highLevel), "low": .string(low.rawValue),
      "high": .string(high.rawValue), "reversal": .bool(isReversal),
    ])
  }
}
