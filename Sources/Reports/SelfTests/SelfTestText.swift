internal import Experiments
public import ReportKit
internal import Scenarios
public import SelfTest
internal import Stochastics

extension ReportFormat {
  /// - Parameters:
  ///   - width: Columns that text is laid out for.
  ///   - hasStyle: Whether text has bold and colour.
  public func render(_ report: SelfTestReport, width: Int, hasStyle: Bool) -> String {
    switch self {
    case .text: report.text(width: width, hasStyle: hasStyle)
    case .markdown: report.markdown
    case .json: report.jsonValue.indented
    case .csv: report.table(.commas)
    case .tsv: report.table(.tabs)
    }
  }
}

extension SelfTestReport {
  /// What came of it, in one sentence.
  public var conclusion: String {
    guard failures > 0 else { return "all \(results.count) results are reproduced" }
    let ids = results.filter { !$0.finding.passes }.map(\.id)
    let distinct = ids.indices.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] }
    return "\(failures) of \(results.count) results are not reproduced:"
      + " \(distinct.joined(separator: ", "))"
  }

  /// How large the samples were, where they were not the full ones.
  private var remark: String? {
    guard share < 1 else { return nil }
    return
      "Quick: samples of \(NumberText.rounded(share * 100, figures: 3)) % of the full size, none"
      + " below what a result needs; each tolerance grows by the root of full size ÷ sample."
  }

  fileprivate func text(width: Int, hasStyle: Bool) -> String {
    var lines = SelfTestTable(self).lines(width: width, hasStyle: hasStyle)
    lines.append("")
    if let remark { lines += remark.wrapped(to: width) }
    for note in notes { lines += "\(note).".wrapped(to: width) }
    lines += (conclusion.prefix(1).uppercased() + conclusion.dropFirst() + ".").wrapped(to: width)
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate var markdown: String {
    let rows = results.map { FindingCells($0).all.map(MarkdownText.plain) }
    let sentence = conclusion.prefix(1).uppercased() + conclusion.dropFirst() + "."
    return MarkdownText.table(FindingCells.Column.allCases.map(\.rawValue), rows) + "\n"
      + ([remark].compactMap { $0 } + notes.map { MarkdownText.plain($0) + "." } + [sentence])
      .joined(separator: " ") + "\n"
  }

  fileprivate func table(_ text: DelimitedText) -> String {
    text.text([FindingCells.Column.allCases.map(\.rawValue)] + results.map { FindingCells($0).all })
  }

  fileprivate var jsonValue: JSONValue {
    .object([
      "feedlab": .string(FeedLab.version),
      "share": .number(share),
      "failures": JSONValue(failures),
      "level": .number(Finding.level),
      "results": .array(results.map(\.jsonValue)),
      "notes": .array(notes.map(JSONValue.string)),
    ])
  }
}

extension SelfTestReport.Result {
  fileprivate var jsonValue: JSONValue {
    .object([
      "id": .string(id), "source": .string(source), "result": .string(finding.result),
      "size": .string(finding.size), "expected": finding.expectation.jsonValue,
      "observed": finding.observed.isFinite ? .number(finding.observed) : .null,
      "lower": JSONValue(finding.interval?.lower), "upper": JSONValue(finding.interval?.upper),
      "passes": .bool(finding.passes),
    ])
  }
}

extension ExpectedValue {
  /// Target and absolute or relative tolerance, or bounds.
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .exactly(let target): .object(["target": .number(target), "tolerance": .number(0)])
    case .near(let target, let tolerance):
      .object(["target": .number(target), "tolerance": .number(tolerance)])
    case .nearly(let target, let tolerance):
      .object(["target": .number(target), "relative_tolerance": .number(tolerance)])
    case .between(let lower, let upper):
      .object(["lower": .number(lower), "upper": .number(upper)])
    case .atLeast(let least): .object(["lower": .number(least)])
    case .atMost(let most): .object(["upper": .number(most)])
    case .surelyNot(let value): .object(["not": .number(value)])
    }
  }
}
