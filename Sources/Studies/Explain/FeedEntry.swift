internal import DataFiles
internal import ReportKit
internal import SocialFeed
internal import SyntheticSociety

/// A post on a page that is shown to people who want to know why it is there.
struct FeedEntry: Sendable {
  /// From 1.
  let position: Int
  let post: PeekedFeed.Post
  /// The position in the feed that this one is compared with, from 1; `nil` where it is not on that page, or without
  /// such a feed.
  var otherPosition: Int?
  /// The numbers that its position depends on, by the name of the column.
  let ranking: [(name: String, value: Double?)]

  /// The number that decides first.
  var key: Double? { ranking.first?.value }
}

extension PeekedFeed {
  /// The posts of the page, in order.
  var entries: [FeedEntry] {
    posts.enumerated().map { index, post in
      FeedEntry(
        position: index + 1, post: post, ranking: columns.map { ($0.name, $0.values[index]) })
    }
  }

  /// A column for each number that the order depends on, for people.
  func rankingColumns(without names: Set<String> = []) -> [Column<FeedEntry>] {
    columns.indices.filter { !names.contains(columns[$0].name) }.map { index in
      Column(.init(columns[index].name), .right) {
        .figure($0.ranking[index].value.map(FeedEntry.number))
      }
    }
  }
}

extension FeedEntry {
  static func number(_ value: Double) -> String {
    value.magnitude >= 1000
      ? NumberText.fixed(value, decimals: 0) : NumberText.rounded(value, figures: 4)
  }

  static func age(_ hours: Double) -> String {
    hours < 48
      ? "\(NumberText.fixed(hours, decimals: 1)) h"
      : "\(NumberText.fixed(hours / 24, decimals: 1)) d"
  }

  /// The columns of the post itself, for programs.
  static var dataColumns: [Column<FeedEntry>] {
    [
      .whole("position", \.position), .whole("post") { $0.post.post.index },
      .whole("author") { $0.post.author.index }, .whole("category") { $0.post.category.index },
      .number("age_hours") { $0.post.ageHours }, .whole("looks") { $0.post.looks },
      .truth("from_friend") { $0.post.isFromFriend },
    ]
  }

  /// A column for a number that the order depends on, for programs.
  static func rankingColumn(_ name: String) -> Column<FeedEntry> {
    .number("ranking.\(name)") { entry in
      entry.ranking.first { $0.name == name }.flatMap(\.value)
    }
  }

  /// - Parameter columns: The post's columns.
  func json(_ columns: [Column<FeedEntry>]) -> JSONValue {
    guard case .object(var members) = JSONValue.object(self, columns) else { return .null }
    members["ranking"] = .object(
      Dictionary(uniqueKeysWithValues: ranking.map { ($0.name, JSONValue($0.value)) }))
    return .object(members)
  }
}

extension RankerSettings {
  /// The names of the ranker and of those whose order it changes, such as `seen-discount of affinity`.
  var path: String { inner.map { "\(name) of \($0.path)" } ?? name }

  /// The order of the ranker, as the predicate of a sentence about it.
  var orderSentence: String {
    "\(path) orders by \(formula.map { "score = \($0.text)" } ?? descriptor.order)."
  }
}
