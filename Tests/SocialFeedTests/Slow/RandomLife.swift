import SocialFeed
import TestSupport

/// A long random sequence of calls on a community and its slow model, made again by its seed alone.
///
/// Every call's outcome is compared, and what it is about; after some calls, refused ones above all,
/// everything that can be asked is.
struct RandomLife {
  let seed: UInt64
  var twins: Twins
  private let habits: Habits
  private var generator: SeededGenerator
  /// Makes the changes of the community again, from its beginning.
  private var follower: Community
  /// Whether the community is now and then the one that is read from its snapshot.
  var isRestored = true

  init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    var habits = Habits()
    habits.stray = [0, 0.02, 0.1, 0.3].randomElement(using: &generator)!
    habits.aim = [0.3, 0.6, 0.9].randomElement(using: &generator)!
    habits.mostMembers = Int.random(in: 3...40, using: &generator)
    habits.weights[.join] = Double(habits.mostMembers) / 8
    habits.weights[.tie] = [2, 8].randomElement(using: &generator)!
    habits.weights[.block] = [0.1, 1].randomElement(using: &generator)!
    habits.weights[.delete] = [0.6, 4].randomElement(using: &generator)!
    habits.steps = [
      [0, 0, 0, 1, 60, 3600], [0, 0, 0.25, 0.5, 7, 600], [0, 0, 0, 0, 0, 0, 0, 60, 7200, 200_000],
    ].randomElement(using: &generator)!
    habits.hostility = [0, 0.01, 0.1].randomElement(using: &generator)!
    if seed % 5 == 0 { habits.makeHubs() }
    // A clock in milliseconds, or one that once in a while leaps by decades.
    let unit = seed % 6 == 1 ? 1000.0 : 1
    habits.steps = habits.steps.map { $0 * unit }
    if seed % 6 == 2 { habits.leaps = 0.002 }
    twins = Twins(
      categoryCount: Int.random(in: 1...6, using: &generator),
      rule: AffinityRule(halfLife: unit * [60, 86_400, 604_800].randomElement(using: &generator)!),
      contestLength: unit * [6 * 3600, 86_400, 7 * 86_400].randomElement(using: &generator)!,
      notificationLimit: [0, 1, 5, 100].randomElement(using: &generator)!,
      strangersMayVote: seed % 10 == 3 && seed > 30)
    if unit > 1 { twins.now = 1.7e12 }
    self.habits = habits
    self.generator = generator
    follower = twins.community
    twins.community.recordsChanges = true
  }

  /// Makes so many calls, and passes `body` the result of each.
  mutating func live(
    calls: Int, _ body: (Call, Outcome) -> Void = { _, _ in }
  ) throws(Difference) {
    while twins.calls.count < calls {
      let digest = twins.calls.count % 32 == 0 ? twins.community.digest : nil
      let outcome = try twins.makeRandomCall(habits, using: &generator)
      let call = twins.calls.last!.call
      body(call, outcome)
      if case .refused = outcome, let digest {
        try agree(twins.community.digest, digest, "what the refused \(call) changed")
      }
      try twins.compare(near: call)
      var chance = 0.003
      if case .refused = outcome { chance = 0.006 }
      if generator.unit() < chance { try compareAll() }
    }
    try compareAll()
    // Lists and feeds are compared while more calls are made.
    try compareReplay()
  }

  /// Makes calls until there are so many, compares their results alone, and passes `body` each.
  mutating func live(
    upTo calls: Int, _ body: (Call, Outcome) -> Void = { _, _ in }
  ) throws(Difference) {
    while twins.calls.count < calls {
      let outcome = try twins.makeRandomCall(habits, using: &generator)
      body(twins.calls.last!.call, outcome)
    }
  }

  private mutating func compareAll() throws(Difference) {
    try compareReplay()
    try twins.compare()
    for _ in 0..<2 { try twins.compareQuestions(using: &generator) }
    for _ in 0..<5 { try twins.compareHostileQuestions(using: &generator) }
    let viewer = twins.randomViewer(using: &generator)
    try twins.compareMembership(for: viewer, using: &generator)
    try twins.compareChangingList(habits, using: &generator)
    for surface in Surface.allCases { try compareFeed(surface) }
  }

  /// Compares with the community that made the changes again, and with the one that is read from a
  /// snapshot, with which life may go on.
  private mutating func compareReplay() throws(Difference) {
    let digest = twins.community.digest
    var restored = follower
    do {
      for event in twins.community.takeChanges() { try follower.apply(event) }
      restored = try Community(snapshot: twins.community.snapshot())
    } catch { throw Difference("\(error)") }
    try agree(follower.digest, digest, "digest of the community that made the changes again")
    try agree(restored.digest, digest, "digest of the community read from a snapshot")
    guard isRestored else { return }
    twins.community = restored
    twins.community.recordsChanges = true
  }

  /// Compares a refresh of a feed by one of the orders that the slow model has, in some of which
  /// more calls are made between pages.
  private mutating func compareFeed(_ surface: Surface) throws(Difference) {
    let (ranker, order) = Self.orders(of: surface).randomElement(using: &generator)!
    var plan = RefreshPlan(
      viewer: twins.randomViewer(using: &generator), surface: surface, ranker: ranker,
      order: order, number: UInt32.random(in: 0...9, using: &generator),
      noise: CountingNoise(seed: seed), habits: habits)
    plan.pageSize = [3, 20].randomElement(using: &generator)!
    plan.arrivals = [0, 0, 3].randomElement(using: &generator)!
    if generator.unit() < 0.2 { plan.paging = .offset }
    if generator.unit() < 0.05 { plan.mediaLinks = Self.signer }
    try twins.compareRefresh(plan, using: &generator)
  }

  private static let signer = MediaLinkSigner(key: Array(repeating: 7, count: 32))

  private static func orders(of surface: Surface) -> [(any Ranker, SlowOrder)] {
    var orders: [(any Ranker, SlowOrder)] = [
      (RecencyRanker(), .recency), (PopularityRanker(), .popularity),
      (TrendingRanker.byVotes, .votes),
    ]
    if surface == .home { orders.append((AffinityRanker(), .affinity(threshold: 0))) }
    if surface == .contest {
      orders.append((ContestScoreRanker(), .contestScore(ContestScoreRanker())))
    }
    if RandomRanker.descriptor.surfaces.contains(surface) {
      orders.append((RandomRanker(), .random))
    }
    return orders
  }
}

extension Habits {
  /// Lets two of many members become followed and befriended by nearly all, since lists of more
  /// than 32 are kept in another way.
  fileprivate mutating func makeHubs() {
    mostMembers = 40
    hubs = 0.95
    partings = 0.08
    weights[.join] = 50
    weights[.tie] = 200
    weights[.name] = 0.1
    weights[.block] = 0.2
  }
}

extension RandomLife {
  /// What somebody needs who looks for the cause of a difference: the seed, the call, and the
  /// shortest sequence of its calls that was found to end in a difference.
  ///
  /// - Parameter shortens: Whether that sequence is looked for, which takes long.
  func report(_ difference: Difference, shortens: Bool = true) -> String {
    let number = twins.calls.count
    let found =
      "life \(seed), call \(number): \(difference)\nFEEDLAB_RANDOM_LIFE=\(seed) makes it again"
    guard shortens else { return "\(found), and shows which of its calls lead there" }
    let shortest = shortestFailure()
    let steps = shortest.map { "\n  at \($0.now): \($0.call)" }.joined()
    let cause =
      shortest.isEmpty
      ? "its calls alone show no difference; the pages between them do"
      : "\(shortest.count) of its calls show a difference too:\(steps)"
    return "\(found); \(cause)"
  }

  /// Takes calls out, many at a time and then one by one, for as long as a difference remains.
  private func shortestFailure() -> [(call: Call, now: Double)] {
    var calls = twins.calls
    guard isFailure(calls) else { return [] }
    var size = calls.count
    while size > 0 {
      let count = calls.count
      var start = 0
      while start < calls.count {
        var fewer = calls
        fewer.removeSubrange(start..<min(start + size, calls.count))
        if isFailure(fewer) { calls = fewer } else { start += size }
      }
      if size > 1 || calls.count == count { size /= 2 }
    }
    return calls
  }

  private func isFailure(_ calls: [(call: Call, now: Double)]) -> Bool {
    var replay = RandomLife(seed: seed).twins
    var generator = SeededGenerator(seed: seed)
    do throws(Difference) {
      for (call, now) in calls {
        if now.isFinite { replay.now = max(replay.now, now) }
        try replay.make(call, at: now)
        try replay.compare(near: call)
      }
      try replay.compare()
      for _ in 0..<20 { try replay.compareQuestions(using: &generator) }
      for viewer in replay.slow.allMembers.map({ Optional($0) }) + [nil] {
        for _ in Surface.allCases {
          try replay.compareMembership(for: viewer, using: &generator)
        }
      }
      return false
    } catch { return true }
  }
}
