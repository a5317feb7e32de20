internal import SocialFeed

/// How people come across each other, in the graph that a run starts with and in the run.
///
/// A candidate for a follow is two steps away, over follows in either direction, with the probability
/// of closure. Otherwise it is met by follower count: half of the time any member, half of the time the followee
/// of a random follow, which is meeting in proportion to followers + their mean. A candidate for a
/// friendship is a friend's friend or a followee.
///
/// Sources: Barabási & Albert, *Science* 286, 1999, and Dorogovtsev, Mendes & Samukhin, *Physical
/// Review Letters* 85, 2000 (preferential attachment with initial attractiveness); Holme & Kim,
/// *Physical Review E* 65, 2002 (triadic closure).
struct Encounters: Sendable {
  private let closure: Double
  /// The members who can be met.
  private var members: [UInt32] = []
  /// Each member once for each follow received. A member who loses followers keeps the elements.
  private var followed: [UInt32] = []

  init(closure: Double) { self.closure = closure }

  /// Somebody can be met from now on.
  mutating func add(_ member: MemberID) { members.append(member.rawValue) }

  /// Somebody has one follower more.
  mutating func addFollower(of member: MemberID) { followed.append(member.rawValue) }

  /// Whom a member might follow; it may be the member, or somebody followed already.
  func followCandidate(
    for member: MemberID, _ uniforms: SIMD4<Double>, in community: borrowing Community
  ) -> MemberID {
    if uniforms[0] < closure, let between = neighbour(of: member, uniforms[1], in: community),
      let candidate = neighbour(of: between, uniforms[2], in: community)
    {
      return candidate
    }
    return anybody(uniforms[1])
  }

  /// A random followee or follower of a member, each follow alike; `nil` without any.
  private func neighbour(
    of member: MemberID, _ uniform: Double, in community: borrowing Community
  ) -> MemberID? {
    let following = community.followingCount(of: member)!
    let count = following + community.followerCount(of: member)!
    guard count > 0 else { return nil }
    let index = Int(uniform * Double(count))
    return index < following
      ? community.followee(of: member, at: index)!
      : community.follower(of: member, at: index - following)!
  }

  /// Whom a member might befriend; it may be the member, or a friend already. For a member without followees it is any
  /// member.
  func friendCandidate(
    for member: MemberID, _ uniforms: SIMD4<Double>, in community: borrowing Community
  ) -> MemberID {
    let friends = community.friendCount(of: member)!
    if uniforms[0] < closure && friends > 0 {
      let between = community.friend(of: member, at: Int(uniforms[1] * Double(friends)))!
      let theirs = community.friendCount(of: between)!
      return community.friend(of: between, at: Int(uniforms[2] * Double(theirs)))!
    }
    let followees = community.followingCount(of: member)!
    guard followees > 0 else { return anybody(uniforms[1]) }
    return community.followee(of: member, at: Int(uniforms[1] * Double(followees)))!
  }

  /// A random member: half of the time any, half of the time weighted by follower count.
  private func anybody(_ uniform: Double) -> MemberID {
    if followed.isEmpty || uniform < 0.5 {
      let part = followed.isEmpty ? uniform : 2 * uniform
      return MemberID(rawValue: members[Int(part * Double(members.count))])
    }
    return MemberID(rawValue: followed[Int((2 * uniform - 1) * Double(followed.count))])
  }
}
