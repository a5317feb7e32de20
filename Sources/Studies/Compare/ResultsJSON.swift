internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import SyntheticSociety

extension ExperimentResults {
  /// All results at full precision: sorted keys, shortest numbers that read back, `null` for undefined
  /// values. The text does not depend on the clock, the machine's paths or the threads.
  var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "intercepts": intercepts.jsonValue,
      "baseline": design.baseline.map(JSONValue.string) ?? .null,
      "candidates": .array(design.candidates.map(JSONValue.string)),
      "worlds": JSONValue(design.worlds), "antithetic": .bool(design.isAntithetic),
      "plan": design.plan.jsonValue,
      "ending": ending.jsonValue, "level": .number(design.level),
      "questions": design.questions.jsonValue,
      "margins": .object(design.margins.mapValues { .string($0.text) }),
      "decisions": .array(decisions.map(\.jsonValue)),
      "probability_of_best": .object(
        Dictionary(uniqueKeysWithValues: bestArms.map { ($0.metric, $0.jsonValue) })),
      "arms": .array(arms),
      "sampled_members": JSONValue(design.sampledMembers),
      "yardsticks": .bool(design.hasReferenceRankers),
      "headroom": HeadroomText(self).json, "supply": SupplyText(self)?.json ?? .null,
      "comparisons": .array(comparisons.map { $0.jsonValue(design.plan) }),
      "held_fixed": .object((design.heldFixed ?? [:]).mapValues(JSONValue.string)),
      "live_design": liveJSON,
      "realism": realism.map { RealismTable($0).json } ?? .null,
      "volumes": volumesJSON,
      "trend": trend.map { TrendText($0).json } ?? .null,
      "societies": ExperimentNotes(self).societies?.json ?? .null,
    ]
    if let lost = design.lostWorlds { members["lost_worlds"] = .array(lost.map { JSONValue($0) }) }
    return .study(design, members)
  }

  private var arms: [JSONValue] {
    let scoped = Dictionary(grouping: breakdown, by: \.arm)
    return design.measuredArms.map { name in
      let worlds = outcomes.filter { $0.arm == name }.map { $0.jsonValue(design.metrics) }
      let metrics = estimates(of: name).map { ($0.metric.id, $0.jsonValue) }
      return .object([
        "name": .string(name), "metrics": .object(Dictionary(uniqueKeysWithValues: metrics)),
        "breakdown": Self.breakdownJSON(scoped[name] ?? []), "worlds": .array(worlds),
      ])
    }
  }
}

extension WorldOutcome {
  fileprivate func jsonValue(_ metrics: [MetricDefinition]) -> JSONValue {
    .object([
      "world": JSONValue(world), "digest": .string(digest), "counts": summary.jsonValue,
      "metrics": values.jsonValue(metrics),
    ])
  }
}

extension [String: MetricValue] {
  /// Values and supports of the metrics.
  func jsonValue(_ metrics: [MetricDefinition]) -> JSONValue {
    let values = metrics.map { metric in
      let value = self[metric.id]
      return (
        metric.id,
        JSONValue.object([
          "value": JSONValue(value?.value), "support": JSONValue(value?.support ?? 0),
        ])
      )
    }
    return .object([String: JSONValue](uniqueKeysWithValues: values))
  }
}

extension MetricEstimate {
  fileprivate var jsonValue: JSONValue {
    .object([
      "mean": JSONValue(mean), "standard_deviation": JSONValue(standardDeviation),
      "standard_error": JSONValue(standardError), "lower": JSONValue(interval?.lower),
      "upper": JSONValue(interval?.upper), "worlds": JSONValue(worlds),
      "missing": JSONValue(missing), "support": JSONValue(support),
      "scaled": scaled.map(\.jsonValue) ?? .null, "controlled": controlled?.jsonValue ?? .null,
    ])
  }
}

extension SolvedIntercepts {
  /// The intercepts; `null` for an action that is off.
  fileprivate var jsonValue: JSONValue {
    func number(_ value: Double) -> JSONValue { JSONValue(value.isFinite ? value : nil) }
    return .object([
      "open": number(open), "like": number(like), "comment": number(comment),
      "save": number(save), "vote": number(vote), "usual_utility": .number(usualUtility),
    ])
  }
}

extension WorldSummary {
  var jsonValue: JSONValue {
    .object([
      "members": JSONValue(members), "posts": JSONValue(posts), "follows": JSONValue(follows),
      "friendships": JSONValue(friendships), "sessions": JSONValue(sessions),
      "requests": JSONValue(requests), "pages": JSONValue(pages),
      "impressions": JSONValue(impressions), "examined": JSONValue(examined),
      "interactions": JSONValue(interactions), "events": JSONValue(events),
      "departures": JSONValue(departures), "arrivals": .number(exogenous.arrivals),
      "activity": .number(exogenous.activity),
    ])
  }
}

extension Comparison {
  /// - Parameter plan: The plan of the experiment or the check.
  func jsonValue(_ plan: WorldPlan) -> JSONValue {
    .object([
      "metric": .string(metric.id), "candidate": .string(candidate),
      "worlds": JSONValue(worlds), "missing": JSONValue(missing),
      "baseline_mean": JSONValue(baselineMean), "candidate_mean": JSONValue(candidateMean),
      "difference": difference.map(\.jsonValue) ?? .null,
      "judged": judged.map(\.jsonValue) ?? .null,
      "relative": relative.map(\.jsonValue) ?? .null,
      "decided_by": deciding.map(\.jsonValue) ?? .null, "shown": shownJSON,
      "margin": .number(margin), "variance_reduction": JSONValue(varianceReduction),
      "probability_better": JSONValue(probabilityBetter), "verdict": .string(verdict.rawValue),
      "asked": gateTest.map(\.jsonValue) ?? .null, "further": furtherTests.jsonValue(plan),
      "reason": inconclusiveReason.map { .string($0.description) } ?? .null,
    ])
  }
}

extension Comparison {
  /// The texts of the row in reports.
  private var shownJSON: JSONValue {
    let change = ChangeText(self)
    return .object([
      "label": .string(changeLabel), "change": .string(change.sized),
      "limit": .string(change.limit),
      "word": .string(finding.word),
    ])
  }
}

extension ExperimentResults {
  /// The metrics of an arm by surface, by ranker and by day: for each kind the scopes, and for each metric
  /// columns with an element for each scope.
  static func breakdownJSON(_ estimates: [ScopedEstimate]) -> JSONValue {
    let kinds = NamedScope.Kind.allCases.map { kind in
      (kind.rawValue, columns(estimates.filter { $0.scope.kind == kind }))
    }
    return .object(Dictionary(uniqueKeysWithValues: kinds))
  }

  private static func columns(_ estimates: [ScopedEstimate]) -> JSONValue {
    let scopes = Set(estimates.map(\.scope)).sorted()
    let metrics = Dictionary(grouping: estimates, by: \.metric.id).mapValues { members in
      let byScope = Dictionary(uniqueKeysWithValues: members.map { ($0.scope, $0) })
      let row = scopes.map { byScope[$0] }
      return JSONValue.object([
        "mean": .array(row.map { JSONValue($0?.mean) }),
        "standard_error": .array(row.map { JSONValue($0?.standardError) }),
        "worlds": .array(row.map { JSONValue($0?.worlds ?? 0) }),
      ])
    }
    return .object([
      "scopes": .array(scopes.map { .string($0.name) }), "metrics": .object(metrics),
    ])
  }
}
