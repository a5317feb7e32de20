internal import DataFiles
internal import FeedMetrics
internal import Scenarios
package import SyntheticSociety

/// The design of an experiment from a ledger, checked before anything is computed by it, and the rules for its stored
/// outcomes.
///
/// Whoever wrote the ledger may have changed it, with checksums that fit. A design and outcomes that are accepted here end
/// no program, whatever they say.
package struct StoredDesign: Sendable {
  package let design: ExperimentDesign
  private let metrics: [String]
  /// How many categories the scenario has.
  private let categories: Int

  /// The largest count of anything; sums of as many as 10⁶ of these are whole numbers still.
  fileprivate static let counts = 0...1_000_000_000_000
  private static let mostWorlds = 1_000_000
  private static let margins = 0...1e12
  private static let days = 0...36_500.0

  /// A design that no experiment has before it begins.
  package struct Invalid: Error, Hashable, Sendable {
    /// What is wrong with it, such as `alpha is 2`.
    package let problem: String
  }

  /// - Throws: What is wrong with a design.
  package init(_ design: ExperimentDesign) throws(Invalid) {
    let categories = try Self.categories(design)
    if let problem = Self.problem(design) { throw Invalid(problem: problem) }
    self.init(checked: design, categories: categories)
  }

  /// The design of an experiment that this program makes.
  package init(of experiment: Experiment) {
    self.init(
      checked: experiment.design,
      categories: Int(experiment.scenario.parameters.categories.count))
  }

  private init(checked design: ExperimentDesign, categories: Int) {
    self.design = design
    self.categories = categories
    metrics = design.metrics.map(\.id)
  }
}

// MARK: - The design

extension StoredDesign {
  /// How many categories the design's scenario has, which must have the measured arms too.
  private static func categories(_ design: ExperimentDesign) throws(Invalid) -> Int {
    let text = design.resolvedScenario
    guard let value = try? PositionedJSON(Array(text.utf8), file: "").value,
      value.canonical == text, case .object(let sections) = value,
      case .object(let arms)? = sections["arms"], case .object(let world)? = sections["world"],
      case .object(let categories)? = world["categories"],
      case .number(let count)? = categories["count"], (1...65_535).contains(count)
    else { throw Invalid(problem: "the scenario cannot be read") }
    if let arm = design.arms.first(where: { arms[$0] == nil }) {
      throw Invalid(problem: "the scenario has no arm '\(arm.excerpt)'")
    }
    return Int(count)
  }

  private static func problem(_ design: ExperimentDesign) -> String? {
    sizeProblem(design) ?? planProblem(design.plan) ?? nameProblem(design)
      ?? questionProblem(design) ?? numberProblem(design)
  }

  private static func sizeProblem(_ design: ExperimentDesign) -> String? {
    if !counts.contains(design.members) || design.members == 0 {
      return "the number of members is \(design.members)"
    }
    if !days.contains(design.days) || design.days == 0 {
      return "the number of days is \(design.days)"
    }
    if !(0..<design.days).contains(design.warmUpDays) {
      return "the number of days of the warm-up is \(design.warmUpDays)"
    }
    if !counts.contains(design.sampledMembers) {
      return "the number of sampled members is \(design.sampledMembers)"
    }
    if design.worlds != design.plan.firstLook {
      return "the number of worlds is \(design.worlds), but the first look has another"
    }
    if case .references(let worlds, _, _)? = design.headroom, !(1...mostWorlds).contains(worlds) {
      return "the number of worlds of the reference rankers is \(worlds)"
    }
    return design.lostWorlds == nil ? nil : "worlds are excluded"
  }

  private static func planProblem(_ plan: WorldPlan) -> String? {
    let (first, most) = (plan.firstLook, plan.most)
    let fewest: Int
    switch plan {
    case .fixed, .open: fewest = 1
    case .looks: fewest = 2
    case .precise(let goal):
      fewest = 2
      guard goal.size > 0, goal.size.isMeasured else {
        return "the half-width of \(goal.metric.excerpt) is \(goal.size)"
      }
    }
    let isPlan = first >= fewest && first <= most && most <= mostWorlds
    return isPlan ? nil : "the plan is of \(first) to \(most) worlds"
  }

  private static func nameProblem(_ design: ExperimentDesign) -> String? {
    let arms = design.storedArms
    if arms.isEmpty { return "it has no arm" }
    if let twice = firstRepeated(arms) { return "arm '\(twice.excerpt)' is there twice" }
    if let baseline = design.baseline, baseline != design.arms.first {
      return "the baseline '\(baseline.excerpt)' is not the first arm"
    }
    if let twice = firstRepeated((design.metrics + design.tables).map(\.id)) {
      return "metric '\(twice.excerpt)' is there twice"
    }
    return firstRepeated(design.questions.metrics).map { "metric '\($0.excerpt)' is tested twice" }
  }

  private static func firstRepeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }

  private static func questionProblem(_ design: ExperimentDesign) -> String? {
    let alpha = design.questions.alpha
    if !(alpha > 0 && alpha <= 0.5) { return "alpha is \(alpha)" }
    let declared = design.margins.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let own = (design.metrics + design.tables).compactMap { metric in
      metric.margin.map { (metric.id, $0) }
    }
    for (metric, margin) in declared + own {
      let size =
        switch margin {
        case .absolute(let size), .relative(let size): size
        }
      if !margins.contains(size) { return "the margin of \(metric.excerpt) is \(size)" }
    }
    for metric in design.metrics {
      if case .target(let target) = metric.direction, !target.isMeasured {
        return "the target of \(metric.id.excerpt) is \(target)"
      }
    }
    return nil
  }

  private static func numberProblem(_ design: ExperimentDesign) -> String? {
    if let means = design.exogenousMeans, !means.isMeasured {
      return "the exogenous totals are \(means.arrivals) and \(means.activity)"
    }
    switch design.liveDesign {
    case nil, .clusterSplit: break
    case .userSplit(let share):
      if !(0...1).contains(share) { return "the share of its live tests is \(share)" }
    case .switchback(let every, let washout):
      guard every > 0, every.isMeasured, (0..<every).contains(washout) else {
        return "live tests switch every \(every) seconds, with a washout of \(washout)"
      }
    }
    guard case .known(let record) = design.otherSocieties else { return nil }
    let verdicts = record.candidates.flatMap { [$0.own] + $0.societies }
    let numbers = verdicts.flatMap { verdict in
      [verdict.difference, verdict.relative].compactMap { $0 }.flatMap {
        [$0.estimate, $0.lower, $0.upper].compactMap { $0 }
      }
    }
    let areMeasured =
      numbers.allSatisfy(\.isMeasured)
      && verdicts.allSatisfy { counts.contains($0.worlds) && $0.worlds <= mostWorlds }
    return areMeasured ? nil : "the verdicts in other communities have no measured numbers"
  }
}

// MARK: - Outcomes

extension StoredDesign {
  /// Whether a stored outcome can belong to a run of the design: it has each measured metric, its numbers are measured
  /// numbers, counts are not negative, and the columns of curves and days are as long as the scenario makes them.
  ///
  /// - Parameter isLive: Whether the run is a live test, whose outcome has the values of two groups.
  package func admits(_ outcome: WorldOutcome, isLive: Bool) -> Bool {
    admits(outcome.values) && isLive == (outcome.groups != nil)
      && outcome.groups.map { admits($0.baseline) && admits($0.candidate) } ?? true
      && admits(outcome.scopes) && admits(outcome.tables)
      && outcome.curves.map(admits) ?? true && outcome.activity.map(admits) ?? true
      && outcome.looks.map(admits) ?? true && outcome.summary.isMeasured
  }

  /// Whether a stored outcome has each measured metric, with measured numbers, which is all that can be checked: the
  /// runs of an analysis have other communities than the design's.
  package func admitsValues(of outcome: WorldOutcome) -> Bool { admits(outcome.values) }

  private func admits(_ values: [String: MetricValue]) -> Bool {
    metrics.allSatisfy { values[$0] != nil } && values.values.allSatisfy(admits)
  }

  private func admits(_ value: MetricValue) -> Bool {
    Self.isValue(value.value) && Self.counts.contains(value.support)
  }

  private func admits(_ scopes: [ScopedValues]) -> Bool {
    let isEach = scopes.allSatisfy { scope in
      scope.values.count == metrics.count && scope.values.allSatisfy(Self.isValue)
        && (scope.scope.kind != .day || scope.scope.name == "\(scope.scope.index)")
    }
    return isEach && Set(scopes.map(\.scope)).count == scopes.count
  }

  private func admits(_ measured: [MetricTable]) -> Bool {
    measured.allSatisfy { table in table.rows.allSatisfy { admits($0.value) } }
  }

  private func admits(_ curves: RunCurves) -> Bool {
    func areShares(_ values: [Double], _ count: Int) -> Bool {
      (values.isEmpty || values.count == count)
        && values.allSatisfy { (0...1.000_001).contains($0) }
    }
    return areShares(curves.exposure, RunCurves.percents.count)
      && areShares(curves.youngerThan, RunCurves.ages.count)
      && areShares(curves.shown, categories) && areShares(curves.published, categories)
      && [curves.authors, curves.posts, curves.impressions].allSatisfy(Self.isCount)
  }

  private func admits(_ activity: DailyActivity) -> Bool {
    let columns = [activity.posts, activity.looks, activity.opens, activity.follows]
    return activity.days == Int(design.days)
      && columns.allSatisfy { column in
        column.count == activity.days && column.allSatisfy(Self.counts.contains)
      } && activity.rhythm.allSatisfy(Self.isCount)
  }

  private func admits(_ looks: [LookCounts]) -> Bool {
    looks.count == (design.isAntithetic ? 2 : 1)
      && looks.allSatisfy { counts in
        Self.isCount(counts.memberDays)
          && counts.tables.allSatisfy { table in
            table.levels.count == table.sums.count
              && Set(table.levels).count == table.levels.count
              && table.sums.allSatisfy {
                $0.count == LookSum.allCases.count && $0.allSatisfy(Self.isCount)
              }
          }
      }
  }

  /// Whether a metric can have a value: none, 0, or a measured number that can be divided by.
  private static func isValue(_ number: Double?) -> Bool {
    guard let number, number != 0 else { return true }
    return number.isMeasured && number.magnitude >= 1e-100
  }

  /// Whether a sum or mean of counts, days or relevances is one, which can be divided by unless it is 0.
  fileprivate static func isCount(_ number: Double) -> Bool {
    number == 0 || (1 / MeasuredNumber.largest...Double(counts.upperBound)).contains(number)
  }
}

extension ExogenousTotals {
  /// Whether both are sums or means of counts.
  fileprivate var isMeasured: Bool { [arrivals, activity].allSatisfy(StoredDesign.isCount) }
}

extension WorldSummary {
  /// Whether counts are counts.
  fileprivate var isMeasured: Bool {
    [
      members, posts, follows, friendships, sessions, requests, pages, impressions, examined,
      interactions, departures, events,
    ].allSatisfy(StoredDesign.counts.contains) && exogenous.isMeasured
  }
}

extension SolvedIntercepts {
  /// Whether stored intercepts can be solved ones: log odds that are numbers, or -∞ for actions that never happen, and
  /// rates from 0.
  package var areSolved: Bool {
    [open, like, comment, save, vote].allSatisfy { $0 == -.infinity || $0.isMeasured }
      && usualUtility.isMeasured
      && ([usualLikes] + likeRates + voteRates).allSatisfy { $0 >= 0 && $0.isMeasured }
  }
}
