internal import DataFiles
internal import Experiments
package import ReportKit
internal import SocialFeed
internal import SyntheticSociety

extension RankedPage: Documented {
  /// The posts of the page in order, each with the numbers that its position depends on.
  package var document: Document {
    Document(
      blocks: blocks, table: DataTable(dataColumns, page.entries),
      json: .study(
        design,
        [
          "world": JSONValue(world), "viewer": JSONValue(viewer.index),
          "at": .string(InstantForm.text(time)), "seconds": .number(time),
          "surface": .string(surface.description), "arm": .string(arm),
          "ranker": .string(ranker.path), "order": .string(ranker.descriptor.order),
          "posts": .array(
            page.entries.map { $0.json(FeedEntry.dataColumns + page.dependenceColumns) }),
        ].merging(page.dependenceJSON) { $1 }))
  }

  private var blocks: [Block] {
    Block.head(
      mark: "rank", title: "FeedLab rank", scenario: design.scenario,
      setting: ExperimentNotes.community(design))
      + [
        .heading(
          "\(raw: arm) for viewer \(viewer.index) on \(raw: surface.description) at \(raw: InstantForm.text(time)) in world \(world)"
        ), .paragraph(.init(ranker.orderSentence)),
      ]
      + (page.posts.isEmpty
        ? [.paragraph("The page is empty.")]
        : [.table(table)] + page.dependenceBlocks + [.paragraph(.init(legend))])
  }

  private var table: Table {
    let own: [Column<FeedEntry>] = [
      Column("#", .right) { .whole($0.position) },
      Column("post", .right) { .whole($0.post.post.index) },
      Column("author", .right) { .whole($0.post.author.index) },
      Column("category", .right) { .whole($0.post.category.index) },
      Column("age", .right) { .figure(FeedEntry.age($0.post.ageHours)) },
      Column("seen", .right) { .whole($0.post.looks) },
    ]
    // The age has a column of its own.
    let others = page.rankingColumns(without: [RankerFeature.ageHours.name])
    return Table(
      own + others, groups: [Table.Group("", page.entries)],
      folded: others.isEmpty ? nil : own.count...own.count + others.count - 1)
  }

  private var legend: String {
    "The first page that the viewer would get then; age: since publication; seen: how often the viewer has looked at"
      + " the post. The world was simulated until that instant."
  }

  private var dataColumns: [Column<FeedEntry>] {
    [
      .whole("world") { _ in world }, .whole("viewer") { _ in viewer.index },
      .number("at_seconds") { _ in time }, .text("surface") { _ in surface.description },
      .text("arm") { _ in arm },
    ] + FeedEntry.dataColumns + page.columns.map { FeedEntry.rankingColumn($0.name) }
      + page.dependenceColumns
  }
}
