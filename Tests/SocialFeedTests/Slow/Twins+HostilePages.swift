import SocialFeed
import TestSupport

extension Twins {
  /// A cursor of a list of ties continues none but that list, and one of a feed none but that feed.
  func compareForeignCursors(
    _ asked: Hostility, using generator: inout SeededGenerator
  ) throws(Difference) {
    let kind = TieList.allCases.randomElement(using: &generator)!
    let others = TieList.allCases.filter { $0 != kind }
    let member = slow.allMembers.randomElement(using: &generator) ?? asked.member
    guard
      let page = try? community.page(
        kind, of: member, for: member, matching: "", after: nil, limit: 1),
      let cursor = page.next
    else { return }
    try agree(
      thrown { () throws(ListError) in
        try community.page(
          others.randomElement(using: &generator)!, of: member, for: member, matching: "",
          after: cursor, limit: 1)
      }, .cursor(.anotherList), "a cursor of \(kind) for another list")
    try agree(
      thrown { () throws(ListError) in
        try community.page(kind, of: member, for: member, matching: "x", after: cursor, limit: 1)
      }, .cursor(.anotherWord), "a cursor of \(kind) for another word")
    guard !kind.isOnesOwn, !slow.members[member.index].isPrivate else { return }
    try agree(
      thrown { () throws(ListError) in
        try community.page(kind, of: member, for: nil, matching: "", after: cursor, limit: 1)
      }, .cursor(.anotherViewer), "a cursor of \(kind) for another viewer")
  }

  /// A page of senseless size or for nobody is refused, as is one behind a cursor of another feed or
  /// viewer; where the clock shows no instant, the page is that of the last instant.
  func compareHostilePages(
    _ asked: Hostility, using generator: inout SeededGenerator
  ) throws(Difference) {
    let surface = Surface.allCases.randomElement(using: &generator)!
    var request = FeedRequest(asked.viewer, surface, now: now, pageSize: asked.limit)
    let isKnown = asked.viewer.map { slow.knows($0) } ?? true
    let isSized = (1...FeedRequest.pageSizeLimit).contains(asked.limit)
    let expected: FeedRequestError? =
      isKnown ? isSized ? nil : .pageSize(asked.limit) : .unknownViewer(asked.viewer!)
    try agree(refusal(of: request), expected, "a page of \(asked.limit)")
    guard isKnown else { return }
    request.pageSize = 1
    request.offset = -1
    try agree(refusal(of: request), .offset(-1), "an offset below 0")
    request.offset = 0
    request.now = slow.lastInstant
    let page = community.page(request, by: RecencyRanker())
    for clock in [Double.nan, .infinity, -.infinity] {
      request.now = clock
      let same = community.page(request, by: RecencyRanker())
      try agree(same.posts, page.posts, "a page at \(clock)")
      try agree(same.next, page.next, "the end of a page at \(clock)")
    }
    guard let cursor = page.next else { return }
    request.now = now
    request.cursor = cursor
    request.surface = Surface.allCases.filter { $0 != surface }.randomElement(using: &generator)!
    try agree(
      refusal(of: request), .cursorOfSurface(surface, asked: request.surface),
      "a cursor of another feed")
    request.surface = surface
    request.viewer =
      asked.viewer == nil ? slow.allMembers.randomElement(using: &generator) : nil
    if request.viewer != asked.viewer {
      try agree(refusal(of: request), .cursorOfViewer(asked.viewer), "another viewer's cursor")
    }
  }

  private func refusal(of request: FeedRequest) -> FeedRequestError? {
    thrown { () throws(FeedRequestError) in
      try community.page(request, orThrowBy: RecencyRanker())
    }
  }
}
