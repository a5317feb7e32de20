internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit

/// The report of a comparison of two saved results.
public struct SavedComparisonDocument: Documented {
  private let comparison: SavedComparison
  private let filter: (String) -> Bool

  /// - Parameter filter: Whether a metric is shown, by its id.
  public init(_ comparison: SavedComparison, filter: @escaping (String) -> Bool = { _ in true }) {
    self.comparison = comparison
    self.filter = filter
  }

  public var document: Document { Document(blocks: blocks, table: table, json: json) }

  private func shown(_ arm: SavedComparison.Arm) -> [Comparison] {
    arm.comparisons.filter { filter($0.metric.id) }
  }

  // MARK: For people

  private var blocks: [Block] {
    let columns: [Column<Comparison>] = .comparisons(
      candidate: "new", baseline: "old")
    return [
      .title(mark: nil, "FeedLab: \(setting)"), .only(.terminal, [.paragraph("\(setting)")]),
      .sections(
        comparison.arms.map { arm in
          let headline = Headline(
            shown(arm), candidate: "\(arm.name), new", baseline: "old"
          ).sentence
          return Block.Section(
            "\(arm.name)", answers: [headline],
            [.table(Table(shown(arm), columns, rule: .plain))])
        }),
      .paragraph(.init(method)),
      .only(.files, [.sentences(warnings.map { Sentence($0) }, .list)]),
    ]
  }

  private var setting: String {
    "\(comparison.old.scenario) in \(comparison.old.file) (FeedLab \(comparison.old.version)) against"
      + " \(comparison.new.scenario) in \(comparison.new.file) (FeedLab \(comparison.new.version))"
  }

  private var method: String {
    let level = LevelText.phrase(1 - comparison.alpha)
    return comparison.isPaired
      ? "New − old, world by world; \(level) intervals by Student's t."
      : "New − old, by Welch's test of worlds that are not paired; \(level) intervals."
  }

  /// Warnings about the validity of the comparison.
  public var warnings: [String] {
    var warnings: [String] = []
    if !comparison.isPaired {
      warnings.append(
        "the scenarios differ in \(comparison.differing.joined(separator: ", ")): worlds are not paired,"
          + " intervals are wide, and part of a difference may come from the scenarios")
    }
    for arm in comparison.arms where !arm.unpairedWorlds.isEmpty {
      let worlds = Self.ranges(arm.unpairedWorlds)
      warnings.append(
        "arm '\(arm.name)': only one of the results has worlds \(worlds); they are excluded")
    }
    for (arms, side) in [(comparison.oldArms, "old"), (comparison.newArms, "new")]
    where !arms.isEmpty {
      warnings.append("only the \(side) results have arms \(arms.joined(separator: ", "))")
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

  // MARK: For programs

  private static var columns: [Column<Comparison>] {
    [
      .text("metric", \.metric.id), .number("old_mean", \.baselineMean),
      .number("new_mean", \.candidateMean),
    ] + Column.differences + [
      .number("margin", \.margin), .whole("worlds", \.worlds), .whole("missing", \.missing),
    ]
  }

  private var table: DataTable {
    typealias Row = (arm: String, comparison: Comparison)
    let rows = comparison.arms.flatMap { arm in shown(arm).map { Row(arm.name, $0) } }
    let columns: [Column<Row>] =
      [.text("arm", \.arm)] + Self.columns.map { $0.of(\.comparison) } + [
        .truth("paired") { _ in comparison.isPaired },
        .text("verdict", \.comparison.verdict.rawValue),
      ]
    return DataTable(columns, rows)
  }

  private var json: JSONValue {
    func side(_ results: SavedResults) -> JSONValue {
      .object([
        "file": .string(results.file), "feedlab": .string(results.version),
        "scenario": .string(results.scenario),
      ])
    }
    return .object([
      "old": side(comparison.old), "new": side(comparison.new),
      "paired": .bool(comparison.isPaired), "level": .number(1 - comparison.alpha),
      "arms": .array(comparison.arms.map(json)),
      "warnings": .array(warnings.map(JSONValue.string)),
    ])
  }

  private func json(_ arm: SavedComparison.Arm) -> JSONValue {
    let columns: [Column<Comparison>] =
      Self.columns + [
        .text("verdict", \.verdict.rawValue),
        .text("reason") { $0.inconclusiveReason?.description },
      ]
    return .object([
      "name": .string(arm.name), "old_worlds": JSONValue(arm.oldWorlds),
      "new_worlds": JSONValue(arm.newWorlds),
      "unpaired_worlds": .array(arm.unpairedWorlds.map { JSONValue($0) }),
      "comparisons": .array(shown(arm).map { .object($0, columns) }),
    ])
  }
}
