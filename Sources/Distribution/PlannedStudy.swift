internal import Calibration
public import Experiments
internal import RunStore
internal import Scenarios
public import Studies
package import SyntheticSociety

/// An experiment, a tuning, an analysis or a selection whose worlds are lived through elsewhere: what the inputs of a plan
/// say of it.
public struct PlannedStudy: Sendable {
  public let study: any DistributedStudy
  /// What is solved for all worlds; of societies each has its own.
  package let intercepts: SolvedIntercepts
  /// Digest of its scenario, by which units name it.
  let scenario: String
  /// Digests of its inputs, by what they are.
  let inputs: [String: String]
  /// Arms that only units name.
  private let arms: [String: Arm]
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
  }

  /// The experiment; of a tuning or an analysis, that of whose arms there are many, or whose societies.
  public var experiment: Experiment { study.experiment }

  public var name: String { experiment.design.scenario }

  /// Makes the keys of its runs.
  var keys: RunKeys {
    let parameters = study.movedParameters
    return parameters.isEmpty
      ? RunKeys(experiment, build: nil, intercepts: intercepts, hasScopes: study.hasScopes)
      : RunKeys(experiment, build: nil, hasScopes: study.hasScopes, parameters: parameters)
  }
}

/// A run and where it lives.
struct PlannedRun: Sendable {
  let run: WorldRun
  /// Where that is more than one thing: a society, or a point of an arm's numbers.
  var place: LifeInProgress.Place?

  var point: Int? {
    switch place {
    case nil: nil
    case .society(let number), .point(let number): number
    }
  }
}

// MARK: - Runs

extension PlannedStudy {
  /// The unit of a run.
  func unit(of planned: PlannedRun) -> WorkPlan.Unit {
    let run = planned.run
    let number = WorldSpace.number(of: run.world)
    let space = WorldSpace.allCases.first { $0.world(number) == run.world }
    return WorkPlan.Unit(
      arm: run.arm.name, cost: cost, point: planned.point, replication: number, scenario: scenario,
      seed: run.seed, space: space ?? .compare)
  }

  /// Seconds that a run takes on a machine of 2026 with the core metrics; good enough to order runs by.
  private var cost: Double {
    let parameters = experiment.scenario.parameters
    let sessions = parameters.world.members * parameters.world.days * parameters.sessions.mean
    let seconds = sessions * Self.secondsOfSession * (experiment.design.isAntithetic ? 2 : 1)
    // Few digits, since it is no more than a guess.
    return max(0.001, (seconds * 1000).rounded() / 1000)
  }

  private static let secondsOfSession = 5e-5

  /// The run of a unit; `nil` when there is no such arm, society or point.
  func run(of unit: WorkPlan.Unit) -> PlannedRun? {
    let named = unit.point == nil ? arms[unit.arm] : nil
    let run =
      named.map { experiment.run(of: $0, world: unit.world, intercepts) }
      ?? study.run(of: unit.arm, world: unit.world, at: unit.point, intercepts)
    return run.map { PlannedRun(run: $0, place: unit.point.flatMap(study.designPoint)) }
  }

  /// Simulates a run, as one machine would.
  func outcome(
    of planned: PlannedRun, goOn: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    var run = planned.run
    if !study.movedParameters.isEmpty, let society = planned.point {
      run.intercepts = bySociety.solved(for: society) { SolvedIntercepts(for: planned.run) }
    }
    return try experiment.outcome(
      of: run, at: planned.place, hasScopes: study.hasScopes, goOn: goOn)
  }
}

extension [PlannedStudy] {
  /// The study of a unit, its number and the run.
  ///
  /// - Throws: `invalid` for a unit of no study.
  func run(of unit: WorkPlan.Unit) throws(WorkFailure) -> (study: Int, run: PlannedRun) {
    guard let study = firstIndex(where: { $0.scenario == unit.scenario }),
      let planned = self[study].run(of: unit), planned.run.seed == unit.seed
    else {
      throw .invalid(
        "a unit of the plan, arm '\(unit.arm)' in world \(unit.replication), is of nothing in it")
    }
    return (study, planned)
  }
}
