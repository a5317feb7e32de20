internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// A finding as the cells of a row, for tables of any kind.
struct SensitivityCells {
  let better: String
  let worse: String
  let equal: String
  let undecided: String
  /// The parameters that matter most, the first of them most.
  let influences: [Influence]

  struct Influence {
    /// Such as `examination.eta ↗`.
    let parameter: String
    /// Such as `0.031 ±0.005`.
    let size: String
  }

  init(_ finding: SensitivityFinding, _ words: SensitivityWords) {
    let verdicts = finding.verdicts
    func text(_ share: Double?, _ mark: String = "") -> String {
      share.map { mark + NumberText.share($0) } ?? NumberText.missing
    }
    let describes = finding.metric.direction == .describes
    better = text(verdicts.share(of: .better, .higher), describes ? Verdict.higher.mark : "")
    worse = text(verdicts.share(of: .worse, .lower), describes ? Verdict.lower.mark : "")
    equal = text(verdicts.share(of: .equivalent, .identical))
    undecided = text(verdicts.share(of: .undecided))
    influences = finding.mostInfluential.compactMap { influence in
      guard let effects = influence.effects else { return nil }
      let scale = ValueScale(
        finding.metric, size: effects.meanMagnitude, error: effects.meanMagnitudeError)
      let error = effects.meanMagnitudeError.map { " ±\(scale.halfWidth($0))" } ?? ""
      return Influence(
        parameter: [words.name(of: influence.parameter), influence.trend?.mark ?? ""]
          .joined(separator: " "),
        size: scale.value(effects.meanMagnitude) + error)
    }
  }
}
