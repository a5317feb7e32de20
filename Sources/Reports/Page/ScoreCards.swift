internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import Studies

/// Each candidate at a glance: a card for each metric that the page shows first. The best candidate is shown until
/// another one is highlighted.
enum ScoreCards {
  static func glances(_ context: PageContext) -> [PageGlance] {
    guard let best = context.best else { return [] }
    let others = context.design.candidates.filter { $0 != best }
    return ([best] + others).compactMap { glance(of: $0, isBest: $0 == best, context) }
  }

  private static func glance(
    of candidate: String, isBest: Bool, _ context: PageContext
  ) -> PageGlance? {
    let comparisons = context.effects(of: candidate).map(\.comparison)
    let cards = context.highlights.compactMap { metric in
      comparisons.first { $0.metric.id == metric.id }.map { card($0, context) }
    }
    guard !cards.isEmpty else { return nil }
    let hasDays = cards.contains { $0.spark != nil }
    let index = context.arms.index(of: candidate) ?? 0
    return PageGlance(
      glanceArms: isBest ? "- \(index)" : "\(index)", isOther: !isBest,
      glanceTitle: "\(candidate) at a glance",
      glanceText: "Mean over the worlds and change against \(context.baseline)"
        + (hasDays
          ? ", with the values by simulated day, lowest to highest (dashes: \(context.baseline))."
          : "."),
      cards: cards)
  }

  private static func card(_ comparison: Comparison, _ context: PageContext) -> PageCard {
    let scale = ValueScale(comparison)
    let change = ChangeText(comparison)
    let value = comparison.candidateMean.map(scale.value) ?? NumberText.missing
    let parts = value.split(separator: " ", maxSplits: 1)
    let line = spark(comparison, context)
    return PageCard(
      cardName: comparison.metric.label, value: String(parts[0]),
      valueUnit: parts.count > 1 ? " \(parts[1])" : "", tone: comparison.finding.tone.style,
      delta: context.design.heldFixed?[comparison.metric.id] == nil
        ? delta(comparison, change) : "held fixed by the scenario",
      interval: change.limits, spark: line, sparkNote: line == nil ? "no values by day" : "")
  }

  private static func delta(_ comparison: Comparison, _ change: ChangeText) -> String {
    comparison.difference == nil
      ? NumberText.missing : "\(change.signed) \(comparison.finding.word)"
  }

  /// The days of both arms on one scale; `nil` for fewer than two days.
  private static func spark(_ comparison: Comparison, _ context: PageContext) -> PageSpark? {
    let days = context.dailyLevels.filter { $0.metric.id == comparison.metric.id }
    let lines = [context.baseline, comparison.candidate].map { arm in
      DayLine.thinned(days.filter { $0.arm == arm }.map(\.mean))
    }
    guard let slot = context.arms.slot(of: comparison.candidate), lines.allSatisfy({ $0.count > 1 })
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
      sparkColour: PageTheme.standard.slots[slot].colour,
      sparkText: "\(comparison.metric.label) by simulated day; dashes: \(context.baseline)")
  }
}

/// A series of days that is thinned for drawing.
enum DayLine {
  /// The maximum number of days of a line.
  static let mostDays = 200

  /// Evenly spaced days from the first, at most ``mostDays``.
  static func thinned<Day>(_ days: [Day]) -> [Day] {
    let step = max(1, (days.count + mostDays - 1) / mostDays)
    return days.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }
}
