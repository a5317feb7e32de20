internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B4: the largest value of ranking, the open rate of first looks under the ideal ranker ÷ that under a random
/// ranker.
///
/// In worlds of one day without feedback and ties, in which every member posts once a month, a session looks at
/// the first twenty posts: under the ideal ranker the best twenty of the posts that a viewer may see. The worth of
/// these is worked out from the declared model by a seeded sample (``RankingValueModel``). Over worlds, and over
/// samples, the value varies by 2 %, for the most because posts and their viewers do, and so does the intercept, by 2 %
/// of the rate: over eight worlds and eight samples the standard error is near 1.3 %, so that 7 % is exceeded by chance
/// once in 10⁶ seeds.
///
/// In default worlds, with satiation, herding, friends and drift, the probability of each opening is worked out
/// from the observations: the expected ratio is the ratio of the mean probabilities at the first looks that people had,
/// with the standard error √Σ *p* (1 − *p*) ÷ Σ *p* of each arm. The ideal ranker puts no post on a first page above a
/// more relevant one.
///
/// Wrong rules that it catches: quality drawn anew for each viewer, an ideal order by another viewer's
/// relevance, satiation or herding left out or counted twice.
struct RankingValueCheck: SelfCheck {
  let id = "B4"
  let suites = [SelfTestSuite.behaviour]
  let source = "behaviour model: component 8"
  let seconds = 12.0

  private static let members = 2000
  private static let depth = 20

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    [bestPosts(setting)] + defaults(setting)
  }

  // MARK: The best posts

  private func bestPosts(_ setting: SelfTestSetting) -> Finding {
    let worlds = setting.sample(of: 8, atLeast: 2)
    var parameters = SocietyParameters.quiet(members: Self.members, days: 1)
    parameters.actions.activityCorrelation = 0
    parameters.examination.eta = 0
    parameters.comeEquallyOften(perDay: 2)
    // Posts of as many authors, so that worlds differ little.
    parameters.posting.share = 1
    parameters.posting.most = 1
    parameters.posting.largestBatch = 1
    parameters.fixScrolling(at: Self.depth)
    parameters.switchOffInitialTies()
    let run = WorldRun(
      parameters: parameters, arm: .random(), seed: setting.seed(55), world: 0)
    let models = (0..<8 as Range<UInt32>).map {
      RankingValueModel(
        parameters, viewers: 500, posts: Self.visiblePosts(parameters), seed: run.seed,
        world: .max - 1 - $0)
    }
    let intercept = Summary(models.map(\.intercept)).mean
    let ratios = (0..<UInt32(worlds.count)).map { world in
      let rates = ["ideal", "random"].map { ranker in
        var run = run
        (run.arm, run.world) = (.ordering(.home, by: ranker, pool: parameters.pool), world)
        run.intercepts = .chances(open: logistic(intercept))
        let looks = FirstLookSink()
        run.observed(by: [looks])
        return looks.openRate
      }
      return rates[0] / rates[1]
    }
    return Finding(
      "opening of first looks, best \(Self.depth) ÷ random",
      size: "\(worlds.count) worlds of \(Self.members.grouped) members, 1 day",
      expect: .nearly(Summary(models.map { $0.value(ofBest: Self.depth) }).mean, within: 0.07)
        .widened(by: worlds.widening),
      replications: ratios)
  }

  /// Public posts of the time before the start and of half of the day. Of members who joined less than the
  /// history ago there are fewer.
  private static func visiblePosts(_ parameters: SocietyParameters) -> Int {
    let posting = parameters.posting
    let postsAMonth = DiscreteDistribution.powerLaw(
      exponent: posting.exponent, in: 1...Int(posting.most)
    ).mean
    let days =
      posting.historyDays * (1 - posting.historyDays / parameters.joining.ageDays / 2) + 0.5
    let isPublic = 1 - parameters.privacy.friendsOnly - parameters.privacy.onlyMe
    return Int(parameters.world.members * posting.share * postsAMonth / 30 * days * isPublic)
  }

  // MARK: Default worlds

  private func defaults(_ setting: SelfTestSetting) -> [Finding] {
    let days = setting.sample(of: 7, atLeast: 3)
    var parameters = SocietyParameters.society(members: Self.members, days: Double(days.count))
    parameters.openOnly(.home)
    var run = WorldRun(parameters: parameters, arm: .random(), seed: setting.seed(2), world: 0)
    run.intercepts = SolvedIntercepts(for: run)
    let orders = OrderSink()
    let rates = ["ideal", "random"].map { ranker in
      run.arm = .ordering(.home, by: ranker)
      return OpeningRate(
        LookRecorder.record(run, with: ranker == "ideal" ? [orders] : []), of: run)
    }
    let expected = rates[0].expected / rates[1].expected
    let error =
      (rates[0].relativeError * rates[0].relativeError
      + rates[1].relativeError * rates[1].relativeError).squareRoot()
    return [
      Finding(
        "opening of first looks, ideal ÷ random",
        size: "1 world of \(Self.members.grouped) members, \(days.count) days", expect: expected,
        observed: rates[0].observed / rates[1].observed, standardError: expected * error),
      Finding(
        never: "ideal pages with a better post below", size: "\(orders.pages.grouped) first pages",
        times: orders.faults),
    ]
  }
}

/// Opening at first looks, and what is expected of it.
private struct OpeningRate {
  let observed: Double
  let expected: Double
  let relativeError: Double

  init(_ world: LookRecorder, of run: WorldRun) {
    let intercepts = run.intercepts ?? SolvedIntercepts()
    let parameters = run.parameters
    let usual = UsualCounts(rates: intercepts.likeRates)
    let (herding, source) = (Herding(parameters), run.people)
    var levels = SatiationLevels(parameters, members: world.members.count)
    var (opens, looks, mean, variance) = (0, 0, 0.0, 0.0)
    // About when the look was: after what the viewer opened above it.
    var (request, time) = (UInt32.max, 0.0)
    for look in world.settledLooks(of: run) {
      if look.request != request { (request, time) = (look.request, look.time) }
      time = max(time, look.time)
      let category = world.posts[look.post].category.index
      if look.before == 0 {
        let level = levels.level(of: look.viewer, category, at: time).level
        let inclination =
          source(look.viewer) + look.utility + parameters.utility.satiation * level
          + herding.decide(.opening(likes: look.likes, usual: usual[look.viewers]))
        let p = logistic(intercepts.open + inclination)
        looks += 1
        opens += look.led(to: .view) ? 1 : 0
        mean += p
        variance += p * (1 - p)
      }
      if let opened = look.time(of: .view) {
        time = max(time, opened)
        levels.open(by: look.viewer, category, at: time)
      }
    }
    observed = Double(opens) / Double(looks)
    expected = mean / Double(looks)
    relativeError = variance.squareRoot() / mean
  }
}

extension WorldRun {
  /// The readiness of each member: of those who are there at the start, and of those who join.
  fileprivate var people: (Int) -> Double {
    let source = TraitSource(
      parameters, SocietyStreams(seed: seed, world: world), Behaviours(parameters))
    let initial = Int(parameters.world.members)
    var known: [Double] = []
    return { member in
      while known.count <= member {
        let next = known.count
        let key: MemberKey =
          next < initial ? .initial(next) : .joined(UInt32(next - initial))
        known.append(Double(source.member(key).readiness))
      }
      return known[member]
    }
  }
}

/// Counts first pages on which somebody else's post stands above a more relevant one.
private final class OrderSink: ObservationSink {
  private(set) var pages = 0
  private(set) var faults = 0
  private var authors: [MemberID] = []

  func observe(_ post: PostObservation) { authors.append(post.author) }

  func observe(_ page: borrowing PageObservation) {
    guard page.offset == 0 else { return }
    pages += 1
    var last = Double.infinity
    for index in page.posts.indices where authors[page.posts[index].index] != page.viewer {
      if page.relevance[index] > last {
        faults += 1
        return
      }
      last = page.relevance[index]
    }
  }
}
