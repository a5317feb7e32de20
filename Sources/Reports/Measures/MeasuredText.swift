internal import FeedMetrics
internal import ReportKit

/// What was measured of a run as tables for a terminal.
struct MeasuredText {
  private let run: MeasuredRun
  private let width: Int
  private let hasStyle: Bool

  init(_ run: MeasuredRun, width: Int, hasStyle: Bool) {
    self.run = run
    self.width = width
    self.hasStyle = hasStyle
  }

  var text: String {
    let blocks = run.parts.count == 1 ? [table(ofAll: true)] : blocks
    let lines = blocks.map { $0.lines(hasStyle: hasStyle) } + tables
    return lines.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// One column of values, with what they mean if there is room.
  private func table(ofAll hasNames: Bool) -> TextTable {
    let columns: [TextTable.Column] = [
      .init(.left), .init(.right), .init(.left, gap: 1), .init(.right),
    ]
    var table = TextTable(columns + (hasNames ? [.init(.left)] : []))
    eachFamily { family, metrics in
      if family != run.metrics[0].family { table.addGap() }
      table.add(
        [family.rawValue, "value", "", "over"] + (hasNames ? [""] : [])
      ) { _ in .bold }
      for metric in metrics {
        let cells = MeasuredCells(metric, run.parts)
        let support = run.parts[0].values[metric.id].map { NumberText.count($0.support) }
        table.add(
          [metric.label, cells.values[0], cells.unit, support ?? NumberText.missing]
            + (hasNames ? [metric.name] : []))
      }
    }
    return hasNames && table.width > width ? self.table(ofAll: false) : table
  }

  /// A column for each part, as many beside each other as there is room for.
  private var blocks: [TextTable] {
    let others = Array(run.parts.dropFirst())
    for count in stride(from: max(1, others.count), through: 1, by: -1) {
      let groups = stride(from: 0, to: max(1, others.count), by: count).map {
        table([run.parts[0]] + others[$0..<min($0 + count, others.count)])
      }
      if count == 1 || groups.allSatisfy({ $0.width <= width }) { return groups }
    }
    return []
  }

  private func table(_ parts: [MeasuredRun.Part]) -> TextTable {
    var table = TextTable(
      [.init(.left)] + parts.map { _ in .init(.right) } + [.init(.left, gap: 1)])
    eachFamily { family, metrics in
      if family != run.metrics[0].family { table.addGap() }
      table.add([family.rawValue] + parts.map(\.title) + [""]) { _ in .bold }
      for metric in metrics {
        let cells = MeasuredCells(metric, parts)
        table.add([metric.label] + cells.values + [cells.unit])
      }
    }
    return table
  }

  /// A table for each metric that has several values.
  private var tables: [[String]] {
    run.tables.map { found in
      var table = TextTable([.init(.left), .init(.right), .init(.left, gap: 1), .init(.right)])
      table.add([found.definition.label, "value", "", "over"]) { _ in .bold }
      let cells = MeasuredCells(found.definition, found.rows.map(\.value))
      for (row, value) in zip(found.rows, cells.values) {
        table.add(["  \(row.label)", value, cells.unit, NumberText.count(row.value.support)])
      }
      return table.lines(hasStyle: hasStyle)
    }
  }

  private func eachFamily(_ body: (MetricFamily, [MetricDefinition]) -> Void) {
    for family in MetricFamily.allCases {
      let metrics = run.metrics.filter { $0.family == family }
      if !metrics.isEmpty { body(family, metrics) }
    }
  }
}

/// The values of one metric in cells beside each other, all in one unit and with as many decimals.
struct MeasuredCells {
  let values: [String]
  /// Empty where a value has its unit in its cell, or there is none.
  let unit: String

  init(_ metric: MetricDefinition, _ values: [MetricValue?]) {
    let scale = ValueScale(metric, of: values.compactMap { $0?.value })
    self.values = values.map { $0?.value.map(scale.value) ?? NumberText.missing }
    unit = metric.unit == "s" ? "" : metric.unit
  }

  init(_ metric: MetricDefinition, _ parts: [MeasuredRun.Part]) {
    self.init(metric, parts.map { $0.values[metric.id] })
  }
}
