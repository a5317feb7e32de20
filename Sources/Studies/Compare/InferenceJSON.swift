internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Scenarios
internal import Stochastics

extension PairedDifference {
  var jsonValue: JSONValue {
    .object([
      "mean": .number(mean), "standard_error": JSONValue(standardError),
      "lower": JSONValue(interval?.lower), "upper": JSONValue(interval?.upper),
      "p": JSONValue(pValue), "evidence": .string(evidence.rawValue),
    ])
  }
}

extension JSONValue {
  fileprivate static func estimate(_ value: Double, _ interval: ConfidenceInterval?) -> JSONValue {
    .object([
      "estimate": .number(value), "lower": JSONValue(interval?.lower),
      "upper": JSONValue(interval?.upper),
    ])
  }
}

extension RelativeEffect {
  var jsonValue: JSONValue { .estimate(estimate, interval) }
}

extension RatioOfMeans {
  var jsonValue: JSONValue { .estimate(estimate, interval) }
}

extension ConfidenceInterval {
  var jsonValue: JSONValue {
    .object(["lower": .number(lower), "upper": .number(upper), "level": .number(level)])
  }
}

extension GateTest {
  var jsonValue: JSONValue {
    .object([
      "role": .string(role.rawValue), "gate": .string(gate.rawValue),
      "family_size": JSONValue(familySize), "p": JSONValue(pValue),
      "p_adjusted": JSONValue(adjustedP), "alpha": .number(alpha),
    ])
  }
}

extension DecidingInterval {
  var jsonValue: JSONValue {
    .object([
      "scale": .string(scale.rawValue), "estimate": .number(estimate),
      "lower": .number(interval.lower), "upper": .number(interval.upper),
      "level": .number(interval.level), "margin": .number(margin),
    ])
  }
}

extension FurtherTests {
  /// - Parameter plan: The plan of the experiment. If its results decide the number of worlds, two more
  ///   members state that these figures do not correct for that.
  func jsonValue(_ plan: WorldPlan) -> JSONValue {
    var members: [String: JSONValue] = [
      "welch": welch?.jsonValue ?? .null, "bca": bootstrap?.jsonValue ?? .null,
      "signed_rank": signedRanks?.jsonValue ?? .null,
      "hodges_lehmann": hodgesLehmann?.jsonValue ?? .null,
      "sign_flip": signFlip?.jsonValue ?? .null, "tost": equivalence?.jsonValue ?? .null,
    ]
    if plan.isEndedByResults {
      members["for"] = .string("a fixed number of replications")
      members["stopped_by_data"] = .bool(true)
    }
    return .object(members)
  }
}

extension ControlledMean {
  var jsonValue: JSONValue {
    .object([
      "estimate": .number(estimate), "standard_error": JSONValue(standardError),
      "lower": JSONValue(interval?.lower), "upper": JSONValue(interval?.upper),
      "slopes": .array(slopes.map(JSONValue.number)),
      "reason": fallback.map { .string($0.description) } ?? .null,
    ])
  }
}

extension WelchDifference {
  fileprivate var jsonValue: JSONValue {
    .object([
      "mean": .number(estimate), "standard_error": .number(standardError),
      "degrees_of_freedom": .number(degreesOfFreedom), "lower": .number(interval.lower),
      "upper": .number(interval.upper), "p": .number(pValue),
    ])
  }
}

extension SignedRanks {
  fileprivate var jsonValue: JSONValue {
    .object([
      "statistic": .number(statistic), "count": JSONValue(count), "p": .number(pValue),
    ])
  }
}

extension HodgesLehmann {
  fileprivate var jsonValue: JSONValue { .estimate(estimate, interval) }
}

extension SignFlipTest {
  fileprivate var jsonValue: JSONValue {
    .object(["p": .number(pValue), "exact": .bool(isExact)])
  }
}

extension EquivalenceTest {
  fileprivate var jsonValue: JSONValue {
    .object(["p": .number(pValue), "interval": interval.jsonValue])
  }
}

extension Decision {
  var jsonValue: JSONValue {
    .object([
      "candidate": .string(candidate), "outcome": .string(outcome.rawValue),
      "reasons": .array(reasons.map(JSONValue.string)),
    ])
  }
}

extension BestArms {
  var jsonValue: JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: zip(arms, probabilities).map { ($0, JSONValue.number($1)) }))
  }
}

extension Scenario.Questions {
  var jsonValue: JSONValue {
    .object([
      "primary": primary.map(JSONValue.string) ?? .null,
      "guardrails": .array(guardrails.map(JSONValue.string)), "alpha": .number(alpha),
      "correction": .string(correction.rawValue), "family": .string(family.rawValue),
      "equivalence": .string(equivalence.rawValue),
    ])
  }
}

extension WorldPlan {
  var jsonValue: JSONValue {
    switch self {
    case .fixed(let worlds): .object(["kind": .string("fixed"), "worlds": JSONValue(worlds)])
    case .looks(let first, let most): Self.range("looks", first, most)
    case .open(let first, let most): Self.range("open", first, most)
    case .precise(let goal):
      .object([
        "kind": .string("half-width"), "metric": .string(goal.metric),
        "half_width": .number(goal.size), "first": JSONValue(goal.first),
        "most": JSONValue(goal.most),
      ])
    }
  }

  private static func range(_ kind: String, _ first: Int, _ most: Int) -> JSONValue {
    .object(["kind": .string(kind), "first": JSONValue(first), "most": JSONValue(most)])
  }
}

extension Ending {
  var jsonValue: JSONValue {
    switch self {
    case .planned: .object(["kind": .string("planned")])
    case .decided(let look, let looks):
      .object([
        "kind": .string("decided"), "look": JSONValue(look),
        "looks": looks.map { JSONValue($0) } ?? .null,
      ])
    case .exhausted: .object(["kind": .string("exhausted")])
    case .interrupted: .object(["kind": .string("interrupted")])
    case .precise: .object(["kind": .string("precise")])
    case .imprecise(let needed):
      .object(["kind": .string("imprecise"), "needed": JSONValue(needed)])
    }
  }
}
