internal import FeedMetrics
internal import ReportKit

/// The share of impressions of each category, compared with its share of posts.
enum DiversitySection {
  /// The number of categories that are drawn.
  private static let mostCategories = 3
  /// The smallest difference of shares, in percentage points, that mentions a category.
  private static let notable = 1.0

  static func section(_ context: PageContext) -> PageSection? {
    let arms = SharingSection.curves(context, \.shown)
    guard !arms.isEmpty, context.curves[arms[0].name]!.published.count > 1 else { return nil }
    let categories = Self.categories(context, arms)
    let drawn = Array(categories.prefix(mostCategories))
    let left =
      categories.count > drawn.count
      ? " The \(drawn.count) largest gaps of \(categories.count) categories; the table has all."
      : ""
    let title = finding(context, arms, categories)
    let figure = PageFigure(
      figureID: "categories", anchorID: "diverse", width: "", figureTitle: title,
      subtitle:
        "Share of impressions less share of posts, in percentage points, mean over the worlds."
        + " Blue: shown more than supplied; orange: less.\(left)\(context.arms.note)",
      description: "Heatmap of \(drawn.count) categories by \(arms.count) arms. \(title).",
      panels: [PagePanel(drawing(context, arms.map(\.name), drawn))],
      figureTable: table(context, categories))
    return PageSection(
      sectionID: "diverse-s", sectionTitle: "Diversity",
      links: [PageLink(anchor: "diverse", linkText: "Diversity")], figures: [figure])
  }

  /// A cell for each category and arm, with a line of names of arms above.
  private static func drawing(
    _ context: PageContext, _ arms: [String], _ categories: [Int]
  ) -> ChartDrawing {
    let cellHeight = 34.0
    let rows = ChartScale(.linear, 0...Double(categories.count))
    let columns = ChartScale(.linear, 0...Double(arms.count))
    let marks = categories.enumerated().flatMap { row, category in
      arms.enumerated().map { column, arm in
        let cell = Cell(category, context.curves[arm]!)
        let text = NumberText.fixed(cell.difference, decimals: 1, isSigned: true)
        return ChartMark(
          .cell(
            .init(Double(column), Double(row)), .init(Double(column + 1), Double(row + 1)),
            text: text), .step(step(cell.difference)),
          title: "\(name(of: category)), \(arm): \(text) points", arm: context.arms.index(of: arm))
      }
    }
    return ChartDrawing(in: "") { width, isNarrow in
      let left = isNarrow ? 84.0 : 120
      let room = (width - left) / Double(arms.count)
      return Chart(
        width: width, height: cellHeight * Double(categories.count) + 26,
        margins: .init(top: 0, right: 0, bottom: 26, left: left),
        x: .init(
          columns,
          ticks: arms.enumerated().map { index, arm in
            ChartTick(Double(index) + 0.5, shortened(arm, to: room))
          }, hasGrid: false),
        y: .init(
          rows,
          ticks: categories.enumerated().map { index, category in
            ChartTick(Double(index) + 0.5, name(of: category))
          }, hasGrid: false, isReversed: true), marks: marks)
    }
  }

  private static func shortened(_ name: String, to width: Double) -> String {
    let most = max(2, Int((width - 8) / Chart.textWidth("0")))
    return name.count <= most ? name : name.prefix(most - 1) + "…"
  }

  /// The step of the diverging colours, with limits at 1, 3 and 5 points.
  private static func step(_ difference: Double) -> Int {
    let size = [1.0, 3, 5].count { difference.magnitude >= $0 }
    return difference < 0 ? 4 - size : 4 + size
  }

  /// A category under an arm, in percent and points.
  private struct Cell {
    let share: Double
    let supply: Double

    init(_ category: Int, _ curves: RunCurves) {
      share = curves.shown[category] * 100
      supply = curves.published[category] * 100
    }

    var difference: Double { share - supply }
  }

  private static func name(of category: Int) -> String { "Category \(category)" }

  /// The categories, those with the largest gap under some arm first.
  private static func categories(
    _ context: PageContext, _ arms: [(name: String, slot: Int)]
  ) -> [Int] {
    let all = Array(context.curves[arms[0].name]!.published.indices)
    let gaps = all.map { category in
      arms.map { Cell(category, context.curves[$0.name]!).difference.magnitude }.max() ?? 0
    }
    return all.sorted { (-gaps[$0], $0) < (-gaps[$1], $1) }
  }

  /// The arm with the largest differences from the shares of posts, and these differences.
  private static func finding(
    _ context: PageContext, _ arms: [(name: String, slot: Int)], _ categories: [Int]
  ) -> String {
    func cells(_ arm: String) -> [(category: Int, difference: Double)] {
      categories.map { ($0, Cell($0, context.curves[arm]!).difference) }
    }
    func departure(_ arm: String) -> Double { cells(arm).map(\.difference.magnitude).max() ?? 0 }
    let arm = arms.enumerated().max { one, other in
      (departure(one.element.name), -one.offset) < (departure(other.element.name), -other.offset)
    }!.element.name
    func names(_ sign: Double) -> [String] {
      cells(arm).filter { $0.difference * sign >= notable }
        .sorted { ($0.difference * -sign, $0.category) < ($1.difference * -sign, $1.category) }
        .prefix(2).map { "\($0.category)" }
    }
    let (favoured, starved) = (names(1), names(-1))
    let parts = [(favoured, "shows more of"), (starved, "less of")].filter { !$0.0.isEmpty }
      .map { "\($1) \($0.count == 1 ? "category" : "categories") \(PageFindings.list($0))" }
    guard !parts.isEmpty else {
      return "No category gets a point more or less of impressions than its share of posts"
    }
    let shows = favoured.isEmpty ? " shows" : ""
    return "\(arm)\(shows) \(parts.joined(separator: " and ")) than is posted"
  }

  private static func table(_ context: PageContext, _ categories: [Int]) -> PageTable {
    let rows = categories.flatMap { category in
      context.arms.names.compactMap { arm -> [String]? in
        guard let curves = context.curves[arm], !curves.shown.isEmpty else { return nil }
        let cell = Cell(category, curves)
        return [
          name(of: category), arm, NumberText.fixed(cell.share, decimals: 1),
          NumberText.fixed(cell.supply, decimals: 1),
          NumberText.fixed(cell.difference, decimals: 1, isSigned: true),
        ]
      }
    }
    return PageTable(
      "Percentage points",
      columns: ["Category", "Arm", "Of impressions, %#", "Of posts, %#", "Difference#"], rows: rows)
  }
}
