internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// Components 15 and 16, as far as they grow the graph that a run starts with.
///
/// Members look around in rounds, as often as they come, and meet each other as ``Encounters`` has
/// it; follows and friendships are made and returned with the probabilities of ``Following`` and
/// ``Friending``, at once.
struct GraphGrowth {
  /// Rounds after which a graph is as dense as it gets.
  private static let mostRounds: UInt32 = 1000

  private let parameters: SocietyParameters.Graph
  private let friending: SocietyParameters.Friending
  private let stream: KeyedStream
  private let members: Int
  private let latent: LatentColumns
  /// Mean looks around a round, by member.
  private let looks: [Double]
  /// Who meets whom, for the run to go on with.
  private(set) var encounters: Encounters

  /// - Parameter members: How many of the latent columns' members, the first, take part.
  init(
    _ parameters: SocietyParameters, _ stream: KeyedStream, members: Int, latent: LatentColumns
  ) {
    self.parameters = parameters.graph
    friending = parameters.friending
    self.stream = stream
    self.members = members
    self.latent = latent
    let mean =
      latent.members.prefix(members).reduce(0) { $0 + Double($1.sessionRate) } / Double(members)
    looks = latent.members.prefix(members).map { mean > 0 ? Double($0.sessionRate) / mean : 1 }
    encounters = Encounters(closure: parameters.graph.closure)
    for index in 0..<members { encounters.add(MemberID(index)) }
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
    let candidate = encounters.followCandidate(for: member, look.uniforms, in: community)
    guard candidate != member, !community.isFollowing(member, candidate) else { return }
    let odds = parameters.homophilyOffset + parameters.homophily * latent.cosine(member, candidate)
    guard look.decision < Portable.logistic(odds) else { return }
    add(member, candidate, to: &community)
    let returning = Reciprocity.returning(reciprocity: parameters.reciprocity)
    if look.uniforms[3] < returning && !community.isFollowing(candidate, member) {
      add(candidate, member, to: &community)
    }
  }

  private mutating func add(_ one: MemberID, _ other: MemberID, to community: inout Community) {
    do {
      try community.follow(one, other, now: community.timeOfInitialTie(one, other))
    } catch {
      preconditionFailure("a follow of the growing graph was refused: \(error)")
    }
    encounters.addFollower(of: other)
  }

  private func befriend(_ member: MemberID, _ look: Look, _ community: inout Community) {
    let candidate = encounters.friendCandidate(for: member, look.uniforms, in: community)
    guard candidate != member, !community.isFriend(member, candidate) else { return }
    let mutual = community.mutualFriends(of: member, candidate)
    guard look.decision < Friending.acceptance(friending, mutualFriends: mutual) else { return }
    do {
      let now = community.timeOfInitialTie(member, candidate)
      try community.befriend(member, candidate, now: now)
    } catch {
      preconditionFailure("a friendship of the growing graph was refused: \(error)")
    }
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

  /// How many friends two members have in common. O(friends of the first × of the second).
  func mutualFriends(of one: MemberID, _ other: MemberID) -> Int {
    (0..<friendCount(of: one)).count { isFriend(friend(of: one, at: $0), other) }
  }
}
