internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// Checks for a terminal or a build's log: a line for each scenario that says what happened and why, then
/// the findings of each in a table.
public struct CheckText {
  private let checks: [CheckedScenario]
  private let width: Int
  private let hasStyle: Bool

  /// - Parameters:
  ///   - width: Columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written.
  public init(_ checks: [CheckedScenario], width: Int, hasStyle: Bool) {
    self.checks = checks
    self.width = max(width, TextReport.leastWidth)
    self.hasStyle = hasStyle
  }

  public var text: String {
    var lines = checks.map(headline)
    for results in checks.compactMap(\.results) { lines += [""] + block(results) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// In one line, however long, so that a search finds all of it.
  private func headline(_ checked: CheckedScenario) -> String {
    let line = CheckWords.headline(checked)
    return hasStyle ? checked.style.apply(to: line) : line
  }

  private func block(_ results: CheckResults) -> [String] {
    let words = CheckWords(results)
    var lines = "\(results.design.scenario): \(words.setting)".wrapped(to: width) + [""]
    lines += CheckTable(results).lines(width: width, hasStyle: hasStyle) + [""]
    lines += CheckWords.legend.wrapped(to: width)
    lines += words.method.wrapped(to: width)
    for notice in results.notices { lines += "\(notice).".wrapped(to: width) }
    for (metric, reason) in words.exceptions {
      lines += "  \(metric): \(reason)".wrapped(to: width, indent: 2)
    }
    return lines
  }
}

extension CheckedScenario {
  fileprivate var style: TextStyle {
    switch results?.outcome {
    case .regression, nil: .red
    case .improved: .green
    case .undecided: .bold
    case .identical, .pass: .plain
    }
  }
}
