/// Why a page was refused.
public enum FeedRequestError: Error, Hashable, Sendable {
  case unknownViewer(MemberID)
  /// Not in `1...` ``FeedRequest/pageSizeLimit``.
  case pageSize(Int)
  /// Below 0.
  case offset(Int)
  /// Among ``FeedRequest/shown``.
  case unknownPost(PostID)
  /// The cursor is of another feed than the request's.
  case cursorOfSurface(Surface, asked: Surface)
  /// The cursor is of a page for somebody else; `nil` is an anonymous viewer.
  case cursorOfViewer(MemberID?)
  /// The cursor is of a community with another ``Community/run``.
  case cursorOfRun
  /// The cursor is of a feed with more posts, or in a contest's feed entries, than there are.
  case staleCursor(bound: Int, count: Int)
  /// The cursor is of a state after more gained and lost votes than there were.
  case staleVotes(moment: Int, now: Int)
  /// The cursor points at something that does not exist, as one may that was not made here.
  case invalidCursor
  /// The ranker orders by what only a simulation knows.
  case noLatentRelevance
}

extension FeedRequestError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownViewer(let member): "there is no member \(member)"
    case .pageSize(let count):
      "a page of \(count) posts was asked for; a page has 1 to \(FeedRequest.pageSizeLimit)"
    case .offset(let offset): "an offset of \(offset) was asked for; an offset is at least 0"
    case .unknownPost(let post): "there is no post \(post) that could have been shown"
    case .cursorOfSurface(let surface, let asked):
      "the cursor is of the feed \(surface), and the feed \(asked) was asked for"
    case .cursorOfViewer(let member?): "the cursor is of a page for member \(member)"
    case .cursorOfViewer(nil): "the cursor is of a page for an anonymous viewer"
    case .cursorOfRun: "the cursor is of another run of the community"
    case .staleCursor(let bound, let count):
      "the cursor is of a feed that begins at number \(bound), and there are \(count)"
    case .staleVotes(let moment, let now):
      "the cursor is of a feed after \(moment) gained and lost votes, and there were \(now)"
    case .invalidCursor: "the cursor points at something that does not exist"
    case .noLatentRelevance: "the ranker orders by latent relevance, which only a simulation knows"
    }
  }
}
