package import Experiments
internal import ReportKit

/// The result of a quick look at the trend of the measured window, as `feedlab validate` shows it.
package struct TrendLook {
  /// A warning, or why there was no look; empty where the window has no trend, and where nobody wanted a look.
  package let text: String

  /// - Parameter isWanted: Whether to look; `nil` for a look if it is cheap.
  package init(_ experiment: Experiment, isWanted: Bool?) {
    let isCheap = experiment.memberDays <= Experiment.cheapMemberDays
    text =
      switch (isWanted, isCheap) {
      case (false, _): ""
      case (true, _), (nil, true): Self.warning(experiment)
      case (nil, false):
        "not looked for in \(NumberText.count(Int(experiment.memberDays))) member-days; --trend does"
      }
  }

  private static func warning(_ experiment: Experiment) -> String {
    guard experiment.hasTestableWindow else { return "" }
    return experiment.trendLook.flatMap { TrendText($0).warning }.map { "! \($0.text)" } ?? ""
  }
}
