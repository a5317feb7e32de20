internal import DataFiles
internal import FeedMetrics
internal import PageResources
internal import ReportKit

/// The share of impressions of each category, compared with its share of posts.
enum DiversitySection {
  /// The maximum number of rows of the chart.
  private static let mostCategories = 20
  /// The difference of shares, in percentage points, from which a category is mentioned.
  private static let notable = 1.0

  static func section(_ context: PageContext) -> PageSection? {
    let arms = SharingSection.curves(context, \.shown)
    guard !arms.isEmpty, context.curves[arms[0].name]!.published.count > 1 else { return nil }
    let categories = Self.categories(context, arms)
    var rows = ChartRows(["category", "ranker", "share", "supply", "diff", "label"])
    for category in categories.prefix(mostCategories) {
      for arm in arms {
        let cell = Cell(category, context.curves[arm.name]!)
        rows.append([
          .string(name(of: category)), .string(arm.name), ChartRows.number(cell.share),
          ChartRows.number(cell.supply), ChartRows.number(cell.difference),
          .string(NumberText.fixed(cell.difference, decimals: 1, isSigned: true)),
        ])
      }
    }
    let left =
      categories.count > mostCategories
      ? " The \(mostCategories) largest of \(categories.count) categories are drawn." : ""
    let title = finding(context, arms, categories)
    let figure = PageFigure(
      figureID: "categories", anchorID: "diverse", width: "",
      figureTitle: title,
      subtitle:
        "Share of impressions less share of posts, in percentage points, mean over the worlds."
        + " Blue: shown more than supplied; orange: less.\(left)\(context.arms.note)",
      description: "Heatmap of \(min(categories.count, mostCategories)) categories by"
        + " \(arms.count) arms. \(title).",
      figureTable: table(context, categories),
      spec: ChartSpec(.categories, arms: arms, height: 42 * min(categories.count, mostCategories)),
      data: [("categories", rows)])
    return PageSection(
      sectionID: "diverse-s", sectionTitle: "Diversity",
      links: [PageLink(anchor: "diverse", linkText: "Diversity")], figures: [figure])
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

  /// The categories, those with the most posts first.
  private static func categories(
    _ context: PageContext, _ arms: [(name: String, slot: Int)]
  ) -> [Int] {
    let supply = context.curves[arms[0].name]!.published
    return supply.indices.sorted { (-supply[$0], $0) < (-supply[$1], $1) }
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
