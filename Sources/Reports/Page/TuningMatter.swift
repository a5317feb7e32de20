internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// What the figures of a tuning are made of, put together once.
///
/// All that is told of a trial is its change against the present values in the same worlds of the
/// search, on average over those that it lived in; of the compromises of a front in fresh worlds.
struct TuningMatter {
  let results: TuningResults
  let words: TuningWords
  /// The first objective, then the second or the metric of the first limit.
  let measures: [TuningMeasure]
  /// The trials that have lived and have a value of all measures, in their order.
  let trials: [Trial]

  struct Trial {
    let number: Int
    let worlds: Int
    /// By measure: the change, and how much better that is.
    let changes: [Double]
    let gains: [Double]
  }

  init(_ results: TuningResults) {
    let tuning = results.design.tuning
    let objectives = tuning.objectives.map { TuningMeasure($0, results.design) }
    let limit = tuning.constraints.first.map { TuningMeasure($0, results.design) }
    // A limit on the objective itself has no axis of its own.
    let second = objectives.dropFirst().first ?? limit.flatMap { $0 == objectives[0] ? nil : $0 }
    let measures = [objectives[0]] + (second.map { [$0] } ?? [])
    self.results = results
    self.measures = measures
    words = TuningWords(results)
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

  /// Such as `like 3, half-life 7d`.
  func values(of trial: Int) -> String {
    zip(design.space.parameters, results.trials[trial].values).map { parameter, value in
      "\(parameter.name) \(parameter.text(value))"
    }.joined(separator: ", ")
  }

  /// What a trial is besides; empty for others.
  func note(_ trial: Int) -> String {
    if trial == 0 { return "present" }
    guard trial == results.shown else { return "" }
    switch results.conclusion {
    case .improved: return "tuned"
    case .kept: return "best found"
    case .infeasible: return "nearest to the limits"
    case .front: return results.front?.knee == nil ? "" : "knee"
    }
  }
}

/// A metric, or a weighted sum of several, as an axis.
struct TuningMeasure: Equatable {
  let name: String
  let metric: MetricDefinition?
  private let terms: [Scenario.Tuning.Objective.Term]
  private let metrics: [String]
  /// Whether more of it is meant.
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

  /// With the way that is good on an axis from left to right.
  var title: String { "change of \(name), \(isMore ? "right" : "left") is better" }

  func gain(_ change: Double) -> Double { isMore ? change : 0 - change }

  /// The mean change against the present values; `nil` without a value in one of the worlds.
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

  /// In the metric's unit.
  func text(_ change: Double) -> String {
    guard let metric else {
      return (change > 0 ? "+" : "") + NumberText.rounded(change, figures: 3)
    }
    return ValueScale(metric, size: change.magnitude, error: nil).change(change)
  }
}
