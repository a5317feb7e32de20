internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// Checks as Markdown, for a comment on a change or a step's summary: a line for each scenario that says
/// what happened and why, then the findings of each that is not as in its baseline.
///
/// The first line is a mark that is not shown, by which a script can find its own comment again. It has no
/// more than 60,000 characters, which a comment holds: tables that do not fit are left out and counted.
public struct CheckMarkdown {
  private let checks: [CheckedScenario]

  public init(_ checks: [CheckedScenario]) { self.checks = checks }

  public var text: String {
    var lines = ["<!-- feedlab:check -->", "### FeedLab check: \(tally)", ""]
    lines += checks.map { "- " + headline($0) }
    for results in checks.compactMap(\.results) where results.outcome != .identical {
      lines += section(results)
    }
    return MarkdownText.limited(
      lines.joined(separator: "\n") + "\n", whole: "--format json has all figures")
  }

  /// Such as `1 regression, 2 identical`, the worst first.
  private var tally: String {
    let outcomes = checks.map { $0.results?.outcome }
    let errors = outcomes.count { $0 == nil }
    let counts =
      [(errors, CheckWords.noun(nil, errors))]
      + CheckOutcome.allCases.reversed().map { outcome in
        let count = outcomes.count { $0 == outcome }
        return (count, CheckWords.noun(outcome, count))
      }
    let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return words.isEmpty ? "nothing to check" : words.joined(separator: ", ")
  }

  private func headline(_ checked: CheckedScenario) -> String {
    let parts = CheckWords.headline(checked).dropFirst(checked.name.count + 2)
    let word = parts.prefix { $0 != ":" }
    return "**\(MarkdownText.plain(checked.name))**: **\(word)**"
      + MarkdownText.plain(String(parts.dropFirst(word.count)))
  }

  private func section(_ results: CheckResults) -> [String] {
    let words = CheckWords(results)
    var lines = ["", "#### \(MarkdownText.plain(results.design.scenario))", ""]
    lines += [MarkdownText.plain(words.setting) + ".", ""]
    lines.append(
      MarkdownText.row([
        "Metric", "Baseline", "Now", "Δ", CheckTable.level(results), "Δ%", "p (Holm)", "Verdict",
        "Rule",
      ]))
    lines.append("|:--|--:|--:|--:|:-:|--:|--:|:--|:--|")
    lines += results.findings.map { row($0, results) }
    let sentences = [words.method] + results.notices.map { "\($0)." }
    lines += sentences.flatMap { ["", MarkdownText.plain($0)] }
    if !words.exceptions.isEmpty { lines.append("") }
    return lines
      + words.exceptions.map {
        "- \(MarkdownText.code($0.metric)): \(MarkdownText.plain($0.reason))"
      }
  }

  private func row(_ finding: CheckFinding, _ results: CheckResults) -> String {
    let cells = RuleCells(finding, anchor: results.baseline.anchor)
    return MarkdownText.row([
      MarkdownText.label(finding.metric) + (finding.level == .error ? " !" : ""), cells.baseline,
      cells.now, cells.change, cells.interval, cells.percent, cells.p, cells.verdict,
      MarkdownText.plain(cells.rule),
    ])
  }
}
