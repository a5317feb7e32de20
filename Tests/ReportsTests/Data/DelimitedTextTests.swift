internal import Experiments
internal import FeedMetrics
import ReportKit
import Reports
internal import Stochastics
internal import Studies
import TestSupport
import Testing

@Suite struct DelimitedTextTests {
  @Test(arguments: [DelimitedText.commas, .tabs])
  func `what is written is read back`(format: DelimitedText) throws {
    let rows = [
      ["plain", "with, comma", "with \"quotes\"", ""], ["line\nbreak", "\t", "\"", "\r\n,"],
    ]
    let separator: Character = if case .commas = format { "," } else { "\t" }
    expectEqual(parse(format.text(rows), separator), rows)
  }

  @Test func `only cells that need quotes have them`() {
    expectEqual(
      DelimitedText.commas.text([["a b", "c,d", "e\"f", "tab\t"]]), "a b,\"c,d\",\"e\"\"f\",tab\t\n"
    )
  }

  @Test func `replications have a row for each arm, world and metric, and read back exactly`()
    throws
  {
    let results = SampleResults.results(candidates: ["affinity"])
    let rows = parse(results.replicationTable.text(), ",")
    expectEqual(rows[0], ["arm", "replication", "metric", "value"])
    expectEqual(rows.count, 1 + 2 * 4 * 9)
    var row = 1
    for outcome in results.outcomes {
      for metric in results.design.metrics {
        expectEqual(rows[row].dropLast(), [outcome.arm, "\(outcome.world)", metric.id])
        expectEqual(Double(rows[row][3]), outcome.value(of: metric).value)
        row += 1
      }
    }
    // Undefined is empty.
    expectEqual(rows[3], ["newest", "0", "rank_quality_tau", ""])
  }

  @Test func `comparisons have a row for each candidate and metric at full precision`() throws {
    let results = SampleResults.results(candidates: ["affinity", "newest-again"])
    let rows = parse(results.comparisonTable().text(.tabs), "\t")
    expectEqual(rows.count, 1 + 2 * 9)
    for (row, comparison) in zip(rows.dropFirst(), results.comparisons) {
      expectEqual(row.count, rows[0].count)
      expectEqual(row[0...1], [comparison.candidate, comparison.metric.id])
      expectEqual(Double(row[2]), comparison.baselineMean)
      expectEqual(Array(row.suffix(2)), [comparison.verdict.rawValue, ""])
    }
  }

  @Test func `estimates have a row for each arm and metric at full precision`() throws {
    let results = SampleResults.results(
      candidates: ["affinity"], baseline: nil, hasReferenceRankers: true)
    let rows = parse(results.csv, ",")
    expectEqual(rows.count, 1 + 4 * 9)
    for (row, estimate) in zip(rows.dropFirst(), results.estimates) {
      expectEqual(row.count, rows[0].count)
      expectEqual(row[0...1], [estimate.arm, estimate.metric.id])
      expectEqual(Double(row[2]), estimate.mean)
      expectEqual(Double(row[10]), estimate.scaled?.estimate)
    }
    // A report file has them too.
    let locations = RuleLocations(file: "", lines: [:])
    expectEqual(ReportFileKind.csv.render(results, at: locations), results.csv)
  }

  @Test func `a breakdown has a row for each arm, scope and metric with a value`() throws {
    let results = SampleResults.results(candidates: ["affinity"])
    let rows = parse(results.breakdownTable().text(), ",")
    // Two arms, two days, nine metrics, one of which has no value in the first arm.
    expectEqual(rows.count, 1 + 2 * (8 + 9))
    for (row, estimate) in zip(rows.dropFirst(), results.breakdown) {
      expectEqual(
        row[0...3],
        [
          estimate.arm, estimate.scope.kind.rawValue, estimate.scope.name, estimate.metric.id,
        ])
      expectEqual(Double(row[4]), estimate.mean)
      expectEqual(Double(row[5]), estimate.standardError)
      expectEqual(row[6], "\(estimate.worlds)")
    }
    expectEqual(parse(results.breakdownTable(kind: .surface).text(), ",").count, 1)
  }

  /// A reader by the grammar of RFC 4180, a character at a time.
  private func parse(_ text: String, _ separator: Character) -> [[String]] {
    var rows: [[String]] = []
    var (row, cell, isQuoted) = ([String](), "", false)
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"": cell.append(rest.removeFirst())
      case "\"": isQuoted.toggle()
      case separator where !isQuoted: (row, cell) = (row + [cell], "")
      case "\n" where !isQuoted: (rows, row, cell) = (rows + [row + [cell]], [], "")
      default: cell.append(character)
      }
    }
    return rows
  }
}
