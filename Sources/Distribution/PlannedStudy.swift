internal import DataFiles
public import Experiments
internal import RunStore
internal import Scenarios
public import Studies
package import SyntheticSociety

/// A study whose runs are simulated by other processes, as described by the inputs of a plan.
public struct PlannedStudy: Sendable {
  public let study: any DistributedStudy
  /// The intercepts of all worlds; communities of a sensitivity analysis have their own.
  package let intercepts: SolvedIntercepts
  /// Digest of the scenario, which units refer to.
  let scenario: String
  /// Digests of the inputs, by ``StudyInput/key(_:)``.
  let inputs: [String: String]
  /// Arms of a tuning, which only units name.
  private let arms: [String: Arm]
  /// What stored outcomes must be like.
  private let form: StoredDesign
  private let bySociety = InterceptsBySociety()

  init(
    _ study: any DistributedStudy, intercepts: SolvedIntercepts, scenario: String,
    inputs: [String: String], arms: [String: Arm] = [:]
  ) {
    self.study = study
    self.intercepts = intercepts
    self.scenario = scenario
    self.inputs = inputs
    self.arms = arms
    form = StoredDesign(of: study.experiment)
  }

  /// The study's experiment; a tuning varies its arm, and an analysis its arm or its community.
  public var experiment: Experiment { study.experiment }

  public var name: String { experiment.design.scenario }

  /// Makes the keys of the study's runs. Machines with different builds of FeedLab share outcomes, and programs with code
  /// of their own do not.
  var keys: RunKeys {
    let parameters = study.movedParameters
    let build = experiment.usesCustomCode ? ProgramDigest.current : nil
    return parameters.isEmpty
      ? RunKeys(experiment, build: build, intercepts: intercepts, hasScopes: study.hasScopes)
      : RunKeys(experiment, build: build, hasScopes: study.hasScopes, parameters: parameters)
  }
}

/// A run and its setting.
struct PlannedRun: Sendable {
  let run: WorldRun
  /// The community or point of the run, in an analysis that has several.
  var setting: RunInProgress.Setting?

  var point: Int? {
    switch setting {
    case nil: nil
    case .society(let number), .point(let number): number
    }
  }
}

// MARK: - Stored outcomes

extension PlannedStudy {
  /// Whether a stored outcome can belong to a run. Whoever writes to a store can give a result another outcome with a
  /// checksum that fits; none that is accepted here ends the program.
  func admits(_ outcome: WorldOutcome, of run: WorldRun) -> Bool {
    study.movedParameters.isEmpty
      ? form.admits(outcome, isLive: run.liveTest != nil) : form.admitsValues(of: outcome)
  }
}

// MARK: - Runs

extension PlannedStudy {
  func unit(of planned: PlannedRun) -> WorkPlan.Unit {
    let run = planned.run
    let number = WorldSpace.number(of: run.world)
    let space = WorldSpace.allCases.first { $0.world(number) == run.world }
    return WorkPlan.Unit(
      arm: run.arm.name, cost: cost, point: planned.point, replication: number, scenario: scenario,
      seed: run.seed, space: space ?? .compare)
  }

  /// Approximate seconds of a run on a machine of 2026 with the core metrics; used only to order runs.
  private var cost: Double {
    let parameters = experiment.scenario.parameters
    let sessions = parameters.world.members * parameters.world.days * parameters.sessions.mean
    let seconds = sessions * Self.secondsOfSession * (experiment.design.isAntithetic ? 2 : 1)
    // The estimate is rough, so that few digits suffice.
    return max(0.001, (seconds * 1000).rounded() / 1000)
  }

  private static let secondsOfSession = 5e-5

  /// The run of a unit; `nil` without such an arm, community or point.
  func run(of unit: WorkPlan.Unit) -> PlannedRun? {
    let named = unit.point == nil ? arms[unit.arm] : nil
    let run =
      named.map { experiment.run(of: $0, world: unit.world, intercepts) }
      ?? study.run(of: unit.arm, world: unit.world, at: unit.point, intercepts)
    return run.map { PlannedRun(run: $0, setting: unit.point.flatMap(study.designPoint)) }
  }

  /// Simulates a run, with the same outcome as in an experiment on one machine.
  func outcome(
    of planned: PlannedRun, shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    var run = planned.run
    if !study.movedParameters.isEmpty, let society = planned.point {
      run.intercepts = bySociety.solved(for: society) { SolvedIntercepts(for: planned.run) }
    }
    return try experiment.outcome(
      of: run, at: planned.setting, hasScopes: study.hasScopes, shouldContinue: shouldContinue)
  }
}

extension [PlannedStudy] {
  /// The index of a unit's study, and its run.
  ///
  /// - Throws: `invalid` for a unit that belongs to no study.
  func run(of unit: WorkPlan.Unit) throws(WorkFailure) -> (study: Int, run: PlannedRun) {
    guard let study = firstIndex(where: { $0.scenario == unit.scenario }),
      let planned = self[study].run(of: unit), planned.run.seed == unit.seed
    else {
      throw .invalid(
        "a unit of the plan, arm '\(unit.arm)' in world \(unit.replication), belongs to no study in it"
      )
    }
    return (study, planned)
  }
}

extension PlannedStudy {
  /// The study's results from known runs; `nil` while runs are missing.
  ///
  /// The results are a pure function of the known runs: no other state is kept between the rounds of a tuning
  /// or a selection, or the looks of an experiment.
  func finding(in known: KnownRuns) throws(WorkFailure) -> (any AnyFinding)? {
    do throws(ExperimentFailure) {
      return try finding(study, known)
    } catch .cancelled {
      return nil
    } catch {
      throw .defect("\(name): \(error)")
    }
  }

  private func finding<S: DistributedStudy>(
    _ study: S, _ known: KnownRuns
  ) throws(ExperimentFailure) -> any AnyFinding {
    let results = try study.run(
      jobs: 1, intercepts: intercepts, simulate: known.lookUp, foresee: known.foresee)
    return Finding(study: study, results: results)
  }

  /// The study's results without some worlds; `nil` where it has none.
  func finding(
    without lost: [Int], in known: KnownRuns
  ) -> (any AnyFinding)? {
    func finding<S: DistributedStudy>(_ study: S) -> (any AnyFinding)? {
      study.results(without: lost, of: known.runs.map(\.outcome), intercepts)
        .map { Finding(study: study, results: $0) }
    }
    return finding(study)
  }
}
