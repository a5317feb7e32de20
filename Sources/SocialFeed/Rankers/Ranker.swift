/// The order of a feed.
///
/// A ranker that knows its order from an index fills the page itself and touches what is on it; one
/// that has a score for every candidate conforms to ``ScoringRanker`` instead and gives only the score. Either sees
/// what a backend could see, and is a pure function of the request, the community and the noise handed in; one that
/// learns also of the events handed in before.
///
/// A ranker from outside the module fills a page by ``FeedPage/append(_:)`` and ends it by
/// ``FeedPage/end(at:)`` with ``FeedRequest/cursor(at:in:)``; the community leaves out what must not be shown. A
/// ranker's candidates come from ``Community/forEachCandidate(for:bound:_:)`` and `Candidates(_:_:for:from:)`.
///
/// To add one: see ``RankerCatalogue``.
public protocol Ranker: Sendable {
  /// Whether it, or the ranker inside, scores by what changes while the viewer scrolls, so that it wants to know
  /// what was shown (``FeedRequest/shown``); not by default.
  var changesByLooks: Bool { get }

  /// What distinguishes its order from other rankers' and other parameters' orders; by default the fingerprint of the
  /// name of its type, which costs a microsecond a page. A ranker with parameters gives its own with all of them.
  var fingerprint: RankerFingerprint { get }

  /// Whether it cannot order without what only a simulation knows; by default it can.
  var needsLatentRelevance: Bool { get }

  /// Whether a refresh may end without all candidates, as with a ranker that fills pages itself by default. Whoever runs
  /// a world counts the pages that such a ranker leaves short or empty (``Community/hasCandidate(for:besides:)``).
  var leavesOut: Bool { get }

  /// Why it gives no order any more; always `nil` for a ranker of this program. The pages of a ranker that has failed
  /// have no meaning, so that whoever runs a world ends it.
  var failure: RankerFailure? { get }

  /// Whether it, or a ranker inside, wants the events of its world; by default it does not.
  var learns: Bool { get }

  /// Takes in what happened, in order. Only for a ranker that learns, which gets everything that happens in its world, once.
  ///
  /// - Parameter events: The events since the last call. How they are divided into calls must have no effect.
  func learn(_ events: [RankerEvent])

  /// Looks at the end of its world whether its answers can be repeated; ``failure`` has the reason where they cannot. A
  /// ranker of this program does not look.
  func endWorld()

  /// Where a refresh begins, with what its first page settles for all of them.
  ///
  /// A ranker that settles more than the clock and the bound of posts implements this itself; one around it calls this.
  func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor

  /// Puts the next page's posts onto `page`, which is empty, and records where it ended.
  func fill(_ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community)

  /// The numbers that explain the positions of posts on the first page of a refresh, for people.
  ///
  /// A ranker with a score gives that first, then the parts of the score. A ranker that leaves this out has no such
  /// numbers.
  ///
  /// - Parameters:
  ///   - posts: Posts of the page that the request, which has no cursor, is answered with.
  ///   - request: The request of the page.
  /// - Complexity: At most as much as a page as long as the posts, and a pass over the posts for each number.
  func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn]

  /// How much scores and positions of posts on the first page of a refresh depend on each feature that the ranker reads,
  /// in the order of all features; `nil` for a ranker that cannot be asked without a feature, as by default.
  ///
  /// - Parameters:
  ///   - posts: Posts of the page that the request, which has no cursor, is answered with.
  ///   - request: The request of the page.
  /// - Complexity: A request for each feature whose values differ, and one more.
  func dependence(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [FeatureDependence]?
}

extension Ranker {
  public var changesByLooks: Bool { false }

  public var fingerprint: RankerFingerprint {
    RankerFingerprint(String(describing: Self.self))
  }

  public var needsLatentRelevance: Bool { false }

  public var leavesOut: Bool { true }

  public var failure: RankerFailure? { nil }

  public var learns: Bool { false }

  public func learn(_ events: [RankerEvent]) {}

  public func endWorld() {}

  /// The clock, which posts, or in a contest's feed entries, there are, and the moment of the votes.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    request.cursor(
      bound: community.bound(of: request.surface), voteMoment: community.voteMoment, .start)
  }

  /// No numbers.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] { [] }

  public func dependence(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [FeatureDependence]? { nil }
}

extension FeedPage {
  /// Takes a page ordered by score.
  ///
  /// - Parameter voteMoment: The moment of the votes, where these decide.
  mutating func take(
    _ top: TopKeys, for request: FeedRequest, bound: Int, floor: Int? = nil, voteMoment: Int?
  ) {
    for key in top.keys { append(checked: key.post) }
    guard let last = top.worst else { return }
    end(
      at: request.cursor(bound: bound, floor: floor, voteMoment: voteMoment, .after(last)))
  }
}
