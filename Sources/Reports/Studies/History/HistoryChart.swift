internal import ReportKit

/// One tested metric over time, with its intervals.
struct HistoryChart {
  private let points: [HistoryPoint]
  private let changes: [HistoryPoint.Change?]
  private let label: String
  /// Whether all values are in percent of the baseline.
  private let isPercent: Bool
  private let y: ChartScale

  private static let size = (width: 336.0, height: 190.0)
  /// Texts of the horizontal axis that fit below the chart.
  private static let mostTicks = 5

  /// - Parameters:
  ///   - key: The hypothesis: see ``HistoryPoint/Change/key``.
  ///   - points: In the order of time.
  /// - Returns: `nil` where the metric never has a value.
  init?(of key: String, _ points: [HistoryPoint]) {
    let changes = points.map { point in point.changes.first { $0.key == key } }
    let valued = changes.compactMap(\.self).filter { $0.size != nil || $0.percent != nil }
    guard let last = valued.last else { return nil }
    let isPercent = valued.allSatisfy { $0.percent != nil }
    let values = valued.flatMap { change -> [Double] in
      let estimate = isPercent ? change.percent : change.size
      let limit = isPercent ? change.limitPercent : change.limit
      return [estimate?.mean, estimate?.lower, estimate?.upper, limit].compactMap { $0 }
    }
    guard let scale = ChartScale(holding: values, including: last.reference, padding: 0.08) else {
      return nil
    }
    (self.points, self.changes, self.isPercent) = (points, changes, isPercent)
    label = last.label
    y = scale
  }

  var drawing: Drawing {
    let levels = y.labels(
      gap: 0.16, isSigned: isPercent || reference == 0, suffix: isPercent ? "%" : "")
    let left = (levels.flatMap(\.lines).map { Chart.textWidth($0) }.max() ?? 30) + 14
    let chart = Chart(
      width: Self.size.width, height: Self.size.height, margins: Chart.Margins(left: left),
      x: Chart.Axis(
        ChartScale(.linear, 0.5...(Double(points.count) + 0.5)), ticks: ticks, hasGrid: false),
      y: Chart.Axis(y, ticks: levels), marks: marks)
    return Drawing("\(label)", markup: chart.svg().markup)
  }

  /// Labels of the first, the last and some points between.
  private var ticks: [ChartTick] {
    let step = max(1, (points.count - 1 + Self.mostTicks - 2) / (Self.mostTicks - 1))
    return points.indices.filter { $0.isMultiple(of: step) }.map { index in
      ChartTick(Double(index + 1), points[index].tick)
    }
  }

  /// The value of no change.
  private var reference: Double { changes.compactMap { $0?.reference }.last ?? 0 }

  private var marks: [ChartMark] {
    let limits = changes.indices.flatMap { index -> [ChartMark] in
      let limit = isPercent ? changes[index]?.limitPercent : changes[index]?.limit
      guard let limit else { return [] }
      let x = Double(index + 1)
      return [
        ChartMark(
          .line([.init(x - 0.5, limit), .init(x + 0.5, limit)]), .axis, dash: [4, 3], width: 1.2)
      ]
    }
    let turns = points.indices.dropFirst().filter {
      points[$0].outcome != points[$0 - 1].outcome
    }.map { ChartMark(.vertical(Double($0) + 0.5), .muted, dash: [2, 3], width: 1) }
    return [ChartMark(.horizontal(reference), .axis)] + limits + turns
      + points.indices.flatMap(marks)
  }

  private func marks(at index: Int) -> [ChartMark] {
    guard let change = changes[index], let estimate = isPercent ? change.percent : change.size
    else {
      return []
    }
    let x = Double(index + 1)
    let colour: ChartColour =
      switch change.tone {
      case .good: .good
      case .bad: .bad
      case .unclear: .warn
      case .plain, .strong: .muted
      }
    let title = "\(points[index].when): \(change.text ?? "") \(change.finding)"
    let interval = estimate.lower.flatMap { lower in
      estimate.upper.map { upper in
        ChartMark(.interval(.init(x, lower), .init(x, upper)), colour, width: 2)
      }
    }
    let dot = ChartMark(
      .dot(.init(x, estimate.mean), radius: 4, isHollow: !points[index].isOfThisVersion), colour,
      title: title)
    return (interval.map { [$0] } ?? []) + [dot]
  }
}
