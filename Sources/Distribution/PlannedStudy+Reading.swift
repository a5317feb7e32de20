internal import Experiments
internal import RunStore
internal import Scenarios
public import SocialFeed
internal import Studies
internal import SyntheticSociety

extension PlannedStudy {
  /// The studies of a plan, in the order of their names.
  ///
  /// - Parameter rankers: Those that the scenarios can name.
  /// - Throws: What is wrong with its inputs.
  public static func all(
    of plan: WorkPlan, in store: WorkStore, rankers: RankerCatalogue = .standard
  ) throws(WorkFailure) -> [PlannedStudy] {
    let prefix = StudyInput.scenario.key("")
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
    let scenario = try Self.digest(.scenario, name, plan)
    let bytes = try store.input(scenario)
    let parsed: Scenario
    do throws(InvalidScenario) {
      parsed = try Scenario.parse(
        bytes, file: name, rankers: rankers, contents: store.inputs)
    } catch {
      throw .invalid("the scenario of the plan cannot be read:\n\(error)")
    }
    let study: any DistributedStudy
    var arms: [String: Arm] = [:]
    if plan.inputs[StudyInput.tuning.key(name)] != nil {
      guard let tuning = parsed.tuning else {
        throw .invalid("the plan tunes '\(name)', which does not say what for")
      }
      study = Tuner(parsed, tuning)
      arms = try Self.arms(of: plan, scenario, in: store, rankers)
    } else {
      let design: ExperimentDesign = try Self.value(.design, name, plan, store)
      let experiment: Experiment
      do throws(ForeignDesign) {
        experiment = try Experiment(restoring: design, of: parsed)
      } catch {
        throw .invalid("the design of '\(name)' in the plan is of another scenario")
      }
      let realism: RealismInput? =
        try plan.inputs[StudyInput.realism.key(name)].map { _ throws(WorkFailure) in
          try Self.value(.realism, name, plan, store)
        }
      study =
        try Self.analysis(of: experiment, name, plan, store)
        ?? ExperimentStudy(experiment, realism: realism)
    }
    self.init(
      study,
      intercepts: study.movedParameters.isEmpty
        ? try Self.value(.intercepts, name, plan, store) : SolvedIntercepts(),
      scenario: scenario,
      inputs: plan.inputs.filter { key, _ in
        StudyInput.ofStudies.contains { $0.key(name) == key }
      }, arms: arms)
  }

  /// The analysis of an experiment; `nil` where the plan has none of it.
  private static func analysis(
    of experiment: Experiment, _ name: String, _ plan: WorkPlan, _ store: WorkStore
  ) throws(WorkFailure) -> (any DistributedStudy)? {
    guard plan.inputs[StudyInput.analysis.key(name)] != nil else { return nil }
    let input: AnalysisPlan = try value(.analysis, name, plan, store)
    guard let study = input.study(of: experiment) else {
      throw .invalid("the analysis of '\(name)' in the plan is of another scenario")
    }
    return study
  }

  /// The arms that units of a scenario name and no scenario has.
  private static func arms(
    of plan: WorkPlan, _ scenario: String, in store: WorkStore, _ rankers: RankerCatalogue
  ) throws(WorkFailure) -> [String: Arm] {
    var arms: [String: Arm] = [:]
    for unit in plan.units where unit.scenario == scenario && arms[unit.arm] == nil {
      guard let digest = plan.inputs[StudyInput.arm.key(unit.arm)] else {
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
    _ kind: StudyInput, _ name: String, _ plan: WorkPlan
  ) throws(WorkFailure) -> String {
    guard let digest = plan.inputs[kind.key(name)] else {
      throw .invalid("the plan names no \(kind) of '\(name)'")
    }
    return digest
  }

  private static func value<Value: Decodable>(
    _ kind: StudyInput, _ name: String, _ plan: WorkPlan, _ store: WorkStore
  ) throws(WorkFailure) -> Value {
    let digest = try digest(kind, name, plan)
    let text = String(decoding: try store.input(digest), as: UTF8.self)
    guard let value = StoredText.value(Value.self, in: text) else {
      throw .invalid("inputs/\(digest): it is no \(kind)")
    }
    return value
  }
}
