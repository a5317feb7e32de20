internal import DataFiles
public import Experiments
public import FeedMetrics
public import ReportKit
internal import Studies

/// The measured metrics of one run, over all pages and over parts of them.
public struct MeasuredRun: Sendable, Hashable {
  /// Pages, and the values over them.
  public struct Part: Sendable, Hashable {
    /// The scope of the pages; `nil` for all pages.
    public let scope: NamedScope?
    /// Values by metric id, of the metrics that are defined for the scope.
    public let values: [String: MetricValue]

    public init(_ scope: NamedScope?, _ values: [(id: String, value: MetricValue)]) {
      self.scope = scope
      self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.id, $0.value) })
    }

    /// The heading, such as `all`, `home` or `day 3`.
    var title: String {
      guard let scope else { return "all" }
      return scope.kind == .day ? "day \(scope.name)" : scope.name
    }
  }

  /// The metrics in the order of the report; parts have values of these only.
  public let metrics: [MetricDefinition]
  /// All pages first.
  public let parts: [Part]
  /// Metrics that are tables.
  public let tables: [MetricTable]

  public init(metrics: [MetricDefinition], parts: [Part], tables: [MetricTable]) {
    self.metrics = metrics
    self.parts = parts
    self.tables = tables
  }

  /// Reads the metrics after the end of the run.
  ///
  /// - Parameters:
  ///   - metrics: The metrics to show.
  ///   - kind: The breakdown to show besides all pages; `nil` for none.
  ///   - rankers: The names of the run's rankers.
  public init(
    _ sink: MetricSink, metrics: [MetricDefinition], by kind: NamedScope.Kind?, rankers: [String]
  ) {
    let ids = Set(metrics.map(\.id))
    func part(_ name: NamedScope?, _ scope: MetricScope) -> Part {
      Part(
        name, (name == nil ? sink.values() : sink.values(in: scope)).filter { ids.contains($0.id) })
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

  /// A table of all families, with a column for each part, then a table for each metric that is a table.
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

  /// The unit; empty if the cell has it or the metric has none.
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

  /// A row for each value: the kind and name of the scope (empty and `all` for all pages), the metric, the label
  /// of the row of a table, the value and its support.
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
