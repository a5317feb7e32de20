internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// The traits of a member, and the counters by which its draws are numbered.
package struct MemberTraits: Sendable {
  static let noVisit = UInt32.max

  package let key: MemberKey
  package let group: UInt8
  /// Sessions a second, before the curve of the day.
  package let sessionRate: Float
  /// Seconds by which the member's day runs ahead.
  package let phase: Float
  /// Readiness to act, in log odds.
  package let readiness: Float
  /// Posts a second, before attention and the curve of the day; 0 for most.
  package let postRate: Float
  /// The mean quality of the member's posts.
  package let skill: Float
  /// The slot of the visit whose feed the member scrolls, or `noVisit`.
  var visit = MemberTraits.noVisit
  /// The slots of the member's devices whose screen is kept, or `HeldDevices.none`.
  var devices = SIMD2(repeating: HeldDevices.none)
  /// Sessions begun of the member's own accord, and brought by notifications.
  var sessions: UInt32 = 0
  var broughtSessions: UInt32 = 0
  /// Satisfaction with the last sessions.
  var satisfaction: Float = 0
  /// Whether the member has left for good.
  var hasLeft = false
  var postOpportunities: UInt32 = 0
  /// How often the member was on a final leaderboard.
  package var successes: UInt32 = 0
  var voteDay: Int32 = .min
  var votesToday: UInt16 = 0
}

/// The traits of a post, and its key in draws: its author's key and the number of the opportunity at
/// which it was posted, which are the same in all arms.
package struct PostTraits: Sendable {
  /// The traits of no post, with which a column begins.
  static let none = PostTraits(authorKey: 0, opportunity: 0, quality: 0, category: 0)

  package let authorKey: UInt32
  package let opportunity: UInt32
  package let quality: Float
  package let category: UInt8
}

/// Draws what people and posts are like.
package struct TraitSource: Sendable {
  /// Contest entries are numbered apart from ordinary posts.
  static let firstEntryOpportunity: UInt32 = 0x80_0000

  private let parameters: SocietyParameters
  private let streams: SocietyStreams
  private let activity: GammaTable
  private let postsAMonth: DiscreteDistribution
  private let behaviours: Behaviours
  private let groupShares: DiscreteDistribution

  package init(
    _ parameters: SocietyParameters, _ streams: SocietyStreams, _ behaviours: Behaviours
  ) {
    self.parameters = parameters
    self.streams = streams
    self.behaviours = behaviours
    activity = GammaTable(shape: parameters.sessions.shape)
    postsAMonth = .powerLaw(
      exponent: parameters.posting.exponent, in: 1...max(1, Int(parameters.posting.most)))
    groupShares = DiscreteDistribution(weights: parameters.groups.map(\.share))
  }

  package func member(_ key: MemberKey) -> MemberTraits {
    let sessions = parameters.sessions
    let k = key.rawValue
    let isSilent = streams.activity.uniform(k, 1) < sessions.silentShare
    let mean = sessions.mean * (isSilent ? sessions.silentFactor : 1)
    let gamma = Portable.exp(
      activity.logVariate(streams.activity.uniform(k, 0), streams.activity.uniform(k, 2)))
    let posts = parameters.posting
    let isPoster = streams.character.uniform(k, 0) < posts.share
    let postsAMonth = postsAMonth.quantile(streams.character.uniform(k, 1))
    return MemberTraits(
      key: key, group: UInt8(groupShares.quantile(streams.character.uniform(k, 2))),
      sessionRate: Float(gamma / sessions.shape * mean / 86_400),
      phase: Float((2 * streams.activity.uniform(k, 3) - 1) * sessions.phaseHours * 3600),
      readiness: Float(parameters.actions.memberDeviation * streams.character.normal(k, 3)),
      postRate: isPoster ? Float(postsAMonth) / (30 * 86_400) : 0,
      skill: Float(
        behaviours.quality.decide(.skill(uniform: streams.character.uniform(k, 4)))))
  }

  /// A member who never does anything.
  func inertMember(_ key: MemberKey) -> MemberTraits {
    MemberTraits(
      key: key, group: 0, sessionRate: 0, phase: 0, readiness: 0, postRate: 0, skill: 0)
  }

  /// Appends a viewer's interests, with sum 1, to a column.
  package func appendViewerTaste(of key: MemberKey, to column: inout [Float]) {
    let draw = Interests.Situation(
      isCreator: false, uniforms: uniforms(of: key, streams.viewerTaste))
    for weight in behaviours.interests.decide(draw) { column.append(Float(weight)) }
  }

  /// What a member posts at an opportunity.
  package func post(by author: MemberTraits, opportunity: UInt32) -> PostTraits {
    let words = streams.posts.uniforms(author.key.rawValue, opportunity, 0)
    let quality = behaviours.quality.decide(
      .post(skill: Double(author.skill), uniform: words[1]))
    return PostTraits(
      authorKey: author.key.rawValue, opportunity: opportunity, quality: Float(quality),
      category: category(of: author.key, words[0]))
  }

  /// Who may see what a member posts at an opportunity.
  func privacy(ofPostBy author: MemberKey, opportunity: UInt32) -> Privacy {
    behaviours.privacy.decide(streams.posts.uniforms(author.rawValue, opportunity, 0)[2])
  }

  /// Whether a member's account is private.
  func isPrivate(_ member: MemberKey) -> Bool {
    parameters.accounts.privateShare > 0
      && streams.character.uniform(member.rawValue, 6) < parameters.accounts.privateShare
  }

  /// Whether a member has a pet, and whether that has a guardian.
  func pet(of member: MemberKey) -> (isThere: Bool, hasGuardian: Bool) {
    guard parameters.pets.share > 0 else { return (false, false) }
    let uniforms = streams.character.uniforms(member.rawValue, 7)
    return (uniforms[0] < parameters.pets.share, uniforms[1] < parameters.pets.guardians)
  }

  /// Seconds after which the author deletes a post, or `nil` for never.
  func deletionDelay(_ post: PostTraits) -> Double? {
    let deleting = parameters.deleting
    guard deleting.share > 0 else { return nil }
    let uniform = streams.deleting.uniform(post.authorKey, post.opportunity, 0)
    guard uniform < deleting.share else { return nil }
    return deleting.meanHours * 3600
      * streams.deleting.exponential(post.authorKey, post.opportunity, 1)
  }

  /// A category drawn from a creator's interests, which are made anew from their keys each time:
  /// cheaper than keeping them.
  private func category(of key: MemberKey, _ uniform: Double) -> UInt8 {
    let weights = behaviours.interests.decide(
      Interests.Situation(isCreator: true, uniforms: uniforms(of: key, streams.creatorTaste)))
    var left = uniform
    for (category, weight) in weights.enumerated() {
      left -= weight
      if left < 0 { return UInt8(category) }
    }
    return UInt8(weights.lastIndex { $0 > 0 }!)
  }

  /// Two numbers a category.
  private func uniforms(of key: MemberKey, _ stream: KeyedStream) -> [SIMD2<Double>] {
    (0..<UInt32(parameters.categories.count)).map { category in
      let words = stream.bits(key.rawValue, category)
      return SIMD2(Uniform.open(words.x, words.y), Uniform.open(words.z, words.w))
    }
  }
}
