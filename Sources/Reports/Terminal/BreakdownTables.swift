internal import Experiments
internal import ReportKit

/// The metrics by surface, ranker or day for a terminal.
struct BreakdownTables {
  private let content: BreakdownRows

  init(_ content: BreakdownRows) { self.content = content }

  /// A table for each metric, all in the same columns.
  func lines(width: Int, hasStyle: Bool) -> [String] {
    var table = TextTable([.init(.left)] + content.arms.map { _ in .init(.right) })
    for block in content.blocks {
      table.addGap()
      table.add([block.metric.label] + content.arms) { _ in .bold }
      for row in block.rows { table.add(["  " + row.scope] + row.cells) }
    }
    return content.title.wrapped(to: width) + table.lines(hasStyle: hasStyle)
  }
}
