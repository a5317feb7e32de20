internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// The traits of a member, and the counters that number its draws.
package struct MemberTraits: Sendable {
  static let noVisit = UInt32.max

  package let key: MemberKey
  package let group: UInt8
  /// Sessions a second, before the curve of the day.
  package let sessionRate: Float
  /// Seconds by which the member's day runs ahead.
  package let phase: Float
  /// Patience at the start of a walk down a feed.
  package let patience: Float
  /// Readiness to act, in log odds.
  package let readiness: Float
  /// Posts a second, before attention and the curve of the day; 0 for most.
  package let postRate: Float
  /// The mean quality of the member's posts.
  package let skill: Float
  /// How readily the member looks for somebody to follow, relative to the mean.
  package let followReadiness: Float
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

/// Draws the traits of people and posts.
package struct TraitSource: Sendable {
  /// Contest entries are numbered apart from ordinary posts.
  static let firstEntryOpportunity: UInt32 = 0x80_0000
  /// Opportunities are numbered at this distance, and the posts of a batch between them.
  static let batchNumbers: UInt32 = 128

  private let parameters: SocietyParameters
  private let streams: SocietyStreams
  private let activity: GammaTable
  private let postsAMonth: DiscreteDistribution
  private let meanPostsAMonth: Double
  private let batchSizes: DiscreteDistribution
  /// The mean size of a batch.
  let meanBatch: Double
  /// How much frequency and patience weigh in the activity of members: a vector of length 1, or 0.
  private let activityWeights: SIMD2<Double>
  private let behaviours: Behaviours
  private let groupShares: DiscreteDistribution
  /// The initial members of a balanced sample; 0 in other worlds.
  private let balanced: Int

  /// - Parameter balanced: The number of initial members, where they are to be a balanced sample: their rates
  ///   of sessions, their patience, readiness and skill, and the qualities of posts are spread evenly over
  ///   their distributions, together as well as singly, and all who post post at the mean rate.
  package init(
    _ parameters: SocietyParameters, _ streams: SocietyStreams, _ behaviours: Behaviours,
    balanced: Int = 0
  ) {
    self.balanced = balanced
    self.parameters = parameters
    self.streams = streams
    self.behaviours = behaviours
    activity = GammaTable(shape: parameters.sessions.shape)
    postsAMonth = .powerLaw(
      exponent: parameters.posting.exponent, in: 1...max(1, Int(parameters.posting.most)))
    meanPostsAMonth = postsAMonth.mean
    batchSizes = .powerLaw(
      exponent: parameters.posting.batchExponent,
      in: 1...max(1, Int(parameters.posting.largestBatch)))
    meanBatch = batchSizes.mean
    // Half of what lies between the logs of the rates one standard deviate above and below the median.
    let above = 0.841_344_746
    let spread = (activity.logVariate(above, 0.5) - activity.logVariate(1 - above, 0.5)) / 2
    let weights = SIMD2(spread, parameters.scrolling.memberDeviation)
    let length = (weights * weights).sum().squareRoot()
    activityWeights = length > 0 ? weights / length : weights
    groupShares = DiscreteDistribution(weights: parameters.groups.map(\.share))
  }

  package func member(_ key: MemberKey) -> MemberTraits {
    let sessions = parameters.sessions
    let k = key.rawValue
    let isSilent = silence(of: key) < sessions.silentShare
    let mean = sessions.mean * (isSilent ? sessions.silentFactor : 1)
    let frequency = uniform(streams.activity, key, 0, .frequency)
    let gamma = Portable.exp(activity.logVariate(frequency, streams.activity.uniform(k, 2)))
    let scrolling = parameters.scrolling
    let depth = Quantile.normal(uniform(streams.character, key, 8, .patience))
    let patience =
      scrolling.start
      * Portable.exp(scrolling.memberDeviation * (depth - scrolling.memberDeviation / 2))
    let correlation = parameters.actions.activityCorrelation
    let readiness =
      correlation * (activityWeights * SIMD2(Quantile.normal(frequency), depth)).sum()
      + (1 - correlation * correlation).squareRoot()
      * Quantile.normal(uniform(streams.character, key, 3, .readiness))
    let posts = parameters.posting
    let isPoster = posting(of: key) < posts.share
    let postsAMonth =
      balanced > 0
      ? meanPostsAMonth : Double(postsAMonth.quantile(streams.character.uniform(k, 1)))
    return MemberTraits(
      key: key, group: UInt8(groupShares.quantile(streams.character.uniform(k, 2))),
      sessionRate: Float(gamma / sessions.shape * mean / 86_400),
      phase: Float((2 * streams.activity.uniform(k, 3) - 1) * sessions.phaseHours * 3600),
      patience: Float(patience), readiness: Float(parameters.actions.memberDeviation * readiness),
      postRate: isPoster ? Float(postsAMonth) / (30 * 86_400) : 0,
      skill: Float(
        behaviours.quality.decide(.skill(uniform: uniform(streams.character, key, 4, .skill)))),
      followReadiness: Float(followReadiness(of: key)))
  }

  /// A lognormal variate of mean 1.
  private func followReadiness(of member: MemberKey) -> Double {
    let spread = parameters.following.spread
    return Portable.exp(
      spread * (Quantile.normal(streams.character.uniform(member.rawValue, 9)) - spread / 2))
  }

  // MARK: Balanced samples

  /// The coordinates of a balanced sample, whose points form a Kronecker sequence: the fractions of
  /// multiples of the reciprocal powers of φ, the root of φ⁵ = φ + 1 (Roberts, 2018).
  private enum Coordinate: Double {
    case frequency = 0.856_674_883_854_502_9
    case patience = 0.733_891_856_627_126_0
    case readiness = 0.628_706_721_037_808_7
    case skill = 0.538_597_257_223_610_1
  }

  /// The number of a member of a balanced sample, in random order; `nil` for others.
  private func number(of member: MemberKey) -> Int? {
    guard member.rawValue < balanced else { return nil }
    return KeyedPermutation(count: balanced, stream: streams.character, .max, .max)[
      Int(member.rawValue)]
  }

  /// A uniform number of a member.
  private func uniform(
    _ stream: KeyedStream, _ member: MemberKey, _ purpose: UInt32, _ coordinate: Coordinate
  ) -> Double {
    guard let number = number(of: member) else { return stream.uniform(member.rawValue, purpose) }
    return Self.fraction(0.5 + Double(number) * coordinate.rawValue)
  }

  /// The uniform number that decides whether a member posts: in a balanced sample those with the first numbers.
  private func posting(of member: MemberKey) -> Double {
    guard let number = number(of: member) else {
      return streams.character.uniform(member.rawValue, 0)
    }
    return (Double(number) + 0.5) / Double(balanced)
  }

  /// The uniform number that decides whether a member is silent: in a balanced sample those with the last ones.
  private func silence(of member: MemberKey) -> Double {
    guard let number = number(of: member) else {
      return streams.activity.uniform(member.rawValue, 1)
    }
    return (Double(balanced - number) - 0.5) / Double(balanced)
  }

  private static func fraction(_ number: Double) -> Double { number - number.rounded(.down) }

  /// A member who never does anything.
  func inertMember(_ key: MemberKey) -> MemberTraits {
    MemberTraits(
      key: key, group: 0, sessionRate: 0, phase: 0, patience: 0, readiness: 0, postRate: 0,
      skill: 0,
      followReadiness: 1)
  }

  /// Appends a viewer's interests, with sum 1, to a column.
  package func appendViewerTaste(of key: MemberKey, to column: inout [Float]) {
    let draw = Interests.Situation(
      isCreator: false, uniforms: uniforms(of: key, streams.viewerTaste))
    for weight in behaviours.interests.decide(draw) { column.append(Float(weight)) }
  }

  /// The posts that a member uploads at an opportunity: their numbers.
  func batch(by author: MemberKey, opportunity: UInt32) -> Range<UInt32> {
    let size = batchSizes.quantile(streams.posting.uniform(author.rawValue, opportunity, 2))
    let first = opportunity * Self.batchNumbers
    return first..<first + UInt32(size)
  }

  /// What a member posts, by the number of the post. The posts of a batch are of one category.
  package func post(by author: MemberTraits, opportunity: UInt32) -> PostTraits {
    // The number of an entry has no batch in it: it is the contest's.
    let batch =
      opportunity < Self.firstEntryOpportunity
      ? opportunity / Self.batchNumbers * Self.batchNumbers : opportunity
    let words = streams.posts.uniforms(author.key.rawValue, opportunity, 0)
    var uniform = words[1]
    if let number = number(of: author.key) {
      uniform = Self.fraction(
        0.5 + Double(number) * Coordinate.frequency.rawValue
          + Double(opportunity / Self.batchNumbers + opportunity % Self.batchNumbers)
          * Coordinate.patience.rawValue)
    }
    let quality = behaviours.quality.decide(
      .post(skill: Double(author.skill), uniform: uniform))
    return PostTraits(
      authorKey: author.key.rawValue, opportunity: opportunity, quality: Float(quality),
      category: category(
        of: author.key, streams.posts.uniforms(author.key.rawValue, batch, 0)[0]))
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
