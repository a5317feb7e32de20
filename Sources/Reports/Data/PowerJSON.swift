internal import DataFiles
public import Experiments
internal import FeedMetrics
internal import Stochastics

extension PowerAnalysis {
  /// All that was found, at full precision: sorted keys, shortest numbers that read back, `null` for
  /// what is undefined. Nothing in it depends on the clock, the machine's paths or the threads.
  public var json: String { jsonValue.indented }

  private var jsonValue: JSONValue {
    .object([
      "feedlab": .string(FeedLab.version),
      "scenario": .object([
        "name": .string(design.scenario), "digest": .string(design.scenarioDigest),
        "resolved": JSONValue(canonical: design.resolvedScenario),
      ]),
      "seed": .whole(design.seed), "metric": .string(metric.id), "alpha": .number(risk),
      "power": .number(power), "baseline": .string(design.arms[0]),
      "worlds": JSONValue(design.worlds),
      "goal": goal.map { .string($0.name) } ?? .null,
      "candidates": .array(candidates.map(Self.candidate)),
    ])
  }

  private static func candidate(_ candidate: CandidatePower) -> JSONValue {
    .object([
      "candidate": .string(candidate.candidate), "worlds": JSONValue(candidate.worlds),
      "baseline_mean": JSONValue(candidate.baselineMean),
      "difference": JSONValue(candidate.difference), "size": JSONValue(candidate.size),
      "variance_reduction": JSONValue(candidate.varianceReduction),
      "paired": candidate.paired.map(plan) ?? .null,
      "unpaired": candidate.unpaired.map(plan) ?? .null,
    ])
  }

  private static func plan(_ plan: CandidatePower.Plan) -> JSONValue {
    .object([
      "deviation": .number(plan.power.deviation),
      "worlds_needed": plan.worlds.map { JSONValue($0) } ?? .null,
      "readings": .array(
        plan.readings.map { reading in
          .object([
            "worlds": JSONValue(reading.worlds), "effect": .number(reading.effect),
            "half_width": .number(reading.halfWidth),
          ])
        }),
    ])
  }

  /// What the goal needs and what numbers of worlds show, at full precision: a row for each candidate, way
  /// to pair and number of worlds; what does not exist is empty.
  public func table(_ format: DelimitedText = .commas) -> String {
    let header = [
      "candidate", "metric", "pairing", "deviation", "goal", "size", "worlds_needed", "worlds",
      "effect", "half_width",
    ]
    return format.text([header] + candidates.flatMap(rows))
  }

  private func rows(_ candidate: CandidatePower) -> [[String]] {
    [candidate.paired, candidate.unpaired].compactMap { $0 }.flatMap { plan in
      plan.readings.map { reading in
        [
          candidate.candidate, metric.id, plan.power.pairing.rawValue,
          DelimitedText.number(plan.power.deviation), goal?.name ?? "",
          DelimitedText.number(candidate.size), plan.worlds.map { "\($0)" } ?? "",
          "\(reading.worlds)", DelimitedText.number(reading.effect),
          DelimitedText.number(reading.halfWidth),
        ]
      }
    }
  }
}

extension PowerAnalysis.Goal {
  fileprivate var name: String {
    switch self {
    case .effect: "effect"
    case .halfWidth: "half_width"
    }
  }
}
