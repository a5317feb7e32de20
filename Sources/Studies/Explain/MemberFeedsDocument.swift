internal import DataFiles
internal import Experiments
package import ReportKit
internal import SocialFeed
internal import SyntheticSociety

extension MemberFeeds: Documented {
  /// Both pages side by side, then for each the numbers that its order depends on.
  package var document: Document {
    Document(
      blocks: blocks, table: DataTable(dataColumns, feeds.flatMap(rows)),
      json: .study(
        results.design,
        [
          "world": JSONValue(world), "member": JSONValue(member.index),
          "at": .string(InstantForm.text(time)), "seconds": .number(time),
          "surface": .string(surface.description), "baseline": .string(baseline.arm),
          "candidate": .string(candidate.arm), "posts_in_both": JSONValue(common.posts),
          "feeds": .array(feeds.map(json)),
        ]))
  }

  private var feeds: [Feed] { [baseline, candidate] }

  // MARK: For people

  private var blocks: [Block] {
    Block.head(
      mark: "feeds", title: "FeedLab explain", scenario: results.design.scenario,
      setting: ExperimentNotes(results).setting)
      + [
        .heading(
          "Member \(member.index) on \(raw: surface.description) at \(raw: InstantForm.text(time)) in world \(world)"
        ), .paragraph(.init(overlap)),
      ] + (longest == 0 ? [] : [.table(sideBySide)]) + feeds.flatMap(reasons) + [
        .paragraph(.init(legend))
      ]
  }

  private var overlap: String {
    let (shared, same) = common
    return longest == 0
      ? "Both feeds are empty."
      : "\(shared) of \(NumberText.counted(longest, "post")) are in both feeds, \(same) of them at the same position."
  }

  /// The posts of the longer page.
  private var longest: Int { feeds.map(\.page.posts.count).max() ?? 0 }

  private typealias Pair = (position: Int, entries: [FeedEntry?])

  private var sideBySide: Table {
    let entries = feeds.map(entries)
    let pairs = (0..<longest).map { index in
      Pair(index + 1, entries.map { index < $0.count ? $0[index] : nil })
    }
    let positions: [Column<Pair>] = [Column("#", .right) { .whole($0.position) }]
    let sides: [Column<Pair>] = feeds.indices.flatMap { side in
      columns(of: feeds[side]).map { $0.of { (pair: Pair) in pair.entries[side] } }
    }
    return Table(positions + sides, pairs, layouts: 3)
  }

  private func columns(of feed: Feed) -> [Column<FeedEntry?>] {
    var columns: [Column<FeedEntry?>] = [
      Column(.init(feed.arm), .right, gap: 4) { Self.whole($0?.post.post.index) },
      Column("author", .right, in: [0, 1]) { Self.whole($0?.post.author.index) },
      Column("age", .right) { .figure($0.map { FeedEntry.age($0.post.ageHours) }) },
      Column("category", .right, in: [0]) { Self.whole($0?.post.category.index) },
      Column("seen", .right) { Self.whole($0?.post.looks) },
    ]
    // The age has a column of its own.
    if let key = feed.page.columns.first?.name, key != RankerFeature.ageHours.name {
      columns.append(Column(.init(key), .right, in: [0]) { .figure($0?.key.map(FeedEntry.number)) })
    }
    return columns + [Column("other", .right) { Self.whole($0?.otherPosition) }]
  }

  /// What the order of a feed depends on.
  private func reasons(_ feed: Feed) -> [Block] {
    let order = Sentence(.init(feed.ranker.orderSentence))
    let sentence: Block = .paragraph("\(strong: feed.arm): " + order)
    // The age is in the first table.
    let isKnown = feed.page.columns.allSatisfy { $0.name == RankerFeature.ageHours.name }
    guard !isKnown, !feed.page.posts.isEmpty else {
      return [sentence] + feed.page.dependenceBlocks
    }
    let columns: [Column<FeedEntry>] =
      [
        Column("#", .right) { .whole($0.position) },
        Column("post", .right) { .whole($0.post.post.index) },
      ] + feed.page.rankingColumns()
    return [
      sentence,
      .table(
        Table(
          columns, groups: [Table.Group("", entries(of: feed))], folded: 2...columns.count - 1)),
    ] + feed.page.dependenceBlocks
  }

  private var legend: String {
    let twins =
      results.design.isAntithetic ? "the world is the first of its antithetic twins; " : ""
    let live =
      results.design.liveDesign == nil
      ? "" : "in this world one arm serves everybody, as in no live test; "
    return
      "Each feed is the first page that the member would get then: under each arm the post's number; "
      + "age: since publication; seen: how often the member has looked at the post; "
      + "other: its position in the other feed; \(twins)\(live)"
      + "the world was simulated again until that instant."
  }

  private static func whole(_ number: Int?) -> Value { number.map(Value.whole) ?? .missing }

  // MARK: For programs

  private typealias Row = (feed: Feed, entry: FeedEntry)

  private func rows(_ feed: Feed) -> [Row] { entries(of: feed).map { (feed, $0) } }

  /// The names of the numbers of both rankers.
  private var rankingNames: [String] {
    feeds.flatMap { $0.page.columns.map(\.name) }.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private var dataColumns: [Column<Row>] {
    [
      .whole("world") { _ in world }, .whole("member") { _ in member.index },
      .number("at_seconds") { _ in time }, .text("surface") { _ in surface.description },
      .text("arm") { $0.feed.arm },
    ] + Self.postColumns.map { $0.of(\.entry) }
      + rankingNames.map { FeedEntry.rankingColumn($0).of(\.entry) }
  }

  private static var postColumns: [Column<FeedEntry>] {
    FeedEntry.dataColumns + [.whole("other_position", \.otherPosition)]
  }

  private func json(_ feed: Feed) -> JSONValue {
    let members: [String: JSONValue] = [
      "arm": .string(feed.arm), "ranker": .string(feed.ranker.path),
      "order": .string(feed.ranker.descriptor.order),
      "posts": .array(
        entries(of: feed).map { $0.json(Self.postColumns + feed.page.dependenceColumns) }),
    ]
    return .object(members.merging(feed.page.dependenceJSON) { $1 })
  }
}
