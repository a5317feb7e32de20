import SocialFeed
import TestSupport
import Testing

/// The pool of a scored page, gathered 64 posts at a time, against a look at every post.
@Suite struct NewestPoolTests {
  private static let members = 30

  @Test(arguments: [Surface.home, .latest, .global])
  func `a pool has the newest posts that belong, whatever its size`(surface: Surface) {
    var narrowed = 0
    forEachSeed(20) { _, generator in
      let community = try randomCommunity(using: &generator)
      for _ in 0..<20 {
        let viewer = member(Int.random(in: 0..<Self.members, using: &generator))
        let pool = [1, 20, 63, 64, 65, 128, 200, 1000].randomElement(using: &generator)!
        let pageSize = [2, 7, 20].randomElement(using: &generator)!
        let found = community.walk(
          FeedRequest(viewer, surface, now: 1e6, pageSize: pageSize),
          by: PopularityRanker(pool: pool))
        let newest = slowNewest(of: surface, for: viewer, in: community)
        if newest.count > pool { narrowed += 1 }
        let scored = newest.prefix(pool).sorted {
          (likes(of: $0, community), $0) > (likes(of: $1, community), $1)
        }
        try agree(found, scored + newest.dropFirst(pool), "a pool of \(pool) for \(viewer)")
      }
    }
    #expect(narrowed > 0, "no pool was smaller than the feed")
  }

  /// Few to some hundred posts, with whatever hides one from somebody.
  private func randomCommunity(using generator: inout SeededGenerator) throws -> Community {
    var community = Community(members: Self.members)
    func anybody() -> MemberID { member(Int.random(in: 0..<Self.members, using: &generator)) }
    for _ in 0..<60 {
      let (one, other) = (anybody(), anybody())
      if one != other { try? community.befriend(one, other, now: 0) }
      let (follower, followee) = (anybody(), anybody())
      _ = try? community.follow(follower, followee, now: 0)
    }
    let owners = [anybody(), anybody()]
    let pets = try owners.map { try community.addPet(owner: $0, name: "Mo", type: "cat") }
    let count = [0, 1, 63, 64, 65, 300, 700].randomElement(using: &generator)!
    for number in 0..<count {
      let privacy = [Privacy.everyone, .everyone, .everyone, .friendsOnly, .onlyMe]
        .randomElement(using: &generator)!
      let showsPet = number % 7 == 0
      try community.publish(
        author: showsPet ? owners[number % 2] : anybody(), category: category(number % 4),
        privacy: privacy, pet: showsPet ? pets[number % 2] : nil, now: Double(number))
      // What accounts were and are counts for the posts before and after.
      if number % 50 == 49 {
        let account = anybody()
        try community.setPrivate(!community.isPrivate(account), for: account, now: 1e5)
      }
    }
    for _ in 0..<4 {
      let (one, other) = (anybody(), anybody())
      if one != other { try? community.block(one, other) }
    }
    for number in 0..<count {
      let post = PostID(number)
      if number % 11 == 5 { try community.delete(post, by: community.author(of: post)!, now: 0) }
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        try? community.like(post, by: anybody(), now: 1e5)
      }
    }
    return community
  }

  private func likes(of post: PostID, _ community: Community) -> Int {
    community.post(post)?.likes ?? 0
  }

  private func slowNewest(
    of surface: Surface, for viewer: MemberID, in community: Community
  ) -> [PostID] {
    (0..<community.postCount).reversed().map { PostID($0) }.filter { post in
      guard let found = community.post(post), isVisible(found, to: viewer, in: community) else {
        return false
      }
      switch surface {
      case .home: return !community.isOwn(post, viewer)
      case .global: return found.privacy == .everyone
      default: return true
      }
    }
  }

  private func isVisible(_ post: Post, to viewer: MemberID, in community: Community) -> Bool {
    if community.hasBlocked(viewer, post.author) || community.hasBlocked(post.author, viewer) {
      return false
    }
    if community.isOwn(post.id, viewer) || post.author == viewer { return true }
    let isFriend = community.isFriend(viewer, post.author)
    switch post.privacy {
    case .everyone:
      return !community.isPrivate(post.author) || isFriend
        || community.isFollowing(viewer, post.author)
    case .friendsOnly: return isFriend
    case .onlyMe: return false
    }
  }
}
