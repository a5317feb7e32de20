internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The results of a tuning as its figures need them.
struct TuningContext {
  let results: TuningResults
  let summary: TuningSummary
  /// The simulated trials that have a value of every objective and limit, from the greatest gain to the least.
  let trials: [TrialEstimate]
  /// The first objective, against which all others are drawn.
  let objective: TuningAxis
  /// The other objectives, then the limits.
  let others: [TuningAxis]

  init(_ results: TuningResults) {
    let design = results.design
    func gain(_ estimate: TrialEstimate) -> Double { estimate.gains[0] ?? -.infinity }
    trials = results.estimates.filter(\.isDefined).sorted {
      (gain($1), $0.trial) < (gain($0), $1.trial)
    }
    let drawn = trials
    objective = TuningAxis(objective: 0, design, drawn)
    others =
      design.tuning.objectives.indices.dropFirst().map { TuningAxis(objective: $0, design, drawn) }
      + design.tuning.constraints.indices.map { TuningAxis(limit: $0, design, drawn) }
    self.results = results
    summary = TuningSummary(results)
  }

  var design: TuningDesign { results.design }
  private var limits: [Scenario.Tuning.Constraint] { design.tuning.constraints }

  /// The values of a trial, such as `like 3, half-life 7d`.
  func values(of trial: Int) -> String {
    zip(design.space.parameters, results.trials[trial].values).map { parameter, value in
      "\(parameter.name) \(parameter.text(value))"
    }.joined(separator: ", ")
  }

  /// The limits that a trial breaks by estimate, joined by `and`; empty if it keeps all.
  func broken(_ estimate: TrialEstimate) -> String {
    estimate.brokenLimits.map { design.text(of: limits[$0]) }.joined(separator: " and ")
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

  /// Whether a trial is on the Pareto front.
  func isOnFront(_ trial: Int) -> Bool {
    results.paretoFront?.points.contains { $0.trial == trial } ?? false
  }

  /// What a pointer on a trial shows.
  func title(_ estimate: TrialEstimate, _ axes: [TuningAxis]) -> String {
    let figures = axes.compactMap { axis in
      axis.value(estimate).map { "\(axis.label) \(axis.text($0))" }
    }
    let broken = broken(estimate)
    let name = estimate.trial == 0 ? "Incumbent" : "Trial \(estimate.trial)"
    return "\(name): \(figures.joined(separator: ", "))"
      + (broken.isEmpty ? "" : "; breaks \(broken)")
      + (isOnFront(estimate.trial) ? "; on the Pareto front" : "")
      + "; \(values(of: estimate.trial))"
  }

  /// At most so many trials: the best thirty and evenly spread ranks of the others, and in any case the incumbent,
  /// the shown trial and those on the Pareto front.
  func thinned(to most: Int) -> [TrialEstimate] {
    func isNamed(_ estimate: TrialEstimate) -> Bool {
      [0, results.shown].contains(estimate.trial) || isOnFront(estimate.trial)
    }
    let (named, ranked) = (trials.filter(isNamed), trials.filter { !isNamed($0) })
    guard ranked.count > most else { return named + ranked }
    let (first, rest) = (Array(ranked.prefix(30)), Array(ranked.dropFirst(30)))
    let count = max(0, most - first.count)
    return named + first + (0..<count).map { rest[$0 * rest.count / count] }
  }
}

/// An objective or a limit as an axis.
struct TuningAxis {
  private enum Subject {
    case objective(Int, sign: Double)
    case limit(Int)
  }

  private let subject: Subject
  private let scale: ValueScale?
  /// What it shows, in a few words.
  let label: String
  /// The label with what is better, or with the bound.
  let title: String
  /// The mean bound of a limit, and whether the metric must not be above it.
  let bound: Double?
  let isUpper: Bool

  /// The change of an objective.
  init(objective index: Int, _ design: TuningDesign, _ trials: [TrialEstimate]) {
    let objective = design.tuning.objectives[index]
    let metric = design.metrics.first { $0.id == objective.metric }
    subject = .objective(index, sign: objective.sign)
    scale = metric.map { metric in
      ValueScale(
        metric, size: trials.compactMap { $0.gains[index]?.magnitude }.max() ?? 0, error: nil)
    }
    label = metric?.label ?? "Weighted sum"
    title = "change of \(label), \(objective.sign > 0 ? "more" : "less") is better"
    (bound, isUpper) = (nil, false)
  }

  /// The level of the metric of a limit.
  init(limit index: Int, _ design: TuningDesign, _ trials: [TrialEstimate]) {
    let limit = design.tuning.constraints[index]
    let metric = design.metrics.first { $0.id == limit.metric }
    subject = .limit(index)
    scale = metric.map { metric in
      ValueScale(metric, of: trials.compactMap { $0.limits[index]?.value })
    }
    label = metric?.label ?? limit.metric
    title = "\(label), limit \(limit.isUpper ? "≤" : "≥") \(limit.bound)"
    (bound, isUpper) = (trials.lazy.compactMap { $0.limits[index]?.bound }.first, limit.isUpper)
  }

  /// The change or the level of a trial; `nil` without a value.
  func value(_ estimate: TrialEstimate) -> Double? {
    switch subject {
    case .objective(let index, let sign): estimate.gains[index].map { sign * $0 }
    case .limit(let index): estimate.limits[index]?.value
    }
  }

  /// Whether it shows changes, and not levels.
  var isChange: Bool { if case .objective = subject { true } else { false } }

  /// A value with its unit.
  func text(_ value: Double) -> String {
    guard let scale else {
      return (value > 0 ? "+" : "") + NumberText.rounded(value, figures: 3)
    }
    return isChange ? scale.change(value) : scale.value(value)
  }

  /// The ticks of a scale of the axis.
  ///
  /// - Parameter gap: The least distance of two ticks, as a part of the axis.
  func ticks(_ places: ChartScale, gap: Double) -> [ChartTick] {
    places.labels(gap: gap, isSigned: isChange, suffix: scale?.suffix ?? "")
  }

  /// Where a value lies on the axis.
  func place(_ value: Double) -> Double { value / (scale?.divisor ?? 1) }
}
