internal import DataFiles
internal import ReportKit
internal import SocialFeed
internal import SyntheticSociety

/// How much a page depends on a feature: where its posts are when all candidates have the same value.
struct PageDependence: Sendable {
  let feature: RankerFeature
  let neutral: Double
  /// How many of the posts stay on a page of this length.
  let staying: Int
  /// By how many positions the posts move in the mean; `nil` for none that is a candidate.
  let meanMove: Double?

  init(_ dependence: FeatureDependence) {
    feature = dependence.feature
    neutral = dependence.neutral
    let positions = dependence.positions
    staying = positions.count { $0.map { $0 <= positions.count } ?? false }
    let moves = positions.enumerated().compactMap { index, position in
      position.map { Double(abs($0 - (index + 1))) }
    }
    meanMove = moves.isEmpty ? nil : moves.reduce(0, +) / Double(moves.count)
  }

  static var columns: [Column<PageDependence>] {
    [
      .text("feature") { $0.feature.name }, .number("neutral", \.neutral),
      .whole("staying", \.staying), .number("mean_move", \.meanMove),
    ]
  }
}

extension PeekedFeed {
  /// The dependence of the page on each feature, for people; empty where it was not requested.
  var dependenceBlocks: [Block] {
    guard let dependence, !dependence.isEmpty, !posts.isEmpty else { return [] }
    let features: [Column<PageDependence>] = [
      Column("without", .left) { .text($0.feature.name) },
      Column("all have", .right) { .figure(FeedEntry.number($0.neutral)) },
      Column("stay", .right) { .whole($0.staying) },
      Column("mean move", .right) {
        .figure($0.meanMove.map { NumberText.fixed($0, decimals: 1) })
      },
    ]
    let own: [Column<FeedEntry>] = [
      Column("#", .right) { .whole($0.position) },
      Column("post", .right) { .whole($0.post.post.index) },
    ]
    let each: [Column<FeedEntry>] = dependence.map { part in
      Column(.init(part.feature.name), .right) { entry in
        .figure(text(of: part, at: entry.position - 1))
      }
    }
    return [
      .heading("What it depends on"),
      .paragraph(
        .init(
          "Each feature is left out in turn: all candidates get the median of their values. Of the"
            + " \(NumberText.counted(posts.count, "post")), so many stay on a page of this length; mean move: by how"
            + " many positions they move.")),
      .table(Table(features, dependence.map(PageDependence.init))),
      .paragraph(
        "What a feature adds to each post's score, and in parentheses its position without it:"),
      .table(
        Table(
          own + each, groups: [Table.Group("", entries)],
          folded: own.count...own.count + each.count - 1)),
    ]
  }

  /// What a feature adds to the score of a post, and the position without it.
  private func text(of part: FeatureDependence, at index: Int) -> String? {
    guard let position = part.positions[index] else { return nil }
    guard let score = columns.first(where: { $0.name == RankingColumn.score })?.values[index],
      let without = part.scores[index]
    else { return "(\(position))" }
    let change = score - without
    let sign = change > 0 ? "+" : change < 0 ? "−" : ""
    return "\(sign)\(FeedEntry.number(change.magnitude)) (\(position))"
  }

  /// Columns of the scores and positions without each feature, for programs.
  var dependenceColumns: [Column<FeedEntry>] {
    (dependence ?? []).flatMap { part -> [Column<FeedEntry>] in
      let name = "without.\(part.feature.name)"
      return [
        .number("\(name).score") { part.scores[$0.position - 1] },
        .whole("\(name).position") { part.positions[$0.position - 1] },
      ]
    }
  }

  /// A member with the dependence of the page on each feature; none where it was not asked for.
  var dependenceJSON: [String: JSONValue] {
    guard let dependence else { return [:] }
    return [
      "dependence": .array(
        dependence.map { .object(PageDependence($0), PageDependence.columns) })
    ]
  }
}
