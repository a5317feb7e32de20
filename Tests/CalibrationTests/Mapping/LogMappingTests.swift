import Calibration
import DataFiles
import TestSupport
import Testing

@Suite struct LogMappingTests {
  private func faults(_ text: String) -> [String] {
    do throws(InvalidLogs) {
      _ = try LogMapping.parse(Array(text.utf8), file: "m.json")
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  /// A mapping whose only table is this, in line 2 from column 1.
  private func faults(table: String) -> [String] {
    faults("{\"format\": \"feedlab-mapping/1\", \"tables\": [\n\(table)]}")
  }

  @Test(arguments: [
    ("", "m.json:1:1: this mapping is empty"),
    ("[1]", "m.json:1:1: expected a map of a mapping's keys, found a list"),
    (
      "{\"format\": \"feedlab-mapping/2\", \"tables\": [{role: rates, file: f, columns: {kind: k}}]}",
      "m.json:1:12: format: expected 'feedlab-mapping/1', found the text 'feedlab-mapping/2'"
    ),
    (
      "{\"format\": \"feedlab-mapping/1\"}",
      "m.json:1:1: tables: is missing; it is a list of tables"
    ),
    (
      "{\"format\": \"feedlab-mapping/1\", \"tables\": []}",
      "m.json:1:43: tables: expected a table, found an empty list"
    ),
    (
      "{\"tables\": [{role: rates, file: f, columns: {kind: k}}]}",
      "m.json:1:1: format: is missing; it is 'feedlab-mapping/1'"
    ),
  ])
  func `a mapping that is none`(text: String, message: String) {
    expectEqual(faults(text), [message])
  }

  @Test func `every fault of a table at once, with its location and the nearest name`() {
    let table = """
      {"role": "bandit", "fil": "b.csv",
       "columns": {"acton": "item", "reward": "click"}, "axis": "date",
       "tsUnit": "sec", "timezone": "CET", "slateSize": 0}
      """
    expectEqual(
      faults(table: table),
      [
        "m.json:2:1: tables.file: is missing; a table has a role, a file and columns",
        "m.json:2:20: tables.fil: no mapping has this key; did you mean 'file'?",
        "m.json:3:13: tables.columns.action: is missing; it is the column of: The item.",
        "m.json:3:13: tables.columns.propensity: is missing; it is the column of: The probability"
          + " of the item at this position, above 0 and at most 1.",
        "m.json:3:14: tables.columns.acton: no mapping has this key; did you mean 'action'?",
        "m.json:3:51: tables.axis: a table of bandit does not have this key",
        "m.json:4:12: tables.tsUnit: there is no unit of time 'sec'; there are s, ms and us",
        "m.json:4:31: tables.timezone: expected an offset from UTC such as +08:00, Z or unknown,"
          + " found the text 'CET'",
        "m.json:4:51: tables.slateSize: expected a whole number from 1 to 10000, found 0",
      ])
  }

  @Test(
    arguments: cases(
      """
      {role: event, file: f, columns: {ts: t}} =>
        m.json:2:8: tables.role: there is no role 'event'; did you mean 'events'?
      {role: events, file: f, columns: {ts: t}} =>
        m.json:2:1: tables.kind: is missing; it is an action, or columns.kind names its column
      {role: events, file: f, kind: like, columns: {ts: t, kind: k}} =>
        m.json:2:31: tables.kind: columns.kind is 'k' already; remove one of them
      {role: events, file: f, kind: lik, columns: {ts: t}} =>
        m.json:2:31: tables.kind: there is no kind of action 'lik'; did you mean 'like'?
      {role: hist, file: f, columns: {bin: b, count: c}} =>
        m.json:2:1: tables.axis: is missing; it is one of hourOfDay, date, gapSeconds, impressionsPerPost, impressionsPerUser and postsPerAuthor
      {role: counts, file: f, columns: {impressions: i}, truncatedBelow: 0} =>
        m.json:2:68: tables.truncatedBelow: expected a number from 1 to 1000000000000000, found 0
      {role: posts, file: f, columns: {post: [a, b]}} =>
        m.json:2:40: tables.columns.post: expected the name of a column, found a list
      """))
  func `a table with a fault`(table: String, message: String) {
    expectEqual(faults(table: table), [message])
  }
}
