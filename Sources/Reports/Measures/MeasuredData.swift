internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

extension MeasuredRun {
  /// All values at full precision, `null` for what is undefined.
  var json: String {
    let parts = parts.map { part in
      JSONValue.object([
        "by": part.scope.map { .string($0.kind.rawValue) } ?? .null,
        "name": .string(part.scope?.name ?? "all"),
        "metrics": .object(part.values.mapValues(\.jsonValue)),
      ])
    }
    let tables = tables.map { table in
      let rows = table.rows.map { row in
        JSONValue.object(["label": .string(row.label), "measured": row.value.jsonValue])
      }
      return (table.definition.id, JSONValue.array(rows))
    }
    return JSONValue.object([
      "parts": .array(parts), "tables": .object(Dictionary(uniqueKeysWithValues: tables)),
    ]).indented
  }

  /// A row for each value: by what the pages are divided and which ones they are, empty and `all` for all
  /// pages; the metric, and of a metric with several values whose it is; the value, empty where it is
  /// undefined, and over how many things it is.
  func rows(_ format: DelimitedText) -> String {
    var rows = [["by", "name", "metric", "label", "value", "support"]]
    for part in parts {
      for metric in metrics {
        guard let value = part.values[metric.id] else { continue }
        rows.append(
          [part.scope?.kind.rawValue ?? "", part.scope?.name ?? "all", metric.id, ""]
            + Self.cells(value))
      }
    }
    for table in tables {
      for row in table.rows {
        rows.append(["", "all", table.definition.id, row.label] + Self.cells(row.value))
      }
    }
    return format.text(rows)
  }

  private static func cells(_ value: MetricValue) -> [String] {
    [DelimitedText.number(value.value), "\(value.support)"]
  }

  /// A table for each family.
  var markdown: String {
    let hasSupport = parts.count == 1
    var text = ""
    for family in MetricFamily.allCases {
      let metrics = metrics.filter { $0.family == family }
      guard !metrics.isEmpty else { continue }
      let names = parts.map { MarkdownText.plain($0.title) }
      let header =
        [family.rawValue] + (hasSupport ? ["Value", "Unit", "Over"] : names + ["Unit"])
      let rows = metrics.map { metric in
        let cells = MeasuredCells(metric, parts)
        let label =
          "\(MarkdownText.plain(metric.name)) \(MarkdownText.code(metric.id)) \(metric.direction.sign)"
        let support = parts[0].values[metric.id].map { NumberText.count($0.support) }
        return [metric.direction.sign.isEmpty ? String(label.dropLast()) : label] + cells.values
          + [cells.unit] + (hasSupport ? [support ?? NumberText.missing] : [])
      }
      text += (text.isEmpty ? "" : "\n") + MarkdownText.table(header, rows)
    }
    for table in tables {
      let cells = MeasuredCells(table.definition, table.rows.map(\.value))
      let rows = zip(table.rows, cells.values).map { row, value in
        [MarkdownText.plain(row.label), value, cells.unit, NumberText.count(row.value.support)]
      }
      text +=
        "\n"
        + MarkdownText.table(
          [MarkdownText.code(table.definition.id), "Value", "Unit", "Over"], rows)
    }
    return text
  }
}

extension MetricValue {
  fileprivate var jsonValue: JSONValue {
    .object(["value": JSONValue(value), "support": JSONValue(support)])
  }
}
