import Foundation
import Mutants
import SelfTest
import Testing

/// The table of mutants beside their type.
private struct MutantRow {
  let id: String
  let area: String
  let wrongRule: String
  let checks: [String]
  let tests: [String]
  let survives: String?

  init(_ line: Substring) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    try #require(fields.count == 6, "\(line)")
    (id, area, wrongRule) = (fields[0], fields[1], fields[2])
    checks = Self.list(fields[3])
    tests = Self.list(fields[4])
    survives = fields[5] == "-" ? nil : fields[5]
  }

  private static func list(_ field: String) -> [String] {
    field == "-" ? [] : field.split(separator: " ").map(String.init)
  }

  static func all() throws -> [MutantRow] {
    let file = URL(filePath: #filePath).appending(path: "../../../Sources/Mutants/mutants.tsv")
    let lines = try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n")
    return try lines.dropFirst().map(MutantRow.init)
  }
}

@Suite struct MutantsTests {
  @Test func `the table has a line for each mutant, in the same order`() throws {
    #expect(try MutantRow.all().map(\.id) == Mutant.allCases.map(\.rawValue))
  }

  @Test func `there are at least 120, of every area`() throws {
    let rows = try MutantRow.all()
    #expect(rows.count >= 120)
    #expect(
      Set(rows.map(\.area)) == [
        "behaviour", "stream", "ranker", "feed", "metric", "statistic", "tuning", "gate",
      ])
  }

  @Test func `each wrong rule is one sentence, and no other's`() throws {
    let rows = try MutantRow.all()
    #expect(Set(rows.map(\.wrongRule)).count == rows.count)
    for sentence in rows.map(\.wrongRule) + rows.compactMap(\.survives) {
      #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase ?? false, "\(sentence)")
      #expect(!sentence.dropLast().contains(". "), "\(sentence)")
    }
  }

  @Test func `what can notice a mutant exists`() throws {
    let known = Set(SelfTestCatalogue.all.map(\.id))
    let folder = URL(filePath: #filePath).appending(path: "../..").standardized
    for row in try MutantRow.all() {
      #expect(known.isSuperset(of: row.checks), "\(row.id)")
      #expect(!row.tests.isEmpty, "\(row.id)")
      for test in row.tests {
        let target = test.split(separator: ".")[0]
        #expect(
          FileManager.default.fileExists(atPath: folder.appending(path: String(target)).path),
          "\(row.id): \(test)")
      }
    }
  }

  @Test func `none is planted by default`() {
    #expect(Mutant.allCases.filter(\.isPlanted).isEmpty)
  }

  @Test(arguments: [
    ("satiationNeverFade", "satiationNeverFades"), ("varianceBycount", "varianceByCount"),
  ])
  func `the nearest name is that with the fewest edits`(name: String, nearest: String) {
    #expect(Mutant.nearest(to: name) == nearest)
  }
}
