internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// Components 15 and 16, as far as they grow the graph that a run starts with.
///
/// Members look around in rounds, as often as they come. A candidate is a followee's followee half
/// of the time, and otherwise met in proportion to in-degree + 1; the follow is made with
/// probability σ(−2 + 4 cos(θᵤ, θᵥ)), and returned with the probability that gives the reciprocity
/// wanted: of *A* follows *qA* are returned, so that r = 2q ÷ (1 + q). Friends are found among
/// followees and friends of friends; a request is accepted with 0.6, and 0.1 more a mutual friend.
///
/// Sources: Barabási & Albert, *Science* 286, 1999 (preferential attachment); Holme & Kim,
/// *Physical Review E* 65, 2002 (triadic closure).
struct GraphGrowth {
  /// Rounds after which a graph is as dense as it gets.
  private static let mostRounds: UInt32 = 1000
  private static let acceptance = 0.6
  private static let acceptancePerMutualFriend = 0.1

  private let parameters: SocietyParameters.Graph
  private let stream: KeyedStream
  private let members: Int
  private let latent: LatentColumns
  private let norms: [Double]
  /// Mean looks around a round, by member.
  private let looks: [Double]
  /// Whom each follow goes to: picking one at random is preferential attachment.
  private var targets: [UInt32] = []

  /// - Parameter members: How many of the latent columns' members, the first, take part.
  init(
    _ parameters: SocietyParameters.Graph, _ stream: KeyedStream, members: Int,
    latent: LatentColumns
  ) {
    self.parameters = parameters
    self.stream = stream
    self.members = members
    self.latent = latent
    let width = latent.categoryCount
    norms = (0..<members).map { member in
      let taste = latent.taste[member * width..<(member + 1) * width]
      return taste.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
    }
    let mean =
      latent.members.prefix(members).reduce(0) { $0 + Double($1.sessionRate) } / Double(members)
    looks = latent.members.prefix(members).map { mean > 0 ? Double($0.sessionRate) / mean : 1 }
  }

  /// Grows follows, then friendships, to the means asked for, or until nobody finds anybody.
  mutating func grow(_ community: inout Community) {
    guard members > 1 else { return }
    let most = Double(members - 1)
    let follows = Int(min(parameters.follows, most) * Double(members))
    for round in 0..<Self.mostRounds where community.followCount < follows {
      eachLook(round, 0) { growth, member, look in
        if community.followCount < follows { growth.follow(from: member, look, &community) }
      }
    }
    let pairs = Int(min(parameters.friends, most) * Double(members) / 2)
    for round in 0..<Self.mostRounds where community.pairsOfFriends < pairs {
      eachLook(round, 1) { growth, member, look in
        if community.pairsOfFriends < pairs { growth.befriend(member, look, &community) }
      }
    }
  }

  /// A look around: a member's draw of four uniforms, and one more where it is needed.
  private struct Look {
    let uniforms: SIMD4<Double>
    let decision: Double
  }

  private mutating func eachLook(
    _ round: UInt32, _ purpose: UInt32, _ body: (inout Self, MemberID, Look) -> Void
  ) {
    for index in 0..<members {
      let key = latent.members[index].key.rawValue
      let occurrence = round << 8 | purpose << 7
      let first = stream.uniforms(key, occurrence, 0)
      for number in 0..<UInt32(looks[index] + first[0]) {
        let look = Look(
          uniforms: stream.uniforms(key, occurrence, 2 * number + 1),
          decision: stream.uniform(key, occurrence, 2 * number + 2))
        body(&self, MemberID(index), look)
      }
    }
  }

  private mutating func follow(from member: MemberID, _ look: Look, _ community: inout Community) {
    let candidate = candidate(for: member, look.uniforms, in: community)
    guard candidate != member, !community.isFollowing(member, candidate) else { return }
    let odds = parameters.homophilyOffset + parameters.homophily * cosine(member, candidate)
    guard look.decision < Portable.logistic(odds) else { return }
    add(member, candidate, to: &community)
    let returning = parameters.reciprocity / (2 - parameters.reciprocity)
    if look.uniforms[3] < returning && !community.isFollowing(candidate, member) {
      add(candidate, member, to: &community)
    }
  }

  private func candidate(
    for member: MemberID, _ uniforms: SIMD4<Double>, in community: borrowing Community
  ) -> MemberID {
    if uniforms[0] < parameters.closure && community.followingCount(of: member) > 0 {
      let followees = community.followingCount(of: member)
      let between = community.followee(of: member, at: Int(uniforms[1] * Double(followees)))
      let theirs = community.followingCount(of: between)
      if theirs > 0 {
        return community.followee(of: between, at: Int(uniforms[2] * Double(theirs)))
      }
    }
    let place = Int(uniforms[1] * Double(members + targets.count))
    return place < members ? MemberID(place) : MemberID(rawValue: targets[place - members])
  }

  private mutating func add(_ one: MemberID, _ other: MemberID, to community: inout Community) {
    do {
      try community.follow(one, other, now: community.timeOfInitialTie(one, other))
    } catch {
      preconditionFailure("a follow of the growing graph was refused: \(error)")
    }
    targets.append(other.rawValue)
  }

  private func befriend(_ member: MemberID, _ look: Look, _ community: inout Community) {
    guard let candidate = acquaintance(of: member, look.uniforms, in: community),
      candidate != member, !community.isFriend(member, candidate)
    else { return }
    let mutual = (0..<community.friendCount(of: member)).count {
      community.isFriend(community.friend(of: member, at: $0), candidate)
    }
    let acceptance = Self.acceptance + Self.acceptancePerMutualFriend * Double(mutual)
    guard look.decision < acceptance else { return }
    do {
      let now = community.timeOfInitialTie(member, candidate)
      try community.befriend(member, candidate, now: now)
    } catch {
      preconditionFailure("a friendship of the growing graph was refused: \(error)")
    }
  }

  /// A friend's friend or somebody followed; anybody, for those who follow nobody.
  private func acquaintance(
    of member: MemberID, _ uniforms: SIMD4<Double>, in community: borrowing Community
  ) -> MemberID? {
    let friends = community.friendCount(of: member)
    if uniforms[0] < parameters.closure && friends > 0 {
      let between = community.friend(of: member, at: Int(uniforms[1] * Double(friends)))
      let theirs = community.friendCount(of: between)
      return community.friend(of: between, at: Int(uniforms[2] * Double(theirs)))
    }
    let followees = community.followingCount(of: member)
    guard followees > 0 else { return MemberID(Int(uniforms[1] * Double(members))) }
    return community.followee(of: member, at: Int(uniforms[1] * Double(followees)))
  }

  private func cosine(_ one: MemberID, _ other: MemberID) -> Double {
    let width = latent.categoryCount
    var product = 0.0
    for category in 0..<width {
      product +=
        Double(latent.taste[one.index * width + category])
        * Double(latent.taste[other.index * width + category])
    }
    return product / (norms[one.index] * norms[other.index])
  }
}

extension FollowGraph {
  /// Makes the graph's follows, and friends of all who follow each other.
  func fill(_ community: inout Community) {
    do {
      for edge in edges {
        let (from, to) = (MemberID(rawValue: edge.from), MemberID(rawValue: edge.to))
        let now = community.timeOfInitialTie(from, to)
        try community.follow(from, to, now: now)
        if community.isFollowing(to, from) { try community.befriend(from, to, now: now) }
      }
    } catch {
      preconditionFailure("a tie of the graph was refused: \(error)")
    }
  }
}

extension Community {
  /// When a tie that is there at the start is said to have been made: when the younger of the two
  /// joined.
  func timeOfInitialTie(_ one: MemberID, _ other: MemberID) -> Double {
    max(joinedAt(one), joinedAt(other))
  }
}
