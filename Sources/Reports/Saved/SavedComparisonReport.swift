public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics

/// Two saved results against each other, in every format.
public struct SavedComparisonReport {
  private let comparison: SavedComparison
  private let filter: (String) -> Bool

  /// - Parameter filter: Which metrics are shown, by their ids.
  public init(_ comparison: SavedComparison, filter: @escaping (String) -> Bool = { _ in true }) {
    self.comparison = comparison
    self.filter = filter
  }

  /// - Parameters:
  ///   - width: Columns that text is laid out for.
  ///   - hasStyle: Whether text has bold and colour.
  public func render(_ format: ReportFormat, width: Int, hasStyle: Bool) -> String {
    switch format {
    case .text: text(width: width, hasStyle: hasStyle)
    case .markdown: markdown
    case .json: json
    case .csv: DelimitedText.commas.text(table)
    case .tsv: DelimitedText.tabs.text(table)
    }
  }

  private func shown(_ arm: SavedComparison.Arm) -> [Comparison] {
    arm.comparisons.filter { filter($0.metric.id) }
  }

  // MARK: - Words

  private var setting: String {
    "\(comparison.old.scenario) in \(comparison.old.file) (FeedLab \(comparison.old.version)) against"
      + " \(comparison.new.scenario) in \(comparison.new.file) (FeedLab \(comparison.new.version))"
  }

  private func headline(_ arm: SavedComparison.Arm) -> String {
    Headline(shown(arm), candidate: "\(arm.name), new", baseline: "old").text
  }

  private var method: String {
    let level = LevelWords.phrase(1 - comparison.risk)
    return comparison.isPaired
      ? "New − old, world by world; \(level) intervals by Student's t."
      : "New − old, by Welch's test of worlds that are not paired; \(level) intervals."
  }

  /// What a reader must know before believing the table.
  public var warnings: [String] {
    var warnings: [String] = []
    if !comparison.isPaired {
      warnings.append(
        "the scenarios differ in \(comparison.differing.joined(separator: ", ")), so that worlds are not"
          + " paired and intervals are wide; part of a difference may be theirs")
    }
    for arm in comparison.arms where !arm.unpairedWorlds.isEmpty {
      let worlds = Self.ranges(arm.unpairedWorlds)
      warnings.append("arm '\(arm.name)': one side alone has worlds \(worlds); they are left out")
    }
    for (arms, side) in [(comparison.oldArms, "old"), (comparison.newArms, "new")]
    where !arms.isEmpty {
      warnings.append("the \(side) results alone have arms \(arms.joined(separator: ", "))")
    }
    for (metrics, side) in [(comparison.oldMetrics, "old"), (comparison.newMetrics, "new")]
    where !metrics.isEmpty {
      warnings.append(
        "not compared, of the \(side) results: \(metrics.joined(separator: ", "))")
    }
    return warnings
  }

  /// Ascending numbers, such as `0, 8 to 63`.
  private static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    .joined(separator: ", ")
  }

  // MARK: - For people

  private func text(width: Int, hasStyle: Bool) -> String {
    let width = max(width, TextReport.leastWidth)
    let tables = comparison.arms.map {
      ComparisonTable(shown($0), candidate: "new", baseline: "old", level: 1 - comparison.risk)
    }
    let laidOut = ComparisonTable.lines(tables, width: width, hasStyle: hasStyle)
    var lines = setting.wrapped(to: width)
    for (arm, table) in zip(comparison.arms, laidOut) {
      lines += [""] + headline(arm).wrapped(to: width) + table
    }
    lines += [""] + method.wrapped(to: width)
    return lines.joined(separator: "\n") + "\n"
  }

  private var markdown: String {
    var lines = ["### FeedLab: \(MarkdownText.plain(setting))", ""]
    for arm in comparison.arms { lines.append("- " + MarkdownText.plain(headline(arm))) }
    for arm in comparison.arms {
      lines += ["", "#### \(MarkdownText.plain(arm.name))"]
      for family in MetricFamily.allCases {
        let rows = shown(arm).filter { $0.metric.family == family }.map(row)
        guard !rows.isEmpty else { continue }
        let header = [family.rawValue, "old", "new", "Δ", "CI", "Δ%", "p", "Verdict"]
        lines += ["", MarkdownText.table(header, rows).trimmingLastBreak]
      }
    }
    lines += ["", method]
    if !warnings.isEmpty { lines.append("") }
    lines += warnings.map { "- " + MarkdownText.plain($0) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ comparison: Comparison) -> [String] {
    let cells = ComparisonCells(comparison)
    return [
      MarkdownText.label(comparison.metric), cells.baseline, cells.candidate, cells.change,
      cells.interval, cells.percent, cells.p, comparison.verdict.words,
    ]
  }

  // MARK: - For programs

  private var table: [[String]] {
    let header = [
      "arm", "metric", "old_mean", "new_mean", "difference", "standard_error", "lower", "upper",
      "p",
      "relative", "margin", "worlds", "missing", "paired", "verdict",
    ]
    return [header]
      + comparison.arms.flatMap { arm in
        shown(arm).map { found in
          let numbers: [Double?] = [
            found.baselineMean, found.candidateMean, found.difference?.mean,
            found.difference?.standardError, found.difference?.interval?.lower,
            found.difference?.interval?.upper, found.difference?.pValue, found.relative?.estimate,
            found.margin,
          ]
          return [arm.name, found.metric.id] + numbers.map(DelimitedText.number) + [
            "\(found.worlds)", "\(found.missing)", "\(comparison.isPaired)",
            found.verdict.rawValue,
          ]
        }
      }
  }

  private var json: String {
    func side(_ results: SavedResults) -> JSONValue {
      .object([
        "file": .string(results.file), "feedlab": .string(results.version),
        "scenario": .string(results.scenario),
      ])
    }
    return JSONValue.object([
      "old": side(comparison.old), "new": side(comparison.new),
      "paired": .bool(comparison.isPaired), "level": .number(1 - comparison.risk),
      "arms": .array(comparison.arms.map(json)),
      "warnings": .array(warnings.map(JSONValue.string)),
    ]).indented
  }

  private func json(_ arm: SavedComparison.Arm) -> JSONValue {
    .object([
      "name": .string(arm.name), "old_worlds": JSONValue(arm.oldWorlds),
      "new_worlds": JSONValue(arm.newWorlds),
      "unpaired_worlds": .array(arm.unpairedWorlds.map(JSONValue.init)),
      "comparisons": .array(
        shown(arm).map { found in
          .object([
            "metric": .string(found.metric.id), "old_mean": JSONValue(found.baselineMean),
            "new_mean": JSONValue(found.candidateMean),
            "difference": JSONValue(found.difference?.mean),
            "standard_error": JSONValue(found.difference?.standardError),
            "lower": JSONValue(found.difference?.interval?.lower),
            "upper": JSONValue(found.difference?.interval?.upper),
            "p": JSONValue(found.difference?.pValue),
            "relative": JSONValue(found.relative?.estimate), "margin": .number(found.margin),
            "worlds": JSONValue(found.worlds), "missing": JSONValue(found.missing),
            "verdict": .string(found.verdict.rawValue),
            "reason": found.indecision.map { .string($0.description) } ?? .null,
          ])
        }),
    ])
  }
}

extension String {
  /// Without the line feed that ends it.
  fileprivate var trimmingLastBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
