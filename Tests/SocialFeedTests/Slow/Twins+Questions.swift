import SocialFeed
import TestSupport

extension Twins {
  /// Asks questions with random arguments, sensible and not, of every kind but feeds.
  func compareQuestions(using generator: inout SeededGenerator) throws(Difference) {
    let viewer = randomViewer(using: &generator)
    try compareNames(for: viewer, using: &generator)
    guard let member = slow.allMembers.randomElement(using: &generator) else { return }
    try compareSuggestions(for: member, using: &generator)
    for kind in TieList.allCases { try comparePages(of: kind, member, viewer, using: &generator) }
    try compareNotificationPages(of: member, using: &generator)
    try compareComments(for: viewer, using: &generator)
    try comparePostLists(for: viewer, using: &generator)
    try compareStates(using: &generator)
  }

  /// Somebody, more often than by chance one with a block, and now and then nobody who is known.
  func randomViewer(using generator: inout SeededGenerator) -> MemberID? {
    let chance = generator.unit()
    if chance < 0.15 { return nil }
    if chance < 0.5, let block = slow.blocks.list.randomElement(using: &generator) {
      return generator.unit() < 0.5 ? block.one : block.other
    }
    return slow.allMembers.randomElement(using: &generator)
  }

  private func compareNames(
    for viewer: MemberID?, using generator: inout SeededGenerator
  ) throws(Difference) {
    let (prefix, limit) = (
      SampleText.prefixes.randomElement(using: &generator)!,
      [0, 1, 3, 20].randomElement(using: &generator)!
    )
    try agree(
      try? community.searchMembers(prefix: prefix, for: viewer, limit: limit),
      slow.searchMembers(prefix: prefix, for: viewer, limit: limit),
      "\(limit) named '\(prefix)' for \(String(describing: viewer))")
    for name in SampleText.badUsernames + SampleText.prefixes {
      try agree(community.member(named: name), slow.member(named: name), "who is named \(name)")
    }
  }

  private func compareSuggestions(
    for member: MemberID, using generator: inout SeededGenerator
  ) throws(Difference) {
    let limit = [0, 1, 3, 20, 100].randomElement(using: &generator)!
    let found = try? community.suggestions(for: member, limit: limit).map {
      SlowSuggestion(member: $0.member, sharedContacts: $0.sharedContacts)
    }
    try agree(
      found, slow.suggestions(for: member, limit: limit), "\(limit) suggestions for \(member)")
  }

  /// Walks a list to its end, in pages that are full but for the last.
  private func comparePages(
    of kind: TieList, _ member: MemberID, _ viewer: MemberID?,
    using generator: inout SeededGenerator
  ) throws(Difference) {
    let word = SampleText.words.randomElement(using: &generator)!
    let limit = [1, 2, 5, 100].randomElement(using: &generator)!
    guard slow.mayRead(kind, of: member, viewer) else {
      let refusal = Result { () throws(ListError) in
        try community.page(kind, of: member, for: viewer, matching: word, after: nil, limit: limit)
      }
      return try agree(refusal, .failure(.notAllowed(member)), "\(kind) of \(member), private")
    }
    var (cursor, found) = (MemberCursor?.none, [MemberID]())
    repeat {
      guard
        let page = try? community.page(
          kind, of: member, for: viewer, matching: word, after: cursor, limit: limit)
      else { throw Difference("no page of \(kind) of \(member)") }
      found += page.members
      // What a client sends back is a text.
      cursor = try? page.next.map { try MemberCursor(text: $0.text) }
      try agree(cursor, page.next, "a cursor as text")
      let isFull = page.members.count == limit
      guard isFull || cursor == nil && page.members.count < limit else {
        throw Difference("a page of \(page.members.count) of \(kind) before the last")
      }
    } while cursor != nil
    try agree(
      found, slow.shown(kind, of: member, for: viewer, matching: word),
      "\(kind) of \(member) for \(String(describing: viewer)) with '\(word)'")
  }

  private func compareNotificationPages(
    of member: MemberID, using generator: inout SeededGenerator
  ) throws(Difference) {
    let limit = [1, 2, 7, 100].randomElement(using: &generator)!
    let expected = slow.notifications(of: member)
    let received = slow.members[member.index].notifications.count
    let start = Int.random(in: -1...received + 1, using: &generator)
    var (next, found) = (Int?.some(start), [Notice]())
    while let number = next {
      guard let page = try? community.notifications(of: member, after: number, limit: limit) else {
        throw Difference("no notifications of \(member)")
      }
      found += page.notifications.map { Notice($0) }
      try agree(
        page.notifications.count == limit || page.next == nil && page.notifications.count < limit,
        true, "fullness of a page of notifications")
      next = page.next
    }
    try agree(
      found, expected.filter { $0.number < start }, "notifications of \(member) before \(start)")
  }

  private func compareComments(
    for viewer: MemberID?, using generator: inout SeededGenerator
  ) throws(Difference) {
    let post = randomPost(using: &generator)
    var viewer = viewer
    if generator.unit() < 0.1 { viewer = MemberID(slow.members.count) }
    let limit = [1, 2, 20].randomElement(using: &generator)!
    let what = "comments on \(post) for \(String(describing: viewer))"
    var found: [SlowCommunity.SlowComment] = []
    do throws(InteractionError) {
      var last: CommentID?
      repeat {
        let page = try community.comments(on: post, for: viewer, before: last, limit: limit)
        found += page.map {
          .init(
            id: $0.id, post: $0.post, author: $0.author, text: $0.text, writtenAt: $0.writtenAt)
        }
        last = page.count == limit ? page.last?.id : nil
      } while last != nil
    } catch {
      return try agree(error, refusalOfComments(post, viewer), what)
    }
    try agree(nil, refusalOfComments(post, viewer), what)
    try agree(found, slow.comments(on: post, for: viewer), what)
    try compareStrangeCursor(post, viewer, using: &generator)
  }

  /// A comment on another post, or none, is no cursor.
  private func compareStrangeCursor(
    _ post: PostID, _ viewer: MemberID?, using generator: inout SeededGenerator
  ) throws(Difference) {
    let last = CommentID(Int.random(in: 0...slow.commentCount, using: &generator))
    // Behind a comment that was deleted it goes on.
    let isOnOther = slow.comments.contains {
      $0.id == last && $0.post != post && slow.knows($0.post)
    }
    let isOnPost = last.index < slow.commentCount && !isOnOther
    var refusal: InteractionError?
    do throws(InteractionError) {
      _ = try community.comments(on: post, for: viewer, before: last)
    } catch { refusal = error }
    try agree(refusal, isOnPost ? nil : .unknownComment(last), "comments before \(last)")
  }

  func refusalOfComments(_ post: PostID, _ viewer: MemberID?) -> InteractionError? {
    if let viewer, !slow.knows(viewer) { return .unknownMember(viewer) }
    if !slow.knows(post) { return .unknownPost(post) }
    return slow.isVisible(post, to: viewer) ? nil : .notVisible(post)
  }

  /// Asks for the state of posts, some of which there are not and some of which are hidden, by
  /// identifiers and by text.
  private func compareStates(using generator: inout SeededGenerator) throws(Difference) {
    let count = [0, 1, 5, 50, 51].randomElement(using: &generator)!
    let ids = (0..<count).map { _ in randomPost(using: &generator) }
    let member = MemberID(Int.random(in: 0...slow.members.count, using: &generator))
    let expected = Result { () throws(SyncError) in
      try slow.interactionStates(of: ids, for: member)
    }
    let found = Result { () throws(SyncError) in
      try community.interactionStates(of: ids, for: member)
    }
    try agree(found, expected, "states of \(count) posts for \(member)")
    let byText = Result { () throws(SyncError) in
      try community.interactionStates(ofDecimal: ids.map(\.description), for: member)
    }
    try agree(byText, expected, "states of \(count) posts for \(member) by text")
    guard count == 5, slow.knows(member) else { return }
    let malformed = Result { () throws(SyncError) in
      try community.interactionStates(ofDecimal: ["1", "+5", "x"], for: member)
    }
    try agree(malformed, .failure(.malformedID("+5")), "states by malformed text")
  }

  func randomPost(using generator: inout SeededGenerator) -> PostID {
    PostID(Int.random(in: 0...slow.posts.count, using: &generator))
  }
}

// MARK: Lists that change

extension Twins {
  /// Walks a list while calls are made between its pages: whoever stays in it from the first page
  /// to the last is shown once, and nobody who was not there at the first page.
  mutating func compareChangingList(
    _ habits: Habits, using generator: inout SeededGenerator
  ) throws(Difference) {
    guard let member = slow.allMembers.randomElement(using: &generator) else { return }
    let kind = TieList.allCases.randomElement(using: &generator)!
    let limit = [1, 2, 5].randomElement(using: &generator)!
    let first = slow.list(kind, of: member)
    var staying = Set(first)
    var (cursor, shown) = (MemberCursor?.none, [MemberID]())
    var hasLostPlace = false
    while true {
      guard
        let page = try? community.page(
          kind, of: member, for: member, matching: "", after: cursor, limit: limit)
      else { throw Difference("no page of \(kind) of \(member)") }
      shown += page.members
      cursor = page.next
      guard cursor != nil else { break }
      let position = slow.list(kind, of: member).firstIndex(of: page.members.last!)!
      let around = neighbours(of: position, in: slow.list(kind, of: member))
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        try makeRandomCall(habits, using: &generator)
        staying.formIntersection(slow.list(kind, of: member))
      }
      guard slow.allMembers.contains(member) else {
        let refusal = Result { () throws(ListError) in
          try community.page(
            kind, of: member, for: member, matching: "", after: cursor, limit: limit)
        }
        return try agree(
          refusal, .failure(.unknownMember(member)), "\(kind) of \(member), whose account is gone")
      }
      if staying.isDisjoint(with: around) { hasLostPlace = true }
    }
    let what = "\(kind) of \(member) in pages of \(limit) while it changes"
    for other in first where staying.contains(other) {
      let times = shown.count { $0 == other }
      guard times == 1 || times > 1 && hasLostPlace else {
        throw Difference("\(what): \(other), who stayed, was shown \(times) times")
      }
    }
    for other in shown where !first.contains(other) && !hasLostPlace {
      throw Difference("\(what): \(other), who came later, was shown")
    }
  }

  /// The last four shown before a cursor, and the first four behind it, by whom it is found again.
  private func neighbours(of position: Int, in list: [MemberID]) -> Set<MemberID> {
    Set(list[max(0, position - 4)..<min(list.count, position + 4)])
  }
}

// MARK: What is hidden

extension Twins {
  /// Every ranker of the catalogue, made once, since formulas are read slowly.
  private static let rankers = RankerCatalogue.standard.descriptors.map { descriptor in
    (descriptor: descriptor, ranker: try! RankerSettings(ofAny: descriptor).makeRanker())
  }

  /// Walks every feed by every ranker of the catalogue that serves it: each post that belongs in it
  /// comes once, and nothing else, in a contest one's own entries first.
  func compareMembership(
    for viewer: MemberID?, using generator: inout SeededGenerator
  ) throws(Difference) {
    let surface = Surface.allCases.randomElement(using: &generator)!
    let expected = slow.allPosts.filter { slow.belongs($0, in: surface, for: viewer) }
    for (descriptor, ranker) in Self.rankers
    where descriptor.surfaces.contains(surface) && descriptor.name != "ideal" {
      let request = FeedRequest(
        viewer, surface, now: now, pageSize: [2, 7, 20].randomElement(using: &generator)!)
      let found = community.walk(request, by: ranker)
      try agree(
        found.sorted(), expected,
        "\(surface) by \(descriptor.name) for \(String(describing: viewer))")
      guard surface == .contest, let viewer else { continue }
      let own = found.filter { slow.isOwn($0, viewer) }
      try agree(
        Array(found.prefix(own.count)), own, "own entries by \(descriptor.name) for \(viewer)")
    }
  }
}
