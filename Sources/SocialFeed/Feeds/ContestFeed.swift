extension Community {
  /// Fills a page of the contest's feed in an order that is known position by position: one's own entries
  /// first, the last submitted first, then the others.
  ///
  /// - Parameter order: Which of so many entries, numbered by submission, stands at a position of the
  ///   order. It includes the viewer's own, which are skipped there.
  func fillEntries(
    of page: inout FeedPage, for request: FeedRequest, order: (_ position: Int, _ count: Int) -> Int
  ) {
    let bound = request.cursor?.bound ?? entries.count
    guard let running, running.firstEntry < bound else { return }
    let scope = scope(of: request)
    var (ownBound, position) = (bound, 0)
    switch request.cursor?.position ?? .start {
    case .start: break
    case .amongOwn(let before): ownBound = before
    case .position(let next): (ownBound, position) = (running.firstEntry, next)
    default: return
    }
    let last = appendOwnEntries(of: running, before: ownBound, to: &page, scope, request)
    if let last { return page.end(at: request.cursor(bound: bound, .amongOwn(before: last))) }
    let entries = running.firstEntry..<bound
    while position < entries.count && page.count < request.pageSize {
      let post = self.entries.post[entries.lowerBound + order(position, entries.count)]
      if belongs(post, in: scope) && !isOwn(post, request.viewer) {
        page.append(checked: post)
      }
      position += 1
    }
    if position < entries.count { page.end(at: request.cursor(bound: bound, .position(position))) }
  }

  /// Appends a viewer's own entries, and returns the last of a full page.
  private func appendOwnEntries(
    of running: RunningContest, before: Int, to page: inout FeedPage,
    _ scope: borrowing FeedScope, _ request: FeedRequest
  ) -> Int? {
    for entry in ownEntries(of: request.viewer, in: running, bound: before)
    where belongs(entries.post[entry], in: scope) {
      page.append(checked: entries.post[entry])
      if page.count == request.pageSize { return entry }
    }
    return nil
  }

  /// A viewer's own entries in the running contest, as positions in the entry columns before a bound,
  /// the last submitted first.
  ///
  /// - Complexity: O(own entries), where each that was submitted after the bound counts too.
  func ownEntries(of viewer: MemberID?, in running: RunningContest, bound: Int) -> [Int] {
    guard let viewer else { return [] }
    var own: [Int] = []
    func follow(_ last: UInt32, _ previous: [UInt32]) {
      var entry = last
      while entry != EntryColumns.none && Int(entry) >= running.firstEntry {
        if Int(entry) < bound && isPost(entries.post[Int(entry)]) { own.append(Int(entry)) }
        entry = previous[Int(entry)]
      }
    }
    follow(entries.last(by: viewer), entries.previousByAuthor)
    let kept = pets.kept(by: viewer)
    guard !kept.isEmpty else { return own }
    for pet in kept { follow(pets.lastEntry[pet.index], entries.previousOfPet) }
    own.sort(by: >)
    // The author's entry of a pet that is the author's too came twice.
    return own.indices.filter { $0 == 0 || own[$0] != own[$0 - 1] }.map { own[$0] }
  }

  /// Whether a post is the viewer's own; an anonymous viewer has none.
  @inline(__always)
  func isOwn(_ post: PostID, _ viewer: MemberID?) -> Bool {
    guard let viewer else { return false }
    return isOwn(post, viewer)
  }
}
