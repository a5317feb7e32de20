internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// One rule of a check.
struct AskedRule {
  let rule: CheckFinding.Rule
  let metric: MetricDefinition
  let level: Scenario.Check.Level
  /// The largest loss that does not matter; of rules about differences.
  var margin: Scenario.Margin.Size?
  /// Whether a bound that the baseline breaks is an alarm too.
  var isStrict = false

  /// What a look shows of a rule, before *p* are corrected.
  enum Evidence {
    case difference(Comparison, pValue: Double?)
    case level(LevelTest?)

    var pValue: Double? {
      switch self {
      case .difference(_, let pValue): pValue
      case .level(let test): test?.pValue
      }
    }
  }

  /// The rules of a scenario's check: those about differences in the order of the file, then drift where
  /// there is an anchor, then bounds, then the order of posts.
  static func all(_ check: Scenario.Check, hasAnchor: Bool) -> [AskedRule] {
    let rules = check.rules.map { rule in
      guard let metric = MetricCatalogue.definition(rule.metric) else {
        preconditionFailure("no metric \(rule.metric)")
      }
      return (rule, metric)
    }
    func differences(_ kind: CheckFinding.Rule) -> [AskedRule] {
      rules.map { rule, metric in
        AskedRule(rule: kind, metric: metric, level: rule.level, margin: rule.margin)
      }
    }
    let bounds = rules.flatMap { rule, metric in
      [rule.minimum.map { CheckFinding.Rule.minimum($0) }, rule.maximum.map { .maximum($0) }]
        .compactMap(\.self).map {
          AskedRule(rule: $0, metric: metric, level: rule.level, isStrict: rule.isStrict)
        }
    }
    let overlap = check.rankingOverlap.map { overlap in
      AskedRule(
        rule: .rankingOverlap(minimum: overlap.minimum), metric: RankingOverlap.definition,
        level: overlap.level)
    }
    return differences(.relative) + (hasAnchor ? differences(.drift) : []) + bounds
      + (overlap.map { [$0] } ?? [])
  }
}

// MARK: - Evidence

extension AskedRule {
  func evidence(_ worlds: CheckedWorlds, risk: Double) -> Evidence {
    switch rule {
    case .relative:
      difference(worlds.arm, worlds.candidate, worlds.baseline, risk: risk)
    case .drift:
      difference(worlds.arm, worlds.candidate, worlds.anchor ?? worlds.baseline, risk: risk)
    case .minimum, .maximum, .rankingOverlap:
      .level(level(worlds.candidate, worlds, risk: risk))
    }
  }

  /// The worlds of an arm against the first as many that were recorded.
  private func difference(
    _ arm: String, _ worlds: RecordedWorlds, _ recorded: RecordedWorlds, risk: Double
  ) -> Evidence {
    let comparison = Comparison(
      metric: metric, candidate: arm, margin: margin,
      baseline: Array(recorded.column(metric.id).prefix(worlds.count)),
      candidate: worlds.column(metric.id), rule: .student(alpha: risk))
    return .difference(comparison, pValue: family.alarmP(comparison))
  }

  /// Guardrails by themselves; the course corrects their *p*.
  private var family: HypothesisFamily {
    HypothesisFamily(Scenario.Questions(guardrails: [metric.id]))
  }

  private func level(
    _ recorded: RecordedWorlds, _ worlds: CheckedWorlds, risk: Double
  ) -> LevelTest? {
    switch rule {
    case .relative, .drift: nil
    case .minimum(let bound):
      LevelTest(
        recorded.column(metric.id), recorded.exogenous, worlds.exogenousMeans, bound: bound,
        isUpper: false, risk: risk)
    case .maximum(let bound):
      LevelTest(
        recorded.column(metric.id), recorded.exogenous, worlds.exogenousMeans, bound: bound,
        isUpper: true, risk: risk)
    case .rankingOverlap(let bound):
      LevelTest(worlds.overlaps, bound: bound, risk: risk)
    }
  }
}

// MARK: - Findings

extension AskedRule {
  /// - Parameters:
  ///   - risk: What this look may spend of alpha.
  ///   - lastRisk: What the last one may, which a recorded baseline is judged at.
  func finding(
    _ evidence: Evidence, _ worlds: CheckedWorlds, adjustedP: Double?, familySize: Int,
    risk: Double, lastRisk: Double
  ) -> CheckFinding {
    switch evidence {
    case .difference(var comparison, let pValue):
      comparison.apply(
        family.gateTest(comparison, p: pValue, adjusted: adjustedP, familySize: familySize))
      return rule == .drift
        ? drift(comparison, worlds, lastRisk: lastRisk) : relative(comparison, worlds)
    case .level(let test):
      return bound(
        test?.corrected(adjustedP, familySize), worlds, risk: risk, lastRisk: lastRisk)
    }
  }

  private func relative(_ comparison: Comparison, _ worlds: CheckedWorlds) -> CheckFinding {
    if worlds.isIdentical(metric.id) {
      return finding(.identical, worlds, comparison)
    }
    switch comparison.gateTest?.gate {
    case .fail: return finding(.regression, worlds, comparison)
    case .pass: return finding(comparison.isImproved ? .improved : .pass, worlds, comparison)
    case .undecided, nil:
      return finding(
        .undecided, worlds, comparison, remark: comparison.inconclusiveReason?.description)
    }
  }

  /// What the baseline has lost already was accepted; it is told, and blocks nothing.
  private func drift(
    _ comparison: Comparison, _ worlds: CheckedWorlds, lastRisk: Double
  ) -> CheckFinding {
    let isIdentical = worlds.isIdentical(metric.id)
    switch comparison.gateTest?.gate {
    case _ where isIdentical, .fail:
      let isAccepted = hasDrifted(worlds, risk: lastRisk)
      if isIdentical && !isAccepted { return finding(.identical, worlds, comparison) }
      return finding(
        .regression, worlds, comparison, level: isAccepted ? .warning : level,
        remark: isAccepted ? "the baseline has drifted as far already" : nil)
    case .pass: return finding(.pass, worlds, comparison)
    case .undecided, nil:
      return finding(
        .undecided, worlds, comparison, remark: comparison.inconclusiveReason?.description)
    }
  }

  /// Whether the baseline itself has lost more than the margin since the release.
  private func hasDrifted(_ worlds: CheckedWorlds, risk: Double) -> Bool {
    guard let anchor = worlds.anchor else { return false }
    let count = min(anchor.count, worlds.baseline.count)
    let evidence = difference(
      "baseline", worlds.baseline.prefix(count), anchor.prefix(count), risk: risk)
    guard case .difference(let comparison, let p) = evidence else { return false }
    return family.gateTest(comparison, p: p, adjusted: p, familySize: 1).gate == .fail
  }

  private func bound(
    _ test: LevelTest?, _ worlds: CheckedWorlds, risk: Double, lastRisk: Double
  ) -> CheckFinding {
    guard let test else { return finding(.undecided, worlds, remark: "it has no value") }
    if case .rankingOverlap = rule {
      let isSame = zip(worlds.candidate.topPosts, worlds.baseline.topPosts).allSatisfy(==)
      return finding(isSame ? .identical : test.status, worlds, estimate: test.estimate)
    }
    let recorded = level(worlds.baseline, worlds, risk: lastRisk)
    let isIdentical = worlds.isIdentical(metric.id)
    let status = isIdentical ? recorded?.status ?? .undecided : test.status
    guard status == .regression else {
      return finding(isIdentical ? .identical : status, worlds, estimate: test.estimate)
    }
    let isBrokenAlready = recorded?.isBeyond ?? false
    return finding(
      .regression, worlds, estimate: test.estimate,
      level: isBrokenAlready && !isStrict ? .warning : level,
      remark: isBrokenAlready ? "the baseline does not keep it either" : nil)
  }

  private func finding(
    _ status: CheckFinding.Status, _ worlds: CheckedWorlds, _ comparison: Comparison? = nil,
    estimate: LevelEstimate? = nil, level: Scenario.Check.Level? = nil, remark: String? = nil
  ) -> CheckFinding {
    CheckFinding(
      rule: rule, metric: metric, level: level ?? self.level, status: status,
      worlds: worlds.candidate.count, comparison: comparison, estimate: estimate, remark: remark)
  }
}

extension Comparison {
  /// Whether it is surely better than the baseline in a way that matters, all questions of its family held
  /// to be true at once.
  fileprivate var isImproved: Bool {
    guard verdict == .better, let size = gateTest?.familySize,
      let interval = rule.at(alpha: rule.alpha / Double(size)).test(gains)?.interval
    else { return false }
    return interval.lower > 0
  }
}
