extension Community {
  /// Fills a page of the contest's feed in an order that is known place by place: one's own entries
  /// first, the last submitted first, then the others.
  ///
  /// - Parameter order: Which of so many entries, numbered by submission, stands at a place of the
  ///   order. It includes the viewer's own, which are passed over there.
  func fillEntries(
    of page: inout FeedPage, for request: FeedRequest, order: (_ place: Int, _ count: Int) -> Int
  ) {
    let bound = request.cursor?.bound ?? entries.count
    guard let running, running.firstEntry < bound else { return }
    let entries = running.firstEntry..<bound
    let own = ownEntries(of: request.viewer, in: running, bound: bound)
    let end = own.count + entries.count
    var place = if case .place(let next)? = request.cursor?.position { next } else { 0 }
    while place < end && page.count < request.pageSize {
      if place < own.count {
        page.append(self.entries.post[own[place]])
      } else {
        let index = order(place - own.count, entries.count)
        let post = self.entries.post[entries.lowerBound + index]
        if posts.author[post.index] != request.viewer { page.append(post) }
      }
      place += 1
    }
    if place < end { page.end(at: request.cursor(bound: bound, .place(place))) }
  }

  /// A viewer's entries in the running contest, as places in the entry columns before a bound, the
  /// last submitted first.
  func ownEntries(of viewer: MemberID?, in running: RunningContest, bound: Int) -> [Int] {
    guard let viewer else { return [] }
    var own: [Int] = []
    for place in postsByAuthor.range(of: viewer.index) {
      let entry = posts.entry[Int(postsByAuthor.element(at: place))]
      guard entry != PostColumns.noEntry else { continue }
      if (running.firstEntry..<bound).contains(Int(entry)) { own.append(Int(entry)) }
    }
    own.sort(by: >)
    return own
  }
}
