internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import Studies

/// The best candidate at a glance: a card for each metric that the page shows first.
enum ScoreCards {
  static func glance(_ matter: PageMatter) -> PageGlance? {
    guard let best = matter.best else { return nil }
    let comparisons = matter.effects(of: best).map(\.comparison)
    let cards = matter.highlights.compactMap { metric in
      comparisons.first { $0.metric.id == metric.id }.map { card($0, matter) }
    }
    guard !cards.isEmpty else { return nil }
    let course = cards.contains { $0.spark != nil }
    return PageGlance(
      glanceTitle: "\(best) at a glance",
      glanceText: "Mean over the worlds and change against \(matter.baseline)"
        + (course ? ", with the course by simulated day (dashes: \(matter.baseline))." : "."),
      cards: cards)
  }

  private static func card(_ comparison: Comparison, _ matter: PageMatter) -> PageCard {
    let scale = ValueScale(comparison)
    let change = ChangeText(comparison)
    let value = comparison.candidateMean.map(scale.value) ?? NumberText.missing
    let parts = value.split(separator: " ", maxSplits: 1)
    return PageCard(
      cardName: comparison.metric.name, value: String(parts[0]),
      valueUnit: parts.count > 1 ? " \(parts[1])" : "", tone: tone(of: comparison.verdict),
      delta: delta(comparison.verdict, change), interval: change.interval,
      spark: spark(comparison, matter))
  }

  private static func tone(of verdict: Verdict) -> String {
    switch verdict {
    case .better: "up"
    case .worse: "down"
    default: "flat"
    }
  }

  private static func delta(_ verdict: Verdict, _ change: ChangeText) -> String {
    switch verdict {
    case .better, .worse, .higher, .lower: "\(verdict.mark) \(change.amount) \(change.side)"
    case .equivalent: "\(verdict.mark) no change that matters"
    case .identical: "\(verdict.mark) identical"
    case .undecided: "\(verdict.mark) no clear change"
    case .undefined: NumberText.missing
    }
  }

  /// The days of both arms on one scale; `nil` for fewer than two days.
  private static func spark(_ comparison: Comparison, _ matter: PageMatter) -> PageSpark? {
    let days = matter.dailyLevels.filter { $0.metric.id == comparison.metric.id }
    let lines = [matter.baseline, comparison.candidate].map { arm in
      DayLine.thinned(days.filter { $0.arm == arm }.map(\.mean))
    }
    guard let slot = matter.arms.slot(of: comparison.candidate), lines.allSatisfy({ $0.count > 1 })
    else { return nil }
    let all = lines.joined()
    let (low, high) = (all.min()!, all.max()!)
    let points = lines.map { line in
      line.enumerated().map { index, value in
        let x = Double(index) / Double(line.count - 1) * 100
        let y = high > low ? 27 - (value - low) / (high - low) * 24 : 15
        return String(format: "%.1f,%.1f", x, y)
      }.joined(separator: " ")
    }
    return PageSpark(
      controlPoints: points[0], armPoints: points[1],
      sparkColour: PageTheme.standard.slots[slot].colour)
  }
}

/// A value for each of many days.
enum DayLine {
  /// How many days a line shows.
  static let mostDays = 200

  /// Every so many of the days, the first among them, so that there are no more than a line shows.
  static func thinned<Day>(_ days: [Day]) -> [Day] {
    let step = max(1, (days.count + mostDays - 1) / mostDays)
    return days.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }
}
