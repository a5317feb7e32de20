internal import DataFiles
internal import ReportKit

/// Comparisons and checks over time as a page: for each scenario what is tested against its baseline, with intervals,
/// and where the verdict changed.
package struct HistoryTrends {
  private let points: [HistoryPoint]
  private let faults: [String]

  /// - Parameters:
  ///   - points: In the order of time.
  ///   - faults: Why files in the folder are not shown.
  package init(_ points: [HistoryPoint], faults: [String]) {
    (self.points, self.faults) = (points, faults)
  }

  package var isEmpty: Bool { points.isEmpty }

  /// The page, which is the same for the same points.
  package var page: String { document.page(style: PageTheme.standard.lightStyle) }

  private var document: Document {
    let scenarios = Self.unique(points.map(\.scenario))
    return Document(
      blocks: [
        .title(
          mark: "feedlab:history",
          "FeedLab history: \(NumberText.counted(scenarios.count, "scenario"))"),
        .paragraph(
          "Each chart shows one tested metric as a difference from the baseline, which is the line at 0, or as a level with its limit. Dashed lines are limits; a vertical line marks a change of verdict."
        ),
        .sentences(faults.map { Sentence("Not shown: \($0)").toned(.bad) }, .list),
      ] + scenarios.flatMap(blocks))
  }

  /// The texts without repetition, in the order of their first occurrence.
  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func blocks(of scenario: String) -> [Block] {
    let points = points.filter { $0.scenario == scenario }
    return [.heading("\(scenario)")]
      + Self.unique(points.map(\.subject)).flatMap { subject in
        blocks(of: subject, points.filter { $0.subject == subject })
      }
  }

  private func blocks(of subject: String, _ points: [HistoryPoint]) -> [Block] {
    let keys = Self.unique(points.flatMap { $0.changes.map(\.key) })
    let drawings = keys.compactMap { HistoryChart(of: $0, points)?.drawing }
    return [
      .paragraph(standing(of: subject, points)),
      .sentences(verdictChanges(points), .list),
      .drawings(drawings), .table(table(points, keys)),
    ]
  }

  /// The verdict now, and since when.
  private func standing(of subject: String, _ points: [HistoryPoint]) -> Sentence {
    guard let last = points.last else { return "" }
    let same = Array(points.reversed().prefix { $0.outcome == last.outcome })
    let all = NumberText.counted(points.count, "result")
    guard let first = same.last, same.count < points.count else {
      return "\(strong: subject): \(last.outcome) in \(points.count == 1 ? all : "each of \(all)")."
    }
    return "\(strong: subject): \(last.outcome) since \(first.when); \(all)."
  }

  private func verdictChanges(_ points: [HistoryPoint]) -> [Sentence] {
    zip(points, points.dropFirst()).filter { $0.outcome != $1.outcome }.map { before, after in
      Sentence("\(after.when): \(after.outcome), before \(before.outcome)").toned(after.tone)
    }
  }

  private func table(_ points: [HistoryPoint], _ keys: [String]) -> Table {
    let columns: [Column<HistoryPoint>] =
      [
        Column("When") { .text($0.when) }, Column("Verdict") { .text($0.outcome).toned($0.tone) },
        Column("Worlds", .right) { .count($0.worlds) },
      ]
      + keys.map { key in
        let label = points.lazy.flatMap(\.changes).first { $0.key == key }?.label ?? key
        return Column(.init(label), .right) { point in
          guard let change = point.changes.first(where: { $0.key == key }) else { return .missing }
          return .figure(change.text).toned(change.tone)
        }
      }
      + [
        Column("FeedLab") { .text($0.version + ($0.isOfThisVersion ? "" : " (another version)")) },
        Column("Source") { .text($0.source) },
      ]
    return Table(columns, points, rule: .plain)
  }
}

extension HistoryPoint.Change {
  /// The change or the level with its interval; `nil` without a value.
  var text: String? {
    if let shown { return shown }
    guard let size else { return nil }
    let scale =
      [size.mean, size.upper.map { ($0 - (size.lower ?? $0)) / 2 } ?? 0]
      .map(\.magnitude).max() ?? 0
    let decimals = NumberText.decimals(showing: scale / 10)
    func number(_ value: Double) -> String {
      NumberText.fixed(value, decimals: decimals, isSigned: reference == 0)
    }
    let limits = size.lower.flatMap { lower in
      size.upper.map { " [\(number(lower)), \(number($0))]" }
    }
    return number(size.mean) + (limits ?? "")
  }
}
