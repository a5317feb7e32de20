internal import DataFiles
internal import Experiments
package import ReportKit
package import SelfTest
internal import Stochastics

extension RealismReport: Documented {
  package var document: Document {
    Document(
      blocks: blocks, table: DataTable(RealismCell.columns, cells), json: json)
  }

  /// One sentence for each world, without full stop.
  package var conclusions: [String] {
    worlds.indices.map { world in
      let (inside, applied) = counts(world: world)
      let share = applied > 0 ? " (\(NumberText.share(Double(inside) / Double(applied))))" : ""
      return "\(worlds[world].name): \(inside) of \(applied) figures that apply are inside their"
        + " tolerance\(share)"
    }
  }

  // MARK: For people

  private var blocks: [Block] {
    [
      .table(
        Table(
          columns, groups: [.init("", Array(figures.indices))], layouts: 1, markdown: 1,
          rule: .plain,
          folded: 4...(3 + worlds.count))),
      .group([
        .only(.files, [.heading("Figures that are not compared")]),
        .table(
          Table(UncomparedFigures.columns, PublishedFigures.uncompared, rule: .plain)),
      ]),
      .only(
        .files,
        [
          .heading("Sources"),
          .table(Table(FigureSource.columns, FigureSource.all, rule: .plain)),
          .heading("Figures inside, by source"),
        ]),
      .table(Table(sourceColumns, comparedSources, rule: .plain)),
      .only(.files, [.heading("Worlds")]),
      .table(Table(worldColumns, Array(worlds.indices), rule: .plain)),
      .sentences(
        [
          """
          ✓ inside the tolerance, ✕ outside, – nothing to measure it by in this world; each with its 95 % \
          interval over replications.
          """
        ] + conclusions.map { .raw($0 + ".") }, .paragraphs),
    ]
  }

  /// The terminal has no notes on sources.
  private var columns: [Column<Int>] {
    [
      Column("figure") { .text(figures[$0].name) },
      Column("source") { .text(figures[$0].source.name) },
      Column("value", .right) { .text(expectations[$0].target) },
      Column("tolerance", .right) { .text(expectations[$0].tolerance) },
    ]
      + worlds.indices.map { world in
        Column(Table.Heading(worlds[world].name), .right) { cell(figure: $0, world: world).shown }
      } + [Column("what the source means", in: [1]) { .text(figures[$0].note ?? "") }]
  }

  /// Those with a figure here, in the order of all.
  private var comparedSources: [FigureSource] {
    FigureSource.all.filter { source in figures.contains { $0.source == source } }
  }

  private var sourceColumns: [Column<FigureSource>] {
    [Column("inside, of those that apply") { .text($0.name) }]
      + worlds.indices.map { world in
        Column(Table.Heading(worlds[world].name), .right) { source in
          let (inside, applied) = counts(world: world, of: source)
          return applied > 0 ? .text("\(inside) of \(applied)") : .missing
        }
      }
  }

  private var worldColumns: [Column<Int>] {
    [
      Column("world") { .text(worlds[$0].name) },
      Column("members", .right) { .count(worlds[$0].members) },
      Column("days", .right) { .text(NumberText.plain(worlds[$0].days)) },
      Column("warm-up", .right) { .text(NumberText.plain(worlds[$0].warmUpDays)) },
      Column("replications", .right) { .count(worlds[$0].replications) },
      Column("inside", .right) { .count(counts(world: $0).inside) },
      Column("apply", .right) { .count(counts(world: $0).applied) },
      Column("do not", .right) { .count(figures.count - counts(world: $0).applied) },
    ]
  }

  // MARK: For programs

  /// Every figure of every world.
  private var cells: [RealismCell] {
    worlds.indices.flatMap { world in figures.indices.map { cell(figure: $0, world: world) } }
  }

  private func cell(figure: Int, world: Int) -> RealismCell {
    RealismCell(
      figure: figures[figure], expectation: expectations[figure], world: worlds[world].name,
      measurement: worlds[world].measurements[figure],
      isInside: isInside(figure: figure, world: world))
  }

  private var json: JSONValue {
    .object([
      "feedlab": .string(FeedLab.version), "level": .number(Finding.level),
      "worlds": .array(worlds.indices.map(json)),
      "figures": .array(cells.map { .object($0, RealismCell.columns) }),
      "uncompared": .array(PublishedFigures.uncompared.map(\.json)),
      "sources": .array(FigureSource.all.map { .object($0, FigureSource.columns) }),
    ])
  }

  private func json(world: Int) -> JSONValue {
    .object([
      "world": .string(worlds[world].name), "members": JSONValue(worlds[world].members),
      "days": .number(worlds[world].days), "warm_up": .number(worlds[world].warmUpDays),
      "replications": JSONValue(worlds[world].replications),
      "inside": JSONValue(counts(world: world).inside),
      "apply": JSONValue(counts(world: world).applied),
    ])
  }
}

/// A figure in a world.
private struct RealismCell {
  let figure: PublishedFigure
  let expectation: ExpectedValue
  let world: String
  let measurement: RealismReport.Measurement?
  let isInside: Bool?

  /// The columns for programs.
  static var columns: [Column<RealismCell>] {
    [
      .text("world", \.world), .text("id", \.figure.id), .text("figure", \.figure.statistic.name),
      .text("source", \.figure.source.name), .text("order", \.figure.exposure.rawValue),
      .number("value", \.figure.value), .text("target", \.expectation.target),
      .text("tolerance", \.expectation.tolerance), .number("simulated", \.mean),
      .number("lower", \.measurement?.interval?.lower),
      .number("upper", \.measurement?.interval?.upper), .text("verdict", \.verdict),
      .text("note", \.figure.note),
    ]
  }

  /// `nil` too where it is infinite, which JSON does not know.
  private var mean: Double? { measurement.flatMap { $0.mean.isFinite ? $0.mean : nil } }

  private var verdict: String { isInside.map { $0 ? "inside" : "outside" } ?? "does not apply" }

  /// Mark, mean and interval.
  var shown: Value {
    guard let measurement, let isInside else { return .missing }
    let interval = measurement.interval.map { " " + expectation.text(of: $0) } ?? ""
    let mean = mean.map { expectation.text(of: $0, measurement.interval) } ?? "∞"
    return .text("\(isInside ? "✓" : "✕") \(mean)\(interval)").toned(isInside ? .good : .bad)
  }
}

extension UncomparedFigures {
  fileprivate static var columns: [Column<UncomparedFigures>] {
    [
      Column("source") { .text($0.source.name) },
      Column("does not apply") { .text($0.keys.joined(separator: ", ")) },
      Column("reason") { .text($0.reason) },
    ]
  }

  fileprivate var json: JSONValue {
    .object([
      "source": .string(source.name),
      "ids": .array(keys.map { .string("\(source.id).\($0)") }), "reason": .string(reason),
    ])
  }
}

extension FigureSource {
  fileprivate static var columns: [Column<FigureSource>] {
    [
      Column("source", key: "source") { .text($0.name) },
      Column("data", key: "data") { .text($0.citation) },
      Column("licence", key: "licence") { .text($0.licence) },
    ]
  }
}
