internal import Experiments
internal import FeedMetrics
package import Scenarios
internal import Stochastics

/// How surely a check finds harm of a size, by simulated checks.
///
/// Each of ``checks`` simulated checks has worlds that are drawn, with replacement, from those in which
/// the sabotaged arm was simulated. In each of them the checked arm has the recorded value, plus what the
/// sabotage did there less its mean, which leaves its spread, plus the harm to one metric. It is judged by
/// ``CheckCourse``, as a check is: the looks, alpha, the correction and all other rules are the same.
///
/// The draws are the same for all sizes of harm. With 200 checks a power of 80 % has a standard error of
/// 3 %, and the smallest harm one of some 3 % of what it is beyond the margin.
package struct GatePower {
  private let check: Scenario.Check
  /// All worlds of the baseline.
  private let recorded: RecordedWorlds
  private let asked: [AskedRule]
  /// By simulated check, then by look.
  private let looks: [[Look]]
  private let most: Int
  private let spreads: [String: Double]

  /// Worlds of a look, and what the rules see in them without harm.
  private struct Look {
    let worlds: CheckedWorlds
    let evidence: [AskedRule.Evidence]
  }

  package static let checks = 200
  /// Doublings of a harm after which it is no longer expected to be found.
  private static let mostDoublings = 40
  /// To which part of itself the smallest harm is found.
  private static let precision = 0.01

  /// - Parameter worlds: Those of the sabotaged arm, at least two; the baseline may have more.
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
    let asked = AskedRule.all(check, hasAnchor: worlds.anchor != nil)
    let course = CheckCourse(check, asked)
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
        return Look(worlds: worlds, evidence: course.evidence(worlds))
      }
    }
    self.check = check
    self.asked = asked
    self.recorded = worlds.baseline
    self.spreads = spreads
    most = plan.most
  }

  /// What the sabotage did to each world less its mean, √(*n*/(*n* − 1)) times as large so that drawn
  /// worlds have the variance that was estimated; all 0 without more spread than rounding.
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

  /// What is known of the rules at level error about differences from the baseline, in their order.
  package var rules: [GateProof.RulePower] { asked.filter(\.isProvable).map(power) }

  private func power(of rule: AskedRule) -> GateProof.RulePower {
    let harm = rule.harm(recorded)
    return GateProof.RulePower(
      metric: rule.metric, margin: rule.margin(recorded),
      baselineMean: recorded.mean(of: rule.metric.id),
      harm: harm, power: power(of: rule, harm: harm), smallestHarm: smallestHarm(rule, from: harm),
      hasSpread: spread(rule) > 0)
  }

  private func spread(_ rule: AskedRule) -> Double { spreads[rule.metric.id] ?? 0 }

  private func power(of rule: AskedRule, harm: Double) -> Double {
    Double(looks.count { isFound(harm, by: rule, $0) }) / Double(looks.count)
  }

  private func isFound(_ harm: Double, by rule: AskedRule, _ looks: [Look]) -> Bool {
    guard let index = asked.firstIndex(where: { $0.isProvable && $0.metric == rule.metric }) else {
      return false
    }
    var course = CheckCourse(check, asked)
    for look in looks {
      let worlds = rule.harmed(look.worlds, by: harm)
      // What the other rules see does not depend on the harm.
      let evidence = course.evidence(worlds, known: look.evidence, except: rule.metric.id)
      course.decide(index..<index + 1, by: evidence, worlds)
      switch course.findings[index]?.status {
      case .regression: return true
      case .pass, .improved: return false
      case .identical, .undecided, nil: continue
      }
    }
    return false
  }

  /// By doubling until it is found, then by halving; the margin where harm has no spread.
  private func smallestHarm(_ rule: AskedRule, from harm: Double) -> Double? {
    func isEnough(_ harm: Double) -> Bool {
      power(of: rule, harm: harm) >= GateProof.wantedPower
    }
    // Without spread all that is beyond the margin is found, and halving would never end at a margin of 0.
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

extension AskedRule {
  /// Whether harm that the rule finds fails a check.
  var isProvable: Bool { rule == .relative && level == .error }

  /// The largest loss that does not matter, in the metric's unit.
  func margin(_ recorded: RecordedWorlds) -> Double {
    switch margin {
    case .absolute(let size): size
    case .relative(let share): share * (recorded.mean(of: metric.id) ?? 0).magnitude
    case nil: 0
    }
  }

  /// Twice the margin, or a standard deviation of the recorded values where there is none.
  func harm(_ recorded: RecordedWorlds) -> Double {
    let margin = margin(recorded)
    guard margin == 0 else { return 2 * margin }
    let deviation = Summary(recorded.column(metric.id).compactMap(\.self)).standardDeviation ?? 0
    return deviation > 0 ? deviation : 1
  }

  /// The same worlds, in which the checked arm does this harm.
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
    case .describes: preconditionFailure("nothing can do harm to it")
    }
  }
}
