internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// One rule of a check, and how a look decides it.
struct CheckRule {
  let rule: CheckFinding.Rule
  let metric: MetricDefinition
  let level: Scenario.Check.Level
  /// The non-inferiority margin of a rule about differences that the scenario declares.
  var declaredMargin: Scenario.Margin.Size?
  /// Whether breaking a bound is an alarm even if the baseline breaks it too.
  var isStrict = false

  /// The evidence of a look on a rule, before *p* are corrected.
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

  /// The rules of a scenario's check: differences in the order of the file, then drift if there is an anchor,
  /// then bounds, then ranking overlap.
  static func all(_ check: Scenario.Check, hasAnchor: Bool) -> [CheckRule] {
    let rules = check.rules.map { rule in
      guard let metric = MetricCatalogue.definition(rule.metric) else {
        preconditionFailure("no metric \(rule.metric)")
      }
      return (rule, metric)
    }
    func differences(_ kind: CheckFinding.Rule) -> [CheckRule] {
      rules.map { rule, metric in
        CheckRule(
          rule: kind, metric: metric, level: rule.level, declaredMargin: rule.margin)
      }
    }
    let bounds = rules.flatMap { rule, metric in
      [rule.minimum.map { CheckFinding.Rule.minimum($0) }, rule.maximum.map { .maximum($0) }]
        .compactMap(\.self).map {
          CheckRule(rule: $0, metric: metric, level: rule.level, isStrict: rule.isStrict)
        }
    }
    let overlap = check.rankingOverlap.map { overlap in
      CheckRule(
        rule: .rankingOverlap(minimum: overlap.minimum), metric: RankingOverlap.definition,
        level: overlap.level)
    }
    return differences(.relative) + (hasAnchor ? differences(.drift) : []) + bounds
      + (overlap.map { [$0] } ?? [])
  }
}

// MARK: - Evidence

extension CheckRule {
  /// The declared margin, or the metric's own against a baseline with these values; `nil` where neither exists.
  func margin(against baseline: [Double?]) -> Scenario.Margin.Size? {
    declaredMargin ?? metric.margin(against: baseline)
  }

  func evidence(_ worlds: CheckedWorlds, alpha: Double) -> Evidence {
    switch rule {
    case .relative:
      difference(worlds.arm, worlds.candidate, worlds.baseline, alpha: alpha)
    case .drift:
      difference(worlds.arm, worlds.candidate, worlds.anchor ?? worlds.baseline, alpha: alpha)
    case .minimum, .maximum, .rankingOverlap:
      .level(level(worlds.candidate, worlds, alpha: alpha))
    }
  }

  /// The comparison of an arm with the same number of recorded worlds.
  private func difference(
    _ arm: String, _ worlds: RecordedWorlds, _ recorded: RecordedWorlds, alpha: Double
  ) -> Evidence {
    let baseline = Array(recorded.column(metric.id).prefix(worlds.count))
    let comparison = Comparison(
      metric: metric, candidate: arm, margin: margin(against: baseline), baseline: baseline,
      candidate: worlds.column(metric.id), rule: .student(alpha: alpha))
    return .difference(comparison, pValue: comparison.pOfHarm)
  }

  private func level(
    _ recorded: RecordedWorlds, _ worlds: CheckedWorlds, alpha: Double
  ) -> LevelTest? {
    switch rule {
    case .relative, .drift: nil
    case .minimum(let bound):
      LevelTest(
        recorded.column(metric.id), recorded.exogenous, worlds.exogenousMeans, bound: bound,
        isUpper: false, alpha: alpha)
    case .maximum(let bound):
      LevelTest(
        recorded.column(metric.id), recorded.exogenous, worlds.exogenousMeans, bound: bound,
        isUpper: true, alpha: alpha)
    case .rankingOverlap(let bound):
      LevelTest(worlds.overlaps, bound: bound, alpha: alpha)
    }
  }
}

// MARK: - Findings

extension CheckRule {
  /// - Parameters:
  ///   - alpha: The alpha at which the correction of this look ended: see `DecidingInterval`.
  ///   - lastAlpha: The alpha that the last look may spend, which is also the alpha of the recorded baseline's test.
  func finding(
    _ evidence: Evidence, _ worlds: CheckedWorlds, adjustedP: Double?, familySize: Int,
    alpha: Double, lastAlpha: Double
  ) -> CheckFinding {
    switch evidence {
    case .difference(var comparison, let pValue):
      comparison.apply(
        GateTest(
          role: .guardrail, familySize: familySize, pValue: pValue, adjustedP: adjustedP,
          alpha: alpha))
      return rule == .drift
        ? drift(comparison, worlds, lastAlpha: lastAlpha) : relative(comparison, worlds)
    case .level(let test):
      return bound(
        test?.corrected(adjustedP, familySize, alpha: alpha), worlds, lastAlpha: lastAlpha)
    }
  }

  private func relative(_ comparison: Comparison, _ worlds: CheckedWorlds) -> CheckFinding {
    if worlds.isIdentical(metric.id) {
      return finding(.identical, worlds, comparison)
    }
    switch comparison.gateTest?.gate {
    case .fail:
      return finding(
        .regression, worlds, comparison,
        note: comparison.emptiesFullFeed
          ? "the baseline has no such page, so that one is too many" : nil)
    case .pass: return finding(comparison.isImproved ? .improved : .pass, worlds, comparison)
    case .undecided, nil:
      return finding(
        .undecided, worlds, comparison, note: comparison.inconclusiveReason?.description)
    }
  }

  /// A loss that the baseline has already was accepted: it is reported as a warning and fails no check.
  private func drift(
    _ comparison: Comparison, _ worlds: CheckedWorlds, lastAlpha: Double
  ) -> CheckFinding {
    let isIdentical = worlds.isIdentical(metric.id)
    switch comparison.gateTest?.gate {
    case _ where isIdentical, .fail:
      let isAccepted = hasDrifted(worlds, alpha: lastAlpha)
      if isIdentical && !isAccepted { return finding(.identical, worlds, comparison) }
      return finding(
        .regression, worlds, comparison, level: isAccepted ? .warning : level,
        note: isAccepted ? "the baseline has drifted as far already" : nil)
    case .pass: return finding(.pass, worlds, comparison)
    case .undecided, nil:
      return finding(
        .undecided, worlds, comparison, note: comparison.inconclusiveReason?.description)
    }
  }

  /// Whether the baseline itself has lost more than the margin since the release.
  private func hasDrifted(_ worlds: CheckedWorlds, alpha: Double) -> Bool {
    guard let anchor = worlds.anchor else { return false }
    let count = min(anchor.count, worlds.baseline.count)
    let evidence = difference(
      "baseline", worlds.baseline.prefix(count), anchor.prefix(count), alpha: alpha)
    guard case .difference(var comparison, let p) = evidence else { return false }
    comparison.apply(
      GateTest(role: .guardrail, familySize: 1, pValue: p, adjustedP: p, alpha: alpha))
    return comparison.gateTest?.gate == .fail
  }

  private func bound(
    _ test: LevelTest?, _ worlds: CheckedWorlds, lastAlpha: Double
  ) -> CheckFinding {
    guard let test else { return finding(.undecided, worlds, note: "the metric has no value") }
    if case .rankingOverlap = rule {
      let isSame = zip(worlds.candidate.topPosts, worlds.baseline.topPosts).allSatisfy(==)
      return finding(isSame ? .identical : test.status, worlds, estimate: test.estimate)
    }
    let recorded = level(worlds.baseline, worlds, alpha: lastAlpha)
    let isIdentical = worlds.isIdentical(metric.id)
    let status = isIdentical ? recorded?.status ?? .undecided : test.status
    guard status == .regression else {
      return finding(isIdentical ? .identical : status, worlds, estimate: test.estimate)
    }
    let isBrokenAlready = recorded?.isBeyond ?? false
    return finding(
      .regression, worlds, estimate: test.estimate,
      level: isBrokenAlready && !isStrict ? .warning : level,
      note: isBrokenAlready ? "the baseline breaks the bound too" : nil)
  }

  private func finding(
    _ status: CheckFinding.Status, _ worlds: CheckedWorlds, _ comparison: Comparison? = nil,
    estimate: LevelEstimate? = nil, level: Scenario.Check.Level? = nil, note: String? = nil
  ) -> CheckFinding {
    CheckFinding(
      rule: rule, metric: metric, level: level ?? self.level, status: status,
      worlds: worlds.candidate.count, comparison: comparison, estimate: estimate, note: note)
  }
}

extension Comparison {
  /// Whether the candidate is better than the baseline, with an interval that is corrected for all hypotheses
  /// of its family (Bonferroni).
  fileprivate var isImproved: Bool {
    guard verdict == .better, let size = gateTest?.familySize,
      let interval = rule.at(alpha: rule.alpha / Double(size)).test(gains)?.interval
    else { return false }
    return interval.lower > 0
  }
}
