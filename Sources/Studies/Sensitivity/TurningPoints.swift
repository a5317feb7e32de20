internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// The parameters that reverse the verdict on a metric: a title, and lines for each parameter.
struct TurningPoints {
  let title: String
  private(set) var lines: [String] = []

  private static let mostParameters = 3

  init(_ finding: SensitivityFinding, of results: SensitivityResults) {
    let summary = SensitivitySummary(results)
    let sides = Self.sides(finding)
    let shares = sides.compactMap { verdict in
      finding.verdicts.share(of: verdict).map { "\(verdict.rawValue) in \(NumberText.share($0))" }
    }
    title = "\(finding.metric.label) of \(finding.candidate): \(shares.joined(separator: ", "))"
    let turning = finding.influences.filter { $0.changes.contains(where: \.isReversal) }
      .sorted { a, b in
        let (x, y) = (a.changes.count(where: \.isReversal), b.changes.count(where: \.isReversal))
        return x != y ? x > y : a.parameter < b.parameter
      }
    for influence in turning.prefix(Self.mostParameters) {
      lines += Self.turns(influence, name: summary.name(of: influence.parameter), results.design)
    }
    if let first = finding.mostInfluential.first {
      lines.append(Self.bySetting(first.parameter, finding, results, sides))
    }
  }

  /// The contested findings of a candidate, in order.
  static func all(of candidate: String, in results: SensitivityResults) -> [TurningPoints] {
    results.findings(of: candidate).filter(\.isContested).map { TurningPoints($0, of: results) }
  }

  private static func sides(_ finding: SensitivityFinding) -> [Verdict] {
    finding.metric.direction == .describes ? [.higher, .lower] : [.better, .worse]
  }

  /// A line for each kind of reversal, with the number of steps.
  private static func turns(
    _ influence: ParameterInfluence, name: String, _ design: SensitivityDesign
  ) -> [String] {
    let reversals = influence.changes.filter(\.isReversal).sorted {
      ($0.lowLevel, $0.low.rawValue) < ($1.lowLevel, $1.low.rawValue)
    }
    var lines: [(text: String, count: Int)] = []
    for change in reversals {
      let values = [change.lowLevel, change.highLevel].map {
        NumberText.plain(design.value(of: influence.parameter, atLevel: $0))
      }
      let verdicts = [change.low.rawValue, change.high.rawValue]
      let text = "\(name) \(values.joined(separator: " → ")): \(verdicts.joined(separator: " → "))"
      if let index = lines.firstIndex(where: { $0.text == text }) {
        lines[index].count += 1
      } else {
        lines.append((text, 1))
      }
    }
    return lines.map { "\($0.text) in \($0.count) of \(design.screening.trajectories) steps" }
  }

  /// The shares at each setting of a parameter.
  private static func bySetting(
    _ parameter: Int, _ finding: SensitivityFinding, _ results: SensitivityResults,
    _ sides: [Verdict]
  ) -> String {
    let design = results.design
    let name = SensitivitySummary(results).name(of: parameter)
    let settings = design.settings(of: parameter)
    let values = settings.map(NumberText.plain)
    let shares = sides.map { side in
      let shares = settings.map { setting in
        results.verdicts(of: finding, parameter: parameter, at: setting).share(of: side)
          .map(NumberText.share) ?? NumberText.missing
      }
      return "\(side.rawValue) in \(shares.joined(separator: ", "))"
    }
    return "\(name) at \(values.joined(separator: ", ")): \(shares.joined(separator: "; "))"
  }
}
