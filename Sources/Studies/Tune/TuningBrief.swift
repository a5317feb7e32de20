internal import Experiments
internal import FeedMetrics
internal import ReportKit
package import Scenarios
package import Stochastics

/// The design of a tuning as text: what is tuned, for what, within which limits and at which cost.
package struct TuningBrief {
  private let design: TuningDesign
  private var tuning: Scenario.Tuning { design.tuning }

  package init(_ design: TuningDesign) { self.design = design }

  /// The community, the tuned numbers, the objectives and limits, in one line.
  package var setting: String {
    let limits = tuning.constraints.map(design.text(of:)).joined(separator: " and ")
    return "\(ExperimentNotes.community(design.experiment)), \(numbers) \(goal(design.label(of:)))"
      + (limits.isEmpty ? "" : " subject to \(limits)")
  }

  /// Such as `4 numbers of blend tuned by race`.
  private var numbers: String {
    "\(NumberText.counted(design.space.dimensions, "number")) of \(tuning.arm) tuned by"
      + " \(tuning.chosenMethod.rawValue)"
  }

  /// Such as `to maximize Relevance@10`.
  ///
  /// - Parameter name: The name of a metric, given its id.
  private func goal(_ name: (String) -> String) -> String {
    let objectives = tuning.objectives.map { objective in
      guard let metric = objective.metric else {
        let terms = objective.terms.map { "\(NumberText.plain($0.coefficient)) \(name($0.metric))" }
        return "maximize \(terms.joined(separator: " + "))"
      }
      return "\(objective.isMaximum ? "maximize" : "minimize") \(name(metric))"
    }
    return "to \(objectives.joined(separator: " and "))"
  }

  /// What `feedlab tune` would do, as the rows of a fact sheet, with metrics named as in a scenario. The time is a
  /// rough one: of a thread that simulates ``Experiment/memberDaysASecond``.
  package var facts: [(String, String)] {
    let most = tuning.budget + design.mostFreshWorlds
    let days = Double(design.experiment.members) * design.experiment.days
    let seconds = max(1, Double(most) * days / Experiment.memberDaysASecond)
    let time = ValueScale(unit: "s", typical: seconds, size: nil) { _ in 0 }.value(seconds)
    let limits = tuning.constraints.map(\.description).joined(separator: " and ")
    return [("tune", "\(numbers) \(goal { $0 })")]
      + (limits.isEmpty ? [] : [("limits", limits)])
      + [
        (
          "budget",
          "\(NumberText.count(tuning.budget)) worlds of the search and at most"
            + " \(NumberText.count(design.mostFreshWorlds)) fresh ones, \(tuning.validation) for each"
            + " finalist; roughly \(time) on one thread"
        )
      ] + (design.problem.map { [("problem", $0)] } ?? [])
  }
}

extension TuningDesign {
  /// The label of a metric, given its id.
  func label(of metric: String) -> String { metrics[index(of: metric)].label }

  /// A limit with the metric's label, such as `Creator inequality ≤ 0.45`.
  package func text(of limit: Scenario.Tuning.Constraint) -> String {
    "\(label(of: limit.metric)) \(limit.isUpper ? "≤" : "≥") \(limit.bound)"
  }

  /// A gain in an objective as a change in the metric's unit: of an objective that is to be small, a gain is a
  /// change below 0.
  ///
  /// - Parameter error: The gain's standard error, which decides the number of decimals.
  package func changeText(
    _ gain: Double, of objective: Scenario.Tuning.Objective, error: Double? = nil
  ) -> String {
    change(of: objective, gain, error: error).text(objective.sign * gain)
  }

  /// The same with its interval, such as `+0.021 [+0.015, +0.027]`.
  package func changeText(
    _ gain: PairedDifference, of objective: Scenario.Tuning.Objective
  ) -> String {
    let change = change(of: objective, gain.mean, error: gain.standardError)
    let ends = gain.interval.map { [$0.lower, $0.upper].map { objective.sign * $0 }.sorted() }
    return change.text(objective.sign * gain.mean)
      + (ends.map { " [\(change.limit($0[0])), \(change.limit($0[1]))]" } ?? "")
  }

  private func change(
    of objective: Scenario.Tuning.Objective, _ size: Double, error: Double?
  ) -> (text: (Double) -> String, limit: (Double) -> String) {
    guard let metric = metrics.first(where: { $0.id == objective.metric }) else {
      let text = { (value: Double) in
        (value > 0 ? "+" : "") + NumberText.rounded(value, figures: 3)
      }
      return (text, text)
    }
    let scale = ValueScale(metric, size: size.magnitude, error: error)
    return (scale.change, scale.limit)
  }

  /// A line for the progress display, such as `best feasible Relevance@10 +0.0031 (trial 57, race)`.
  ///
  /// - Parameter best: The best trial so far that keeps every limit by estimate; `nil` if there is none.
  func progress(_ best: TrialEstimate?, _ stage: TuningResults.Stage) -> String {
    guard let best, let gain = best.gains[0] else { return "no trial keeps the limits yet" }
    guard best.trial != TrialBook.incumbent else { return "nothing better yet" }
    let objective = tuning.objectives[0]
    return (tuning.constraints.isEmpty ? "best " : "best feasible ")
      + "\(objective.metric.map(label) ?? "sum") \(changeText(gain, of: objective))"
      + " (trial \(best.trial), \(stage.rawValue))"
  }
}

extension Scenario.Tuning.Objective {
  /// −1 for a metric that is to be small, so that a gain times it is the metric's change; otherwise 1.
  package var sign: Double { metric == nil || isMaximum ? 1 : -1 }
}
