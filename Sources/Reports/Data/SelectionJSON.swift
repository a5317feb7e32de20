internal import DataFiles
public import Experiments
internal import FeedMetrics
internal import Stochastics

extension SelectionResults {
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
      "seed": .whole(experiment.seed), "method": .string("kim-nelson"),
      "metric": .string(design.metric.id), "delta": .number(design.indifference),
      "alpha": .number(design.risk), "first_stage": JSONValue(design.firstStage),
      "most_worlds": JSONValue(design.mostWorlds), "worlds": JSONValue(worlds),
      "worlds_needed": mostWorlds.map { JSONValue($0) } ?? .null,
      "runs": JSONValue(outcomes.count), "best": .array(best.map(JSONValue.string)),
      "contenders": .array(contenders.map(JSONValue.string)),
      "arms": .array(standings.map { arm($0) }),
      "guardrails": .array(guardrails.map(Self.guardrail)),
    ])
  }

  private func arm(_ standing: Standing) -> JSONValue {
    let values = outcomes.filter { $0.arm == standing.arm }.map {
      JSONValue($0.value(of: design.metric).value)
    }
    return .object([
      "arm": .string(standing.arm), "worlds": JSONValue(standing.worlds),
      "mean": .number(standing.mean), "shortfall": .number(standing.shortfall),
      "outcome": .string(standing.fate.name), "values": .array(values),
      "dropped_after": standing.fate.worlds.map { JSONValue($0) } ?? .null,
      "because_of": standing.fate.cause.map(JSONValue.string) ?? .null,
    ])
  }

  private static func guardrail(_ comparison: Comparison) -> JSONValue {
    .object([
      "candidate": .string(comparison.candidate), "metric": .string(comparison.metric.id),
      "margin": .number(comparison.margin), "worlds": JSONValue(comparison.worlds),
      "difference": comparison.difference?.jsonValue ?? .null,
      "gating": comparison.gating?.jsonValue ?? .null,
    ])
  }

  /// What became of each arm, at full precision: a row for each; what does not exist is empty.
  public func armTable(_ format: DelimitedText = .commas) -> String {
    let header = [
      "arm", "metric", "worlds", "mean", "shortfall", "outcome", "dropped_after", "because_of",
    ]
    return format.text(
      [header]
        + standings.map { standing in
          [
            standing.arm, design.metric.id, "\(standing.worlds)",
            DelimitedText.number(standing.mean), DelimitedText.number(standing.shortfall),
            standing.fate.name, standing.fate.worlds.map { "\($0)" } ?? "",
            standing.fate.cause ?? "",
          ]
        })
  }
}

extension SelectionResults.Fate {
  fileprivate var name: String {
    switch self {
    case .best: "best"
    case .contender: "contender"
    case .behind: "behind"
    case .harmful: "harmful"
    }
  }

  fileprivate var worlds: Int? {
    switch self {
    case .best, .contender: nil
    case .behind(_, let worlds), .harmful(_, let worlds): worlds
    }
  }

  /// The arm that was ahead, or the guardrail that was harmed.
  fileprivate var cause: String? {
    switch self {
    case .best, .contender: nil
    case .behind(let leader, _): leader
    case .harmful(let metric, _): metric
    }
  }
}
