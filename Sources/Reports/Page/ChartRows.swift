internal import DataFiles
internal import Foundation

/// The data of a chart: columns, and rows of values in their order.
struct ChartRows {
  let columns: [String]
  private(set) var rows: [[JSONValue]] = []

  init(_ columns: [String]) { self.columns = columns }

  mutating func append(_ values: [JSONValue]) {
    precondition(values.count == columns.count, "\(values.count) values of \(columns)")
    rows.append(values)
  }

  var json: JSONValue {
    .object([
      "columns": .array(columns.map(JSONValue.string)), "rows": .array(rows.map(JSONValue.array)),
    ])
  }

  /// A number with as many figures as a chart can show.
  static func number(_ value: Double) -> JSONValue {
    .number(Double(String(format: "%.5g", value)) ?? value)
  }

  static func number(_ value: Double?) -> JSONValue { value.map { number($0) } ?? .null }
}
