internal import Experiments
internal import FeedMetrics
package import Scenarios
internal import Stochastics
package import SyntheticSociety

/// Decides the rules of a check, look by look.
///
/// All rules of a level are one hypothesis family: at each look their *p* are corrected together by Holm's
/// procedure at the alpha that the look may spend. The probability that any kept rule is reported as broken is
/// therefore at most alpha, whenever the check ends. The verdict that a rule is kept needs no correction. A
/// decided rule stays decided; further looks decide the others.
package struct CheckProcedure {
  private let checkRules: [CheckRule]
  private let alpha: Double
  private let plan: WorldPlan
  /// By rule, the finding of the last look that was needed.
  package private(set) var findings: [CheckFinding?]

  /// - Parameter hasAnchor: Whether there is a release that drift is measured from.
  package init(_ check: Scenario.Check, hasAnchor: Bool) {
    self.init(check, CheckRule.all(check, hasAnchor: hasAnchor))
  }

  init(_ check: Scenario.Check, _ checkRules: [CheckRule]) {
    (alpha, plan) = (check.alpha, WorldPlan(check.replications))
    self.checkRules = checkRules
    findings = Array(repeating: nil, count: checkRules.count)
  }

  /// The number of worlds of the next look; `nil` if all rules are decided or this was the last look.
  package func nextLook(after worlds: Int) -> Int? {
    guard worlds > 0 else { return plan.firstLook }
    guard findings.contains(where: { $0?.status == .undecided }) else { return nil }
    return plan.looks(alpha: alpha)?.worlds.first { $0 > worlds }
  }

  /// The alpha that a look at so many worlds may spend.
  private func lookAlpha(at worlds: Int) -> Double {
    guard let looks = plan.looks(alpha: alpha), let look = looks.worlds.firstIndex(of: worlds)
    else {
      return alpha
    }
    return looks.risk(at: look)
  }

  /// Decides the open rules by a look.
  package mutating func look(_ worlds: CheckedWorlds) {
    decide(checkRules.indices, by: evidence(worlds), worlds)
  }

  /// The evidence of a look on each rule.
  ///
  /// - Parameters:
  ///   - known: Evidence that is reused for the rules of all metrics but one; empty to compute all.
  ///   - metric: The metric whose evidence is computed in any case.
  func evidence(
    _ worlds: CheckedWorlds, known: [CheckRule.Evidence] = [], except metric: String? = nil
  ) -> [CheckRule.Evidence] {
    let alpha = lookAlpha(at: worlds.candidate.count)
    return checkRules.enumerated().map { index, rule in
      index < known.count && rule.metric.id != metric
        ? known[index] : rule.evidence(worlds, alpha: alpha)
    }
  }

  /// Decides some rules by the evidence on all rules, whose *p* are corrected together.
  mutating func decide(
    _ rules: Range<Int>, by evidence: [CheckRule.Evidence], _ worlds: CheckedWorlds
  ) {
    let alpha = lookAlpha(at: worlds.candidate.count)
    let lastAlpha = lookAlpha(at: plan.most)
    for level in Scenario.Check.Level.allCases {
      let family = checkRules.indices.filter { checkRules[$0].level == level }
      let p = family.map { evidence[$0].pValue }
      let adjusted = holm(p)
      let ended = correctedAlpha(alpha, adjusted)
      for (index, corrected) in zip(family, adjusted)
      where rules.contains(index) && isOpen(index) {
        findings[index] = checkRules[index].finding(
          evidence[index], worlds, adjustedP: corrected, familySize: family.count, alpha: ended,
          lastAlpha: lastAlpha)
      }
    }
  }

  /// Whether a later look may change a finding; identical values in all worlds so far may still differ later.
  private func isOpen(_ index: Int) -> Bool {
    switch findings[index]?.status {
    case nil, .identical, .undecided: true
    case .pass, .improved, .regression: false
    }
  }
}

/// The worlds of a look.
package struct CheckedWorlds {
  let arm: String
  /// The worlds of the checked arm.
  var candidate: RecordedWorlds
  /// The worlds of the baseline, at least as many, and of the release that drift is measured from.
  let baseline: RecordedWorlds
  let anchor: RecordedWorlds?
  /// The true means of exogenous totals, if they are known.
  let exogenousMeans: ExogenousTotals?

  /// - Parameters:
  ///   - candidate: At least one world.
  ///   - baseline: As many worlds or more, with the same metrics.
  package init(
    arm: String, candidate: RecordedWorlds, baseline: RecordedWorlds,
    anchor: RecordedWorlds? = nil, exogenousMeans: ExogenousTotals? = nil
  ) {
    precondition(
      0 < candidate.count && candidate.count <= baseline.count,
      "\(candidate.count) worlds against \(baseline.count)")
    self.arm = arm
    self.candidate = candidate
    self.baseline = baseline
    self.anchor = anchor
    self.exogenousMeans = exogenousMeans
  }

  /// Whether a metric has the values of the baseline in all worlds of the look.
  func isIdentical(_ metric: String) -> Bool {
    zip(candidate.column(metric), baseline.column(metric)).allSatisfy { candidate, recorded in
      switch (candidate, recorded) {
      case (nil, nil): true
      case (let value?, let recorded?): difference(recorded, value) == 0
      case (nil, _?), (_?, nil): false
      }
    }
  }

  /// The overlap of the most shown posts with the baseline's, by world.
  var overlaps: [Double?] {
    zip(candidate.topPosts, baseline.topPosts).map { shown, recorded in
      rankBiasedOverlap(shown, recorded, persistence: RankingOverlap.persistence)
    }
  }
}
