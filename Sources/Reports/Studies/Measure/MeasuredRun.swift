internal import DataFiles
public import Experiments
public import FeedMetrics
public import ReportKit
internal import Studies

/// What was measured of one run: the values of metrics over all pages and over some of them.
public struct MeasuredRun: Sendable, Hashable {
  /// Pages, and the values over them.
  public struct Part: Sendable, Hashable {
    /// What the pages have in common; `nil` for all pages.
    public let scope: NamedScope?
    /// By the metric's id; only those that mean something for these pages.
    public let values: [String: MetricValue]

    public init(_ scope: NamedScope?, _ values: [(id: String, value: MetricValue)]) {
      self.scope = scope
      self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.id, $0.value) })
    }

    /// Such as `all`, `home` or `day 3`.
    var title: String {
      guard let scope else { return "all" }
      return scope.kind == .day ? "day \(scope.name)" : scope.name
    }
  }

  /// In the order in which they are shown; a part has values of these and no others.
  public let metrics: [MetricDefinition]
  /// All pages first.
  public let parts: [Part]
  /// Metrics that have a value for each of several things.
  public let tables: [MetricTable]

  public init(metrics: [MetricDefinition], parts: [Part], tables: [MetricTable]) {
    self.metrics = metrics
    self.parts = parts
    self.tables = tables
  }

  /// Reads what was measured, once the run has ended.
  ///
  /// - Parameters:
  ///   - metrics: What to show.
  ///   - kind: By what to divide the pages, beside all of them; not at all if `nil`.
  ///   - rankers: The names of the run's rankers.
  public init(
    _ sink: MetricSink, metrics: [MetricDefinition], by kind: NamedScope.Kind?, rankers: [String]
  ) {
    let ids = Set(metrics.map(\.id))
    func part(_ name: NamedScope?, _ scope: MetricScope) -> Part {
      Part(name, sink.values(in: scope).filter { ids.contains($0.id) })
    }
    let others = sink.scopes.compactMap { scope -> Part? in
      guard let name = NamedScope(scope, rankers: rankers), name.kind == kind else { return nil }
      return part(name, scope)
    }
    let tabled = MetricCatalogue.tables.map(\.id)
    self.init(
      metrics: metrics.filter { !tabled.contains($0.id) }, parts: [part(nil, .all)] + others,
      tables: sink.tables().filter { ids.contains($0.definition.id) })
  }
}

// MARK: Document

extension MeasuredRun: Documented {
  public var document: Document { Document(blocks: blocks, table: table, json: json) }

  /// A table for all families, with a column for each part of the pages, then one for each metric that has
  /// several values.
  private var blocks: [Block] {
    [.table(familyTable)] + tables.map { .table(Self.table(of: $0)) }
  }

  private var familyTable: Table {
    let label = Column<MetricDefinition>(.group) { .metric($0) }
    let groups: [Table.Group<MetricDefinition>] = .families(of: metrics) { $0 }
    guard parts.count > 1 else {
      return Table(
        [
          label, Column(.word("value"), .right) { values($0)[0] },
          Column(.init("", markdown: "Unit"), gap: 1) { .figure(Self.unit($0)) },
          Column(.word("over"), .right) { .count(parts[0].values[$0.id]?.support) },
          Column("", in: [0]) { .text($0.name) },
        ], groups: groups, layouts: 2, markdown: 1, rule: .plain)
    }
    let columns = parts.enumerated().map { index, part in
      Column<MetricDefinition>(.init(part.title), .right) { values($0)[index] }
    }
    return Table(
      [label] + columns + [Column(.init("", markdown: "Unit"), gap: 1) { .figure(Self.unit($0)) }],
      groups: groups, rule: .plain, folded: 2...parts.count)
  }

  /// The values of a metric in all parts, in one unit and with as many decimals.
  private func values(_ metric: MetricDefinition) -> [Value] {
    Self.values(metric, parts.map { $0.values[metric.id] })
  }

  private static func values(_ metric: MetricDefinition, _ values: [MetricValue?]) -> [Value] {
    let scale = ValueScale(metric, of: values.compactMap { $0?.value })
    return values.map { .number($0?.value, scale.value) }
  }

  /// Empty where a value has its unit in its cell, or there is none.
  private static func unit(_ metric: MetricDefinition) -> String {
    metric.unit == "s" ? "" : metric.unit
  }

  private static func table(of found: MetricTable) -> Table {
    let values = values(found.definition, found.rows.map(\.value))
    let heading = Table.Heading(
      found.definition.label, markdown: "\(code: found.definition.id)")
    return Table(
      [
        Column<Int>(heading) {
          .label(found.rows[$0].label, text: "  \(found.rows[$0].label)", "\(found.rows[$0].label)")
        },
        Column(.word("value"), .right) { values[$0] },
        Column(.init("", markdown: "Unit"), gap: 1) { _ in .figure(unit(found.definition)) },
        Column(.word("over"), .right) { .count(found.rows[$0].value.support) },
      ], Array(found.rows.indices), rule: .plain)
  }

  /// A row for each value: by what the pages are divided and which ones they are, empty and `all` for all
  /// pages; the metric, and of a metric with several values whose it is; the value, and over how many things
  /// it is.
  private var table: DataTable {
    typealias Row = (scope: NamedScope?, metric: String, label: String, value: MetricValue)
    let rows =
      parts.flatMap { part in
        metrics.compactMap { metric in
          part.values[metric.id].map { Row(part.scope, metric.id, "", $0) }
        }
      }
      + tables.flatMap { table in
        table.rows.map { Row(nil, table.definition.id, $0.label, $0.value) }
      }
    return DataTable(
      [
        .text("by") { $0.scope?.kind.rawValue }, .text("name") { $0.scope?.name ?? "all" },
        .text("metric", \.metric), .text("label", \.label), .number("value", \.value.value),
        .whole("support", \.value.support),
      ], rows)
  }

  private var json: JSONValue {
    let parts = parts.map { part in
      JSONValue.object([
        "by": JSONValue(part.scope?.kind.rawValue), "name": .string(part.scope?.name ?? "all"),
        "metrics": .object(part.values.mapValues(\.json)),
      ])
    }
    let tables = tables.map { table in
      let rows = table.rows.map { row in
        JSONValue.object(["label": .string(row.label), "measured": row.value.json])
      }
      return (table.definition.id, JSONValue.array(rows))
    }
    return .object([
      "parts": .array(parts), "tables": .object(Dictionary(uniqueKeysWithValues: tables)),
    ])
  }
}

extension MetricValue {
  fileprivate var json: JSONValue {
    .object(["value": JSONValue(value), "support": JSONValue(support)])
  }
}
