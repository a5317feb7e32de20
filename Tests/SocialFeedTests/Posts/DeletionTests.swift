import SocialFeed
import TestSupport
import Testing

@Suite struct DeletionTests {
  /// Posts 0…8 by members 0…2 in turn, in categories 0…3 in turn, all of them entries.
  private func community() throws -> Community {
    var community = Community(members: 5)
    community.rotateContests(now: 0)
    for number in 0..<9 {
      let author = member(number % 3)
      let post = try community.publish(
        author: author, category: category(number % 4), caption: "number \(number)",
        media: [Media(key: "\(number).jpg")], now: 0)
      try community.enter(post, by: author, now: Double(number))
    }
    return community
  }

  @Test func `a comment there is until it or its post is deleted, and a contest there is for ever`()
    throws
  {
    var community = try community()
    for post in [4, 4, 5] {
      try community.comment("nice", on: PostID(post), by: member(3), now: 9)
    }
    func comments() -> [Bool] { (0..<4).map { community.contains(CommentID($0)) } }
    expectEqual(comments(), [true, true, true, false])
    try community.deleteComment(CommentID(1), by: member(3), now: 9)
    expectEqual(comments(), [true, false, true, false])
    try community.delete(PostID(4), by: member(1), now: 9)
    expectEqual(comments(), [false, false, true, false])
    community.rotateContests(now: 8 * 86_400)
    expectEqual((0..<3).map { community.contains(ContestID($0)) }, [true, true, false])
  }

  @Test func `a deleted post takes all that hangs on it along`() throws {
    var community = try community()
    try community.befriend(member(4), member(1), now: 0)
    for other in 3...4 {
      try community.like(PostID(4), by: member(other), now: 9)
      try community.save(PostID(4), by: member(other), now: 9)
      try community.view(PostID(4), by: member(other), now: 9)
      try community.comment("nice", on: PostID(4), by: member(other), now: 9)
      try community.vote(for: PostID(4), by: member(other), now: 9)
    }
    try community.voteAsFriend(for: PostID(4), by: member(4), now: 0)
    let affinity = try #require(community.affinity(of: member(3), for: category(0), at: 9))
    try community.delete(PostID(4), by: member(1), now: 0)
    #expect(community.post(PostID(4)) == nil && community.entry(of: PostID(4)) == nil)
    #expect(!community.isLiked(PostID(4), by: member(3)))
    #expect(!community.isSaved(PostID(4), by: member(3)))
    #expect(!community.hasVoted(for: PostID(4), by: member(3)))
    #expect(!community.hasVotedAsFriend(for: PostID(4), by: member(4)))
    for viewer in [member(1), member(3), nil] {
      #expect(!community.isVisible(PostID(4), to: viewer))
    }
    #expect(community.postCount == 9 && community.deletedPostCount == 1)
    // What was learnt stays: 3 + 5 + 1 + 4.
    expectEqual(community.affinity(of: member(3), for: category(0), at: 9), affinity)
    #expect(abs(affinity - 13) < 1e-12)
    // The next identifier is a new one.
    let next = try community.publish(author: member(0), category: category(0), now: 10)
    expectEqual(next, PostID(9))
  }

  @Test func `every later call says that there is no such post`() throws {
    var community = try community()
    try community.delete(PostID(4), by: member(1), now: 0)
    let error = InteractionError.unknownPost(PostID(4))
    #expect(throws: error) { try community.view(PostID(4), by: member(1), now: 9) }
    #expect(throws: error) { try community.like(PostID(4), by: member(1), now: 9) }
    #expect(throws: error) { try community.unlike(PostID(4), by: member(1), now: 9) }
    #expect(throws: error) { try community.save(PostID(4), by: member(1), now: 9) }
    #expect(throws: error) { try community.unsave(PostID(4), by: member(1), now: 9) }
    #expect(throws: error) { try community.comment("a", on: PostID(4), by: member(1), now: 9) }
    #expect(throws: error) { try community.comments(on: PostID(4), for: member(1)) }
    #expect(throws: error) { try community.voteAsFriend(for: PostID(4), by: member(0), now: 0) }
    #expect(throws: ContestError.unknownPost(PostID(4))) {
      try community.enter(PostID(4), by: member(1), now: 9)
    }
    #expect(throws: ContestError.unknownPost(PostID(4))) {
      try community.vote(for: PostID(4), by: member(0), now: 9)
    }
    #expect(throws: DeletionError.unknownPost(PostID(4))) {
      try community.delete(PostID(4), by: member(1), now: 0)
    }
  }

  @Test func `author and pet's owner may delete, guardians and others may not`() throws {
    var community = try community()
    try community.addPet(owner: member(3), name: "Mo", type: "cat")
    try community.inviteGuardian(member(4), of: PetID(0), by: member(3), now: 0)
    try community.approveGuardianship(of: PetID(0), by: member(4), now: 0)
    for author in 3...4 {
      try community.publish(author: member(author), category: category(0), pet: PetID(0), now: 9)
    }
    for (post, member) in [(9, member(4)), (9, member(0)), (0, member(1))] {
      #expect(throws: DeletionError.notAllowed(PostID(post), member)) {
        try community.delete(PostID(post), by: member, now: 0)
      }
    }
    #expect(throws: DeletionError.unknownMember(member(5))) {
      try community.delete(PostID(0), by: member(5), now: 0)
    }
    #expect(throws: DeletionError.unknownPost(PostID(11))) {
      try community.delete(PostID(11), by: member(0), now: 0)
    }
    expectEqual(community.deletedPostCount, 0)
    try community.delete(PostID(10), by: member(3), now: 0)
    try community.delete(PostID(9), by: member(3), now: 0)
    expectEqual(community.deletedPostCount, 2)
  }

  @Test(arguments: [
    (DeletionError.unknownMember(member(4)), "there is no member 4"),
    (.unknownPost(PostID(4)), "there is no post 4"),
    (
      .notAllowed(PostID(4), member(2)),
      "member 2 is neither the author of post 4 nor the owner of its pet"
    ),
  ])
  func `an error says what is wrong`(error: DeletionError, message: String) {
    expectEqual("\(error)", message)
  }

  @Test func `a leaderboard loses a deleted post, a final one without moving others up`() throws {
    var community = Community(members: 14)
    community.rotateContests(now: 0)
    for number in 0..<12 {
      let post = try community.publish(author: member(number), category: category(0), now: 0)
      try community.enter(post, by: member(number), now: Double(number))
    }
    for number in 0..<11 { try community.vote(for: PostID(number), by: member(13), now: 20) }
    try community.delete(PostID(3), by: member(3), now: 0)
    let running = try #require(community.leaderboard(of: ContestID(0)))
    expectEqual(running.map(\.post), posts(0, 1, 2, 4, 5, 6, 7, 8, 9, 10))
    #expect(running.allSatisfy { $0.votes == 1 })
    community.rotateContests(now: 7 * 86_400)
    try community.delete(PostID(5), by: member(5), now: 0)
    expectEqual(
      community.contest(ContestID(0))!.finalLeaderboard?.map(\.post),
      posts(0, 1, 2, 4, 6, 7, 8, 9, 10))
  }

  @Test func `no feed shows a deleted post, on none of the pages to come`() throws {
    let rankers: [(Surface, any Ranker)] = [
      (.home, AffinityRanker()), (.home, RecencyRanker()), (.home, RandomRanker()),
      (.home, PopularityRanker()), (.latest, RecencyRanker()), (.global, RandomRanker()),
      (.friends, RecencyRanker()), (.friends, PopularityRanker()), (.following, RecencyRanker()),
      (.contest, ContestScoreRanker()), (.contest, RecencyRanker()), (.contest, RandomRanker()),
      (.contest, PopularityRanker()),
    ]
    for (surface, ranker) in rankers {
      for paging in FeedPaging.allCases {
        var community = try community()
        for other in 0..<3 {
          try community.befriend(member(4), member(other), now: 0)
          try community.follow(member(4), member(other), now: 0)
        }
        try community.like(PostID(2), by: member(4), now: 9)
        var request = FeedRequest(member(4), surface, now: 10, pageSize: 2)
        request.paging = paging
        var shown: [PostID] = []
        var (page, deleted) = (community.page(request, by: ranker), Set<PostID>())
        while let next = page.next {
          shown += page.posts
          // One that was shown and one that was not go between two pages.
          let left = (0..<9).map { PostID($0) }.filter { !shown.contains($0) }
          for post in [page.posts.first, left.first] {
            guard let post, deleted.insert(post).inserted else { continue }
            try community.delete(post, by: community.author(of: post)!, now: 0)
          }
          request.cursor = next
          page = community.page(request, by: ranker)
          #expect(deleted.isDisjoint(with: page.posts), "\(surface) by \(ranker)")
        }
        request.cursor = nil
        let rest = community.walk(request, by: ranker)
        #expect(Set(rest).union(deleted).count == 9 && rest.count == 9 - deleted.count)
      }
    }
  }
}
