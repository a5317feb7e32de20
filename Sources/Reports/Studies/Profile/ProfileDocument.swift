internal import DataFiles
public import Experiments
public import ReportKit
internal import SyntheticSociety

extension RunProfile {
  /// The profile as a line of JSON, or as text in any other format.
  public func text(as format: ReportFormat, width: Int, hasStyle: Bool) -> String {
    format == .json
      ? jsonValue.canonical + "\n"
      : ReportFormat.text.render(Document(blocks: blocks), width: width, hasStyle: hasStyle)
  }

  private var blocks: [Block] {
    typealias Row = (row: RunProfile.Row, total: Double)
    let total = parts.reduce(0) { $0 + $1.seconds }
    func group(_ name: String, _ rows: [RunProfile.Row], of total: Double) -> Table.Group<Row> {
      Table.Group(.init(name), rows.map { Row($0, total) })
    }
    let columns: [Column<Row>] = [
      Column(.group) { .text($0.row.name) },
      Column("count", .right) { .text($0.row.count.map(NumberText.count) ?? "") },
      Column("s", .right) { .text(NumberText.fixed($0.row.seconds, decimals: 2)) },
      Column("share", .right) { row in
        let share = row.total > 0 ? row.row.seconds / row.total * 100 : 0
        return .text(NumberText.fixed(share, decimals: 1) + "%")
      },
      Column("ns each", .right) {
        .text($0.row.nanosecondsEach.map { NumberText.fixed($0, decimals: 0) } ?? "")
      },
    ]
    return [
      .paragraph(.init(headline)),
      .table(
        Table(
          columns,
          groups: [
            group("stage", stages, of: seconds), group("event", events, of: total),
            group("part of events", parts, of: total),
          ])),
      .paragraph(.init(Self.method)),
    ]
  }

  private var jsonValue: JSONValue {
    .object([
      "profile": .object([
        "seconds": .number(seconds), "worlds": JSONValue(worlds),
        "timed_one_in": .object([
          "sessions_and_visits": JSONValue(WorldProfile.visitStride),
          "rotations_and_joinings": JSONValue(1),
          "other_events": JSONValue(WorldProfile.otherStride),
        ]),
        "stages": .array(stages.map(\.jsonValue)), "events": .array(events.map(\.jsonValue)),
        "parts": .array(parts.map(\.jsonValue)),
      ])
    ])
  }

  private var headline: String {
    "Time profile: \(NumberText.fixed(seconds, decimals: 2)) s of processor time,"
      + " \(NumberText.counted(worlds, "run"))"
  }

  private static let method =
    "Counts are exact. Times of events are estimates: 1 in \(WorldProfile.visitStride) sessions and visits is"
    + " timed, every rotation and joining, and 1 in \(WorldProfile.otherStride) other events; the times are"
    + " scaled to the total time of the runs. A sampled event of \(WorldProfile.longestEvent / 1000) µs or"
    + " more was probably interrupted and is excluded."
}

extension RunProfile.Row {
  /// `nil` without a count.
  var nanosecondsEach: Double? {
    guard let count, count > 0 else { return nil }
    return seconds / Double(count) * 1e9
  }
}

extension RunProfile.Row {
  fileprivate var jsonValue: JSONValue {
    .object([
      "name": .string(name), "count": count.map { JSONValue($0) } ?? .null,
      "seconds": .number(seconds),
      "nanoseconds_each": nanosecondsEach.map { .number($0) } ?? .null,
    ])
  }
}
