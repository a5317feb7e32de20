internal import Calibration
internal import DataFiles
internal import Experiments
internal import RunStore
internal import Scenarios
public import SocialFeed
internal import Studies
internal import SyntheticSociety

extension PlannedStudy {
  /// Stores the inputs of a study, and solves the intercepts of all worlds.
  init(_ study: any DistributedStudy, in store: WorkStore) throws(WorkFailure) {
    let experiment = study.experiment
    let described = experiment.scenario
    for arm in study.simulatedArms {
      guard let ranker = arm.unidentifiedRanker else { continue }
      throw .usage(
        "the arm '\(arm.name)' cannot be planned: \(Self.gap(of: ranker))")
    }
    for content in described.contents {
      let bytes: [UInt8]
      do throws(UnreadableFile) {
        bytes = try FileContent.bytes(of: content.location)
      } catch {
        throw .notFound("\(content.location): \(error.reason)")
      }
      guard try store.keepInput(bytes, like: content.location) == content.digest else {
        throw .invalid("\(content.location): it has changed since it was read; plan again")
      }
    }
    let name = experiment.design.scenario
    let scenario = try store.keepInput(Array(described.resolvedForWorlds.utf8))
    var inputs = [StudyInput.scenario.key(name): scenario]
    func keep(_ input: StudyInput, _ value: some Encodable) throws(WorkFailure) {
      inputs[input.key(name)] = try store.keepInput(Array(StoredText(value).text.utf8))
    }
    var intercepts = SolvedIntercepts()
    if study.movedParameters.isEmpty {
      intercepts = experiment.intercepts()
      try keep(.intercepts, intercepts)
    }
    switch study.plan {
    case .experiment:
      try keep(.design, experiment.design)
      if let realism = try Self.realism(of: described) { try keep(.realism, realism) }
    case .tuning: inputs[StudyInput.tuning.key(name)] = scenario
    case .analysis(let plan):
      try keep(.design, experiment.design)
      try keep(.analysis, plan)
    }
    self.init(study, intercepts: intercepts, scenario: scenario, inputs: inputs)
  }

  private static func gap(of ranker: UnidentifiedRanker) -> String {
    let consequence = "so that results of different machines and days could come from different"
    return switch ranker.gap {
    case .version:
      "its ranker \(ranker.name) has no version, \(consequence) services; write 'version: 1' beside its url"
    case .files, .module:
      "no file has the code of its ranker \(ranker.name), \(consequence) programs; write 'files: [mine.py]' beside its"
        + " command, with every file of it"
    }
  }

  private static func realism(of scenario: Scenario) throws(WorkFailure) -> RealismInput? {
    do throws(InvalidLogs) {
      return try RealismInput(of: scenario)
    } catch {
      throw .invalid("\(error)")
    }
  }

  /// The inputs that units of these runs need besides the study's inputs.
  func inputs(
    for runs: [PlannedRun], in store: WorkStore
  ) throws(WorkFailure) -> [String: String] {
    guard case .tuning = study.plan else { return [:] }
    var inputs: [String: String] = [:]
    for arm in runs.map(\.run.arm) {
      let key = StudyInput.arm.key(arm.name)
      guard inputs[key] == nil else { continue }
      inputs[key] = try store.keepInput(Array(Scenario.definition(of: arm).canonical.utf8))
    }
    return inputs
  }
}

extension PlannedStudy {
  /// The studies of a plan, in the order of their names.
  ///
  /// - Parameter rankers: The rankers that the scenarios can name.
  /// - Throws: A fault of the plan's inputs.
  public static func all(
    of plan: WorkPlan, in store: WorkStore, rankers: RankerCatalogue = .available
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
        bytes, file: name, rankers: rankers, contents: store.inputs, isResolved: true)
    } catch {
      throw .invalid("the scenario of the plan cannot be read:\n\(error)")
    }
    let study: any DistributedStudy
    var arms: [String: Arm] = [:]
    if plan.inputs[StudyInput.tuning.key(name)] != nil {
      guard let tuning = parsed.tuning else {
        throw .invalid("the plan tunes '\(name)', which has no section tune:")
      }
      study = Tuner(parsed, tuning)
      arms = try Self.arms(of: plan, scenario, in: store, rankers)
    } else {
      let design: ExperimentDesign = try Self.value(.design, name, plan, store)
      let experiment: Experiment
      do throws(DesignMismatch) {
        experiment = try Experiment(restoring: design, of: parsed)
      } catch {
        throw .invalid("the design of '\(name)' in the plan belongs to another scenario")
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

  /// The analysis of an experiment; `nil` where the plan has none.
  private static func analysis(
    of experiment: Experiment, _ name: String, _ plan: WorkPlan, _ store: WorkStore
  ) throws(WorkFailure) -> (any DistributedStudy)? {
    guard plan.inputs[StudyInput.analysis.key(name)] != nil else { return nil }
    let input: AnalysisPlan = try value(.analysis, name, plan, store)
    guard let study = input.study(of: experiment) else {
      throw .invalid("the analysis of '\(name)' in the plan belongs to another scenario")
    }
    return study
  }

  /// The arms that units of a scenario name and the scenario does not have.
  private static func arms(
    of plan: WorkPlan, _ scenario: String, in store: WorkStore, _ rankers: RankerCatalogue
  ) throws(WorkFailure) -> [String: Arm] {
    var arms: [String: Arm] = [:]
    for unit in plan.units where unit.scenario == scenario && arms[unit.arm] == nil {
      guard let digest = plan.inputs[StudyInput.arm.key(unit.arm)] else {
        throw .invalid("the plan has no definition of arm '\(unit.arm)'")
      }
      let text = String(decoding: try store.input(digest), as: UTF8.self)
      do throws(InvalidScenario) {
        arms[unit.arm] = try Scenario.arm(
          unit.arm, text: text, file: "arm '\(unit.arm)'", rankers: rankers,
          contents: store.inputs)
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
      throw .invalid("the plan has no \(kind) of '\(name)'")
    }
    return digest
  }

  private static func value<Value: Decodable>(
    _ kind: StudyInput, _ name: String, _ plan: WorkPlan, _ store: WorkStore
  ) throws(WorkFailure) -> Value {
    let digest = try digest(kind, name, plan)
    let text = String(decoding: try store.input(digest), as: UTF8.self)
    guard let value = StoredText.value(Value.self, in: text) else {
      throw .invalid("inputs/\(digest): this is not a valid \(kind)")
    }
    return value
  }
}

/// The kind of a plan's input; the input's key has the study's name too.
enum StudyInput: String {
  case scenario, design, intercepts, arm
  /// The scenario of a tuning.
  case tuning
  /// The plan of a sensitivity or weight analysis, or of a selection.
  case analysis
  /// The statistics of the real community that the scenario is compared with.
  case realism

  func key(_ name: String) -> String { "\(rawValue).\(name)" }

  /// The inputs of a study, without the arms that only units name.
  static let ofStudies: [StudyInput] = [
    .scenario, .design, .intercepts, .tuning, .analysis, .realism,
  ]
}
