import TestSupport
import Testing
import Traces

@Suite struct TraceTableTests {
  @Test(arguments: TraceTable.allCases)
  func `a column has a name of its own and a meaning, and indexes name columns`(
    table: TraceTable
  ) {
    let names = table.columns.map(\.name)
    expectEqual(Set(names).count, names.count)
    for column in table.columns { #expect(column.meaning.hasSuffix("."), "\(column.name)") }
    #expect(table.summary.hasSuffix("."))
    #expect(table.indexes.joined().allSatisfy(names.contains))
  }

  @Test func `seconds have a unit, and what may be empty or missing is known`() {
    let columns = TraceTable.allCases.flatMap { table in
      table.columns.map { (name: "\(table.rawValue).\($0.name)", column: $0) }
    }
    expectEqual(
      columns.filter { $0.column.isOptional }.map(\.name),
      [
        "users.left_at", "posts.contest_id", "posts.pet_id", "posts.deleted_at",
        "interactions.request_id", "interactions.session_id", "requests.pet_id",
      ])
    expectEqual(
      columns.filter { $0.column.mayBeMissing }.map(\.name),
      ["users.left_at", "posts.privacy", "posts.pet_id", "posts.deleted_at"])
    expectEqual(
      columns.filter { !$0.column.isRead }.map(\.name),
      [
        "users.sampled", "impressions.session_id", "impressions.day", "interactions.session_id",
        "interactions.day", "duplicates.session_id",
      ])
    #expect(
      columns.filter { $0.name.hasSuffix(".time") || $0.name.hasSuffix("_at") }
        .allSatisfy { $0.column.unit == "s" })
    expectEqual(
      TraceTable.allCases.filter(\.isRequired), [.users, .posts, .impressions, .interactions])
  }
}
