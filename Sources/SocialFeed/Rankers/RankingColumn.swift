/// A number on which the order of a ranker depends, for each post of a page.
public struct RankingColumn: Sendable, Hashable {
  /// Such as `score`, or the name of a ``RankerFeature``; none twice among the columns of a ranker.
  public let name: String
  /// Such as `h`; empty for a pure number.
  public let unit: String
  /// One element a post; `nil` where the number does not decide the post's position.
  public let values: [Double?]

  public init(_ name: String, unit: String = "", _ values: [Double?]) {
    self.name = name
    self.unit = unit
    self.values = values
  }

  /// The name of the number by which a ranker orders, higher first.
  public static let score = "score"
  /// The name of 1 for the viewer's own entry of a contest, which stands before all others, and 0 for others.
  static let isOwn = "is_own"
}

extension Community {
  /// The features of posts as columns, and in a contest's feed first whether a post is the viewer's own.
  ///
  /// - Complexity: A pass over the posts for each feature.
  func columns(
    _ features: [RankerFeature], of posts: [PostID], for request: FeedRequest
  ) -> [RankingColumn] {
    guard let viewer = request.viewer else { return [] }
    let candidates = Candidates(
      posts, FeatureSet(features), for: request, viewer: viewer,
      now: request.cursor?.refreshedAt ?? request.now, from: self)
    return ownEntries(among: posts, for: request)
      + features.map { RankingColumn($0.name, unit: $0.unit, candidates[$0]) }
  }

  private func ownEntries(among posts: [PostID], for request: FeedRequest) -> [RankingColumn] {
    guard request.surface == .contest else { return [] }
    return [RankingColumn(RankingColumn.isOwn, posts.map { isOwn($0, request.viewer) ? 1 : 0 })]
  }
}

extension Sequence where Element == RankingColumn {
  /// The columns of another ranker, behind the columns of a ranker that orders by them.
  ///
  /// - Parameter outer: The columns of the ranker around the other. A column of the other that has the name of one of
  ///   these is named `of.score`, as a scenario's path would name it, and one level further in `of.of.score`.
  func ordered(by outer: [RankingColumn]) -> [RankingColumn] {
    outer
      + map { column in
        var name = column.name[...]
        while name.hasPrefix("of.") { name = name.dropFirst(3) }
        guard outer.contains(where: { $0.name == name }) else { return column }
        return RankingColumn("of." + column.name, unit: column.unit, column.values)
      }
  }
}
