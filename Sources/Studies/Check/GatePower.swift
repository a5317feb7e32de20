internal import Experiments
internal import FeedMetrics
package import Scenarios
internal import Stochastics

/// The power with which a check finds harm of a size, estimated by simulated checks.
///
/// Each of ``checks`` simulated checks has worlds that are drawn, with replacement, from those in which
/// the sabotaged arm was simulated. In each of them the value of the checked arm is the recorded value, plus
/// the effect of the sabotage less its mean, which leaves its spread, plus the harm to one metric.
/// ``CheckProcedure`` decides, as in a check: the looks, alpha, the correction and all other rules are the same.
///
/// The draws are the same for all sizes of harm. With 200 checks, a power of 80 % has a standard error of
/// 3 %, and the smallest harm one of about 3 % of the part that is beyond the margin.
package struct GatePower {
  private let check: Scenario.Check
  /// All worlds of the baseline.
  private let recorded: RecordedWorlds
  private let checkRules: [CheckRule]
  /// By simulated check, then by look.
  private let looks: [[Look]]
  private let most: Int
  private let spreads: [String: Double]

  /// The worlds of a look, and the evidence in them without harm.
  private struct Look {
    let worlds: CheckedWorlds
    let evidence: [CheckRule.Evidence]
  }

  package static let checks = 200
  /// The maximum number of doublings of a harm in the search for the smallest one that is found.
  private static let mostDoublings = 40
  /// The relative precision of the smallest harm.
  private static let precision = 0.01

  /// - Parameter worlds: The worlds of the sabotaged arm, at least two; the baseline may have more.
  package init(_ check: Scenario.Check, sabotaged worlds: CheckedWorlds) {
    let plan = WorldPlan(check.replications)
    let sizes = plan.looks(alpha: check.alpha)?.worlds ?? [plan.most]
    let count = worlds.candidate.count
    let recorded = worlds.baseline.prefix(count)
    var candidate = recorded
    var spreads: [String: Double] = [:]
    for (id, values) in worlds.candidate.values {
      let noise = Self.noise(recorded.column(id), values)
      candidate.values[id] = zip(recorded.column(id), noise).map { value, noise in
        value.flatMap { value in noise.map { value + $0 } }
      }
      spreads[id] = Summary(noise.compactMap(\.self)).standardDeviation ?? 0
    }
    let checkRules = CheckRule.all(check, hasAnchor: worlds.anchor != nil)
    let procedure = CheckProcedure(check, checkRules)
    let stream = KeyedStream(seed: 0, world: 0, name: StreamName("gate power"))
    looks = (0..<UInt32(Self.checks)).map { simulated in
      let drawn = (0..<UInt32(plan.most)).map {
        min(count - 1, Int(stream.uniform(simulated, $0) * Double(count)))
      }
      return sizes.map { size in
        let drawn = Array(drawn.prefix(size))
        let worlds = CheckedWorlds(
          arm: worlds.arm, candidate: candidate.choosing(drawn), baseline: recorded.choosing(drawn),
          anchor: worlds.anchor.map { $0.prefix(count).choosing(drawn) },
          exogenousMeans: worlds.exogenousMeans)
        return Look(worlds: worlds, evidence: procedure.evidence(worlds))
      }
    }
    self.check = check
    self.checkRules = checkRules
    self.recorded = worlds.baseline
    self.spreads = spreads
    most = plan.most
  }

  /// The effect of the sabotage in each world less its mean, multiplied by √(*n*/(*n* − 1)) so that drawn
  /// worlds have the estimated variance; all 0 if the spread is no more than rounding.
  private static func noise(_ recorded: [Double?], _ sabotaged: [Double?]) -> [Double?] {
    let changes = zip(recorded, sabotaged).map { recorded, sabotaged in
      recorded.flatMap { recorded in sabotaged.map { difference(recorded, $0) } }
    }
    let summary = Summary(changes.compactMap(\.self))
    let paired = pairedT(differences: changes.compactMap(\.self), level: 0.95)
    guard paired?.evidence == .student else { return changes.map { $0.map { _ in 0 } } }
    let widening = (Double(summary.count) / Double(summary.count - 1)).squareRoot()
    return changes.map { $0.map { ($0 - summary.mean) * widening } }
  }

  /// The power of the rules of level error about differences from the baseline, in their order.
  package var rules: [GateProof.RulePower] { checkRules.filter(\.isProvable).map(power) }

  private func power(of rule: CheckRule) -> GateProof.RulePower {
    let harm = rule.harm(recorded)
    return GateProof.RulePower(
      metric: rule.metric, margin: rule.margin(recorded),
      baselineMean: recorded.mean(of: rule.metric.id),
      harm: harm, power: power(of: rule, harm: harm), smallestHarm: smallestHarm(rule, from: harm),
      hasSpread: spread(rule) > 0)
  }

  private func spread(_ rule: CheckRule) -> Double { spreads[rule.metric.id] ?? 0 }

  private func power(of rule: CheckRule, harm: Double) -> Double {
    Double(looks.count { isFound(harm, by: rule, $0) }) / Double(looks.count)
  }

  private func isFound(_ harm: Double, by rule: CheckRule, _ looks: [Look]) -> Bool {
    guard let index = checkRules.firstIndex(where: { $0.isProvable && $0.metric == rule.metric })
    else {
      return false
    }
    var procedure = CheckProcedure(check, checkRules)
    for look in looks {
      let worlds = rule.harmed(look.worlds, by: harm)
      // The evidence on the other rules does not depend on the harm.
      let evidence = procedure.evidence(worlds, known: look.evidence, except: rule.metric.id)
      procedure.decide(index..<index + 1, by: evidence, worlds)
      switch procedure.findings[index]?.status {
      case .regression: return true
      case .pass, .improved: return false
      case .identical, .undecided, nil: continue
      }
    }
    return false
  }

  /// The smallest harm that is found: by doubling, then by halving; the margin if harm has no spread.
  private func smallestHarm(_ rule: CheckRule, from harm: Double) -> Double? {
    func isEnough(_ harm: Double) -> Bool {
      power(of: rule, harm: harm) >= GateProof.wantedPower
    }
    // Without spread all harm beyond the margin is found, and halving would never end at a margin of 0.
    guard spread(rule) > 0 else { return isEnough(harm) ? rule.margin(recorded) : nil }
    var high = max(harm, spread(rule) / Double(most).squareRoot())
    var doublings = 0
    while !isEnough(high) {
      guard doublings < Self.mostDoublings else { return nil }
      (high, doublings) = (2 * high, doublings + 1)
    }
    var low = doublings == 0 ? 0 : high / 2
    while high - low > Self.precision * high {
      let middle = low + (high - low) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension RecordedWorlds {
  /// The worlds of these numbers, in their order.
  fileprivate func choosing(_ worlds: [Int]) -> RecordedWorlds {
    RecordedWorlds(
      values: values.mapValues { column in worlds.map { column[$0] } },
      exogenous: worlds.map { exogenous[$0] }, fingerprints: worlds.map { fingerprints[$0] },
      topPosts: worlds.map { topPosts[$0] })
  }
}

extension CheckRule {
  /// Whether harm that the rule finds fails a check, and a sabotage of the order can do such harm.
  var isProvable: Bool {
    rule == .relative && level == .error && metric.id != MetricCatalogue.underfilledPages
  }

  /// The margin in the metric's unit; 0 without one.
  func margin(_ recorded: RecordedWorlds) -> Double {
    switch margin(against: recorded.column(metric.id)) {
    case .absolute(let size): size
    case .relative(let share): share * (recorded.mean(of: metric.id) ?? 0).magnitude
    case nil: 0
    }
  }

  /// Twice the margin or, without a margin, a standard deviation of the recorded values.
  func harm(_ recorded: RecordedWorlds) -> Double {
    let margin = margin(recorded)
    guard margin == 0 else { return 2 * margin }
    let deviation = Summary(recorded.column(metric.id).compactMap(\.self)).standardDeviation ?? 0
    return deviation > 0 ? deviation : 1
  }

  /// The worlds with this harm to the checked arm.
  fileprivate func harmed(_ worlds: CheckedWorlds, by harm: Double) -> CheckedWorlds {
    var harmed = worlds
    harmed.candidate.values[metric.id] = worlds.candidate.column(metric.id).map { value in
      value.map { metric.direction.harmed($0, by: harm) }
    }
    return harmed
  }
}

extension MetricDefinition.Direction {
  /// A value that is worse by so much.
  fileprivate func harmed(_ value: Double, by harm: Double) -> Double {
    switch self {
    case .higher: value - harm
    case .lower: value + harm
    case .target(let target): value < target ? value - harm : value + harm
    case .describes: preconditionFailure("a metric without a good side cannot be harmed")
    }
  }
}
