public import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import SocialFeed
internal import Stochastics

extension WeightResults {
  /// All that was found, at full precision: sorted keys, shortest numbers that read back, `null` for
  /// what is undefined. Nothing in it depends on the clock, the machine's paths or the threads.
  public var json: String { jsonValue.indented }

  private var jsonValue: JSONValue {
    let experiment = design.experiment
    var members: [String: JSONValue] = [
      "feedlab": .string(FeedLab.version),
      "scenario": .object([
        "name": .string(experiment.scenario), "digest": .string(experiment.scenarioDigest),
        "resolved": JSONValue(canonical: experiment.resolvedScenario),
      ]),
      "of": .string("weights"), "seed": .whole(experiment.seed), "arm": .string(design.arm),
      "worlds": JSONValue(experiment.worlds), "runs": JSONValue(design.runs),
      "parameters": .array(design.parameters.map(\.jsonValue)),
      "idle": .array(idleParameters.map(key)),
      "flat_rays": .array(flatRays.map { .array(design.rays[$0].map(key)) }),
      "points": .array((0..<design.points).map(point)),
      "findings": .array(findings.map(finding)),
    ]
    switch design.method {
    case .morris(let screening):
      members["method"] = .string("morris")
      members["trajectories"] = JSONValue(screening.trajectories)
      members["levels"] = JSONValue(screening.levels)
    case .sobol(let sampling):
      members["method"] = .string("sobol")
      members["samples"] = JSONValue(sampling.rows)
    }
    return .object(members)
  }

  private func key(_ parameter: Int) -> JSONValue { .string(design.parameters[parameter].key) }

  private func point(_ index: Int) -> JSONValue {
    .object([
      "first_world": JSONValue(design.world(0, at: index)),
      "values": .array(design.values(at: index).map(JSONValue.number)),
    ])
  }

  private func finding(_ finding: WeightFinding) -> JSONValue {
    var members: [String: JSONValue] = [
      "metric": .string(finding.metric.id), "means": .array(finding.means.map { JSONValue($0) }),
      "measurable": .array(finding.measurable.map(key)),
    ]
    switch finding.evidence {
    case .screening(let influences):
      members["influences"] = .array(
        influences.map { influence in
          var members = influence.effectsJSON
          members["parameter"] = key(influence.parameter)
          return .object(members)
        })
    case .variance(let indices):
      members["indices"] =
        indices.map { indices in
          .object([
            "variance": .number(indices.variance), "rows": JSONValue(indices.rows),
            "first": .array(indices.first.map(\.jsonValue)),
            "total": .array(indices.total.map(\.jsonValue)),
          ])
        } ?? .null
    }
    return .object(members)
  }
}

extension ParameterInfluence {
  /// The effects and what they say, without the parameter's name.
  var effectsJSON: [String: JSONValue] {
    [
      "mu": JSONValue(effects?.mean), "mu_error": JSONValue(effects?.meanError),
      "mu_star": JSONValue(effects?.meanMagnitude),
      "mu_star_error": JSONValue(effects?.meanMagnitudeError),
      "sigma": JSONValue(effects?.deviation), "noise": JSONValue(effects?.noise),
      "p": JSONValue(effects?.pValue), "measurable": .bool(isMeasurable),
      "trend": trend.map { .string($0.rawValue) } ?? .null,
    ]
  }
}

extension SobolIndices.Index {
  fileprivate var jsonValue: JSONValue {
    .object(["estimate": .number(estimate), "interval": interval?.jsonValue ?? .null])
  }
}

extension TunableParameter {
  fileprivate var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "key": .string(key), "surface": .string(surface.description), "path": .string(path),
      "value": .number(value),
    ]
    switch range {
    case .choices(let values): members["choices"] = .array(values.map(JSONValue.number))
    case .interval(let low, let high, let scale, let isWhole):
      members["low"] = .number(low)
      members["high"] = .number(high)
      members["scale"] = .string(scale.rawValue)
      members["whole"] = .bool(isWhole)
    }
    return .object(members)
  }
}
