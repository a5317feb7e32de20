import SocialFeed
import TestSupport
import Testing

@Suite struct TieLifeTests {
  /// Long random sequences of all calls that change ties, legal and not, against sets of pairs.
  @Test func `random lives of a few members agree with sets of pairs`() {
    forEachSeed(130) { seed, generator in
      let count = Int.random(in: 2...6, using: &generator)
      var community = Community(members: count)
      var pairs = PairsOfMembers()
      for step in 0..<400 {
        let one = Int.random(in: 0...count, using: &generator)
        let other = Int.random(in: 0..<count, using: &generator)
        let call = TieCall.allCases.randomElement(using: &generator)!
        let expected = pairs.make(call, one, other, count)
        let found = make(call, member(one), member(other), &community)
        try agree(found, expected, "seed \(seed), step \(step): \(call) \(one) \(other)")
        if step % 10 == 0 { try compare(community, pairs, count, "seed \(seed), step \(step)") }
      }
    }
  }

  private func compare(
    _ community: Community, _ pairs: PairsOfMembers, _ count: Int, _ context: String
  ) throws {
    try agree(community.followCount, pairs.follows.count, context)
    try agree(community.pairsOfFriends, pairs.friends.count / 2, context)
    for one in 0..<count {
      let a = member(one)
      try agree(community.isPrivate(a), pairs.privates.contains(one), context)
      for other in 0..<count where other != one {
        let (b, pair) = (member(other), [one, other])
        try agree(community.isFollowing(a, b), pairs.follows.contains(pair), context)
        try agree(community.hasRequestedToFollow(a, b), pairs.wishes.contains(pair), context)
        try agree(community.hasBlocked(a, b), pairs.blocks.contains(pair), context)
        try agree(community.friendshipState(a, b), pairs.state(one, other), context)
        try agree(
          community.friendRequests(to: a).members.contains(b),
          pairs.requests.contains([other, one]), context)
        try agree(
          community.followRequests(to: a).members.contains(b), pairs.wishes.contains([other, one]),
          context)
      }
    }
  }

  /// Makes a call and says in words what came of it.
  private func make(
    _ call: TieCall, _ one: MemberID, _ other: MemberID, _ community: inout Community
  ) -> String {
    do {
      switch call {
      case .follow: return "\(try community.follow(one, other, now: 0))"
      case .unfollow: try community.unfollow(one, other, now: 0)
      case .approve: try community.approveFollow(of: one, by: other, now: 0)
      case .deny: try community.denyFollow(of: one, by: other, now: 0)
      case .befriend: try community.befriend(one, other, now: 0)
      case .unfriend: try community.unfriend(one, other, now: 0)
      case .ask: return "\(try community.requestFriendship(from: one, to: other, now: 0))"
      case .accept: try community.approveFriendship(from: one, by: other, now: 0)
      case .reject: try community.rejectFriendship(from: one, by: other, now: 0)
      case .block: try community.block(one, other, now: 0)
      case .unblock: try community.unblock(one, other, now: 0)
      case .goPrivate: try community.setPrivate(true, for: other, now: 0)
      case .goPublic: try community.setPrivate(false, for: other, now: 0)
      }
      return "done"
    } catch {
      return "\(error)"
    }
  }
}

private enum TieCall: CaseIterable {
  case follow, unfollow, approve, deny, befriend, unfriend, ask, accept, reject, block, unblock
  case goPrivate, goPublic
}

/// All relations, as sets of pairs of numbers; friends and rejections are there both ways.
private struct PairsOfMembers {
  var follows: Set<[Int]> = []
  var wishes: Set<[Int]> = []
  var friends: Set<[Int]> = []
  var requests: Set<[Int]> = []
  var rejections: Set<[Int]> = []
  var blocks: Set<[Int]> = []
  var privates: Set<Int> = []

  func state(_ one: Int, _ other: Int) -> FriendshipState {
    if friends.contains([one, other]) { return .friends }
    if requests.contains([one, other]) { return .pending(from: member(one)) }
    if requests.contains([other, one]) { return .pending(from: member(other)) }
    return rejections.contains([one, other]) ? .rejected : .none
  }

  mutating func make(_ call: TieCall, _ one: Int, _ other: Int, _ count: Int) -> String {
    switch call {
    case .goPrivate:
      privates.insert(other)
      return "done"
    case .goPublic:
      privates.remove(other)
      let asked = wishes.filter { $0[1] == other }
      follows.formUnion(asked)
      wishes.subtract(asked)
      return "done"
    default: break
    }
    if one >= count { return "there is no member \(one)" }
    if one == other { return "member \(one) cannot have a tie to oneself" }
    return between(call, one, other)
  }

  private mutating func between(_ call: TieCall, _ one: Int, _ other: Int) -> String {
    let (pair, back) = ([one, other], [other, one])
    let isBlocked = blocks.contains(pair) || blocks.contains(back)
    switch call {
    case .follow, .befriend, .ask:
      if isBlocked { return "a block stands between members \(one) and \(other)" }
    default: break
    }
    switch call {
    case .follow:
      if follows.contains(pair) { return "member \(one) already follows \(other)" }
      if wishes.contains(pair) { return "member \(one) has already asked to follow \(other)" }
      if privates.contains(other) {
        wishes.insert(pair)
        return "requested"
      }
      follows.insert(pair)
      return "following"
    case .unfollow:
      if follows.remove(pair) == nil { return "member \(one) does not follow \(other)" }
    case .approve, .deny:
      if wishes.remove(pair) == nil { return "member \(one) has not asked to follow \(other)" }
      if call == .approve { follows.insert(pair) }
    case .befriend:
      if friends.contains(pair) { return "members \(one) and \(other) are already friends" }
      makeFriends(pair, back)
    case .unfriend:
      if !friends.contains(pair) { return "members \(one) and \(other) are not friends" }
      friends.subtract([pair, back])
    case .ask:
      if friends.contains(pair) { return "members \(one) and \(other) are already friends" }
      if requests.contains(pair) {
        return "member \(one) has already asked \(other) for friendship"
      }
      if requests.contains(back) {
        makeFriends(pair, back)
        return "friends"
      }
      rejections.subtract([pair, back])
      requests.insert(pair)
      return "pending"
    case .accept, .reject:
      if requests.remove(pair) == nil {
        return "member \(one) has not asked \(other) for friendship"
      }
      if call == .accept { makeFriends(pair, back) } else { rejections.formUnion([pair, back]) }
    case .block:
      if blocks.contains(pair) { return "member \(one) has already blocked \(other)" }
      for relation in [\Self.follows, \.wishes, \.friends, \.requests, \.rejections] {
        self[keyPath: relation].subtract([pair, back])
      }
      blocks.insert(pair)
    case .unblock:
      if blocks.remove(pair) == nil { return "member \(one) has not blocked \(other)" }
    case .goPrivate, .goPublic: break
    }
    return "done"
  }

  private mutating func makeFriends(_ pair: [Int], _ back: [Int]) {
    requests.subtract([pair, back])
    rejections.subtract([pair, back])
    friends.formUnion([pair, back])
  }
}
