import SocialFeed
import TestSupport
import Testing

@Suite struct TieTableTests {
  /// Few members with many ties, so that lists grow over and shrink below the length from which on
  /// they are indexed, between pairs of every kind.
  @Test func `ties between long lists are known as those between short ones`() {
    forEachSeed(30) { seed, generator in
      let count = 60
      var community = Community(members: count)
      var follows: Set<[Int]> = []
      var friends: Set<[Int]> = []
      for step in 0..<6000 {
        let (one, other) = (
          Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator)
        )
        guard one != other else { continue }
        // Lists fill up, run empty, and fill up again.
        let adds = generator.unit() < (step / 2000 == 1 ? 0.15 : 0.85)
        let (a, b) = (member(one), member(other))
        switch (generator.unit() < 0.5, adds) {
        case (true, true) where follows.insert([one, other]).inserted:
          try community.follow(a, b, now: 0)
        case (true, false) where follows.remove([one, other]) != nil:
          try community.unfollow(a, b)
        case (false, true) where friends.insert([min(one, other), max(one, other)]).inserted:
          try community.befriend(a, b, now: 0)
        case (false, false) where friends.remove([min(one, other), max(one, other)]) != nil:
          try community.unfriend(a, b)
        default: break
        }
        if step % 500 == 499 { try compare(community, follows, friends, "seed \(seed)") }
      }
    }
  }

  private func compare(
    _ community: Community, _ follows: Set<[Int]>, _ friends: Set<[Int]>, _ context: String
  ) throws {
    for one in 0..<community.memberCount {
      for other in 0..<community.memberCount {
        let (a, b) = (member(one), member(other))
        try agree(community.isFollowing(a, b), follows.contains([one, other]), context)
        let pair = [min(one, other), max(one, other)]
        try agree(community.isFriend(a, b), friends.contains(pair), context)
      }
    }
    try agree(community.followCount, follows.count, context)
    try agree(community.pairsOfFriends, friends.count, context)
  }
}
