public import Experiments
internal import Foundation
internal import Ledger
internal import Scenarios
public import SocialFeed
package import SyntheticSociety

/// An experiment or a tuning whose worlds are lived through elsewhere: what the inputs of a plan say of it.
public struct PlannedStudy: Sendable {
  /// What is made of the worlds.
  public enum Kind: Sendable {
    case experiment
    /// A search whose next worlds depend on what came of the last ones.
    case tuning(Tuner)
  }

  public let kind: Kind
  /// The experiment; of a tuning, that of whose arm there are many.
  public let experiment: Experiment
  /// What was solved for all worlds.
  package let intercepts: SolvedIntercepts
  /// Digest of its scenario, by which units name it.
  let scenario: String
  /// Digests of its inputs, by what they are.
  let inputs: [String: String]
  /// Arms that only units name.
  private let arms: [String: Arm]

  public var name: String { experiment.design.scenario }

  /// How many rounds of it are planned before the oldest of them is known, besides it.
  public var lag: Int {
    switch kind {
    case .experiment: 0
    case .tuning(let tuner): tuner.design.tuning.lag
    }
  }

  /// Whether metrics are told by surface, ranker and day too.
  var hasScopes: Bool { if case .experiment = kind { true } else { false } }

  /// Makes the keys of its runs.
  var keys: UnitKeys {
    UnitKeys(experiment, intercepts: StoredText(intercepts).checksum, hasScopes: hasScopes)
  }

  /// What the inputs of a plan are; the study's name follows.
  private enum Input: String {
    case scenario, design, intercepts, arm
    /// There where the scenario is tuned.
    case tuning

    func key(_ name: String) -> String { "\(rawValue).\(name)" }
  }
}

// MARK: - Planning

extension PlannedStudy {
  /// Keeps the inputs of an experiment in a store.
  init(_ experiment: Experiment, in store: WorkStore) throws(WorkFailure) {
    try self.init(.experiment, experiment, in: store)
  }

  /// Keeps the inputs of a tuning in a store.
  init(_ tuner: Tuner, in store: WorkStore) throws(WorkFailure) {
    try self.init(.tuning(tuner), tuner.experiment, in: store)
  }

  /// Solves what all worlds have in common too.
  private init(
    _ kind: Kind, _ experiment: Experiment, in store: WorkStore
  ) throws(WorkFailure) {
    self.kind = kind
    self.experiment = experiment
    arms = [:]
    intercepts = experiment.solvedIntercepts()
    let described = experiment.scenario
    for content in described.contents {
      let bytes: [UInt8]
      do throws(UnreadableFile) {
        bytes = try FileContent.bytes(of: content.place)
      } catch {
        throw .notFound("\(content.place): \(error.reason)")
      }
      guard try store.keepInput(bytes) == content.digest else {
        throw .invalid("\(content.place): it has changed since it was read; plan again")
      }
    }
    let name = experiment.design.scenario
    scenario = try store.keepInput(Array(described.resolvedForWorlds.utf8))
    var inputs = [
      Input.scenario.key(name): scenario,
      Input.intercepts.key(name): try store.keepInput(Array(StoredText(intercepts).text.utf8)),
    ]
    switch kind {
    case .experiment:
      inputs[Input.design.key(name)] = try store.keepInput(
        Array(StoredText(experiment.design).text.utf8))
    case .tuning: inputs[Input.tuning.key(name)] = scenario
    }
    self.inputs = inputs
  }

  /// The unit of a run.
  func unit(of run: WorldRun) -> WorkPlan.Unit {
    let number = WorldSpace.number(of: run.world)
    let space = WorldSpace.allCases.first { $0.world(number) == run.world }
    return WorkPlan.Unit(
      arm: run.arm.name, cost: cost, replication: number, scenario: scenario, seed: run.seed,
      space: space ?? .compare)
  }

  /// The inputs that units of these runs need besides those of the study.
  func inputs(
    for runs: [WorldRun], in store: WorkStore
  ) throws(WorkFailure) -> [String: String] {
    guard case .tuning = kind else { return [:] }
    var inputs: [String: String] = [:]
    for run in runs {
      let key = Input.arm.key(run.arm.name)
      guard inputs[key] == nil else { continue }
      inputs[key] = try store.keepInput(
        Array(Scenario.definition(of: run.arm).canonical.utf8))
    }
    return inputs
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
}

// MARK: - Working

extension PlannedStudy {
  /// The studies of a plan, in the order of their names.
  ///
  /// - Parameter rankers: Those that the scenarios can name.
  /// - Throws: What is wrong with its inputs.
  public static func all(
    of plan: WorkPlan, in store: WorkStore, rankers: RankerCatalogue = .standard
  ) throws(WorkFailure) -> [PlannedStudy] {
    let prefix = Input.scenario.key("")
    var studies: [PlannedStudy] = []
    for key in plan.inputs.keys.sorted() where key.hasPrefix(prefix) {
      studies.append(
        try PlannedStudy(name: String(key.dropFirst(prefix.count)), of: plan, store, rankers))
    }
    return studies
  }

  private init(
    name: String, of plan: WorkPlan, _ store: WorkStore, _ rankers: RankerCatalogue
  ) throws(WorkFailure) {
    scenario = try Self.digest(.scenario, name, plan)
    let bytes = try store.input(scenario)
    let parsed: Scenario
    do throws(InvalidScenario) {
      parsed = try Scenario.parse(
        bytes, file: name, rankers: rankers, contents: store.inputs)
    } catch {
      throw .invalid("the scenario of the plan cannot be read:\n\(error)")
    }
    if plan.inputs[Input.tuning.key(name)] != nil {
      guard let tuning = parsed.tuning else {
        throw .invalid("the plan tunes '\(name)', which does not say what for")
      }
      let tuner = Tuner(parsed, tuning)
      (kind, experiment) = (.tuning(tuner), tuner.experiment)
      arms = try Self.arms(of: plan, scenario, in: store, rankers)
    } else {
      let design: ExperimentDesign = try Self.value(.design, name, plan, store)
      do throws(ForeignDesign) {
        experiment = try Experiment(restoring: design, of: parsed)
      } catch {
        throw .invalid("the design of '\(name)' in the plan is of another scenario")
      }
      kind = .experiment
      arms = [:]
    }
    intercepts = try Self.value(.intercepts, name, plan, store)
    inputs = plan.inputs.filter { key, _ in
      [Input.scenario, .design, .intercepts, .tuning].contains { $0.key(name) == key }
    }
  }

  /// The arms that units of a scenario name and no scenario has.
  private static func arms(
    of plan: WorkPlan, _ scenario: String, in store: WorkStore, _ rankers: RankerCatalogue
  ) throws(WorkFailure) -> [String: Arm] {
    var arms: [String: Arm] = [:]
    for unit in plan.units where unit.scenario == scenario && arms[unit.arm] == nil {
      guard let digest = plan.inputs[Input.arm.key(unit.arm)] else {
        throw .invalid("the plan does not say what arm '\(unit.arm)' is")
      }
      let text = String(decoding: try store.input(digest), as: UTF8.self)
      do throws(InvalidScenario) {
        arms[unit.arm] = try Scenario.arm(
          unit.arm, text: text, file: "arm '\(unit.arm)'", rankers: rankers)
      } catch {
        throw .invalid("arm '\(unit.arm)' of the plan cannot be read:\n\(error)")
      }
    }
    return arms
  }

  private static func digest(
    _ kind: Input, _ name: String, _ plan: WorkPlan
  ) throws(WorkFailure) -> String {
    guard let digest = plan.inputs[kind.key(name)] else {
      throw .invalid("the plan names no \(kind) of '\(name)'")
    }
    return digest
  }

  private static func value<Value: Decodable>(
    _ kind: Input, _ name: String, _ plan: WorkPlan, _ store: WorkStore
  ) throws(WorkFailure) -> Value {
    let digest = try digest(kind, name, plan)
    let text = String(decoding: try store.input(digest), as: UTF8.self)
    guard let value = StoredText.value(Value.self, in: text) else {
      throw .invalid("inputs/\(digest): it is no \(kind)")
    }
    return value
  }

  /// The run of a unit; `nil` when there is no such arm.
  func run(of unit: WorkPlan.Unit) -> WorldRun? {
    if let arm = arms[unit.arm] {
      return experiment.run(of: arm, world: unit.world, intercepts)
    }
    return experiment.run(of: unit.arm, world: unit.world, intercepts)
  }
}

extension [PlannedStudy] {
  /// The study of a unit, its number and the run.
  ///
  /// - Throws: `invalid` for a unit of no study.
  func run(of unit: WorkPlan.Unit) throws(WorkFailure) -> (study: Int, run: WorldRun) {
    guard let study = firstIndex(where: { $0.scenario == unit.scenario }),
      let run = self[study].run(of: unit), run.seed == unit.seed
    else {
      throw .invalid(
        "a unit of the plan, arm '\(unit.arm)' in world \(unit.replication), is of nothing in it")
    }
    return (study, run)
  }
}
