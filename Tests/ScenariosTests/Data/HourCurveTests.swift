import Scenarios
import SyntheticSociety
import TestSupport
import Testing

@Suite struct HourCurveTests {
  private func read(_ table: String, column: String = "count") throws -> (Scenario?, [String]) {
    let folder = try TestFolder()
    try folder.write(table, to: "hours.csv")
    try folder.write(
      least + "behaviour: {sessions: {hours: {file: hours.csv, column: \(column)}}}\n",
      to: "town.yml")
    let faults = folder.faults(of: "town.yml")
    return (try? Scenario.load(file: folder.path + "/town.yml"), faults)
  }

  /// With the sum 22·3 + 6 + 1 = 73.
  private static let counts = (0..<24).map { $0 == 21 ? 6 : $0 == 4 ? 1 : 3 }

  private static func table(_ counts: [String]) -> String {
    "hour,count\n" + counts.enumerated().map { "\($0),\($1)\n" }.joined()
  }

  @Test func `a column is brought to the sum 1`() throws {
    let (scenario, faults) = try read(Self.table(Self.counts.map(String.init)))
    #expect(faults.isEmpty)
    expectEqual(scenario?.parameters.sessions.hours, Self.counts.map { Double($0) / 73 })
    // 6 / 73 = 8.2 %, 1 / 73 = 1.4 %
    expectEqual(
      scenario?.notes,
      [
        "hours.csv: count: 24 hours, most at 21 h (8.2 %), fewest at 4 h (1.4 %)"
      ])
  }

  @Test(arguments: [
    ("hour,count\n0,1\n", "count", "1:1: expected 24 rows, one for each of the hours, found 1"),
    (table(Array(repeating: "0", count: 24)), "count", " count: one of the hours must be above 0"),
    (
      table(Array(repeating: "1", count: 23) + ["-2"]), "count",
      "25:4: count: expected a number from 0 to 1000000000000000, found '-2'"
    ),
    (
      table(Array(repeating: "1", count: 23) + [""]), "count",
      "25:4: count: expected a number from 0 to 1000000000000000, found nothing"
    ),
    (
      table(Array(repeating: "1", count: 23) + ["nan"]), "count",
      "25:4: count: expected a number from 0 to 1000000000000000, found 'nan'"
    ),
    (
      table(Array(repeating: "1", count: 24)), "cuont",
      "1:1: there is no column 'cuont'; did you mean 'count'?"
    ),
    ("", "count", "1:1: there is no column 'count'; none is allowed here"),
  ])
  func `a table with a fault`(table: String, column: String, message: String) throws {
    try expectEqual(read(table, column: column).1, ["hours.csv:" + message])
  }

  @Test func `a list with another sum than 1 is brought to it, with a note`() throws {
    let percent = Array(repeating: "4", count: 20) + Array(repeating: "5", count: 4)
    let list = percent.joined(separator: ", ")
    let changed = try scenario(least + "behaviour: {sessions: {hours: [\(list)]}}")
    expectEqual(changed.parameters.sessions.hours, percent.map { Double($0)! / 100 })
    expectEqual(changed.notes, ["behaviour.sessions.hours: sum 100, brought to 1"])
  }

  @Test func `a list with the sum 1, but for rounding, stays as it is`() throws {
    let hours = SocietyParameters().sessions.hours  // sum 0.99999
    let list = hours.map { "\($0)" }.joined(separator: ", ")
    let same = try scenario(least + "behaviour: {sessions: {hours: [\(list)]}}")
    expectEqual(same.parameters.sessions.hours, hours)
    #expect(same.notes.isEmpty)
  }

  @Test func `weekdays are brought to the mean 1, with a note`() throws {
    let changed = try scenario(
      least + "behaviour: {sessions: {weekdays: [1, 1, 1, 1, 1, 3, 6]}}")  // mean 14 / 7 = 2
    expectEqual(changed.parameters.sessions.weekdays, [0.5, 0.5, 0.5, 0.5, 0.5, 1.5, 3])
    expectEqual(changed.notes, ["behaviour.sessions.weekdays: mean 2, brought to 1"])
  }
}
