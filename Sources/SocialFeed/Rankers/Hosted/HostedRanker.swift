/// An external ranker of one world.
///
/// A score of +∞ is first, one of −∞ last, and one that is no number fails. Other scores are rounded to 24 significant bits, so that another order of additions outside, whose last bits differ, gives
/// the same page. The first request and one in a hundred are sent again, with their candidates in reverse order, and a few
/// go to a ``SecondInstance``; a ranker that then gives another order has failed. After a failure all scores are 0, and ``failure`` has the reason: whoever runs the
/// world ends it.
///
/// A host of kind `order` is called once a refresh, in whose order all pages of the refresh stand still; a candidate
/// that it leaves out is not shown, and its score is −∞. The others' scores are minus their positions, from 0.
///
/// A host that learns gets what happens in the world before its next request, so that its answer depends on all that
/// happened before. Without requests for a while it gets the waiting events, so that few events wait. All pages of a
/// refresh have the scores of its first page.
public struct HostedRanker: ScoringRanker {
  public let pool: Int
  public let fingerprint: RankerFingerprint
  private let probe: RankerProbe
  private let state: LaneState

  private var host: any RankerHost { state.host }
  private var world: RankerWorld { state.world }

  public var features: FeatureSet { host.features }

  /// Not where a refresh stands still.
  public var changesByLooks: Bool {
    host.kind == .score && !host.learns && features.changesByLooks
  }

  public var leavesOut: Bool { host.kind == .order }

  public func hasWholeOrder(of request: FeedRequest) -> Bool {
    request.viewer.flatMap { viewer in
      state.frozenPosts(
        of: RefreshID(
          viewer: viewer, number: request.refresh,
          beganAt: request.cursor?.refreshedAt ?? request.now))
    }?.isWhole ?? false
  }

  public var failure: RankerFailure? { state.failure }

  /// - Parameters:
  ///   - end: Simulated seconds until it stops learning from impressions and interactions.
  ///   - probe: Which requests are sent twice.
  package init(
    _ host: any RankerHost, world: RankerWorld, pool: Int, learnsUntil end: Double = .infinity,
    probe: RankerProbe = .usual
  ) {
    state = LaneState(host, world: world, learnsUntil: end, isTested: probe.isOn)
    self.pool = pool
    self.probe = probe
    fingerprint = RankerFingerprint(host.digest).with(world.number).with(pool)
  }

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    guard candidates.count > 0, state.failure == nil else { return }
    do throws(RankerFailure) {
      let lane = try state.lane()
      switch host.kind {
      case .score:
        // What no run depends on stands in no refresh.
        let standsStill = host.learns && !candidates.isHypothetical
        if standsStill, let frozen = state.frozenScores(of: candidates) {
          for index in scores.indices { scores[index] = frozen[index] }
          return
        }
        try score(candidates, by: lane, into: &scores)
        try askAgain(scores.span, candidates, by: lane)
        if standsStill { state.freeze(scores.span, of: candidates) }
      case .order: try order(candidates, by: lane).write(&scores, of: candidates)
      case .serve:
        throw host.failure("serves pages of its own, and orders no candidates")
      }
    } catch {
      state.fail(failure(error, at: candidates))
      for index in scores.indices { scores[index] = 0 }
    }
  }

  func score(
    _ candidates: borrowing Candidates, by lane: any RankerLane,
    into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    try lane.score(candidates, into: &scores)
    try finish(&scores, of: candidates)
  }

  /// The scores of candidates in reverse order, whose request is sent again.
  func scores(
    ofReversed candidates: borrowing Candidates, by lane: any RankerLane,
    in company: RequestCompany
  ) throws(RankerFailure) -> [Double] {
    let reversed = candidates.reversed()
    var scores = [Double](repeating: 0, count: candidates.count)
    var span = scores.mutableSpan
    try lane.score(reversed, in: company, into: &span)
    try finish(&span, of: reversed)
    return scores
  }

  /// Checks and rounds the scores of an answer.
  private func finish(
    _ scores: inout MutableSpan<Double>, of candidates: borrowing Candidates
  ) throws(RankerFailure) {
    if areModerate(scores.span) {
      for index in scores.indices { scores[index] = scores[index].roundedTo24Bits }
      return
    }
    for index in scores.indices {
      let score = scores[index]
      guard !score.isNaN else {
        throw host.failure(candidates.noScore(index))
      }
      let rounded = score.roundedTo24Bits
      scores[index] = rounded.isFinite ? rounded : score
    }
  }

  /// Sends a request again where it has to, and throws if the order is then another one.
  private func askAgain(
    _ scores: Span<Double>, _ candidates: borrowing Candidates, by lane: any RankerLane
  ) throws(RankerFailure) {
    guard let number = number(of: candidates) else { return }
    if number == 1 || probe.takes(candidates, ofWorld: world) {
      try checkOrder(of: scores, candidates, by: lane)
    }
    guard SecondInstance.takes(number), let instance = lane.second else { return }
    if !host.learns {
      state.keep(
        .score(
          FailedRequest(candidates, to: host, world: world), scores.indices.map { scores[$0] }))
    } else if let second = state.second {
      let again = try self.scores(ofReversed: candidates, by: second, in: instance.company)
      try checkOrder(of: scores, again: again.span, candidates, in: instance.company)
    }
  }

  /// The number of a request of the lane, from 1; `nil` for one that is not asked twice.
  private func number(of candidates: borrowing Candidates) -> Int? {
    guard probe.isOn, candidates.count > 1, !candidates.isHypothetical else { return nil }
    return state.nextRequest()
  }

  /// Asks again with the candidates in reverse order, in each of the lane's ways, and throws if their order is then another
  /// one.
  private func checkOrder(
    of scores: Span<Double>, _ candidates: borrowing Candidates, by lane: any RankerLane
  ) throws(RankerFailure) {
    for company in lane.repetitions {
      let again = try self.scores(ofReversed: candidates, by: lane, in: company)
      try checkOrder(of: scores, again: again.span, candidates, in: company)
    }
  }

  /// Throws if the scores of both answers give two orders.
  ///
  /// - Parameters:
  ///   - again: The scores of the candidates in reverse order.
  ///   - company: How the request was sent.
  func checkOrder(
    of scores: Span<Double>, again: Span<Double>, _ candidates: borrowing Candidates,
    in company: RequestCompany
  ) throws(RankerFailure) {
    let orders = TwoOrders(candidates.posts, scores, again: again)
    guard let difference = orders.difference else { return }
    let failure = host.failure(
      difference.message(about: candidates, in: company), isUnrepeatable: true)
    let last = candidates.count - 1
    throw self.failure(
      failure, at: candidates,
      answers: [
        candidates.posts.indices.map { scores[$0] },
        candidates.posts.indices.map { again[last - $0] },
      ])
  }

  /// A failure with the request, unless it has one.
  ///
  /// - Parameter answers: What the ranker gave for each post, in the answers that it gave.
  private func failure(
    _ failure: RankerFailure, at candidates: borrowing Candidates, answers: [[Double?]] = []
  ) -> RankerFailure {
    // One that learns answers by all that happened before, so that its request cannot be asked again.
    guard !host.learns, failure.request == nil else { return failure }
    var request = FailedRequest(candidates, to: host, world: world)
    request.answers = answers
    return failure.asked(request)
  }

  /// The order of the refresh: the ranker is called at its first page.
  private func order(
    _ candidates: borrowing Candidates, by lane: any RankerLane
  ) throws(RankerFailure) -> GivenOrder {
    // What no run depends on has an order of its own.
    if candidates.isHypothetical {
      return try GivenOrder(lane.order(candidates), of: candidates, by: host)
    }
    if let frozen = state.frozenPosts(of: RefreshID(candidates)) {
      return GivenOrder(frozen: frozen.posts)
    }
    let order = try GivenOrder(lane.order(candidates), of: candidates, by: host)
    try askAgain(order, candidates, by: lane)
    state.freeze(
      FrozenPosts(order.posts, isWhole: order.posts.count == candidates.count),
      of: RefreshID(candidates))
    return order
  }

  /// Sends a request again where it has to, and throws if the order is then another one.
  private func askAgain(
    _ order: GivenOrder, _ candidates: borrowing Candidates, by lane: any RankerLane
  ) throws(RankerFailure) {
    guard let number = number(of: candidates) else { return }
    if number == 1 || probe.takes(candidates, ofWorld: world) {
      try check(order, candidates, by: lane, in: .usual)
    }
    guard SecondInstance.takes(number), let instance = lane.second else { return }
    if !host.learns {
      state.keep(.order(FailedRequest(candidates, to: host, world: world), order.posts))
    } else if let second = state.second {
      try check(order, candidates, by: second, in: instance.company)
    }
  }

  /// Asks again with the candidates in reverse order, and throws if their order is then another one.
  private func check(
    _ order: GivenOrder, _ candidates: borrowing Candidates, by lane: any RankerLane,
    in company: RequestCompany
  ) throws(RankerFailure) {
    let again = try GivenOrder(lane.order(candidates.reversed()), of: candidates, by: host)
    do throws(RankerFailure) {
      try order.checkSame(as: again, of: candidates, in: company, by: host)
    } catch {
      throw failure(
        error, at: candidates, answers: [order, again].map { $0.positions(of: candidates) })
    }
  }

  public func endWorld() {
    state.endWorld { kept, lane, company throws(RankerFailure) in
      switch kept {
      case .score(let request, let scores):
        let candidates = Candidates(request)
        let again = try self.scores(ofReversed: candidates, by: lane, in: company)
        try checkOrder(of: scores.span, again: again.span, candidates, in: company)
      case .order(let request, let posts):
        try check(GivenOrder(frozen: posts), Candidates(request), by: lane, in: company)
      case .page: break
      }
    }
  }
}

extension HostedRanker {
  public var learns: Bool { host.learns }

  public func learn(_ events: [RankerEvent]) { state.learn(events) }

  /// How many events wait at most for a request, besides a page's events: 0.5 MB.
  package static let mostWaiting = 1 << 14
}

/// Whether all numbers are finite and below 2¹⁰²² in size, so that none becomes infinite when it is rounded. The loop has no branch,
/// so that it takes several numbers at a time.
private func areModerate(_ numbers: Span<Double>) -> Bool {
  // The exponent, and with it a number that is not finite, carries into the bit of the sign.
  let excess: UInt64 = 3 << 52
  var carries: UInt64 = 0
  for index in numbers.indices {
    carries |= (numbers[index].bitPattern & (.max >> 1)) &+ excess
  }
  return carries < 1 << 63
}

extension Double {
  /// The nearest number with 24 significant bits, ties to even, as `Float` has them but with this type's exponents;
  /// infinite where the nearest one is beyond them.
  fileprivate var roundedTo24Bits: Double {
    let low: UInt64 = 1 << 29
    let half = (bitPattern &>> 29 & 1) &+ (low / 2 - 1)
    return Double(bitPattern: (bitPattern &+ half) & ~(low - 1))
  }
}
