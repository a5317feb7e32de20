internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// The metrics on the scale of the yardsticks as a table for each family: the means of the yardsticks,
/// and each arm's place between them, with its interval where there is room.
struct ScaleTable {
  private enum Layout: CaseIterable { case intervals, ends, placesAlone }

  private let content: ScaleRows

  init(_ content: ScaleRows) { self.content = content }

  func lines(width: Int, hasStyle: Bool) -> [String] {
    let tables = Layout.allCases.lazy.map(table)
    let table = tables.first { $0.width <= width } ?? table(.placesAlone)
    return ScaleRows.title.wrapped(to: width) + table.lines(hasStyle: hasStyle)
  }

  private func table(_ layout: Layout) -> TextTable {
    let ends = layout == .placesAlone ? [] : Yardstick.allCases.map(\.rawValue)
    let columns = ends.count + content.arms.count * (layout == .intervals ? 2 : 1)
    var table = TextTable([.init(.left)] + (0..<columns).map { _ in .init(.right) })
    table.add(
      content.rows, family: \.metric.family,
      heading: { family in
        [family.rawValue] + ends
          + content.arms.flatMap {
            layout == .intervals ? [$0, LevelWords.heading(content.level)] : [$0]
          }
      },
      cells: { row in
        [row.metric.label] + row.ends.prefix(ends.count)
          + row.scaled.flatMap {
            layout == .intervals ? [$0.estimate, $0.interval] : [$0.estimate]
          }
      })
    return table
  }
}
