internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// Following, as far as it grows the graph that a run starts with.
///
/// Members arrive in the order in which they joined, and each adds the mean number of follows to the
/// community: the newcomer looks around in proportion to its session rate and readiness, up to that number, and
/// the members who arrived before make the rest, each in the same proportion. ``Encounters``
/// decides who meets whom; follows are made and returned at once, with the probabilities of
/// ``Following``. Early members get more followers: the tail of the followers is a power law, of exponent 3 by follower
/// count only and about 2.6 with closure. Friendships are then made in rounds, with the probabilities of accepting
/// requests.
struct GraphGrowth {
  /// Rounds of friendships, at most.
  private static let mostRounds: UInt32 = 1000
  /// How often a newcomer looks around, at most.
  private static let mostLooks = 1000

  private enum Purpose: UInt32 { case looking, friends, turns }

  private let parameters: Following.Graph
  private let requests: Following.Parameters
  private let stream: KeyedStream
  private let members: Int
  private let latent: LatentColumns
  /// How often members come, and how often they look for somebody to follow, relative to the mean.
  private let activity: [Double]
  private let following: [Double]
  /// Whether each member ever posts.
  private let posts: [Bool]
  /// How often each member has looked around so far.
  private var looks: [UInt32]
  /// Who meets whom; the run continues with it.
  private(set) var encounters: Encounters

  /// - Parameters:
  ///   - people: The members of the graph, by their identifiers.
  ///   - latent: Their tastes and keys; other members' may follow.
  init(
    _ parameters: SocietyParameters, _ stream: KeyedStream, of people: ArraySlice<MemberTraits>,
    latent: LatentColumns
  ) {
    self.parameters = parameters.graph
    requests = parameters.following
    self.stream = stream
    members = people.count
    self.latent = latent
    activity = Self.shares(people.map { Double($0.sessionRate) })
    following = Self.shares(people.map { Double($0.sessionRate) * Double($0.followReadiness) })
    posts = people.map { $0.postRate > 0 }
    looks = Array(repeating: 0, count: members)
    encounters = Encounters(closure: parameters.graph.closure)
  }

  /// Rates relative to their mean; 1 where all are 0.
  private static func shares(_ rates: [Double]) -> [Double] {
    let mean = rates.reduce(0, +) / Double(rates.count)
    return rates.map { mean > 0 ? $0 / mean : 1 }
  }

  /// Grows follows, then friendships, to the means of the parameters, or until no candidate is found.
  ///
  /// - Parameter isWanted: Called every few hundred members.
  /// - Returns: `false` when `isWanted` ended the growth.
  mutating func grow(_ community: inout Community, while isWanted: () -> Bool) -> Bool {
    guard growFollows(&community, while: isWanted) else { return false }
    let most = Double(members - 1)
    let pairs = Int(min(parameters.friends, most) * Double(members) / 2)
    for round in 0..<Self.mostRounds {
      guard community.pairsOfFriends < pairs else { return true }
      let isWhole = eachLook(round, while: isWanted) { growth, member, look in
        if community.pairsOfFriends < pairs { growth.befriend(member, look, &community) }
      }
      guard isWhole else { return false }
    }
    return true
  }

  /// A look around: a member's draw of four uniforms, and one more where it is needed.
  private struct Look {
    private let stream: KeyedStream
    private let key: UInt32
    private let occurrence: UInt32
    private let purpose: Purpose
    let uniforms: SIMD4<Double>

    init(_ stream: KeyedStream, _ key: MemberKey, _ occurrence: UInt32, _ purpose: Purpose) {
      self.stream = stream
      self.key = key.rawValue
      self.occurrence = occurrence
      self.purpose = purpose
      uniforms = stream.uniforms(key.rawValue, occurrence, purpose.rawValue << 1)
    }

    var decision: Double { stream.uniform(key, occurrence, purpose.rawValue << 1 | 1) }
  }

  private func look(of member: MemberID, _ occurrence: UInt32, _ purpose: Purpose) -> Look {
    Look(stream, latent.keys[member.index], occurrence, purpose)
  }

  // MARK: Follows

  private mutating func growFollows(
    _ community: inout Community, while isWanted: () -> Bool
  ) -> Bool {
    let arrivals = (0..<members).map { (time: community.joinedAt(MemberID($0))!, MemberID($0)) }
      .sorted { $0 < $1 }.map(\.1)
    // How often those who have arrived look around, cumulated: by it they take turns.
    var sums: [Double] = []
    for newcomer in arrivals {
      guard !sums.count.isMultiple(of: World.membersBetweenQuestions) || isWanted() else {
        return false
      }
      encounters.add(newcomer)
      sums.append((sums.last ?? 0) + following[newcomer.index])
      let there = sums.count
      let goal = Int(min(parameters.follows, Double(there - 1)) * Double(there))
      settle(newcomer, goal: goal, &community)
      for turn in 0..<Self.mostLooks {
        guard community.followCount < goal else { break }
        let uniform = stream.uniform(
          latent.keys[newcomer.index].rawValue, UInt32(turn), Purpose.turns.rawValue << 1)
        follow(from: arrivals[Self.index(of: uniform * sums[there - 1], in: sums)], &community)
      }
    }
    return true
  }

  /// A newcomer makes as many follows as it looks around, unless the goal is reached before.
  private mutating func settle(_ newcomer: MemberID, goal: Int, _ community: inout Community) {
    let wanted = parameters.follows * following[newcomer.index]
    let already = community.followingCount(of: newcomer)!
    for _ in 0..<Self.mostLooks {
      guard community.followCount < goal,
        Double(community.followingCount(of: newcomer)! - already) < wanted
      else { return }
      follow(from: newcomer, &community)
    }
  }

  /// The first index whose sum is above `value`.
  private static func index(of value: Double, in sums: [Double]) -> Int {
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func follow(from member: MemberID, _ community: inout Community) {
    let look = look(of: member, looks[member.index], .looking)
    looks[member.index] += 1
    let candidate = encounters.followCandidate(for: member, look.uniforms, in: community)
    guard candidate != member, !community.isFollowing(member, candidate) else { return }
    let acceptance = parameters.acceptance(
      cosine: latent.cosine(member, candidate), posts: posts[candidate.index])
    guard look.decision < acceptance else { return }
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

  // MARK: Friendships

  /// Lets everybody look around, as often as they come.
  ///
  /// - Returns: `false` when `isWanted` ended it.
  private mutating func eachLook(
    _ round: UInt32, while isWanted: () -> Bool, _ body: (inout Self, MemberID, Look) -> Void
  ) -> Bool {
    for index in 0..<members {
      guard !index.isMultiple(of: World.membersBetweenQuestions) || isWanted() else { return false }
      let member = MemberID(index)
      let chance = stream.uniform(
        latent.keys[index].rawValue, round << 8, Purpose.friends.rawValue << 1 | 1)
      for number in 0..<UInt32(activity[index] + chance) {
        body(&self, member, look(of: member, round << 8 | (number + 1), .friends))
      }
    }
    return true
  }

  private func befriend(_ member: MemberID, _ look: Look, _ community: inout Community) {
    let candidate = encounters.friendCandidate(for: member, look.uniforms, in: community)
    guard candidate != member, !community.isFriend(member, candidate) else { return }
    let mutual = community.mutualFriends(of: member, candidate)
    guard look.decision < requests.acceptance(mutualFriends: mutual) else { return }
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
  ///
  /// - Returns: `false` when `isWanted` ended it.
  func fill(_ community: inout Community, while isWanted: () -> Bool) -> Bool {
    do {
      for (index, edge) in edges.enumerated() {
        guard !index.isMultiple(of: World.membersBetweenQuestions) || isWanted() else {
          return false
        }
        let (from, to) = (MemberID(rawValue: edge.from), MemberID(rawValue: edge.to))
        let now = community.timeOfInitialTie(from, to)
        try community.follow(from, to, now: now)
        if community.isFollowing(to, from) { try community.befriend(from, to, now: now) }
      }
    } catch {
      preconditionFailure("a tie of the graph was refused: \(error)")
    }
    return true
  }
}

extension Community {
  /// When a tie of the initial graph was made: when the younger of the two joined.
  func timeOfInitialTie(_ one: MemberID, _ other: MemberID) -> Double {
    max(joinedAt(one)!, joinedAt(other)!)
  }

  /// How many friends two members have in common. O(friends of the first × of the second).
  func mutualFriends(of one: MemberID, _ other: MemberID) -> Int {
    (0..<friendCount(of: one)!).count { isFriend(friend(of: one, at: $0)!, other) }
  }
}
