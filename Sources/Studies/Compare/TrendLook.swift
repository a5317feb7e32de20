package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// The results of a quick look at one world of the baseline, as `feedlab validate` shows them.
package struct TrendLook {
  /// A warning about the trend of the measured window, or why no look was made; empty where the window has no trend,
  /// and where no look was requested.
  package let text: String
  /// A warning for each tested metric without a value.
  package let withoutValue: [String]

  /// - Parameter isWanted: Whether to look; `nil` for a look if it is cheap.
  package init(_ experiment: Experiment, isWanted: Bool?) {
    let isCheap = experiment.memberDays <= Experiment.cheapMemberDays
    guard isWanted ?? isCheap else {
      text =
        isWanted == nil
        ? "not looked for in \(NumberText.count(Int(experiment.memberDays))) member-days; --trend does"
        : ""
      withoutValue = []
      return
    }
    let look = experiment.firstLook
    text = look?.trend.flatMap { TrendText($0).warning }.map { "! \($0.text)" } ?? ""
    let (design, primary) = (experiment.design, experiment.design.questions.primary)
    let metrics = design.candidates.isEmpty ? [] : look?.withoutValue ?? []
    withoutValue = metrics.map { metric in
      "! \(metric.label) has no value in a world of \(design.arms[0]): it has none \(metric.undefined)."
        + " Remove \(metric.id) from ab.\(metric.id == primary ? "primary" : "guardrails"), or no candidate can ship."
    }
  }
}
