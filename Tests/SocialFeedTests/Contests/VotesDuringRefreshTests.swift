import SocialFeed
import TestSupport
import Testing

/// A ranker as a package outside has one: one's own entries first, then by votes.
private struct MostVotedFirst: Ranker {
  func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let bound = request.cursor?.bound ?? community.bound(of: request.surface)
    var posts: [PostID] = []
    community.forEachCandidate(for: request, bound: bound) { posts.append($0) }
    guard let candidates = Candidates(posts, [.votes], for: request, from: community) else {
      return
    }
    var keys: [[UInt8]] = zip(candidates.posts, candidates[.votes]).map { post, votes in
      let isOwn = request.surface == .contest && community.post(post)?.author == request.viewer
      return [isOwn ? 1 : 0, UInt8(votes), UInt8(post.index)]
    }
    keys.sort { $1.lexicographicallyPrecedes($0) }
    if let last = request.cursor?.ownPosition {
      keys.removeAll { !$0.lexicographicallyPrecedes(last) }
    }
    let shown = keys.prefix(request.pageSize)
    for key in shown { page.append(PostID(Int(key[2]))) }
    if shown.count < keys.count, let last = shown.last {
      page.end(at: request.cursor(at: last, in: community))
    }
  }
}

/// What votes that come and go between the pages of a refresh do to it.
@Suite struct VotesDuringRefreshTests {
  /// Posts 0 to 3 by members 0 to 3, entered in this order, with 3, 2, 1 and no votes by members from 4 on.
  private func contest() throws -> Community {
    var community = Community(members: 20)
    community.rotateContests(now: 0)
    for number in 0..<4 {
      let post = try community.publish(author: member(number), category: category(0), now: 0)
      try community.enter(post, by: member(number), now: 0)
      for voter in 0..<3 - number {
        try community.vote(for: post, by: member(4 + voter), now: 1)
      }
    }
    return community
  }

  /// Orders by votes alone, of every kind that has votes in its scores.
  private var rankers: [any Ranker] {
    get throws {
      [
        ContestScoreRanker(vote: 1, fresh: 0, decay: 0, noise: 0), TrendingRanker.byVotes,
        try FormulaRanker(ScoreFormula("2 * votes")),
        DiversityRanker(of: TrendingRanker.byVotes, lambda: 1, window: 1), MostVotedFirst(),
        DiversityRanker(of: MostVotedFirst(), lambda: 1, window: 2),
      ]
    }
  }

  /// The pages of a refresh of one post each, and what is done after each.
  private func pages(
    _ surface: Surface = .contest, by ranker: any Ranker, of community: inout Community,
    doing changes: [(inout Community) throws -> Void]
  ) throws -> [PostID] {
    var request = FeedRequest(member(19), surface, now: 2, pageSize: 1)
    var (shown, changes) = ([PostID](), changes.makeIterator())
    repeat {
      let page = community.page(request, by: ranker)
      shown += page.posts
      request.cursor = try page.next.map { try FeedCursor(text: $0.text) }
      try changes.next()?(&community)
    } while request.cursor != nil
    return shown
  }

  private func vote(_ count: Int, for post: Int) -> (inout Community) throws -> Void {
    { community in
      for voter in 0..<count {
        try community.vote(for: PostID(post), by: member(8 + voter), now: 3)
      }
    }
  }

  @Test(arguments: [Surface.contest, .global])
  func `an entry that gains votes between pages is shown exactly once`(surface: Surface) throws {
    for ranker in try rankers where surface == .contest || !(ranker is ContestScoreRanker) {
      var community = try contest()
      // Post 3 gets 5 votes, post 2 gets 4 and what was shown gets 2: the order stays 0, 1, 2, 3.
      let shown = try pages(
        surface, by: ranker, of: &community,
        doing: [vote(5, for: 3), vote(4, for: 2), vote(2, for: 0)])
      expectEqual(shown, posts(0, 1, 2, 3))
      // The next refresh has 5 votes for posts 0, 2 and 3, the newest first.
      try expectEqual(pages(surface, by: ranker, of: &community, doing: []), posts(3, 2, 0, 1))
    }
  }

  @Test func `an entry that loses votes between pages comes no second time`() throws {
    for ranker in try rankers {
      var community = try contest()
      // With members 4 and 5 two of the votes for post 0, which was shown, and both for post 1 go.
      let shown = try pages(
        by: ranker, of: &community,
        doing: [{ try $0.deleteAccount(of: member(4)) }, { try $0.deleteAccount(of: member(5)) }])
      expectEqual(shown, posts(0, 1, 2, 3))
      // One vote is left, for post 0.
      try expectEqual(pages(by: ranker, of: &community, doing: []), posts(0, 3, 2, 1))
    }
  }

  @Test func `what is deleted or hidden between pages is missing, and nothing else`() throws {
    for ranker in try rankers {
      var community = try contest()
      let shown = try pages(
        by: ranker, of: &community,
        doing: [
          vote(3, for: 2),
          { try $0.delete(PostID(2), by: member(2), now: 4) },
        ])
      expectEqual(shown, posts(0, 1, 3))
    }
  }

  @Test(arguments: [Surface.contest, .global])
  func `a post not yet shown that its author hides is missing, and nothing else`(
    surface: Surface
  ) throws {
    let hidings: [(inout Community) throws -> Void] = [
      { try $0.setPrivacy(.onlyMe, of: PostID(2), by: member(2), now: 4) },
      { try $0.block(member(2), member(19)) },
      { try $0.setPrivate(true, for: member(2), now: 4) },
    ]
    for ranker in try rankers where surface == .contest || !(ranker is ContestScoreRanker) {
      for hide in hidings {
        var community = try contest()
        let shown = try pages(
          surface, by: ranker, of: &community,
          doing: [
            {
              try vote(3, for: 2)(&$0)
              try hide(&$0)
            }, vote(5, for: 3),
          ])
        expectEqual(shown, posts(0, 1, 3))
      }
    }
  }

  @Test func `an entry that comes between pages waits for the next refresh, whatever its votes`()
    throws
  {
    for ranker in try rankers {
      var community = try contest()
      let shown = try pages(
        by: ranker, of: &community,
        doing: [
          { community in
            let post = try community.publish(author: member(0), category: category(0), now: 3)
            try community.enter(post, by: member(0), now: 3)
            for voter in 4..<16 { try community.vote(for: post, by: member(voter), now: 3) }
          }
        ])
      expectEqual(shown, posts(0, 1, 2, 3))
      try expectEqual(pages(by: ranker, of: &community, doing: []).first, PostID(4))
    }
  }

  @Test func `one's own entries stay first and in their order`() throws {
    var community = try contest()
    for _ in 0..<3 {
      let post = try community.publish(author: member(19), category: category(0), now: 1)
      try community.enter(post, by: member(19), now: 1)
    }
    for ranker in try rankers {
      var copy = community
      let shown = try pages(
        by: ranker, of: &copy, doing: [vote(5, for: 4), vote(6, for: 5), vote(9, for: 3)])
      expectEqual(shown, posts(6, 5, 4, 0, 1, 2, 3))
    }
  }

  @Test func `a rotation between pages ends the refresh of a contest, and no other`() throws {
    let rotate: (inout Community) throws -> Void = { $0.rotateContests(now: 8 * 86_400) }
    for ranker in try rankers {
      var community = try contest()
      try expectEqual(pages(by: ranker, of: &community, doing: [rotate]), posts(0))
    }
    for ranker in try rankers.dropFirst() {
      var community = try contest()
      let shown = try pages(.global, by: ranker, of: &community, doing: [rotate])
      expectEqual(shown, posts(0, 1, 2, 3))
    }
  }

  @Test(arguments: [Surface.global, .home, .latest])
  func `votes and a rotation between pages repeat and lose nothing`(surface: Surface) throws {
    let rotate: (inout Community) throws -> Void = { $0.rotateContests(now: 8 * 86_400) }
    for ranker in try rankers.dropFirst() {
      var community = try contest()
      // The contest is over, and post 3 has 5 votes, when the second page is served.
      let shown = try pages(
        surface, by: ranker, of: &community,
        doing: [
          {
            try vote(5, for: 3)(&$0)
            try rotate(&$0)
          }
        ])
      expectEqual(shown, posts(0, 1, 2, 3))
      try expectEqual(pages(surface, by: ranker, of: &community, doing: []), posts(3, 0, 1, 2))
    }
  }

  @Test func `an account that is deleted after a rotation repeats and loses nothing`() throws {
    for ranker in try rankers.dropFirst() {
      for rotations in 1...3 {
        var community = try contest()
        for number in 1...rotations { community.rotateContests(now: Double(number) * 8 * 86_400) }
        // With members 4 and 5 two of the votes for post 0, which was shown, and both for post 1 go.
        let shown = try pages(
          .global, by: ranker, of: &community,
          doing: [
            { try $0.deleteAccount(of: member(4)) },
            { try $0.deleteAccount(of: member(5)) },
          ])
        expectEqual(shown, posts(0, 1, 2, 3))
        try expectEqual(pages(.global, by: ranker, of: &community, doing: []), posts(0, 3, 2, 1))
        let restored = try Community(snapshot: community.snapshot())
        expectEqual(restored.digest, community.digest)
      }
    }
  }

  @Test func `the scores that a contest's feed explains are of the votes that it shows`() throws {
    var community = try contest()
    let ranker = ContestScoreRanker(vote: 1, fresh: 10, decay: 1, noise: 0)
    var request = FeedRequest(member(19), .contest, now: 3601, pageSize: 1)
    request.cursor = community.page(request, by: ranker).next
    try vote(5, for: 3)(&community)
    request.now = 7201
    let columns = ranker.columns(of: posts(2, 3), for: request, from: community)
    let values = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.values) })
    // They were entered at second 1, and had 1 vote and none at the first page.
    #expect(values["votes"] == [1, 0] && values["age_hours"] == [1, 1])
    expectEqual(values["score"], [10, 9])
    #expect(
      ranker.columns(of: posts(2), for: FeedRequest(nil, .contest, now: 1), from: community).isEmpty
    )
  }

  @Test func `a refresh goes on in a community read from a snapshot, and in one that replays`()
    throws
  {
    for ranker in try rankers {
      var community = try contest()
      let start = try Community(snapshot: community.snapshot())
      community.recordsChanges = true
      var request = FeedRequest(member(19), .contest, now: 2, pageSize: 1)
      request.cursor = community.page(request, by: ranker).next
      try vote(5, for: 3)(&community)
      try community.deleteAccount(of: member(4))
      var replayed = start
      for event in community.takeChanges() { try replayed.apply(event) }
      expectEqual(replayed.digest, community.digest)
      let restored = try Community(snapshot: community.snapshot())
      for copy in [community, replayed, restored] {
        expectEqual(copy.walk(request, by: ranker), posts(1, 2, 3))
      }
      // Without the votes, which come after the page, the cursor is of a moment that is yet to come.
      request.cursor =
        community.page(FeedRequest(member(19), .contest, now: 2, pageSize: 1), by: ranker)
        .next
      #expect(throws: FeedRequestError.staleVotes(moment: 14, now: 6)) {
        try start.page(request, orThrowBy: ranker)
      }
    }
  }

  @Test func `a forged moment is an error or a page, and never a trap`() throws {
    let ranker = ContestScoreRanker(vote: 1, fresh: 0, decay: 0, noise: 0)
    var community = try contest()
    community.rotateContests(now: 8 * 86_400)
    let post = try community.publish(author: member(0), category: category(0), now: 8 * 86_400)
    try community.enter(post, by: member(0), now: 8 * 86_400)
    try community.vote(for: post, by: member(4), now: 8 * 86_400)
    // Six votes in the first contest and one in this.
    for (moment, isServed) in [
      (0, true), (5, true), (6, true), (7, true), (8, false), (.max - 1, false),
    ] {
      let last = RankingKey(isOwn: false, score: 9, post: PostID(0))
      let cursor = FeedCursor(
        of: .contest, for: member(19), refreshedAt: 8 * 86_400, bound: 5, categories: nil,
        floor: nil, voteMoment: moment, position: .after(last), ranker: ranker.fingerprint)
      var request = FeedRequest(member(19), .contest, now: 8 * 86_400)
      request.cursor = try FeedCursor(text: cursor.text)
      expectEqual(request.cursor, cursor)
      if isServed {
        expectEqual(community.page(request, by: ranker).posts, [post])
      } else {
        #expect(throws: FeedRequestError.staleVotes(moment: moment, now: 7)) {
          try community.page(request, orThrowBy: ranker)
        }
      }
    }
  }
}
