internal import DataFiles
internal import Experiments
internal import FeedMetrics
package import ReportKit
package import RunStore

/// The contents of ledgers, a row for each experiment.
package struct HistoryReport: Documented {
  private let rows: [Row]

  private struct Row {
    let path: String
    let entry: LedgerContents.Entry
    let isThisBuild: Bool
  }

  /// - Parameters:
  ///   - ledgers: In the order of the report.
  ///   - build: The build of this program, as ledgers record it.
  package init(_ ledgers: [LedgerContents], build: String?) {
    rows = ledgers.flatMap { ledger in
      ledger.entries.map { Row(path: ledger.path, entry: $0, isThisBuild: $0.build == build) }
    }
  }

  public var document: Document { Document(blocks: blocks, table: table, json: json) }

  // MARK: For people

  private var blocks: [Block] {
    let columns: [Column<Row>] = [
      Column("Ledger") { .text($0.path) }, Column("No.", .right) { .whole($0.entry.number) },
      Column("Scenario") { .text($0.entry.design.scenario) },
      Column("Arms") { .text($0.entry.design.simulatedArms.joined(separator: ", ")) },
      Column("Worlds", .right) { .text(Self.worlds($0.entry)) },
      Column("Metrics", .right) { .whole($0.entry.design.metrics.count) },
      Column("Seed", .right) { .text("\($0.entry.design.seed)") },
      Column("Version") { .text($0.entry.version) },
      Column("Program") { .text($0.isThisBuild ? "this one" : String($0.entry.build.prefix(8))) },
      Column("Requested") {
        .text($0.entry.requestedAt.replacing("T", with: " ").replacing("Z", with: ""))
      },
    ]
    let table = Block.table(Table(columns, rows, rule: .plain))
    guard rows.isEmpty else { return [table] }
    return [
      .only(.terminal, [.paragraph("The ledgers contain no experiment.")]),
      .only(.files, [table]),
    ]
  }

  /// The complete worlds, and the number of worlds in the plan.
  private static func worlds(_ entry: LedgerContents.Entry) -> String {
    let plan = entry.design.plan
    let planned = if case .fixed = plan { "\(plan.most)" } else { "at most \(plan.most)" }
    return "\(entry.completeWorlds) of \(planned)"
  }

  // MARK: For programs

  private static func columns(
    arms: Column<Row>, metrics: Column<Row>
  ) -> [Column<Row>] {
    [
      .text("ledger", \.path), .whole("number", \.entry.number),
      .text("scenario", \.entry.design.scenario),
      .text("scenario_digest", \.entry.design.scenarioDigest),
      Column(key: "seed") { .data(.whole($0.entry.design.seed)) }, arms,
      .whole("worlds", \.entry.design.plan.most), .whole("whole_worlds", \.entry.completeWorlds),
      .whole("runs", \.entry.runs), metrics, .text("version", \.entry.version),
      .text("build", \.entry.build), .truth("own_build", \.isThisBuild),
      .text("asked_at", \.entry.requestedAt),
    ]
  }

  private var table: DataTable {
    DataTable(
      Self.columns(
        arms: .text("arms") { $0.entry.design.simulatedArms.joined(separator: " ") },
        metrics: .whole("metrics", \.entry.design.metrics.count)), rows)
  }

  private var json: JSONValue {
    func list(_ texts: [String]) -> Value { .data(.array(texts.map(JSONValue.string))) }
    let columns = Self.columns(
      arms: Column(key: "arms") { list($0.entry.design.simulatedArms) },
      metrics: Column(key: "metrics") { list($0.entry.design.metrics.map(\.id)) })
    return .array(rows.map { .object($0, columns) })
  }
}
