extension FeedCursor {
  /// Whether a page goes on where this cursor ends by an order and a paging.
  func isContinued(by order: RankerFingerprint, _ paging: FeedPaging) -> Bool {
    guard ranker == order else { return false }
    if case .offset = position { return paging == .offset }
    return paging == .keyset
  }

  /// The moment of the votes of its refresh, or of a ranker's inside.
  fileprivate var latestVoteMoment: Int {
    let moment = voteMoment ?? 0
    return if case .inWindow(let start, _) = position {
      max(moment, start.latestVoteMoment)
    } else {
      moment
    }
  }
}

extension Community {
  /// Throws unless a cursor is of the feed, the viewer and the community of a request, and only points at things that
  /// exist: it may have come from outside.
  ///
  /// - Complexity: O(1), and O(what the position lists).
  func check(_ cursor: FeedCursor, of request: FeedRequest) throws(FeedRequestError) {
    guard cursor.run == run else { throw .cursorOfRun }
    guard cursor.surface == request.surface else {
      throw .cursorOfSurface(cursor.surface, asked: request.surface)
    }
    guard cursor.viewer == request.viewer else { throw .cursorOfViewer(cursor.viewer) }
    let count = bound(of: request.surface)
    guard cursor.bound <= count else { throw .staleCursor(bound: cursor.bound, count: count) }
    guard cursor.latestVoteMoment <= voteMoment else {
      throw .staleVotes(moment: cursor.latestVoteMoment, now: voteMoment)
    }
    guard isValid(cursor, count: count) else { throw .invalidCursor }
  }

  /// - Parameter count: How many posts, or in a contest's feed entries, there are.
  private func isValid(_ cursor: FeedCursor, count: Int) -> Bool {
    guard cursor.bound <= count, cursor.floor ?? 0 <= cursor.bound else { return false }
    if let categories = cursor.categories {
      guard categories.mask >> UInt64(categoryCount - 1) <= 1 else { return false }
    }
    switch cursor.position {
    case .start, .amongOwn, .position, .offset, .inCategory, .own, .after: return true
    case .before(let post), .behindCategories(let post): return post.index <= posts.count
    case .inRound(let position, let before):
      return before.count == categoryCount
        && position < max(1, cursor.categories?.count ?? 0)
    case .amongFriends(let post, let friends), .behindFriends(let post, let friends):
      return post.index <= posts.count && friends.allSatisfy(isMember)
    case .inWindow(let start, let shown):
      return isValid(start, count: count) && shown.allSatisfy { $0.index < posts.count }
    }
  }
}
