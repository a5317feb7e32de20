/// The order of a feed.
///
/// A ranker that knows its order from an index fills the page itself and touches what is on it; one
/// that has a score for every candidate conforms to ``ScoringRanker`` instead and gives the score
/// alone. Either sees what a backend could see, and is a pure function of the request, the
/// community and the noise handed in.
///
/// To add one: see ``RankerCatalogue``.
public protocol Ranker: Sendable {
  /// Where a refresh begins, with what its first page settles for all of them.
  ///
  /// A ranker for which that is more than the clock and what there is says so itself; one around it
  /// requests this.
  func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor

  /// Puts the next page's posts onto `page`, which is empty, and records where it ended.
  func fill(_ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community)
}

extension Ranker {
  /// The clock, and which posts, or in a contest's feed entries, there are.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    request.cursor(bound: community.bound(of: request.surface), .start)
  }
}

extension FeedPage {
  /// Takes a page ordered by score.
  mutating func take(_ top: TopKeys, for request: FeedRequest, bound: Int, floor: Int? = nil) {
    for key in top.keys { append(key.post) }
    if let last = top.worst { end(at: request.cursor(bound: bound, floor: floor, .after(last))) }
  }
}
