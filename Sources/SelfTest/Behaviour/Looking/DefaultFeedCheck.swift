internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B27: the value of order on the default home feed, and whether it has enough posts to order.
///
/// In worlds of the default community the ideal order of home brings at least 1.3 times as much engagement there as a
/// random one. Posts are worth more while they are new: the newest are opened more often than posts in random order,
/// and these more often than the oldest; without that worth the newest are not. Minutes are 8 to 25 % fewer in order of
/// time than by popularity, which stands for the rankers of the networks that Guess et al. took away.
///
/// Where all posts are worth the same, neither the ideal order nor the order of time brings more engagement, or other
/// minutes, than popularity.
///
/// At the median member's home there are at least three new candidates a look, at most 5 % of first pages have
/// fewer posts than a page, and at most 15 % of looks are at a post seen before. New candidates are new posts of
/// friends and followees that the member may see, and as many discoveries more as make up their share.
///
/// Between worlds of 400 members the ratios vary by 0.05 for openings, 0.03 for minutes, and 0.16 and 0.005 for engagement
/// and minutes without utility; new candidates a look vary by 0.7 between worlds of 2,000 (4 seeds of two worlds). Bounds
/// are three standard errors or more away. A random feed has few new posts, so that the oldest are opened only 5 %
/// less often: a quick test allows for the standard error of two worlds.
///
/// Wrong rules that it catches: a worth of newness that rankers do not see or that grows with age, patience that
/// does not depend on what is seen, verdicts of the arithmetic of rankers, candidates that are shown again.
struct DefaultFeedCheck: SelfCheck {
  let id = "B27"
  let suites = [SelfTestSuite.behaviour]
  let source = "chronological feeds (Guess et al. 2023); supply (Facebook, News Feed FYI, 2013)"
  let seconds = 150.0

  private static let (engagement, openings, minutes) = (
    "engagement_per_member_day(surface=home)", "open_rate(surface=home)", "minutes_per_member_day"
  )
  private static let oldest = Arm(
    name: "oldest",
    choices: [
      (.home, RankerSettings(FormulaRanker.descriptor, formula: try! ScoreFormula("age_hours")))
    ])

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let worlds = setting.sample(of: 8, atLeast: 2)
    let metrics = [Self.engagement, Self.openings, Self.minutes]
    let shipped = DefaultWorlds(worlds.count, setting, metrics)
    func finding(
      _ result: String, _ metric: String, _ ones: [DefaultWorlds.Values],
      _ others: [DefaultWorlds.Values], expect expectation: ExpectedValue
    ) -> Finding {
      Finding(
        result, size: shipped.size, expect: expectation,
        replications: zip(ones, others).map { ($0[metric] ?? .nan) / ($1[metric] ?? .nan) })
    }
    /// Three standard errors of the mean over worlds.
    func reach(_ deviation: Double) -> Double {
      3 * deviation / Double(worlds.count).squareRoot()
    }

    let random = shipped.values(.ordering(.home, by: "random"))
    let newest = shipped.values(.ordering(.home, by: "recency"))
    let popular = shipped.values(.ordering(.home, by: "popularity"))
    let ageless = DefaultWorlds(worlds.count, setting, metrics, off: "freshness")
    let tasteless = DefaultWorlds(worlds.count, setting, metrics, off: "utility")
    let crowd = tasteless.values(.ordering(.home, by: "popularity"))
    let latest = tasteless.values(.ordering(.home, by: "recency"))
    return [
      finding(
        "home: engagement, ideal ÷ random", Self.engagement,
        shipped.values(.ordering(.home, by: "ideal")), random, expect: .atLeast(1.3)),
      finding(
        "home: open rate, newest ÷ random", Self.openings, newest, random, expect: .atLeast(1)),
      finding(
        "home: open rate, random ÷ oldest", Self.openings, random, shipped.values(Self.oldest),
        expect: .atLeast(1 - 0.05 * (worlds.widening - 1))),
      finding(
        "no freshness: open rate, newest ÷ random", Self.openings,
        ageless.values(.ordering(.home, by: "recency")),
        ageless.values(.ordering(.home, by: "random")), expect: .atMost(1 + reach(0.02))),
      finding(
        "minutes, newest ÷ popular", Self.minutes, newest, popular,
        expect: .between(0.75 - reach(0.03), 0.92 + reach(0.03))),
      finding(
        "no utility: engagement, ideal ÷ popular", Self.engagement,
        tasteless.values(.ordering(.home, by: "ideal")), crowd, expect: .atMost(1 + reach(0.16))),
      finding(
        "no utility: engagement, newest ÷ popular", Self.engagement, latest, crowd,
        expect: .atMost(1 + reach(0.16))),
      finding(
        "no utility: minutes, newest ÷ popular", Self.minutes, latest, crowd,
        expect: .near(1, within: 1.5 * reach(0.005))),
    ] + Self.supply(worlds.count, reach(0.7), setting)
  }

  /// What is new on home, with the rankers of the default.
  private static func supply(
    _ worlds: Int, _ reach: Double, _ setting: SelfTestSetting
  ) -> [Finding] {
    let (members, days) = (2000, 4)
    var run = WorldRun(
      parameters: .society(members: members, days: Double(days)),
      arm: Arm(name: "default", choices: []), seed: setting.seed(83), world: 0)
    run.intercepts = SolvedIntercepts(for: run)
    let supply = SupplySink(run.parameters)
    for world in 0..<UInt32(worlds) {
      run.world = world
      run.observed(by: [supply])
    }
    return supply.findings(
      "\(worlds) worlds of \(members.grouped) members, \(days) days", reach: reach)
  }
}

/// Counts what is new for members' home feeds, and what they look at there, in one world after the other.
private final class SupplySink: ObservationSink {
  private let discovery: Double
  private let pageSize = FeedRequest.usualPageSize
  private var pages = (all: 0, short: 0)
  private var looks = (all: 0, repeated: 0)
  /// New candidates a look of the members of the worlds before.
  private var ratios: [Double] = []

  // Of this world, by member.
  private var followers: [Set<Int>] = []
  private var friends: [Set<Int>] = []
  private var fresh: [Int] = []
  private var looked: [Int] = []
  private var seen = PairSet()

  init(_ parameters: SocietyParameters) {
    if case .mixed(let share) = parameters.pool.audience {
      discovery = share
    } else {
      discovery = 0
    }
  }

  func begin(_ run: RunObservation) {
    endWorld()
    (followers, friends, fresh, looked, seen) = ([], [], [], [], PairSet())
  }

  private func endWorld() {
    for member in looked.indices where looked[member] > 0 {
      ratios.append(Double(fresh[member]) / (1 - discovery) / Double(looked[member]))
    }
  }

  func observe(_ member: MemberObservation) {
    followers.append([])
    friends.append([])
    fresh.append(0)
    looked.append(0)
  }

  func observe(_ tie: TieObservation) {
    let (one, other) = (tie.from.index, tie.to.index)
    switch tie.kind {
    case .follow: followers[other].insert(one)
    case .unfollow: followers[other].remove(one)
    case .friend:
      friends[one].insert(other)
      friends[other].insert(one)
    case .unfriend:
      friends[one].remove(other)
      friends[other].remove(one)
    default: break
    }
  }

  func observe(_ post: PostObservation) {
    guard post.createdAt >= 0, post.visibility != .author else { return }
    let author = post.author.index
    for friend in friends[author] { fresh[friend] += 1 }
    guard post.visibility != .friends else { return }
    for follower in followers[author].subtracting(friends[author]) { fresh[follower] += 1 }
  }

  func observe(_ page: borrowing PageObservation) {
    guard page.surface == .home else { return }
    if page.offset == 0 {
      pages.all += 1
      if page.posts.count < pageSize { pages.short += 1 }
    }
    for index in page.posts.indices where page.examined[index] {
      looks.all += 1
      looked[page.viewer.index] += 1
      let isNew = seen.insert(page.viewer.rawValue, page.posts[index].rawValue)
      looks.repeated += isNew ? 0 : 1
    }
  }

  func findings(_ size: String, reach: Double) -> [Finding] {
    endWorld()
    return [
      Finding(
        "home: new candidates a look, median", size: size, expect: .atLeast(3 - reach),
        observed: quantile(0.5, of: ratios.sorted()) ?? .nan),
      Finding(
        "home: first pages shorter than a page", size: "\(pages.all.grouped) first pages",
        expect: .atMost(0.05), successes: pages.short, of: pages.all),
      Finding(
        "home: looks at what was seen before", size: "\(looks.all.grouped) looks",
        expect: .atMost(0.15), successes: looks.repeated, of: looks.all),
    ]
  }
}
