internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

/// Follows that will be returned, in reused slots.
struct FollowBacks: Sendable {
  struct FollowBack: Sendable {
    let from: MemberID
    let to: MemberID
  }

  private var waiting: [FollowBack] = []
  private var free: [UInt32] = []

  mutating func add(_ followBack: FollowBack) -> UInt32 {
    if let slot = free.popLast() {
      waiting[Int(slot)] = followBack
      return slot
    }
    waiting.append(followBack)
    return UInt32(waiting.count - 1)
  }

  mutating func remove(_ slot: UInt32) -> FollowBack {
    free.append(slot)
    return waiting[Int(slot)]
  }
}

extension World {
  /// Tends the member's ties in a session: answers requests, meets others, ends some.
  mutating func tendTies(of member: MemberID, session: UInt32) {
    answerRequests(to: member)
    meetSomebody(member, session: session)
    requestFriendship(member, session: session)
    unfollowSomebody(member, session: session)
    blockSomebody(member, session: session)
  }

  private func key(_ member: MemberID) -> UInt32 {
    people[member.index].key.rawValue
  }

  // MARK: Requests

  // Purposes of draws about requests and follows.
  private static var follow: UInt32 { 0x4000_0000 }
  private static var friendship: UInt32 { 0x8000_0000 }
  private static var afterLike: UInt32 { 0x8000_0000 }
  private static var back: UInt32 { 0xC000_0000 }

  private func accepts(_ requester: MemberID, by member: MemberID, _ purpose: UInt32) -> Bool {
    behaviours.following.decide(
      .request(
        mutualFriends: community.mutualFriends(of: member, requester),
        uniform: streams.friending.uniform(key(member), key(requester), purpose)))
  }

  private mutating func answerRequests(to member: MemberID) {
    guard community.hasRequests(to: member) else { return }
    for requester in try! community.friendRequests(to: member).members.reversed() {
      let accepts = accepts(requester, by: member, Self.friendship)
      carryOut("an answer to a request to be friends") { community, now throws(TieError) in
        if accepts {
          try community.approveFriendship(from: requester, by: member, now: now)
        } else {
          try community.rejectFriendship(from: requester, by: member)
        }
      }
      observeRequest(.friend, accepts ? .accepted : .declined, from: requester, to: member)
      if accepts { observe(.friend, requester, member) }
    }
    for requester in try! community.followRequests(to: member).members.reversed() {
      let accepts = accepts(requester, by: member, Self.follow)
      carryOut("an answer to a request to follow") { community, now throws(TieError) in
        if accepts {
          try community.approveFollow(of: requester, by: member, now: now)
        } else {
          try community.denyFollow(of: requester, by: member)
        }
      }
      observeRequest(.follow, accepts ? .accepted : .declined, from: requester, to: member)
      if accepts { begin(followBy: requester, of: member) }
    }
  }

  private mutating func requestFriendship(_ member: MemberID, session: UInt32) {
    let looks = behaviours.following.decide(
      .befriending(uniform: streams.friending.uniform(key(member), session, 0)))
    guard looks else { return }
    let look = streams.friending.uniforms(key(member), session, 1)
    let other = encounters.friendCandidate(for: member, look, in: community)
    guard other != member, !community.isBlocked(member, other) else { return }
    switch community.friendshipState(member, other) {
    case .friends, .pending(from: member): return
    case .none, .rejected, .pending:
      var becameFriends = false
      carryOut("a request to be friends") { community, now throws(TieError) in
        becameFriends =
          try community.requestFriendship(from: member, to: other, now: now) == .friends
      }
      guard becameFriends else { return observeRequest(.friend, .sent, from: member, to: other) }
      observeRequest(.friend, .accepted, from: other, to: member)
      observe(.friend, member, other)
    }
  }

  // MARK: Follows

  /// A member who has joined looks for some to follow.
  mutating func followAtJoining(_ member: MemberID) {
    let wanted =
      parameters.following.atJoining * Double(people[member.index].followReadiness)
      + streams.following.uniform(key(member), 0, 5)
    for look in 0..<UInt32(min(wanted, Self.mostLooksAtJoining)) {
      meetSomebody(
        member, streams.following.uniforms(key(member), look, 3),
        streams.following.uniform(key(member), look, 4))
    }
  }

  /// How often a new member looks around, at most.
  private static let mostLooksAtJoining = 1000.0

  private mutating func meetSomebody(_ member: MemberID, session: UInt32) {
    let looks = behaviours.following.decide(
      .session(
        readiness: Double(people[member.index].followReadiness),
        uniform: streams.following.uniform(key(member), session, 0)))
    guard looks else { return }
    meetSomebody(
      member, streams.following.uniforms(key(member), session, 1),
      streams.following.uniform(key(member), session, 2))
  }

  /// A member meets somebody, and may follow.
  private mutating func meetSomebody(
    _ member: MemberID, _ encounter: SIMD4<Double>, _ uniform: Double
  ) {
    let other = encounters.followCandidate(for: member, encounter, in: community)
    guard other != member,
      behaviours.following.decide(
        .meeting(
          cosine: latent.columns.cosine(member, other), posts: people[other.index].postRate > 0,
          uniform: uniform))
    else { return }
    follow(member, other)
  }

  /// After a like of somebody's post, the member may follow the author.
  mutating func considerFollowing(_ member: MemberID, afterLiking post: PostID) {
    let item = latent.columns.posts[post.index]
    let uniform = streams.following.uniform(
      key(member), item.authorKey, Self.afterLike | item.opportunity)
    guard behaviours.following.decide(.like(uniform: uniform)) else { return }
    follow(member, community.author(of: post)!)
  }

  /// Follows, or sends a request to, unless a rule forbids it.
  private mutating func follow(_ one: MemberID, _ other: MemberID) {
    guard one != other, !community.isFollowing(one, other), !community.isBlocked(one, other),
      !community.hasRequestedToFollow(one, other)
    else { return }
    var begins = false
    carryOut("a follow") { community, now throws(TieError) in
      begins = try community.follow(one, other, now: now) == .following
    }
    guard begins else { return observeRequest(.follow, .sent, from: one, to: other) }
    begin(followBy: one, of: other)
  }

  /// A new follow is observed, and may be returned.
  private mutating func begin(followBy one: MemberID, of other: MemberID) {
    let isReturned = community.isFollowing(other, one)
    observe(.follow, one, other, isReturned: isReturned)
    encounters.addFollower(of: other)
    let draws = Reciprocity.Situation(
      uniform: streams.following.uniform(key(other), key(one), Self.back),
      exponential: streams.following.exponential(key(other), key(one), Self.back | 1))
    guard !isReturned, let delay = behaviours.reciprocity.decide(draws) else { return }
    schedule(.followBack(followBacks.add(.init(from: other, to: one))), at: now + delay)
  }

  /// The time has come to follow back, if the follow is still there.
  mutating func followBack(_ slot: UInt32) {
    let back = followBacks.remove(slot)
    guard community.isFollowing(back.to, back.from) else { return }
    follow(back.from, back.to)
  }

  private mutating func unfollowSomebody(_ member: MemberID, session: UInt32) {
    let count = community.followingCount(of: member)!
    guard count > 0 else { return }
    let uniforms = streams.unfollowing.uniforms(key(member), session, 0)
    let followee = community.followee(of: member, at: Int(uniforms[0] * Double(count)))!
    let rate = Double(people[followee.index].postRate)
    guard rate > 0, let post = community.newestPost(by: followee) else { return }
    let category = community.category(of: post)!.index
    let match = Double(latent.columns.taste[member.index * community.categoryCount + category])
    let leaves = behaviours.unfollowing.decide(
      .followee(
        count: count, flooding: rate / meanPostRate, match: match, uniform: uniforms[1]))
    guard leaves else { return }
    end(followBy: member, of: followee)
  }

  private mutating func end(followBy one: MemberID, of other: MemberID) {
    carryOut("an unfollow") { community, now throws(TieError) in
      try community.unfollow(one, other)
    }
    observe(.unfollow, one, other, isReturned: community.isFollowing(other, one))
  }

  // MARK: Blocks

  private mutating func blockSomebody(_ member: MemberID, session: UInt32) {
    let count = community.followerCount(of: member)!
    guard count > 0 else { return }
    let uniforms = streams.unfollowing.uniforms(key(member), session, 1)
    guard behaviours.unfollowing.decide(.follower(uniform: uniforms[1])) else { return }
    let follower = community.follower(of: member, at: Int(uniforms[0] * Double(count)))!
    // The ties that a block ends, ended one by one, so that each is observed as it ends.
    end(followBy: follower, of: member)
    if community.isFollowing(member, follower) { end(followBy: member, of: follower) }
    if community.isFriend(member, follower) {
      carryOut("the end of a friendship") { community, now throws(TieError) in
        try community.unfriend(member, follower)
      }
      observe(.unfriend, member, follower)
    }
    observeWithdrawals(between: member, follower)
    carryOut("a block") { community, now throws(TieError) in
      try community.block(member, follower)
    }
    observe(.block, member, follower)
  }

  /// Observes the ends of the requests and guardianships between two members, which a block ends.
  private func observeWithdrawals(between one: MemberID, _ other: MemberID) {
    if case .pending(let sender) = community.friendshipState(one, other) {
      observeRequest(.friend, .withdrawn, from: sender, to: sender == one ? other : one)
    }
    for (sender, receiver) in [(one, other), (other, one)]
    where community.hasRequestedToFollow(sender, receiver) {
      observeRequest(.follow, .withdrawn, from: sender, to: receiver)
    }
    guard community.petCount > 0 else { return }
    for pet in try! community.pets(of: one, for: one) {
      let owner = community.pet(pet)!.owner
      let guardian = owner == one ? other : one
      guard owner == one || owner == other,
        community.guardianState(of: guardian, for: pet) == .approved
      else { continue }
      observeRequest(.guardian, .ended, from: owner, to: guardian, pet: pet)
    }
  }

  // MARK: Observing

  /// Makes a call that cannot be refused, since all conditions were checked.
  private mutating func carryOut(
    _ what: String, _ call: (inout Community, Double) throws(TieError) -> Void
  ) {
    do {
      try call(&community, now)
    } catch {
      preconditionFailure("\(what) was refused: \(error)")
    }
  }

  /// - Parameter time: By default now.
  func observeRequest(
    _ kind: RequestKind, _ step: RequestStep, from one: MemberID, to other: MemberID,
    pet: PetID? = nil, at time: Double? = nil
  ) {
    for sink in sinks {
      sink.observe(
        RequestObservation(
          time: time ?? now, kind: kind, step: step, from: one, to: other, pet: pet))
    }
  }

  private func observe(
    _ kind: TieOutcome, _ one: MemberID, _ other: MemberID, isReturned: Bool = false
  ) {
    for sink in sinks {
      sink.observe(
        TieObservation(time: now, kind: kind, from: one, to: other, isReturned: isReturned))
    }
  }
}
