extension Community {
  /// Fills a page of the contest's feed in an order that is known place by place: one's own entries
  /// first, newest first, then the others.
  ///
  /// - Parameter order: Which of so many entries, numbered by submission, stands at a place of the
  ///   order. It includes the viewer's own, which are passed over there.
  func fillEntries(
    of page: inout FeedPage, for request: FeedRequest, order: (_ place: Int, _ count: Int) -> Int
  ) {
    guard let running else { return }
    let bound = request.cursor?.bound ?? postCount
    let entries = entries(of: running, bound: bound)
    let own = ownEntries(of: request.viewer, in: running, bound: bound)
    let end = own.count + entries.count
    var place = if case .place(let next)? = request.cursor?.position { next } else { 0 }
    while place < end && page.count < request.pageSize {
      if place < own.count {
        page.append(own[place])
      } else {
        let index = order(place - own.count, entries.count)
        let post = self.entries.post[entries.lowerBound + index]
        if posts.author[post.index] != request.viewer { page.append(post) }
      }
      place += 1
    }
    if place < end { page.end(at: request.cursor(bound: bound, .place(place))) }
  }

  /// A viewer's entries in the running contest, newest first.
  func ownEntries(of viewer: MemberID?, in running: RunningContest, bound: Int) -> [PostID] {
    guard let viewer else { return [] }
    var own: [PostID] = []
    for place in postsByAuthor.range(of: viewer.index).reversed() {
      let post = PostID(rawValue: postsByAuthor.element(at: place))
      let entry = posts.entry[post.index]
      guard entry != PostColumns.noEntry, post.index < bound else { continue }
      if entries.contest[Int(entry)] == running.contest { own.append(post) }
    }
    return own
  }

  /// The running contest's entries of posts before a bound, as places in the entry columns.
  private func entries(of running: RunningContest, bound: Int) -> Range<Int> {
    let first = running.firstEntry
    var end = first + running.count
    while end > first && entries.post[end - 1].index >= bound { end -= 1 }
    return first..<end
  }
}
