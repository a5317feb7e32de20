internal import DataFiles
internal import Foundation
internal import PageResources
internal import ReportKit

/// A chart's Vega-Lite specification for its arms and data.
struct ChartSpec {
  private(set) var json: JSONValue
  private static let slotted = ["color", "strokeDash", "shape"]

  /// - Parameters:
  ///   - resource: A specification without data.
  ///   - arms: The arms in the chart's data, with their slots.
  ///   - height: In pixels, for charts that have rows.
  ///   - parameters: The initial values of controls, by name.
  ///   - words: Replacements for texts of the specification, such as `$x`.
  init(
    _ resource: PageResource, arms: [(name: String, slot: Int)], height: Int? = nil,
    parameters: [String: String] = [:], words: [String: String] = [:]
  ) {
    json = Self.fitted(
      Self.worded(JSONValue(canonical: resource.text), words), scales: Self.scales(arms),
      parameters: parameters)
    if let height, case .object(var members) = json {
      members["height"] = JSONValue(height)
      json = .object(members)
    }
  }

  /// The scale of each encoding of an arm.
  private static func scales(_ arms: [(name: String, slot: Int)]) -> [String: JSONValue] {
    let slots = arms.map { PageTheme.standard.slots[$0.slot] }
    let domain = JSONValue.array(arms.map { .string($0.name) })
    func scale(_ range: [JSONValue]) -> JSONValue {
      .object(["domain": domain, "range": .array(range)])
    }
    return [
      "color": scale(slots.map { .string("var(--\($0.colour))") }),
      "strokeDash": scale(slots.map { .array($0.dash.map { JSONValue($0) }) }),
      "shape": scale(slots.map { .string($0.shape.rawValue) }),
    ]
  }

  /// The specification without the layers whose name begins with `start`, which have no data.
  func without(layers start: String) -> ChartSpec {
    guard case .object(var members) = json else { return self }
    members["layer"] = .array(json["layer"].elements.filter { !$0["name"].text.hasPrefix(start) })
    var spec = self
    spec.json = .object(members)
    return spec
  }

  private static func worded(_ value: JSONValue, _ words: [String: String]) -> JSONValue {
    guard !words.isEmpty else { return value }
    return switch value {
    case .string(let text): .string(words[text] ?? text)
    case .array(let elements): .array(elements.map { worded($0, words) })
    case .object(let members): .object(members.mapValues { worded($0, words) })
    default: value
    }
  }

  private static func fitted(
    _ value: JSONValue, scales: [String: JSONValue], parameters: [String: String]
  ) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { fitted($0, scales: scales, parameters: parameters) })
    case .object(var members):
      if let value = parameters[members["name"]?.text ?? ""], members["value"] != nil {
        members["value"] = .string(value)
      }
      for (key, member) in members {
        members[key] = fitted(member, scales: scales, parameters: parameters)
      }
      for channel in slotted where members[channel]?["field"] == .string("ranker") {
        guard case .object(var encoding)? = members[channel] else { continue }
        encoding["scale"] = scales[channel]
        members[channel] = .object(encoding)
      }
      return .object(members)
    default: return value
    }
  }
}

/// The data of all charts of a page, for its script.
struct ChartPayload {
  private let json: JSONValue

  init(_ figures: [PageFigure]) {
    let data = figures.flatMap(\.data).map { ($0.name, $0.rows.json) }
    let charts = figures.compactMap { figure in
      figure.spec.map { (figure, $0) }
    }.map { figure, spec in
      (
        figure.figureID,
        JSONValue.object([
          "spec": spec.json, "uses": .array(figure.data.map { .string($0.name) }),
        ])
      )
    }
    json = .object([
      "config": JSONValue(canonical: PageResource.chartConfig.text),
      "data": .object(Dictionary(uniqueKeysWithValues: data)),
      "charts": .object(Dictionary(uniqueKeysWithValues: charts)),
    ])
  }

  /// The JSON without any `<`, so that no text in it can end the element that holds it.
  var text: String { json.canonical.replacing("<", with: "\\u003c") }
}

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
