public import Experiments
internal import FeedMetrics
internal import ReportKit
public import Scenarios
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// Compares an arm with its recorded baseline: is it worse by more than the margins?
///
/// Checks have a space of worlds of their own. Without a change the first 8 worlds decide, since each world has the
/// baseline's values. Worlds are paired with the recording; the recorded arm is simulated again only on request, if
/// today's worlds differ from the recording's.
public struct Check: Sendable {
  private let scenario: Scenario
  private let check: Scenario.Check
  private let baseline: Baseline
  /// The path of the baseline, as the user or the scenario gave it.
  private let file: String
  private let isRerun: Bool
  private let hasOptions: Bool
  /// The tapes of the checked arm's external rankers.
  package var tapes: TapeUse?

  /// - Parameters:
  ///   - scenario: One that has a check.
  ///   - file: The path of the baseline, for reports.
  ///   - rerun: Whether the recorded arm and the anchor's arm are simulated in today's worlds.
  ///   - hasOptions: Whether options of the command may change the scenario.
  public init(
    _ scenario: Scenario, against baseline: Baseline, file: String, rerun: Bool = false,
    hasOptions: Bool = false
  ) {
    guard let check = scenario.check else { preconditionFailure("a scenario without a check") }
    self.scenario = scenario
    self.check = check
    self.baseline = baseline.withFullPages
    self.file = file
    isRerun = rerun
    self.hasOptions = hasOptions
  }

  private var plan: WorldPlan { WorldPlan(check.replications) }

  /// The reasons, known without simulating a world, why the check cannot be made.
  public var misfits: [BaselineMisfit] {
    let misfits = baseline.misfits(scenario, check, worlds: plan.most)
    return isRerun ? misfits.filter { !$0.canRerun } : misfits
  }

  /// How many worlds a check simulates that may look at them more than once; `nil` for a fixed number.
  public var budget: String? {
    guard plan.most > plan.firstLook else { return nil }
    return "the check simulates \(NumberText.counted(plan.firstLook, "world")), and more only while"
      + " a rule is undecided: at most \(NumberText.count(plan.most))"
  }

  /// Simulates worlds until each rule is decided or the largest number of worlds is reached.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds are simulated at the same time; the results do not depend on it.
  ///   - monitor: Reports progress, and can stop the check.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> CheckResults {
    var procedure = CheckProcedure(check, hasAnchor: baseline.anchor != nil)
    let last = try look(scenario.arm(check.arm), jobs: jobs, monitor) { worlds in
      procedure.look(worlds)
      return procedure.nextLook(after: worlds.candidate.count)
    }
    let findings = procedure.findings.compactMap(\.self)
    for finding in findings where finding.status == .undecided {
      try refuseMissing(finding.metric, last)
    }
    return CheckResults(
      design: design(last), file: scenario.file, arm: check.arm, alpha: check.alpha,
      baseline: baseline.facts(file: file, isRerun: isRerun), findings: findings,
      notices: notices)
  }

  /// Sabotages the arm, checks whether the harm is found, and estimates the smallest harm that would be found.
  ///
  /// The sabotaged arm is simulated in as many worlds as it takes to find the harm, at least
  /// `leastWorldsOfSpread` if a check may have so many, and in all worlds of a check if it is not found.
  public func proof(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> GateProof {
    let checkRules = CheckRule.all(check, hasAnchor: baseline.anchor != nil)
    var every = Self.sabotages[0]
    var (procedure, last) = try sabotage(every: every, checkRules, jobs: jobs, monitor)
    for stronger in Self.sabotages.dropFirst() where !procedure.finds {
      every = stronger
      (procedure, last) = try sabotage(every: every, checkRules, jobs: jobs, monitor)
    }
    let rules =
      last.candidate.count > 1
      ? GatePower(check, sabotaged: last).rules
      : checkRules.filter(\.isProvable).map { GateProof.RulePower(unknown: $0, last.baseline) }
    return GateProof(
      arm: check.arm, every: every, worlds: last.candidate.count,
      mostWorlds: plan.most, findings: procedure.findings.compactMap(\.self), rules: rules)
  }

  /// The number of worlds to estimate the spread of a harm from, if a check may have so many.
  private static let leastWorldsOfSpread = 16
  /// A sabotage spoils one of so many refreshes: first one of four, then all, for communities in which the
  /// order of posts hardly matters.
  private static let sabotages = [4, 1]

  /// The check of the sabotaged arm, and its worlds.
  private func sabotage(
    every: Int, _ checkRules: [CheckRule], jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) -> (CheckProcedure, CheckedWorlds) {
    var procedure = CheckProcedure(check, checkRules)
    let last = try look(sabotaged(every: every), jobs: jobs, monitor) { worlds in
      procedure.look(worlds)
      let count = worlds.candidate.count
      guard !procedure.finds || count < Self.leastWorldsOfSpread else { return nil }
      return plan.looks(alpha: check.alpha)?.worlds.first { $0 > count }
    }
    return (procedure, last)
  }

  /// The checked arm, sabotaged on every surface, also on those where it has the default ranker: the scenario
  /// determines which surfaces people open.
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
      notices.append("the baseline belongs to the arm '\(baseline.arm.name)'")
    }
    if isRerun {
      notices.append(
        "the recorded arm was simulated again in today's worlds, so that a change of the community itself"
          + " affects both and is not reported")
    }
    return notices
  }

  private func design(_ worlds: CheckedWorlds) -> ExperimentDesign {
    var design = runs(of: scenario.arm(check.arm)).experiment.design
    design.scenarioDigest = scenario.digest
    design.resolvedScenario = scenario.resolved
    design.plan = plan
    design.worlds = worlds.candidate.count
    design.questions.alpha = check.alpha
    design.margins = Dictionary(
      uniqueKeysWithValues: check.rules.compactMap { rule in
        rule.margin.map { (rule.metric, $0) }
      })
    design.otherSocieties = otherSocieties
    return design
  }

  /// What is known of the checked arm's comparison in other communities; `nil` for an arm that is no candidate.
  private var otherSocieties: OtherSocieties? {
    guard scenario.comparison.candidates.contains(check.arm) else { return nil }
    var comparison = Experiment(scenario, candidates: [check.arm])
    comparison.lookUpOtherSocieties(hasOptions: hasOptions)
    return comparison.design.otherSocieties
  }
}

// MARK: - Worlds

extension Check {
  private var metrics: [MetricDefinition] {
    check.rules.compactMap { MetricCatalogue.definition($0.metric) }
  }

  private func runs(of arm: Arm) -> RecordedRuns {
    RecordedRuns(scenario, arm: arm, metrics: metrics, tapes: tapes)
  }

  /// Simulates worlds look by look, until `body` returns no further number of worlds.
  ///
  /// - Parameters:
  ///   - arm: The arm to check.
  ///   - body: Takes the worlds of a look, and returns how many the next look has; `nil` to stop.
  /// - Returns: The worlds of the last look.
  private func look(
    _ arm: Arm, jobs: Int, _ monitor: ExperimentMonitor, _ body: (CheckedWorlds) -> Int?
  ) throws(CheckFailure) -> CheckedWorlds {
    if !misfits.isEmpty { throw .misfit(misfits) }
    monitor.begin(runs: 0, secondsEach: 0)
    var candidate = SimulatedWorlds(runs(of: arm))
    var recorded = try isRerun ? SimulatedWorlds(runs(of: rebuilt(baseline.arm))) : nil
    var anchor: SimulatedWorlds?
    if isRerun, let recording = baseline.anchor?.recording {
      anchor = try SimulatedWorlds(runs(of: rebuilt(recording)))
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
      guard let more = body(worlds) else {
        do throws(ExperimentFailure) {
          try candidate.refuseUnasked(by: scenario.arm(check.arm))
        } catch {
          throw .unfinished(error)
        }
        return worlds
      }
      next = more
    }
  }

  private func rebuilt(_ recording: Baseline.Recording) throws(CheckFailure) -> Arm {
    do throws(InvalidScenario) {
      return try scenario.arm(recording.name, definition: recording.definition)
    } catch {
      throw .unknownArm(error)
    }
  }

  private func checkFingerprints(_ worlds: CheckedWorlds) throws(CheckFailure) {
    let pairs = zip(worlds.candidate.fingerprints, worlds.baseline.fingerprints).enumerated()
    guard let other = pairs.first(where: { $0.element.0 != $0.element.1 }) else { return }
    throw .misfit([.fingerprint(world: other.offset)])
  }

  /// Throws if a metric has no value in more than a few worlds: then it was not checked.
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

/// The worlds of an arm that have been simulated so far.
struct SimulatedWorlds {
  private let runs: RecordedRuns
  private(set) var worlds = RecordedWorlds()
  private var asked: Set<Surface> = []

  init(_ runs: RecordedRuns) { self.runs = runs }

  mutating func extend(
    to count: Int, jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) {
    do throws(ExperimentFailure) {
      let more = try runs.worlds(worlds.count..<count, jobs: jobs, monitor: monitor)
      worlds.append(more.worlds)
      asked.formUnion(more.asked)
    } catch {
      throw .unfinished(error)
    }
  }

  /// Throws if an arm has another ranker than the default on a surface whose ranker was never asked.
  func refuseUnasked(by arm: Arm) throws(ExperimentFailure) {
    let surfaces = Surface.allCases.filter {
      arm.ranker(of: $0) != $0.defaultRanker && !asked.contains($0)
    }
    guard surfaces.isEmpty else {
      throw .neverAsked(arm: arm.name, surfaces: surfaces, worlds: worlds.count)
    }
  }
}

/// Why a check has no results.
public enum CheckFailure: Error, Sendable {
  /// The worlds of the baseline differ from today's.
  case misfit([BaselineMisfit])
  case unfinished(ExperimentFailure)
  /// This version does not know a ranker or parameter of the recorded arm.
  case unknownArm(InvalidScenario)
}

extension CheckProcedure {
  /// Whether a rule has failed.
  fileprivate var finds: Bool { findings.contains { $0?.isFailure ?? false } }
}
