public import Calibration
internal import DataFiles
public import ReportKit
internal import SyntheticSociety

/// The results of a calibration: the keys that the logs determine first, then all other figures.
public struct CalibrationReport: Documented {
  private let society: FittedSociety

  public init(_ society: FittedSociety) { self.society = society }

  public var document: Document { Document(blocks: blocks, json: json) }

  // MARK: For people

  private var blocks: [Block] {
    let broken =
      society.brokenCount == 0 ? "" : ", \(NumberText.count(society.brokenCount)) of them broken"
    let refusals = society.refusals.map {
      Sentence("\($0.name), from \($0.source.excerpt): \($0.reason)").hanging(4)
    }
    return [
      .paragraph(
        .init(
          "\(society.name): \(NumberText.count(society.rowCount)) rows\(broken); \(fitted.count) of"
            + " \(FittedSociety.keys.count) keys fitted")),
      .table(Table(Self.columns, FittedSociety.keys.map(row), headings: .plain)),
    ]
      + solved
      + (rest.isEmpty
        ? []
        : [
          .group([
            .paragraph("fitted besides"),
            .table(
              Table(
                Self.columns, rest.map { ("  \($0.name)", Self.cells($0)) }, headings: .none)),
          ])
        ])
      + (refusals.isEmpty
        ? [] : [.group([.paragraph("refused"), .sentences(refusals, .list)])])
      + [.sentences(society.notes.map { Sentence("note: \($0)").hanging(2) }, .list)]
  }

  /// Figures of the simulated community before and after solving, beside the logs'.
  private var solved: [Block] {
    guard !society.solved.isEmpty else { return [] }
    let columns: [Column<SolvedFigure>] = [
      Column("simulated figure") { .text($0.name) },
      Column("logs", .right) { .text(NumberText.rounded($0.real, figures: 3)) },
      Column("with inputs", .right) { Self.number($0.before) },
      Column("solved", .right) { Self.number($0.simulated) },
      Column("by") {
        .text(
          "\($0.key) \(FigureText.number($0.input)) → \(NumberText.rounded($0.value, figures: 4))")
      },
      Column("") { .text($0.isReached ? "as in the logs" : "not reached") },
    ]
    return [.table(Table(columns, society.solved, headings: .plain))]
  }

  private static func number(_ value: Double?) -> Value {
    value.map { .text(NumberText.rounded($0, figures: 3)) } ?? .missing
  }

  private var fitted: [FittedFigure] { FittedSociety.keys.compactMap(society.figure) }
  private var rest: [FittedFigure] { society.figures.filter { !fitted.contains($0) } }

  private typealias Row = (name: String, cells: [String])

  private static var columns: [Column<Row>] {
    [
      Column("key") { .text($0.name) }, Column("value", .right) { .text($0.cells[0]) },
      Column("error", .right) { .text($0.cells[1]) }, Column("n", .right) { .text($0.cells[2]) },
      Column("fit and source") { .text($0.cells[3]) },
    ]
  }

  /// A row for each key, fitted or not.
  private func row(_ key: String) -> Row {
    if let figure = society.figure(for: key) { return (key, Self.cells(figure)) }
    let value = SocietyParameter.all.first { $0.key == key }?.defaultValue
    return (key, [value.map(FigureText.number) ?? "curve", "", "", "default, not in the data"])
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

  // MARK: For programs

  /// An object of the figures and the refused figures.
  private var json: JSONValue {
    .object([
      "name": .string(society.name), "mapping": .string(society.mapping),
      "rows": .whole(UInt64(society.rowCount)), "broken": .whole(UInt64(society.brokenCount)),
      "figures": .array(society.figures.map { Self.json($0, isChosen: fitted.contains($0)) }),
      "refused": .array(society.refusals.map(Self.json)),
      "solved": .array(society.solved.map(Self.json)),
      "notes": .array(society.notes.map(JSONValue.string)),
    ])
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

  private static func json(_ figure: SolvedFigure) -> JSONValue {
    .object([
      "name": .string(figure.name), "key": .string(figure.key), "real": .number(figure.real),
      "input": .number(figure.input), "simulated_before": JSONValue(figure.before),
      "value": .number(figure.value), "simulated": JSONValue(figure.simulated),
      "reached": .bool(figure.isReached),
    ])
  }
}
