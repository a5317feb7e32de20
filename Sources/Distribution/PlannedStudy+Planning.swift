internal import Calibration
internal import DataFiles
internal import Experiments
internal import RunStore
internal import Scenarios
internal import Studies
internal import SyntheticSociety

extension PlannedStudy {
  /// Keeps the inputs of a study in a store, and solves what all worlds have in common.
  init(_ study: any DistributedStudy, in store: WorkStore) throws(WorkFailure) {
    let experiment = study.experiment
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
    let scenario = try store.keepInput(Array(described.resolvedForWorlds.utf8))
    var inputs = [StudyInput.scenario.key(name): scenario]
    func keep(_ input: StudyInput, _ value: some Encodable) throws(WorkFailure) {
      inputs[input.key(name)] = try store.keepInput(Array(StoredText(value).text.utf8))
    }
    var intercepts = SolvedIntercepts()
    if study.movedParameters.isEmpty {
      intercepts = experiment.solvedIntercepts()
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

  private static func realism(of scenario: Scenario) throws(WorkFailure) -> RealismInput? {
    do throws(InvalidLogs) {
      return try RealismInput(of: scenario)
    } catch {
      throw .invalid("\(error)")
    }
  }

  /// The inputs that units of these runs need besides those of the study.
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
