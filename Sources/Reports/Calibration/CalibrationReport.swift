public import Calibration
internal import ReportKit
internal import Scenarios
internal import SyntheticSociety

/// What logs told about a society: the keys that they set first, then all other figures.
public struct CalibrationReport {
  private let society: FittedSociety

  public init(_ society: FittedSociety) { self.society = society }

  // MARK: Text

  /// For a terminal.
  public func text(width: Int) -> String {
    let broken =
      society.brokenCount == 0 ? "" : ", \(NumberText.count(society.brokenCount)) of them broken"
    var lines =
      "\(society.name): \(NumberText.count(society.rowCount)) rows\(broken); \(fitted.count) of \(FittedSociety.keys.count) keys fitted"
      .wrapped(to: width)
    lines += [""] + keyTable.lines(hasStyle: false)
    if !rest.isEmpty { lines += ["", "fitted besides"] + table(rest).lines(hasStyle: false) }
    let refusals = society.refusals.map {
      "  \($0.name), from \($0.source.excerpt): \($0.reason)".wrapped(to: width, indent: 4)
    }
    if !refusals.isEmpty { lines += ["", "refused"] + refusals.flatMap { $0 } }
    if !society.notes.isEmpty { lines.append("") }
    for note in society.notes { lines += "note: \(note)".wrapped(to: width, indent: 2) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var fitted: [FittedFigure] { FittedSociety.keys.compactMap(society.figure) }
  private var rest: [FittedFigure] { society.figures.filter { !fitted.contains($0) } }

  private static func emptyTable() -> TextTable {
    TextTable([.init(.left), .init(.right), .init(.right), .init(.right), .init(.left)])
  }

  /// A row for each key, fitted or not.
  private var keyTable: TextTable {
    var table = Self.emptyTable()
    table.add(["key", "value", "error", "n", "fit and source"])
    for key in FittedSociety.keys {
      if let figure = society.figure(for: key) {
        table.add([key] + Self.cells(figure))
      } else {
        let value = SocietyParameter.all.first { $0.key == key }?.defaultValue
        table.add([
          key, value.map(FigureText.number) ?? "curve", "", "", "default, not in the data",
        ])
      }
    }
    return table
  }

  private func table(_ figures: [FittedFigure]) -> TextTable {
    var table = Self.emptyTable()
    for figure in figures { table.add(["  \(figure.name)"] + Self.cells(figure)) }
    return table
  }

  private static func cells(_ figure: FittedFigure) -> [String] {
    let text = FigureText(figure)
    let value = figure.values.count == 1 ? text.value : "\(figure.values.count) values"
    let quality = figure.quality.prefix { $0 != "," }
    return [
      value, text.standardError, figure.count.map(NumberText.count) ?? "",
      (quality.isEmpty ? "" : "\(quality), ") + figure.source.excerpt,
    ]
  }

  // MARK: JSON

  /// An object of the figures and of what was refused.
  public var json: String {
    JSONValue.object([
      "name": .string(society.name), "mapping": .string(society.mapping),
      "rows": .whole(UInt64(society.rowCount)), "broken": .whole(UInt64(society.brokenCount)),
      "figures": .array(society.figures.map { Self.json($0, isChosen: fitted.contains($0)) }),
      "refused": .array(society.refusals.map(Self.json)),
      "notes": .array(society.notes.map(JSONValue.string)),
    ]).indented
  }

  private static func json(_ figure: FittedFigure, isChosen: Bool) -> JSONValue {
    .object([
      "name": .string(figure.name), "values": .array(figure.values.map(JSONValue.number)),
      "standard_error": JSONValue(figure.standardError),
      "n": figure.count.map { .whole(UInt64($0)) } ?? .null, "fit": .string(figure.quality),
      "source": .string(figure.source), "key": figure.key.map(JSONValue.string) ?? .null,
      "sets_key": .bool(isChosen),
    ])
  }

  private static func json(_ refusal: RefusedFigure) -> JSONValue {
    .object([
      "name": .string(refusal.name), "reason": .string(refusal.reason),
      "source": .string(refusal.source), "key": refusal.key.map(JSONValue.string) ?? .null,
    ])
  }
}
