internal import FeedMetrics
internal import SocialFeed
internal import Synchronization
internal import SyntheticSociety

/// Serves the pages of one arm, and ranks the same requests by the others at the same moment.
///
/// No ranker changes a community, so that the world depends only on the serving arm.
struct ShadowRanker: Ranker {
  private let serving: any Ranker
  private let others: [(arm: String, ranker: any Ranker)]
  private let surface: Int
  private let overlaps: PageOverlaps

  /// Settings of the ranker that orders a surface for the first of the arms.
  ///
  /// - Parameters:
  ///   - index: The index of the surface in `overlaps`.
  ///   - overlaps: Records the pages of all arms.
  static func settings(
    _ arms: [Arm], on surface: Surface, _ index: Int, recordingIn overlaps: PageOverlaps
  ) -> RankerSettings {
    let settings = arms.map { $0.ranker(of: surface) }
    // The first parameters of settings are the rule for learning affinities, which is the same for all arms.
    let rule = arms.lazy.flatMap(\.rankers).first { $0.affinityRule != nil }
    let names = rule == nil ? [] : AffinityRule.parameters
    var source = rule
    while let inner = source?.inner, !(source?.descriptor.parameters.starts(with: names) ?? true) {
      source = inner
    }
    let values = names.map { name in (name.name, source?[name.name] ?? name.defaultValue) }
    let descriptor = RankerDescriptor(
      name: settings[0].name, surfaces: [surface], parameters: names
    ) { _, world in
      let rankers = zip(settings, arms).map {
        $0.makeRanker(world: world, learnsUntil: $1.learnsUntil)
      }
      return ShadowRanker(
        serving: rankers[0], others: zip(arms, rankers).dropFirst().map { ($0.name, $1) },
        surface: index, overlaps: overlaps)
    }
    return RankerSettings(descriptor, Dictionary(uniqueKeysWithValues: values))
  }

  var changesByLooks: Bool { serving.changesByLooks }

  var fingerprint: RankerFingerprint { serving.fingerprint }

  var needsLatentRelevance: Bool { serving.needsLatentRelevance }

  var leavesOut: Bool { serving.leavesOut }

  /// The failure of the serving ranker, or of the first other one: an overlap needs the pages of all.
  var failure: RankerFailure? {
    if let failure = serving.failure { return failure }
    for (arm, ranker) in others {
      guard var failure = ranker.failure else { continue }
      failure.arm = arm
      return failure
    }
    return nil
  }

  var learns: Bool { serving.learns || others.contains { $0.ranker.learns } }

  /// Each ranker gets all events, none of which is of a page of the others.
  func learn(_ events: [RankerEvent]) {
    if serving.learns { serving.learn(events) }
    for (_, other) in others where other.learns { other.learn(events.map(\.ofOthers)) }
  }

  func endWorld() {
    serving.endWorld()
    for (_, other) in others { other.endWorld() }
  }

  func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    serving.start(of: request, in: community)
  }

  func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    serving.fill(&page, for: request, from: community)
    // With offsets, a request for a further page is a longer first page.
    guard request.cursor == nil, request.pageSize <= RankOverlapStudy.depth,
      request.now >= overlaps.start
    else { return }
    var pages = [page.posts]
    for other in others {
      var shadow = FeedPage()
      other.ranker.fill(&shadow, for: request, from: community)
      if let failure = shadow.failure { page.fail(failure.of(arm: other.arm)) }
      pages.append(shadow.posts)
    }
    overlaps.compare(pages, on: surface)
  }
}

/// The overlaps of the pages of one world, by surface and pair of arms.
final class PageOverlaps: Sendable {
  private struct Sums {
    var overlap = (total: 0.0, pages: 0)
    var tau = (total: 0.0, pages: 0)
  }

  /// The time from which pages count, in seconds.
  let start: Double
  private let pairs: [ArmPair]
  private let sums: Mutex<[Sums]>

  init(arms: Int, surfaces: Int, from start: Double) {
    self.start = start
    pairs = ArmPair.all(of: arms)
    sums = Mutex(Array(repeating: Sums(), count: surfaces * pairs.count))
  }

  /// Adds the overlaps of the pages of one request.
  ///
  /// - Parameter pages: The pages of all arms.
  func compare(_ pages: [[PostID]], on surface: Int) {
    sums.withLock { sums in
      for (number, pair) in pairs.enumerated() {
        let (one, other) = (pages[pair.first], pages[pair.second])
        let index = surface * pairs.count + number
        if let overlap = rankBiasedOverlap(one, other, persistence: RankOverlapStudy.persistence) {
          sums[index].overlap.total += overlap
          sums[index].overlap.pages += 1
        }
        if let tau = Self.tau(one, other) {
          sums[index].tau.total += tau
          sums[index].tau.pages += 1
        }
      }
    }
  }

  /// Kendall's τ of the order of the posts that both pages have; `nil` for fewer than two of them.
  private static func tau(_ one: [PostID], _ other: [PostID]) -> Double? {
    let ranks = Dictionary(uniqueKeysWithValues: zip(other, other.indices.lazy.map(Double.init)))
    let common = one.enumerated().compactMap { index, post in
      ranks[post].map { (Double(index), $0) }
    }
    return kendallTauB(common.map(\.0), common.map(\.1))
  }

  /// Means over pages, by ``RankOverlapResults/key(_:surface:pair:)``.
  var values: [String: MetricValue] {
    sums.withLock { sums in
      var values: [String: MetricValue] = [:]
      for (index, sums) in sums.enumerated() {
        let (surface, pair) = index.quotientAndRemainder(dividingBy: pairs.count)
        func keep(_ measure: MetricDefinition, _ sum: (total: Double, pages: Int)) {
          values[RankOverlapResults.key(measure, surface: surface, pair: pair)] = MetricValue(
            sum.pages > 0 ? sum.total / Double(sum.pages) : nil, support: sum.pages)
        }
        keep(RankOverlapResults.overlap, sums.overlap)
        keep(RankOverlapResults.tau, sums.tau)
      }
      return values
    }
  }
}

/// Two arms, by their indices.
struct ArmPair: Hashable, Sendable {
  let first: Int
  let second: Int

  /// All pairs: the first arm with all others, then the second with those after it, and so on.
  static func all(of arms: Int) -> [ArmPair] {
    (0..<arms).flatMap { first in (first + 1..<arms).map { ArmPair(first: first, second: $0) } }
  }
}
