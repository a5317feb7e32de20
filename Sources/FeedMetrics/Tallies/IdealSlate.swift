internal import SocialFeed

/// What the best slates from one request's candidate pool would be worth on their first positions.
struct IdealSlate: Sendable {
  /// Discounted gain of the most relevant candidates.
  let gain: Double
  /// The same with what their ages leave of their news as gain, of the newest ones.
  let freshness: Double
  /// α-DCG of the most varied order of the relevant ones.
  let novelty: Double
  /// What each group of authors would be exposed, the most relevant candidates first.
  let groupExposure: [Double]

  /// - Parameters:
  ///   - pool: The candidates, or those that decide.
  ///   - time: When the slate was requested.
  init(
    _ pool: [CandidateObservation], at time: Int32, posts: PostColumns, members: MemberColumns
  ) {
    for candidate in pool {
      precondition(
        candidate.post.index < posts.count, "candidate \(candidate.post) is not yet published")
    }
    let origins = pool.map { posts.origin[$0.post.index] }
    let relevances = pool.map(\.relevance)
    gain = PositionDiscount.gain(of: relevances.sorted(by: >))
    freshness = PositionDiscount.gain(
      of: origins.map { FreshnessGain.gain(ofAge: Double(time - $0.createdAt)) }.sorted(by: >))
    novelty = NoveltyGain.ideal(
      of: zip(origins, relevances).lazy.map { (Int($0.category), $1) })
    var exposure = [Double](repeating: 0, count: members.groupCount)
    for (origin, target) in zip(origins, ExpectedExposure.target(of: relevances)) {
      exposure[Int(members.group[Int(origin.author)])] += target
    }
    groupExposure = exposure
  }
}
