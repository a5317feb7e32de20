public import Experiments
internal import FeedMetrics
public import Scenarios
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// Holds an arm against its recorded baseline: is it worse by more than what matters?
///
/// The arm lives in worlds of a space of their own, the first 8 of which decide when nothing has changed:
/// world by world its values are then those of the baseline. Worlds are paired with what is recorded;
/// the recorded arm lives again only when it is asked to, since the worlds of today are others.
public struct Check: Sendable {
  private let scenario: Scenario
  private let check: Scenario.Check
  private let baseline: Baseline
  /// Its path, as the user or the scenario gave it.
  private let file: String
  private let isRerun: Bool

  /// - Parameters:
  ///   - scenario: One that has a check.
  ///   - file: The path of the baseline, for who reads the results.
  ///   - rerun: Whether the recorded arm, and that of the anchor, live in today's worlds.
  public init(_ scenario: Scenario, against baseline: Baseline, file: String, rerun: Bool = false) {
    guard let check = scenario.check else { preconditionFailure("a scenario without a check") }
    self.scenario = scenario
    self.check = check
    self.baseline = baseline
    self.file = file
    isRerun = rerun
  }

  private var plan: WorldPlan { WorldPlan(check.replications) }

  /// The most worlds that it may need.
  public var worlds: Int { plan.most }

  /// Why it cannot be made, as far as that can be told without living through a world.
  public var misfits: [BaselineMisfit] {
    let misfits = baseline.misfits(scenario, check, worlds: plan.most)
    return isRerun ? misfits.filter { !$0.canRerun } : misfits
  }

  /// Lives through worlds until each rule is decided, or there are no more.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds live at the same time; the results do not depend on it.
  ///   - monitor: Tells how far the check has come, and ends it.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> CheckResults {
    var course = CheckCourse(check, hasAnchor: baseline.anchor != nil)
    let last = try look(scenario.arm(check.arm), jobs: jobs, monitor) { worlds in
      course.look(worlds)
      return course.nextLook(after: worlds.candidate.count)
    }
    let findings = course.findings.compactMap(\.self)
    for finding in findings where finding.status == .undecided {
      try refuseMissing(finding.metric, last)
    }
    return CheckResults(
      design: design(last), file: scenario.file, arm: check.arm, alpha: check.alpha,
      baseline: baseline.facts(file: file, isRerun: isRerun), findings: findings,
      notices: notices)
  }

  /// Does harm on purpose, looks whether it is found, and finds the smallest harm that would be.
  ///
  /// The sabotaged arm has as many worlds as it takes to be found, ``leastWorldsOfSpread`` at least where a
  /// check may have so many, and as many as a check may need where it is not found.
  public func proof(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> GateProof {
    let asked = AskedRule.all(check, hasAnchor: baseline.anchor != nil)
    var every = Self.sabotages[0]
    var (course, last) = try sabotage(every: every, asked, jobs: jobs, monitor)
    for stronger in Self.sabotages.dropFirst() where !course.finds {
      every = stronger
      (course, last) = try sabotage(every: every, asked, jobs: jobs, monitor)
    }
    let rules =
      last.candidate.count > 1
      ? GatePower(check, sabotaged: last).rules
      : asked.filter(\.isProvable).map { GateProof.RulePower(unknown: $0, last.baseline) }
    return GateProof(
      arm: check.arm, every: every, worlds: last.candidate.count,
      mostWorlds: plan.most, findings: course.findings.compactMap(\.self), rules: rules)
  }

  /// Worlds that the spread of a harm is estimated from, where a check may have so many.
  private static let leastWorldsOfSpread = 16
  /// Of so many refreshes a sabotage spoils one: a milder one first, then all, which is for communities where
  /// the order of posts hardly matters.
  private static let sabotages = [4, 1]

  /// What the check sees of the sabotaged arm.
  private func sabotage(
    every: Int, _ asked: [AskedRule], jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) -> (CheckCourse, CheckedWorlds) {
    var course = CheckCourse(check, asked)
    let last = try look(sabotaged(every: every), jobs: jobs, monitor) { worlds in
      course.look(worlds)
      let count = worlds.candidate.count
      guard !course.finds || count < Self.leastWorldsOfSpread else { return nil }
      return plan.looks(alpha: check.alpha)?.worlds.first { $0 > count }
    }
    return (course, last)
  }

  /// The checked arm, sabotaged on every surface: which of them people open is the scenario's affair, and an
  /// arm is sabotaged too where it has the domain's default.
  private func sabotaged(every: Int) -> Arm {
    let arm = scenario.arm(check.arm)
    return arm.choosing(
      Surface.allCases.map { surface in
        (
          surface,
          RankerSettings(
            SabotagedRanker.descriptor, ["every": Double(every)],
            of: arm.ranker(of: surface))
        )
      }, name: arm.name)
  }

  private var notices: [String] {
    var notices: [String] = []
    if baseline.arm.name != check.arm {
      notices.append("the baseline is of the arm '\(baseline.arm.name)'")
    }
    if isRerun {
      notices.append(
        "the recorded arm was simulated again in today's worlds: a change of the society itself affects"
          + " both, and is not reported")
    }
    return notices
  }

  private func design(_ worlds: CheckedWorlds) -> ExperimentDesign {
    var design = life(of: scenario.arm(check.arm)).experiment.design
    design.scenarioDigest = scenario.digest
    design.resolvedScenario = scenario.resolved
    design.plan = plan
    design.worlds = worlds.candidate.count
    design.questions.alpha = check.alpha
    design.margins = Dictionary(
      uniqueKeysWithValues: check.rules.compactMap { rule in
        rule.margin.map { (rule.metric, $0) }
      })
    return design
  }
}

// MARK: - Worlds

extension Check {
  private var metrics: [MetricDefinition] {
    check.rules.compactMap { MetricCatalogue.definition($0.metric) }
  }

  private func life(of arm: Arm) -> RecordedLife {
    RecordedLife(scenario, arm: arm, metrics: metrics)
  }

  /// Looks at more and more worlds, as long as it is told how many come next.
  ///
  /// - Parameter arm: What is checked.
  /// - Returns: What the last look looked at.
  private func look(
    _ arm: Arm, jobs: Int, _ monitor: ExperimentMonitor, _ body: (CheckedWorlds) -> Int?
  ) throws(CheckFailure) -> CheckedWorlds {
    if !misfits.isEmpty { throw .misfit(misfits) }
    monitor.begin(runs: 0, secondsEach: 0)
    var candidate = LivedWorlds(life(of: arm))
    var recorded = try isRerun ? LivedWorlds(life(of: rebuilt(baseline.arm))) : nil
    var anchor: LivedWorlds?
    if isRerun, let recording = baseline.anchor?.recording {
      anchor = try LivedWorlds(life(of: rebuilt(recording)))
    }
    var next = plan.firstLook
    while true {
      try candidate.extend(to: next, jobs: jobs, monitor)
      try recorded?.extend(to: next, jobs: jobs, monitor)
      try anchor?.extend(to: next, jobs: jobs, monitor)
      let worlds = CheckedWorlds(
        arm: check.arm, candidate: candidate.worlds,
        baseline: recorded?.worlds ?? baseline.arm.worlds,
        anchor: isRerun ? anchor?.worlds : baseline.anchor?.recording.worlds,
        exogenousMeans: scenario.parameters.exogenousMeans)
      try checkFingerprints(worlds)
      guard let more = body(worlds) else { return worlds }
      next = more
    }
  }

  private func rebuilt(_ recording: Baseline.Recording) throws(CheckFailure) -> Arm {
    do throws(InvalidScenario) {
      return try Scenario.arm(recording.name, definition: recording.definition)
    } catch {
      throw .unknownArm(error)
    }
  }

  private func checkFingerprints(_ worlds: CheckedWorlds) throws(CheckFailure) {
    let pairs = zip(worlds.candidate.fingerprints, worlds.baseline.fingerprints).enumerated()
    guard let other = pairs.first(where: { $0.element.0 != $0.element.1 }) else { return }
    throw .misfit([.fingerprint(world: other.offset)])
  }

  /// A metric that more than a few worlds have no value of was not checked.
  private func refuseMissing(
    _ metric: MetricDefinition, _ worlds: CheckedWorlds
  ) throws(CheckFailure) {
    guard let column = worlds.candidate.values[metric.id] else { return }
    let recorded = worlds.baseline.column(metric.id)
    let missing = column.indices.filter { column[$0] == nil || recorded[$0] == nil }
    guard let first = missing.first,
      Double(missing.count) > Comparison.largestMissingShare * Double(column.count)
    else { return }
    let arm = column[first] == nil ? check.arm : baseline.arm.name
    throw .unfinished(.undefined(metric: metric.id, run: RunInProgress(arm: arm, world: first)))
  }
}

/// The worlds that an arm has lived through so far.
struct LivedWorlds {
  private let life: RecordedLife
  private(set) var worlds = RecordedWorlds()

  init(_ life: RecordedLife) { self.life = life }

  mutating func extend(
    to count: Int, jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) {
    do throws(ExperimentFailure) {
      worlds.append(try life.worlds(worlds.count..<count, jobs: jobs, monitor: monitor))
    } catch {
      throw .unfinished(error)
    }
  }
}

/// Why a check has no results.
public enum CheckFailure: Error, Sendable {
  /// The worlds of the baseline are not those of today.
  case misfit([BaselineMisfit])
  case unfinished(ExperimentFailure)
  /// The recorded arm has something that this version does not know.
  case unknownArm(InvalidScenario)
}

extension CheckCourse {
  /// Whether a rule has failed.
  fileprivate var finds: Bool { findings.contains { $0?.isFailure ?? false } }
}
