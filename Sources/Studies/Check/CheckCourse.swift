internal import Experiments
internal import FeedMetrics
package import Scenarios
internal import Stochastics
package import SyntheticSociety

/// The rules of a check as they are decided, look by look.
///
/// All rules of a level are one family: at each look their *p* are corrected together by Holm's procedure
/// at what the look may spend of alpha, so that the risk that anything is called broken without being so
/// is at most alpha whenever the check ends. That a rule is kept needs no correction. What a look decides
/// stays decided, and the check goes on for the others alone.
package struct CheckCourse {
  private let asked: [AskedRule]
  private let alpha: Double
  private let plan: WorldPlan
  /// By rule; what the last look that was needed found.
  package private(set) var findings: [CheckFinding?]

  /// - Parameter hasAnchor: Whether there is a release that drift is measured from.
  package init(_ check: Scenario.Check, hasAnchor: Bool) {
    self.init(check, AskedRule.all(check, hasAnchor: hasAnchor))
  }

  init(_ check: Scenario.Check, _ asked: [AskedRule]) {
    (alpha, plan) = (check.alpha, WorldPlan(check.replications))
    self.asked = asked
    findings = Array(repeating: nil, count: asked.count)
  }

  /// The worlds of the next look; `nil` when all is decided or the last look has been.
  package func nextLook(after worlds: Int) -> Int? {
    guard worlds > 0 else { return plan.firstLook }
    guard findings.contains(where: { $0?.status == .undecided }) else { return nil }
    return plan.looks(alpha: alpha)?.worlds.first { $0 > worlds }
  }

  /// What a look at so many worlds may spend of alpha.
  private func risk(at worlds: Int) -> Double {
    guard let looks = plan.looks(alpha: alpha), let look = looks.worlds.firstIndex(of: worlds)
    else {
      return alpha
    }
    return looks.risk(at: look)
  }

  /// Takes in a look.
  package mutating func look(_ worlds: CheckedWorlds) {
    decide(asked.indices, by: evidence(worlds), worlds)
  }

  /// What a look shows of each rule, or of some that others do not depend on.
  func evidence(
    _ worlds: CheckedWorlds, known: [AskedRule.Evidence] = [], except metric: String? = nil
  ) -> [AskedRule.Evidence] {
    let risk = risk(at: worlds.candidate.count)
    return asked.enumerated().map { index, rule in
      index < known.count && rule.metric.id != metric
        ? known[index] : rule.evidence(worlds, risk: risk)
    }
  }

  /// Decides rules by what a look shows of all of them, whose *p* are corrected together.
  mutating func decide(
    _ rules: Range<Int>, by evidence: [AskedRule.Evidence], _ worlds: CheckedWorlds
  ) {
    let risk = risk(at: worlds.candidate.count)
    let lastRisk = self.risk(at: plan.most)
    for level in Scenario.Check.Level.allCases {
      let family = asked.indices.filter { asked[$0].level == level }
      let adjusted = holm(family.map { evidence[$0].pValue })
      for (index, adjusted) in zip(family, adjusted)
      where rules.contains(index) && isOpen(index) {
        findings[index] = asked[index].finding(
          evidence[index], worlds, adjustedP: adjusted, familySize: family.count, risk: risk,
          lastRisk: lastRisk)
      }
    }
  }

  /// Whether a later look may say something else; what was the same in every world need not stay so.
  private func isOpen(_ index: Int) -> Bool {
    switch findings[index]?.status {
    case nil, .undecided, .identical: true
    case .pass, .improved, .regression: false
    }
  }
}

/// What a look looks at.
package struct CheckedWorlds {
  let arm: String
  /// The worlds that the checked arm lived through.
  var candidate: RecordedWorlds
  /// Those of the baseline, as many or more, and of the release that drift is measured from.
  let baseline: RecordedWorlds
  let anchor: RecordedWorlds?
  /// The true means of what comes from outside, where they are known.
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

  /// Whether a metric is the same as in the baseline in all worlds of the look.
  func isIdentical(_ metric: String) -> Bool {
    zip(candidate.column(metric), baseline.column(metric)).allSatisfy { candidate, recorded in
      switch (candidate, recorded) {
      case (nil, nil): true
      case (let value?, let recorded?): difference(recorded, value) == 0
      case (nil, _?), (_?, nil): false
      }
    }
  }

  /// The overlap of the posts shown most with those of the baseline, by world.
  var overlaps: [Double?] {
    zip(candidate.topPosts, baseline.topPosts).map { shown, recorded in
      rankBiasedOverlap(shown, recorded, persistence: RankingOverlap.persistence)
    }
  }
}
