internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// The figures of a comparison that something is asked of.
struct GateFigures {
  /// The change, and in percent where there is one.
  let size: String
  /// Such as `95% CI`.
  let level: String
  let margin: String
  private let comparison: Comparison

  init(_ comparison: Comparison) {
    self.comparison = comparison
    level = LevelWords.heading(comparison.rule.level)
    margin = ValueScale(comparison).chosen(comparison.margin)
    let percent = comparison.percentValue
    size = [comparison.changeValue.text, percent.isMissing ? nil : "(\(percent.text))"]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// A line each, in ASCII.
  ///
  /// - Parameters:
  ///   - baseline: What the arm is held against.
  ///   - arm: What its value is called, and its name.
  func lines(
    baseline: String, arm: (label: String, name: String), worlds: Int, seed: UInt64, remark: String?
  ) -> [String] {
    let label = arm.label.padded(to: 10)
    return [
      "baseline   \(comparison.baselineValue.text) (\(baseline))",
      "\(label) \(comparison.candidateValue.text) (\(arm.name))",
      "change     \(size)", "interval   \(comparison.intervalValue.text), \(level)",
      "margin     \(margin), \(comparison.metric.direction.words)",
      "p          \(comparison.pValueShown.text), corrected for \(comparison.gateTest?.familySize ?? 1)",
      "worlds     \(worlds), seed \(seed)", remark,
    ].compactMap { $0?.asciiNumbers }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
