internal import Calibration
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics
internal import SyntheticSociety

/// What the inputs of a plan are; the study's name follows.
enum StudyInput: String {
  case scenario, design, intercepts, arm
  /// There where the scenario is tuned.
  case tuning
  /// There where it is analysed, or the best of its arms is looked for.
  case analysis
  /// There where it is held against a real community.
  case realism

  func key(_ name: String) -> String { "\(rawValue).\(name)" }

  /// Those that a study has, besides arms that only units name.
  static let ofStudies: [StudyInput] = [
    .scenario, .design, .intercepts, .tuning, .analysis, .realism,
  ]
}

/// A real community that an experiment is held against: what its logs tell, which stay where they are.
struct RealismInput: Codable {
  /// The arms that stand for the ranker of the logs and for random order.
  let produced: String
  let uniform: String?
  let real: RealCommunity

  /// - Returns: `nil` for a scenario that names none.
  init?(of scenario: Scenario) throws(WorkFailure) {
    guard let realism = scenario.realism else { return nil }
    do throws(InvalidLogs) {
      guard let real = try RealCommunity(of: scenario) else { return nil }
      self.real = real
    } catch {
      throw .invalid("\(error)")
    }
    produced = realism.produced
    uniform = realism.uniform
  }
}

/// What moves in a sensitivity analysis, and how, or what the best arm is best in: all that a design follows
/// from, besides the experiment.
struct AnalysisInput: Codable {
  enum Method: String, Codable {
    case societies, screening, variance, selection
  }

  let method: Method
  /// Keys of what moves.
  var parameters: [String] = []
  /// Of a screening.
  var trajectories: Int?
  var levels: Int?
  /// Of an analysis of variance.
  var samples: Int?
  /// Of a selection.
  var metric: String?
  var indifference: Double?
  var mostWorlds: Int?

  init(_ design: SensitivityDesign) {
    method = .societies
    parameters = design.parameters.map(\.key)
    trajectories = design.screening.trajectories
    levels = design.screening.levels
  }

  init(_ design: WeightDesign) {
    parameters = design.parameters.map(\.key)
    switch design.method {
    case .morris(let screening):
      method = .screening
      trajectories = screening.trajectories
      levels = screening.levels
    case .sobol(let sampling):
      method = .variance
      samples = sampling.rows
    }
  }

  init(_ design: SelectionDesign) {
    method = .selection
    metric = design.metric.id
    indifference = design.indifference
    mostWorlds = design.mostWorlds
  }

  /// The analysis of an experiment; `nil` for what is none of this one.
  func study(of experiment: Experiment) -> Study? {
    switch method {
    case .selection:
      guard let metric = experiment.design.metrics.first(where: { $0.id == metric }),
        let indifference, let mostWorlds, mostWorlds >= experiment.design.worlds
      else { return nil }
      return .selection(
        Selection(experiment, metric: metric, indifference: indifference, mostWorlds: mostWorlds))
    case .societies:
      let ranges = parameters.compactMap { key in PlausibleRange.all.first { $0.key == key } }
      guard ranges.count == parameters.count, let trajectories, let levels else { return nil }
      return .societies(
        SensitivityAnalysis(
          experiment, parameters: ranges, trajectories: trajectories, levels: levels))
    case .screening, .variance:
      let tunables = experiment.scenario.tunables.filter { parameters.contains($0.key) }
      guard tunables.map(\.key) == parameters else { return nil }
      if let samples {
        return .weights(
          WeightAnalysis(varianceOf: experiment, parameters: tunables, samples: samples))
      }
      guard let trajectories, let levels else { return nil }
      return .weights(
        WeightAnalysis(
          screening: experiment, parameters: tunables, trajectories: trajectories, levels: levels))
    }
  }
}
