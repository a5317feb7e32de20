internal import Experiments
internal import FeedMetrics
package import Ledger
package import ReportKit
internal import Scenarios

/// What ledgers hold, a row for each experiment.
package struct HistoryReport {
  private let rows: [Row]

  private struct Row {
    let path: String
    let entry: LedgerContents.Entry
    let isOwn: Bool
  }

  /// - Parameters:
  ///   - ledgers: In the order of the report.
  ///   - build: The program that asks, as the ledgers have it.
  package init(_ ledgers: [LedgerContents], build: String?) {
    rows = ledgers.flatMap { ledger in
      ledger.entries.map { Row(path: ledger.path, entry: $0, isOwn: $0.build == build) }
    }
  }

  /// - Parameter hasStyle: Whether text has bold.
  package func render(_ format: ReportFormat, hasStyle: Bool) -> String {
    switch format {
    case .text: text(hasStyle: hasStyle)
    case .markdown: MarkdownText.table(Self.header, rows.map(cells).map(escaped))
    case .json: json
    case .csv: DelimitedText.commas.text(table)
    case .tsv: DelimitedText.tabs.text(table)
    }
  }

  // MARK: - For people

  private static let header = [
    "Ledger", "No.", "Scenario", "Arms", "Worlds", "Metrics", "Seed", "Version", "Program", "Asked",
  ]

  private func cells(_ row: Row) -> [String] {
    let design = row.entry.design
    return [
      row.path, "\(row.entry.number)", design.scenario, design.livingArms.joined(separator: ", "),
      worlds(row.entry), "\(design.metrics.count)", "\(design.seed)",
      row.entry.version, row.isOwn ? "this one" : String(row.entry.build.prefix(8)),
      row.entry.askedAt.replacing("T", with: " ").replacing("Z", with: ""),
    ]
  }

  /// Those that are there, and how many were asked for.
  private func worlds(_ entry: LedgerContents.Entry) -> String {
    let plan = entry.design.plan
    let asked = if case .fixed = plan { "\(plan.most)" } else { "at most \(plan.most)" }
    return "\(entry.wholeWorlds) of \(asked)"
  }

  private func escaped(_ cells: [String]) -> [String] { cells.map(MarkdownText.plain) }

  private func text(hasStyle: Bool) -> String {
    guard !rows.isEmpty else { return "The ledgers hold no experiment.\n" }
    let numbers: Set = ["No.", "Worlds", "Metrics", "Seed"]
    var table = TextTable(Self.header.map { .init(numbers.contains($0) ? .right : .left) })
    table.add(Self.header) { _ in .bold }
    for row in rows { table.add(cells(row)) }
    return table.lines(hasStyle: hasStyle).joined(separator: "\n") + "\n"
  }

  // MARK: - For programs

  private var table: [[String]] {
    let header = [
      "ledger", "number", "scenario", "scenario_digest", "seed", "arms", "worlds", "whole_worlds",
      "runs", "metrics", "version", "build", "own_build", "asked_at",
    ]
    return [header]
      + rows.map { row in
        let (entry, design) = (row.entry, row.entry.design)
        return [
          row.path, "\(entry.number)", design.scenario, design.scenarioDigest, "\(design.seed)",
          design.livingArms.joined(separator: " "), "\(design.plan.most)", "\(entry.wholeWorlds)",
          "\(entry.runs)", "\(design.metrics.count)", entry.version, entry.build, "\(row.isOwn)",
          entry.askedAt,
        ]
      }
  }

  private var json: String {
    JSONValue.array(
      rows.map { row in
        let (entry, design) = (row.entry, row.entry.design)
        return .object([
          "ledger": .string(row.path), "number": JSONValue(entry.number),
          "scenario": .string(design.scenario), "scenario_digest": .string(design.scenarioDigest),
          "seed": .whole(design.seed), "arms": .array(design.livingArms.map(JSONValue.string)),
          "worlds": JSONValue(design.plan.most), "whole_worlds": JSONValue(entry.wholeWorlds),
          "runs": JSONValue(entry.runs), "metrics": .array(design.metrics.map { .string($0.id) }),
          "version": .string(entry.version), "build": .string(entry.build),
          "own_build": .bool(row.isOwn), "asked_at": .string(entry.askedAt),
        ])
      }
    ).indented
  }
}
