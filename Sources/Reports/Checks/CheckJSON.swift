internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// Checks at full precision: sorted keys, shortest numbers that read back, `null` for what is undefined.
/// Nothing in it depends on the clock, the machine or the threads.
enum CheckJSON {
  static func text(_ checks: [CheckedScenario]) -> String {
    JSONValue.object([
      "feedlab": .string(FeedLab.version), "checks": .array(checks.map(value)),
    ]).indented
  }

  private static func value(_ checked: CheckedScenario) -> JSONValue {
    let headline = JSONValue.string(CheckWords.headline(checked))
    switch checked.result {
    case .unfinished(let reason):
      return .object([
        "scenario": .object(["name": .string(checked.name)]), "outcome": .string("error"),
        "headline": headline, "error": .string(reason),
      ])
    case .found(let results):
      let design = results.design
      return .object([
        "scenario": .object([
          "name": .string(design.scenario), "digest": .string(design.scenarioDigest),
        ]),
        "outcome": .string(results.outcome.rawValue), "headline": headline, "error": .null,
        "arm": .string(results.arm), "seed": .whole(design.seed),
        "worlds": JSONValue(design.worlds), "plan": design.plan.jsonValue,
        "alpha": .number(results.alpha), "baseline": results.baseline.jsonValue,
        "findings": .array(results.findings.map { $0.jsonValue(design.plan) }),
        "notices": .array(results.notices.map(JSONValue.string)),
      ])
    }
  }
}

extension BaselineFacts {
  fileprivate var jsonValue: JSONValue {
    .object([
      "file": .string(file), "feedlab": .string(version), "worlds": JSONValue(worlds),
      "accepted_changes": JSONValue(acceptedChanges),
      "last_reason": lastReason.map(JSONValue.string) ?? .null,
      "anchor": anchor.map(JSONValue.string) ?? .null, "rerun": .bool(isRerun),
    ])
  }
}

extension CheckFinding {
  fileprivate func jsonValue(_ plan: WorldPlan) -> JSONValue {
    .object([
      "metric": .string(metric.id),
      "rule": .object(["kind": .string(rule.name), "bound": JSONValue(rule.bound)]),
      "level": .string(level.rawValue), "status": .string(status.rawValue),
      "worlds": JSONValue(worlds), "comparison": comparison?.jsonValue(plan) ?? .null,
      "estimate": estimate?.jsonValue ?? .null,
      "remark": remark.map(JSONValue.string) ?? .null,
    ])
  }
}

extension CheckFinding.Rule {
  /// As files name it.
  var name: String {
    switch self {
    case .relative: "relative"
    case .drift: "drift"
    case .minimum: "min"
    case .maximum: "max"
    case .rankingOverlap: "ranking-overlap"
    }
  }

  /// `nil` for a rule about differences, which has a margin.
  var bound: Double? {
    switch self {
    case .relative, .drift: nil
    case .minimum(let bound), .maximum(let bound), .rankingOverlap(let bound): bound
    }
  }
}

extension LevelEstimate {
  fileprivate var jsonValue: JSONValue {
    .object([
      "mean": .number(mean), "lower": JSONValue(interval?.lower),
      "upper": JSONValue(interval?.upper), "level": JSONValue(interval?.level),
      "p": JSONValue(pValue), "p_adjusted": JSONValue(adjustedP),
      "family_size": JSONValue(familySize),
    ])
  }
}
