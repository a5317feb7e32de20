internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The results of a tuning as its figures need them.
///
/// The values of a trial are mean changes against the incumbent in the same worlds of the search; those of
/// trials on the Pareto front are from fresh worlds.
struct TuningContext {
  let results: TuningResults
  let summary: TuningSummary
  /// The first objective, then the second or the metric of the first limit.
  let measures: [TuningMeasure]
  /// The simulated trials that have a value of all measures, in their order.
  let trials: [Trial]

  struct Trial {
    let number: Int
    let worlds: Int
    /// By measure: the change, and the gain, which is above 0 if the change is an improvement.
    let changes: [Double]
    let gains: [Double]
  }

  init(_ results: TuningResults) {
    let tuning = results.design.tuning
    let objectives = tuning.objectives.map { TuningMeasure($0, results.design) }
    let limit = tuning.constraints.first.map { TuningMeasure($0, results.design) }
    // A limit on the objective itself needs no second axis.
    let second = objectives.dropFirst().first ?? limit.flatMap { $0 == objectives[0] ? nil : $0 }
    let measures = [objectives[0]] + (second.map { [$0] } ?? [])
    self.results = results
    self.measures = measures
    summary = TuningSummary(results)
    let space: WorldSpace = .train
    trials = results.trials.indices.compactMap { number in
      let worlds = results.trials[number].worlds
      let changes = measures.compactMap { $0.change(of: number, in: space, 0..<worlds, results) }
      guard worlds > 0, changes.count == measures.count else { return nil }
      return Trial(
        number: number, worlds: worlds, changes: changes,
        gains: zip(measures, changes).map { $0.gain($1) })
    }
  }

  var design: TuningDesign { results.design }
  /// The first objective.
  var objective: Scenario.Tuning.Objective { design.tuning.objectives[0] }

  /// The values of a trial, such as `like 3, half-life 7d`.
  func values(of trial: Int) -> String {
    zip(design.space.parameters, results.trials[trial].values).map { parameter, value in
      "\(parameter.name) \(parameter.text(value))"
    }.joined(separator: ", ")
  }

  /// The label of the incumbent and of the shown trial; empty for others.
  func note(_ trial: Int) -> String {
    if trial == 0 { return "incumbent" }
    guard trial == results.shown else { return "" }
    switch results.conclusion {
    case .improved: return "tuned"
    case .kept: return "best found"
    case .infeasible: return "nearest to the limits"
    case .paretoFront: return results.paretoFront?.kneePoint == nil ? "" : "knee point"
    }
  }
}

/// A metric, or a weighted sum of several, as an axis.
struct TuningMeasure: Equatable {
  let name: String
  let metric: MetricDefinition?
  private let terms: [Scenario.Tuning.Objective.Term]
  private let metrics: [String]
  /// Whether larger values are better.
  private let isMore: Bool

  init(_ objective: Scenario.Tuning.Objective, _ design: TuningDesign) {
    metrics = design.metrics.map(\.id)
    metric = design.metrics.first { $0.id == objective.metric }
    name = objective.metric ?? "the weighted sum"
    isMore = objective.metric == nil || objective.isMaximum
    terms =
      objective.metric.map { [.init(metric: $0, coefficient: 1)] } ?? objective.terms
  }

  init(_ constraint: Scenario.Tuning.Constraint, _ design: TuningDesign) {
    metrics = design.metrics.map(\.id)
    metric = design.metrics.first { $0.id == constraint.metric }
    name = constraint.metric
    isMore = !constraint.isUpper
    terms = [.init(metric: constraint.metric, coefficient: 1)]
  }

  /// The title of an axis from left to right, with the good side.
  var title: String { "change of \(name), \(isMore ? "right" : "left") is better" }

  func gain(_ change: Double) -> Double { isMore ? change : 0 - change }

  /// The mean change against the incumbent; `nil` without a value in one of the worlds.
  func change(
    of trial: Int, in space: WorldSpace, _ worlds: Range<Int>, _ results: TuningResults
  ) -> Double? {
    var changes = Summary()
    for world in worlds {
      guard let after = value(results.trials[trial].row(world, in: space)),
        let before = value(results.trials[0].row(world, in: space))
      else { return nil }
      changes.add(after - before)
    }
    return changes.count > 0 ? changes.mean : nil
  }

  private func value(_ row: [Double?]?) -> Double? {
    guard let row else { return nil }
    var sum = 0.0
    for term in terms {
      guard let number = row[metrics.firstIndex(of: term.metric)!] else { return nil }
      sum += term.coefficient * number
    }
    return sum
  }

  /// A change in the metric's unit.
  func text(_ change: Double) -> String {
    guard let metric else {
      return (change > 0 ? "+" : "") + NumberText.rounded(change, figures: 3)
    }
    return ValueScale(metric, size: change.magnitude, error: nil).change(change)
  }
}
