internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

// The results of a tuning for programs: JSON, and the table of trials.
extension TuningResults {
  var jsonValue: JSONValue {
    let experiment = design.experiment
    return .study(
      experiment,
      [
        "arm": .string(design.tuning.arm),
        "method": .string(design.method.rawValue), "budget": JSONValue(design.tuning.budget),
        "validate": JSONValue(design.tuning.validation), "alpha": .number(design.alpha),
        "training_worlds": JSONValue(trainingWorlds), "fresh_worlds": JSONValue(freshWorlds),
        "conclusion": .string(conclusion.name), "winner": winner.map { JSONValue($0) } ?? .null,
        "shown": JSONValue(shown), "values": values,
        "training_gain": trainingGain?.jsonValue ?? .null,
        "validated_gain": validatedGain?.jsonValue ?? .null, "optimism": JSONValue(optimism),
        "present_mean": JSONValue(incumbentMean), "lost_trials": JSONValue(lostTrials),
        "unpaired_worlds": JSONValue(unpairedWorlds),
        "comparisons": .array(comparisons.map { Self.comparison($0, with: "present") }),
        "baseline": baseline.map(Self.baseline) ?? .null,
        "prices": .array(prices.map(Self.price)),
        "limits": .array(limits.map(Self.limit)), "finalists": .array(finalists.map(Self.finalist)),
        "front": paretoFront.map(Self.front) ?? .null,
        "course": .array(history.map(Self.historyEntry)),
        "trials": .array(estimates.map(trial)),
      ])
  }

  private var values: JSONValue {
    .array(
      design.space.parameters.enumerated().map { index, parameter in
        .object([
          "key": .string(parameter.key), "present": .number(parameter.value),
          "tuned": .number(trials[shown].values[index]),
          "is_fixed": .bool(!design.space.free.contains(index)),
          "range_end": rangeEnds.first { $0.parameter == index }.map {
            .string($0.isUpper ? "upper" : "lower")
          } ?? .null,
        ])
      })
  }

  private static func baseline(_ baseline: Baseline) -> JSONValue {
    .object([
      "arm": .string(baseline.name),
      "gains_over_present": .array(baseline.gains.map { $0?.jsonValue ?? .null }),
      "comparisons": .array(baseline.comparisons.map { comparison($0, with: "baseline") }),
    ])
  }

  private static func price(_ price: LimitPrice) -> JSONValue {
    .object([
      "limit": .string(price.constraint.description), "gaining": JSONValue(price.gaining),
      "breaking": JSONValue(price.breaking),
      "relaxation": price.relaxation.map { relaxation in
        .object([
          "trial": JSONValue(relaxation.trial),
          "limit": .string(relaxation.constraint.description),
          "gain": relaxation.gain.jsonValue,
          "keeps_other_limits": .bool(relaxation.keepsOtherLimits),
          "is_shown": .bool(relaxation.isShown),
        ])
      } ?? .null,
    ])
  }

  /// - Parameter baseline: What the comparison is with: the present values or the baseline arm.
  private static func comparison(_ comparison: Comparison, with baseline: String) -> JSONValue {
    .object([
      "metric": .string(comparison.metric.id), "worlds": JSONValue(comparison.worlds),
      "\(baseline)_mean": JSONValue(comparison.baselineMean),
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
      "confirmed": limit.attained.map { .string($0.description) } ?? .null,
    ])
  }

  private static func finalist(_ finalist: Finalist) -> JSONValue {
    .object([
      "trial": JSONValue(finalist.trial), "worlds": JSONValue(finalist.worlds),
      "was_dropped": .bool(finalist.wasDropped), "mean": JSONValue(finalist.mean),
      "keeps_limits": .bool(finalist.keepsLimits),
    ])
  }

  private static func front(_ front: ParetoFront) -> JSONValue {
    .object([
      "knee": front.kneePoint.map { JSONValue(front.points[$0].trial) } ?? .null,
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

  private static func historyEntry(_ entry: HistoryEntry) -> JSONValue {
    .object([
      "stage": .string(entry.stage.rawValue), "worlds": JSONValue(entry.worlds),
      "trials": JSONValue(entry.trials), "trial": entry.trial.map { JSONValue($0) } ?? .null,
      "gain": JSONValue(entry.gain),
    ])
  }

  private func trial(_ estimate: TrialEstimate) -> JSONValue {
    let trial = trials[estimate.trial]
    return .object([
      "trial": JSONValue(estimate.trial), "worlds": JSONValue(trial.worlds),
      "fresh_worlds": JSONValue(trial.freshWorlds),
      "values": .array(trial.values.map(JSONValue.number)),
      "gains": .array(estimate.gains.map { JSONValue($0) }),
      "is_feasible": .bool(estimate.isFeasible),
      "limits": .array(
        zip(design.tuning.constraints, estimate.limits).map { constraint, limit in
          .object([
            "limit": .string(constraint.description), "value": JSONValue(limit?.value),
            "bound": JSONValue(limit?.bound), "room": JSONValue(limit?.slack.mean),
            "room_error": JSONValue(limit?.slack.standardError),
            "is_kept": .bool(limit?.isKept ?? false),
          ])
        }),
    ])
  }

  /// A row for each simulated trial: its worlds, its mean gains in the search, its limits and its values.
  var table: DataTable {
    typealias Row = TrialEstimate
    let objectives = design.tuning.objectives.enumerated().map { index, objective in
      Column<Row>.number("gain_\(objective.metric ?? "sum")") { $0.gains[index] }
    }
    let parameters = design.space.parameters.enumerated().map { index, parameter in
      Column<Row>.number(parameter.key) { trials[$0.trial].values[index] }
    }
    return DataTable(
      [
        .whole("trial") { $0.trial }, .whole("worlds") { trials[$0.trial].worlds },
        .whole("fresh_worlds") { trials[$0.trial].freshWorlds },
      ] + objectives + limitColumns + parameters, estimates)
  }

  /// Whether a trial is feasible, the limits that it breaks, and for each limit the metric's value, the bound and
  /// the room between them. A metric with a limit on either side has `min` and `max` in the names.
  private var limitColumns: [Column<TrialEstimate>] {
    let limits = design.tuning.constraints
    guard !limits.isEmpty else { return [] }
    let columns = limits.enumerated().flatMap { index, limit in
      let isTwice = limits.count { $0.metric == limit.metric } > 1
      let name = (isTwice ? limit.isUpper ? "max_" : "min_" : "") + limit.metric
      return [
        Column<TrialEstimate>.number("value_\(name)") { $0.limits[index]?.value },
        .number("bound_\(name)") { $0.limits[index]?.bound },
        .number("room_\(name)") { $0.limits[index]?.slack.mean },
      ]
    }
    return [
      .truth("feasible", \.isFeasible),
      .text("breaks") { estimate in
        estimate.brokenLimits.map { limits[$0].description }.joined(separator: "; ")
      },
    ] + columns
  }
}

extension TuningResults.Conclusion {
  fileprivate var name: String {
    switch self {
    case .improved: "improved"
    case .kept(.best): "kept"
    case .kept(.tooSmall): "kept-too-small"
    case .kept(.notConfirmed): "kept-not-confirmed"
    case .kept(.limitNotConfirmed): "kept-limit-not-confirmed"
    case .infeasible: "infeasible"
    case .paretoFront: "front"
    }
  }
}
