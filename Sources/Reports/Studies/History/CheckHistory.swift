package import DataFiles
internal import FeedMetrics
internal import ReportKit

/// The checks of a file that `feedlab check --format json` or `--report json=…` wrote.
///
/// Such a file has no time, so that the same checks give the same bytes: the caller orders files by their paths.
package struct CheckHistory {
  package let points: [HistoryPoint]

  /// How such a file begins, unlike other JSON.
  package static let mark = "{\n  \"checks\": "

  /// - Parameters:
  ///   - path: The path of the file in faults.
  ///   - name: The path from the folder of the history on.
  package init(_ bytes: [UInt8], path: String, name: String) throws(LocatedFault) {
    let file: CheckFile = try PositionedDecoder(
      bytes, file: path, otherwise: "this is no result of 'feedlab check'"
    ).decode()
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let stem = last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    points = file.checks.map { $0.point(name: name, stem: stem, version: file.feedlab) }
  }
}

/// The members of the file that are needed.
private struct CheckFile: Decodable {
  let feedlab: String
  let checks: [Check]

  struct Check: Decodable {
    struct Scenario: Decodable { let name: String }

    let scenario: Scenario
    let outcome: String
    let arm: String?
    let worlds: Int?
    let error: String?
    let findings: [Finding]?
  }

  struct Finding: Decodable {
    struct Rule: Decodable {
      let kind: String
      let bound: Double?
    }

    let metric: String
    let rule: Rule
    let status: String
    let comparison: Comparison?
    let estimate: Span?
  }

  struct Comparison: Decodable {
    let baseline: Double?
    let difference: Span?
    /// The interval that decided, on its scale.
    let decided: Span?
    let shown: Shown?
    let margin: Double

    struct Shown: Decodable { let change: String }

    private enum CodingKeys: String, CodingKey {
      case difference, shown, margin
      case baseline = "baseline_mean"
      case decided = "decided_by"
    }
  }

  /// A number with its limits; the mean of a difference, the estimate of what decided.
  struct Span: Decodable {
    let scale: String?
    let mean: Double?
    let estimate: Double?
    let lower: Double?
    let upper: Double?

    func scaled(by factor: Double) -> HistoryPoint.Estimate? {
      (mean ?? estimate).map {
        HistoryPoint.Estimate(
          mean: $0 * factor, lower: lower.map { $0 * factor }, upper: upper.map { $0 * factor })
      }
    }
  }
}

extension CheckFile.Check {
  /// The month and the day of a name that begins with a date, otherwise its first letters, such as a commit's.
  private static func tick(_ stem: String) -> String {
    let date = stem.prefixMatch(of: /[0-9]{4}-([0-9]{2}-[0-9]{2})/)
    return date.map { String($0.1) } ?? String(stem.prefix(7))
  }

  func point(name: String, stem: String, version: String) -> HistoryPoint {
    let tone: Tone =
      switch outcome {
      case "regression", "error": .bad
      case "improved": .good
      case "undecided": .unclear
      default: .plain
      }
    return HistoryPoint(
      when: stem, tick: Self.tick(stem), source: name, version: version, scenario: scenario.name,
      subject: arm.map { "check of \($0)" } ?? "check", worlds: worlds,
      outcome: [outcome, error].compactMap { $0 }.joined(separator: ": "), tone: tone,
      changes: (findings ?? []).map(\.change))
  }
}

extension CheckFile.Finding {
  var change: HistoryPoint.Change {
    let metric = MetricCatalogue.all.first { $0.id == self.metric }
    let label = metric?.label ?? self.metric
    let suffix = rule.kind == "relative" ? "" : " (\(rule.kind))"
    let limit = comparison.flatMap { metric?.direction.limit(ofMargin: $0.margin) }
    let tone: Tone =
      switch status {
      case "regression": .bad
      case "improved": .good
      case "undecided": .unclear
      default: .plain
      }
    let base = comparison?.baseline?.magnitude ?? 0
    let decided = comparison?.decided
    let isShare = decided?.scale == "share" && base > 0
    return HistoryPoint.Change(
      key: self.metric + suffix, label: label + suffix,
      size: decided?.scaled(by: isShare ? base : 1) ?? comparison?.difference?.scaled(by: 1)
        ?? estimate?.scaled(by: 1), percent: isShare ? decided?.scaled(by: 100) : nil,
      reference: rule.bound ?? 0, limit: limit,
      limitPercent: isShare ? limit.map { $0 / base * 100 } : nil,
      shown: comparison?.shown?.change, finding: status, tone: tone)
  }
}
