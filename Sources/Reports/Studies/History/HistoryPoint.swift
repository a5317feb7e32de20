internal import DataFiles
package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// A comparison or a check at one time, as far as a trend needs it.
package struct HistoryPoint: Sendable {
  /// What happened to a tested metric.
  struct Change: Sendable {
    /// The same for the same hypothesis at all times: the metric, and the kind of the rule.
    let key: String
    let label: String
    /// The difference from the baseline in the metric's unit, or a level.
    let size: Estimate?
    /// The difference in percent of the baseline, if that decided.
    let percent: Estimate?
    /// What is no change: 0, or the bound of a level.
    let reference: Double
    /// The largest loss that does not matter, in the metric's unit with the sign of a loss; `nil` without one.
    let limit: Double?
    let limitPercent: Double?
    /// The change with its interval as in the report of the results; `nil` for a level.
    let shown: String?
    let finding: String
    let tone: Tone
  }

  struct Estimate: Sendable {
    let mean: Double
    let lower: Double?
    let upper: Double?
  }

  /// When an experiment was requested, or the name of a check's file.
  let when: String
  /// The label on an axis.
  let tick: String
  let source: String
  /// The version of FeedLab that made the results.
  let version: String
  let scenario: String
  /// What is compared, such as `affinity against newest`.
  let subject: String
  let worlds: Int?
  /// The decision on a candidate, or the outcome of a check.
  let outcome: String
  let tone: Tone
  let changes: [Change]

  var isOfThisVersion: Bool { version == FeedLab.version }
}

extension HistoryPoint {
  /// A point for each candidate of an experiment.
  ///
  /// - Parameters:
  ///   - time: When it was requested, such as `2026-11-21T17:46:06Z`.
  ///   - source: The ledger and the number of the experiment.
  package static func points(
    of results: ExperimentResults, at time: String, source: String, version: String
  ) -> [HistoryPoint] {
    guard let baseline = results.design.baseline else { return [] }
    return results.design.candidates.map { candidate in
      let all = results.comparisons(of: candidate)
      let comparisons = results.design.questions.metrics.compactMap { id in
        all.first { $0.metric.id == id && $0.gateTest != nil }
      }
      let decision = results.decisions.first { $0.candidate == candidate }
      return HistoryPoint(
        when: time.replacing("T", with: " ").replacing("Z", with: ""),
        tick: String(time.prefix(10).dropFirst(5)), source: source, version: version,
        scenario: results.design.scenario, subject: "\(candidate) against \(baseline)",
        worlds: results.design.worlds, outcome: decision?.outcome.words ?? "not tested",
        tone: decision?.outcome.pageTone ?? .plain, changes: comparisons.map(Change.init))
    }
  }

  /// A point for results that cannot be read.
  ///
  /// - Parameter reason: Why, as a phrase.
  package static func unread(
    _ design: ExperimentDesign, at time: String, source: String, version: String,
    because reason: String
  ) -> [HistoryPoint] {
    guard let baseline = design.baseline else { return [] }
    return design.candidates.map { candidate in
      HistoryPoint(
        when: time.replacing("T", with: " ").replacing("Z", with: ""),
        tick: String(time.prefix(10).dropFirst(5)), source: source, version: version,
        scenario: design.scenario, subject: "\(candidate) against \(baseline)", worlds: nil,
        outcome: reason, tone: .unclear, changes: [])
    }
  }
}

extension HistoryPoint.Change {
  fileprivate init(_ comparison: Comparison) {
    let limit = comparison.metric.direction.limit(ofMargin: comparison.margin)
    let base = comparison.baselineMean?.magnitude ?? 0
    let isShare = comparison.deciding?.scale == .share
    func estimate(_ factor: Double) -> HistoryPoint.Estimate? {
      comparison.deciding.map {
        HistoryPoint.Estimate(
          mean: $0.estimate * factor, lower: $0.interval.lower * factor,
          upper: $0.interval.upper * factor)
      }
    }
    self.init(
      key: comparison.metric.id, label: comparison.changeLabel,
      size: estimate(isShare ? base : 1)
        ?? comparison.difference.map {
          HistoryPoint.Estimate(mean: $0.mean, lower: nil, upper: nil)
        },
      percent: isShare ? estimate(100) : nil, reference: 0, limit: limit,
      limitPercent: isShare ? limit.map { $0 / base * 100 } : nil,
      shown: comparison.difference.map { _ in ChangeText(comparison).sized },
      finding: comparison.finding.word, tone: comparison.finding.tone)
  }
}

extension Decision.Outcome {
  fileprivate var pageTone: Tone {
    switch self {
    case .ship: .good
    case .doNotShip: .bad
    case .equivalent, .undecided, .noHeadroom: .unclear
    }
  }
}
