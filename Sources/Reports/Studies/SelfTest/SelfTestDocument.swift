internal import DataFiles
internal import Experiments
public import ReportKit
public import SelfTest
internal import Stochastics

extension SelfTestReport: Documented {
  public var document: Document {
    Document(blocks: blocks, table: DataTable(Self.columns, results), json: json)
  }

  /// The conclusion, in one sentence.
  public var conclusion: String {
    guard failures > 0 else { return "all \(results.count) results are reproduced" }
    let ids = results.filter { !$0.finding.passes }.map(\.id)
    let distinct = ids.indices.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] }
    return "\(failures) of \(results.count) results are not reproduced:"
      + " \(distinct.joined(separator: ", "))"
  }

  // MARK: For people

  private var blocks: [Block] {
    let sentence = conclusion.prefix(1).uppercased() + conclusion.dropFirst() + "."
    return [
      .table(Table(Self.columns, results, layouts: 4, markdown: 4, rule: .plain)),
      .sentences(
        [note.map { .raw($0) }].compactMap { $0 } + notes.map { "\($0)." } + [.raw(sentence)],
        .joined(" ")),
    ]
  }

  /// The size of the samples, if they were reduced.
  private var note: String? {
    guard share < 1 else { return nil }
    return
      "Quick: samples of \(NumberText.rounded(share * 100, figures: 3)) % of the full size, none"
      + " below what a result needs; each tolerance grows by the root of full size ÷ sample."
  }

  /// The verdict is the last column in wide layouts and the first in narrow ones; CSV has the texts for people.
  private static var columns: [Column<Result>] {
    [
      Column("", in: [1, 2, 3], \.verdict),
      Column("id", key: "id") { .text($0.id) },
      Column("observed", .right, in: [3], \.observed),
      Column("result", key: "result", in: [0, 1, 2, 4]) { .text($0.finding.result) },
      Column("source", key: "source", in: [0, 4]) { .text($0.source) },
      Column("size", key: "size", in: [0, 1, 4]) { .text($0.finding.size) },
      Column("target", key: "target", .right) { .text($0.finding.expectation.target) },
      Column("tolerance", key: "tolerance", .right) { .text($0.finding.expectation.tolerance) },
      Column("observed", key: "observed", .right, in: [0, 1, 2, 4], \.observed),
      Column("95% CI", key: "95% CI", .right, in: [0, 1, 2, 4], \.interval),
      Column("result", in: [3]) { .text($0.finding.result) },
      Column(Table.Heading("", markdown: "verdict"), key: "verdict", in: [0, 4], \.verdict),
    ]
  }

  // MARK: For programs

  private var json: JSONValue {
    .object([
      "feedlab": .string(FeedLab.version), "share": .number(share),
      "failures": JSONValue(failures), "level": .number(Finding.level),
      "results": .array(results.map(\.json)), "notes": .array(notes.map(JSONValue.string)),
    ])
  }
}

extension SelfTestReport.Result {
  fileprivate var verdict: Value {
    .text(finding.passes ? "pass" : "FAIL").toned(finding.passes ? .good : .bad)
  }

  fileprivate var observed: Value {
    if case .exactly = finding.expectation {
      return .text(NumberText.rounded(finding.observed, figures: 6))
    }
    return .text(finding.expectation.text(of: finding.observed, finding.interval))
  }

  /// `exact` for a result without randomness.
  fileprivate var interval: Value {
    .text(finding.interval.map { finding.expectation.text(of: $0) } ?? "exact")
  }

  fileprivate var json: JSONValue {
    .object([
      "id": .string(id), "source": .string(source), "result": .string(finding.result),
      "size": .string(finding.size), "expected": finding.expectation.json,
      "observed": finding.observed.isFinite ? .number(finding.observed) : .null,
      "lower": JSONValue(finding.interval?.lower), "upper": JSONValue(finding.interval?.upper),
      "passes": .bool(finding.passes),
    ])
  }
}
