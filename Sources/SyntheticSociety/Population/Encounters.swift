internal import SocialFeed

/// How people come across each other, in the graph that a run starts with and in the run.
///
/// A candidate for a follow is a followee's followee with the probability of closure, and is
/// otherwise met in proportion to in-degree + 1. A candidate for a friendship is a friend's friend
/// or somebody followed.
///
/// Sources: Barabási & Albert, *Science* 286, 1999 (preferential attachment); Holme & Kim,
/// *Physical Review E* 65, 2002 (triadic closure).
struct Encounters: Sendable {
  private let closure: Double
  /// Each member once, and once more for each follow received: picking one at random is meeting by
  /// in-degree + 1. Whoever lost followers keeps the renown.
  private var tickets: [UInt32] = []

  init(closure: Double) { self.closure = closure }

  mutating func reserveCapacity(_ count: Int) { tickets.reserveCapacity(count) }

  /// Somebody can be met from now on.
  mutating func add(_ member: MemberID) { tickets.append(member.rawValue) }

  /// Somebody has one follower more.
  mutating func addFollower(of member: MemberID) { tickets.append(member.rawValue) }

  /// Whom a member might follow; it may be the member, or somebody followed already.
  func followCandidate(
    for member: MemberID, _ uniforms: SIMD4<Double>, in community: borrowing Community
  ) -> MemberID {
    let followees = community.followingCount(of: member)
    if uniforms[0] < closure && followees > 0 {
      let between = community.followee(of: member, at: Int(uniforms[1] * Double(followees)))
      let theirs = community.followingCount(of: between)
      if theirs > 0 {
        return community.followee(of: between, at: Int(uniforms[2] * Double(theirs)))
      }
    }
    return anybody(uniforms[1])
  }

  /// Whom a member might befriend; it may be the member, or a friend already. Anybody, for those
  /// who follow nobody.
  func friendCandidate(
    for member: MemberID, _ uniforms: SIMD4<Double>, in community: borrowing Community
  ) -> MemberID {
    let friends = community.friendCount(of: member)
    if uniforms[0] < closure && friends > 0 {
      let between = community.friend(of: member, at: Int(uniforms[1] * Double(friends)))
      let theirs = community.friendCount(of: between)
      return community.friend(of: between, at: Int(uniforms[2] * Double(theirs)))
    }
    let followees = community.followingCount(of: member)
    guard followees > 0 else { return anybody(uniforms[1]) }
    return community.followee(of: member, at: Int(uniforms[1] * Double(followees)))
  }

  private func anybody(_ uniform: Double) -> MemberID {
    MemberID(rawValue: tickets[Int(uniform * Double(tickets.count))])
  }
}
