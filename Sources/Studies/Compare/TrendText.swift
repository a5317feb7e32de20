internal import DataFiles
package import Experiments
package import ReportKit
internal import Stochastics

/// The sentences about the trend of the measured window.
package struct TrendText {
  private let trend: WindowTrend

  package init(_ trend: WindowTrend) { self.trend = trend }

  /// The warning, such as `The measured window has a trend under newest: follows change by +15.9% [+15.1, +16.7]
  /// from the first 7 days to the last 7; MSER-5 proposes world.warm-up: 9.`; `nil` without a trend.
  package var warning: Sentence? {
    guard !trend.trends.isEmpty else { return nil }
    return """
      The measured window has a trend under \(strong: trend.arm): \(raw: changes(trend.trends)) from \(ends); \
      \(proposal).
      """
  }

  private var proposal: Sentence {
    guard let days = trend.proposedWarmUp else {
      return """
        MSER-5 finds no longer warm-up after which it ends, so that the window needs more days \
        (\(code: "world.days")) or the community never settles
        """
    }
    return "MSER-5 proposes \(code: "world.warm-up: \(days)")"
  }

  /// The changes of all series, whether or not they are a trend.
  package var note: String {
    guard !trend.changes.isEmpty else {
      return "The trend of the measured window is not tested: \(gap)."
    }
    let limit = NumberText.plain(WindowTrend.threshold * 100)
    return
      "Under \(trend.arm), \(changes(trend.changes)) from \(ends) of the measured window. A trend is a"
      + " change that is surely beyond \(limit) %; \(coverage)."
  }

  private var coverage: String {
    guard trend.changes.contains(where: { $0.effect.interval != nil }) else {
      return "a change without an interval is not sure"
    }
    let level = LevelText.phrase(1 - WindowTrend.errorRate)
    return "the intervals are over \(trend.replicates.rawValue) and cover together at \(level)"
  }

  private var gap: String {
    trend.comparedDays == 0
      ? "it has fewer than two whole days" : "its first days have no events"
  }

  private func changes(_ changes: [WindowTrend.Change]) -> String {
    changes.enumerated().map { index, change in
      "\(change.series.name) \(index == 0 ? "change by" : "by") \(change.effect.text)"
    }.joined(separator: ", ")
  }

  private var ends: String {
    trend.comparedDays == 1
      ? "the first day to the last"
      : "the first \(trend.comparedDays) days to the last \(trend.comparedDays)"
  }

  var json: JSONValue {
    .object([
      "arm": .string(trend.arm), "compared_days": JSONValue(trend.comparedDays),
      "replicates": .string(trend.replicates.rawValue),
      "threshold": .number(WindowTrend.threshold), "has_trend": .bool(!trend.trends.isEmpty),
      "warm_up": trend.proposedWarmUp.map { JSONValue($0) } ?? .null,
      "series": .array(trend.changes.map(\.json)),
    ])
  }
}

extension WindowTrend.Change {
  fileprivate var json: JSONValue {
    .object([
      "series": .string(series.rawValue), "change": effect.jsonValue, "is_trend": .bool(isTrend),
      "level": JSONValue(effect.interval?.level), "warm_up": warmUp.map { JSONValue($0) } ?? .null,
      "daily": .array(daily.map { JSONValue($0) }),
    ])
  }
}

extension RelativeEffect {
  /// The percentage with its limits, such as `+15.9% [+15.1, +16.7]`; without limits where it has none.
  var text: String {
    guard let interval else { return NumberText.percent(estimate) }
    let limits = [interval.lower, interval.upper].map { NumberText.percent($0).dropLast() }
    return "\(NumberText.percent(estimate)) [\(limits[0]), \(limits[1])]"
  }
}
