public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics

extension TuningResults {
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
      "seed": .whole(experiment.seed), "arm": .string(design.tuning.arm),
      "method": .string(design.method.rawValue), "budget": JSONValue(design.tuning.budget),
      "validate": JSONValue(design.tuning.validation), "alpha": .number(design.risk),
      "training_worlds": JSONValue(trainingWorlds), "fresh_worlds": JSONValue(freshWorlds),
      "conclusion": .string(conclusion.name), "winner": winner.map { JSONValue($0) } ?? .null,
      "shown": JSONValue(shown), "values": values,
      "training_gain": trainingGain?.jsonValue ?? .null,
      "validated_gain": validatedGain?.jsonValue ?? .null, "optimism": JSONValue(optimism),
      "present_mean": JSONValue(presentMean), "lost_trials": JSONValue(lostTrials),
      "comparisons": .array(comparisons.map(Self.comparison)),
      "limits": .array(limits.map(Self.limit)), "finalists": .array(finalists.map(Self.finalist)),
      "front": front.map(Self.front) ?? .null, "course": .array(course.map(Self.step)),
      "trials": .array(trials.indices.map(trial)),
    ])
  }

  private var values: JSONValue {
    .array(
      design.space.parameters.enumerated().map { index, parameter in
        .object([
          "key": .string(parameter.key), "present": .number(parameter.value),
          "tuned": .number(trials[shown].values[index]),
          "is_fixed": .bool(!design.space.free.contains(index)),
        ])
      })
  }

  private static func comparison(_ comparison: Comparison) -> JSONValue {
    .object([
      "metric": .string(comparison.metric.id), "worlds": JSONValue(comparison.worlds),
      "present_mean": JSONValue(comparison.baselineMean),
      "tuned_mean": JSONValue(comparison.candidateMean),
      "difference": comparison.difference?.jsonValue ?? .null,
      "relative": comparison.relative?.jsonValue ?? .null, "margin": .number(comparison.margin),
      "verdict": .string(comparison.verdict.rawValue),
    ])
  }

  private static func limit(_ limit: Limit) -> JSONValue {
    .object([
      "limit": .string(limit.constraint.description), "room": limit.slack?.jsonValue ?? .null,
      "verdict": .string(limit.verdict.rawValue),
    ])
  }

  private static func finalist(_ finalist: Finalist) -> JSONValue {
    .object([
      "trial": JSONValue(finalist.trial), "worlds": JSONValue(finalist.worlds),
      "was_dropped": .bool(finalist.wasDropped), "mean": JSONValue(finalist.mean),
      "keeps_limits": .bool(finalist.keepsLimits),
    ])
  }

  private static func front(_ front: Front) -> JSONValue {
    .object([
      "knee": front.knee.map { JSONValue(front.points[$0].trial) } ?? .null,
      "hypervolume": .number(front.hypervolume),
      "points": .array(
        front.points.map { point in
          .object([
            "trial": JSONValue(point.trial), "gains": .array(point.gains.map(\.jsonValue)),
            "probability": .number(point.probability),
            "keeps_limits": .bool(point.keepsLimits),
          ])
        }),
    ])
  }

  private static func step(_ step: Course) -> JSONValue {
    .object([
      "stage": .string(step.stage.rawValue), "worlds": JSONValue(step.worlds),
      "trial": JSONValue(step.trial), "gain": JSONValue(step.gain),
      "is_feasible": .bool(step.isFeasible),
    ])
  }

  private func trial(_ number: Int) -> JSONValue {
    .object([
      "trial": JSONValue(number), "worlds": JSONValue(trials[number].worlds),
      "fresh_worlds": JSONValue(trials[number].freshWorlds),
      "values": .array(trials[number].values.map(JSONValue.number)),
      "gains": .array(trainingGains(of: number).map { JSONValue($0) }),
    ])
  }

  /// All sets of values that were tried, a row for each: their worlds, mean gains in the search, and values.
  public func trialTable(_ format: DelimitedText = .commas) -> String {
    let objectives = design.tuning.objectives.map { "gain_\($0.metric ?? "sum")" }
    let header =
      ["trial", "worlds", "fresh_worlds"] + objectives + design.space.parameters.map(\.key)
    return format.text(
      [header]
        + trials.indices.map { number in
          ["\(number)", "\(trials[number].worlds)", "\(trials[number].freshWorlds)"]
            + trainingGains(of: number).map { $0.map(DelimitedText.number) ?? "" }
            + trials[number].values.map(DelimitedText.number)
        })
  }
}

extension TuningResults.Conclusion {
  fileprivate var name: String {
    switch self {
    case .improved: "improved"
    case .kept(.best): "kept"
    case .kept(.notConfirmed): "kept-not-confirmed"
    case .kept(.limitNotConfirmed): "kept-limit-not-confirmed"
    case .infeasible: "infeasible"
    case .front: "front"
    }
  }
}
