internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B12: the worth of posts to people, and their actions, at first looks under a random ranker.
///
/// All that decides is known from the observations: the utility *U* from the latent relevance, the match from
/// the viewer's interests, the quality of the post, who is a friend; readiness *v* from the viewer's own draws.
/// The rest of *U* without match and quality is 0.7 on average for friends, and for strangers the viewer's
/// taste, of the standard deviation 0.6. Of quality and taste together the share that viewers of a post agree
/// on is the intraclass correlation 0.36 · 1.007 ÷ (0.36 · 1.007 + 0.36) = 0.502, with a standard error of (1 −
/// ρ)(1 + (*k* − 1) ρ) ÷ √(*k* (*k* − 1) *n* ÷ 2) for *n* authors with *k* viewers, at most ρ (1 − ρ) √(2 ÷
/// *n*) · (1 + 2 ÷ (*k* ρ)) (Donner, 1986). The quality of a post less the skill of its author has the standard
/// deviation 0.87, with the standard error 0.87 ÷ √2n.
///
/// Newness is 2^(−age ÷ *H*), ½ after a half-life by the rule. In the world, where ages at a look are known, a unit of it
/// adds its weight to the utility: the slope of what is left has the standard error 0.6 ÷ √Σ (*x* − *x̄*)².
///
/// People open with σ(*b* + *v* + *U*), so that a unit of *U* or *v* adds 1 to log odds; they like what they
/// opened with σ(*b′* + *v* + *U*), and what they did not with 0.05 of that.
///
/// Wrong rules that it catches: quality or taste drawn anew at each look, taste shared by viewers, match with
/// somebody else's interests, friends who count on the page and not in the choice, likes that ignore the
/// opening, a readiness that is drawn by look, an age since the start of the run, a half-life taken for a time constant.
struct UtilityCheck: SelfCheck {
  let id = "B12"
  let suites = [SelfTestSuite.behaviour]
  let source = "additive random utility; logits"
  let seconds = 6.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 8000, atLeast: 600)
    var parameters = SocietyParameters.quiet(members: members.count, days: 2)
    // Many authors and many friends.
    parameters.posting.share = 1
    parameters.graph.friends = 40
    parameters.utility.freshness = SocietyParameters().utility.freshness
    let intercepts = SolvedIntercepts.chances(open: 0.06, like: 0.15)
    let run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(27))
    let world = LookRecorder.record(run)
    return Self.worth(world, parameters) + [Self.quality(world, run)]
      + Self.actions(world.settledLooks(of: run), run, intercepts)
  }

  // MARK: Worth

  private static func worth(
    _ world: LookRecorder, _ parameters: SocietyParameters
  ) -> [Finding] {
    let weights = parameters.utility
    let newness = Freshness(parameters)
    var (tastes, friends) = (Summary(), Summary())
    var points: [(newness: Double, worth: Double)] = []
    var ratings = AuthorRatings(authors: world.members.count)
    for look in world.looks where look.before == 0 {
      let left = newness.decide(look.time - world.posts[look.post].createdAt)
      let rest =
        look.utility - weights.match * world.match(of: look) - weights.freshness * left
      let taste = rest - weights.quality * world.quality(of: look)
      if look.isFriend { friends.add(taste) } else { tastes.add(taste) }
      let own = taste - (look.isFriend ? weights.friend : 0)
      points.append((left, own + weights.freshness * left))
      let author = world.posts[look.post].author.index
      ratings.add(rest - (look.isFriend ? weights.friend : 0), to: look.post, by: author)
    }
    let size = "\(tastes.count.grouped) looks"
    return [
      Finding(
        "worth of a friend's post", size: "\(friends.count.grouped) looks", expect: weights.friend,
        meanOf: friends),
      Finding(
        "taste: standard deviation", size: size, expect: weights.taste,
        observed: tastes.standardDeviation ?? .nan,
        standardError: weights.taste / (2 * Double(tastes.count)).squareRoot()),
      ratings.finding(
        "quality: intraclass correlation", expect: Self.intraclass(parameters)),
      Finding(
        "newness left after a half-life", size: "1 post", expect: 0.5,
        computed: newness.decide(parameters.freshness.halfLifeHours * 3600)),
      slope(points, expect: weights.freshness, deviation: weights.taste),
    ]
  }

  /// What a unit of newness adds to the worth.
  private static func slope(
    _ points: [(newness: Double, worth: Double)], expect weight: Double, deviation: Double
  ) -> Finding {
    let newness = Summary(points.map(\.newness))
    let squares = (newness.variance ?? 0) * Double(points.count - 1)
    let products = points.reduce(0) { $0 + ($1.newness - newness.mean) * $1.worth }
    return Finding(
      "worth of a unit of newness", size: "\(points.count.grouped) looks", expect: weight,
      observed: products / squares, standardError: deviation / squares.squareRoot())
  }

  /// What posts have of their own.
  private static func quality(_ world: LookRecorder, _ run: WorldRun) -> Finding {
    let people = run.initialPeople
    let rest = Summary(
      world.posts.map { logit($0.quality) - Double(people[$0.author.index].skill) })
    let deviation = run.parameters.quality.postDeviation
    return Finding(
      "quality less skill: standard deviation", size: "\(rest.count.grouped) posts",
      expect: deviation, observed: rest.standardDeviation ?? .nan,
      standardError: deviation / (2 * Double(rest.count)).squareRoot())
  }

  private static func intraclass(_ parameters: SocietyParameters) -> Double {
    let (skill, post) = (parameters.quality.skillDeviation, parameters.quality.postDeviation)
    let quality = parameters.utility.quality
    let common = quality * quality * (skill * skill + post * post)
    return common / (common + parameters.utility.taste * parameters.utility.taste)
  }

  // MARK: Actions

  private static func actions(
    _ looks: ArraySlice<ObservedLook>, _ run: WorldRun, _ intercepts: SolvedIntercepts
  ) -> [Finding] {
    let people = run.initialPeople
    let unopened = run.parameters.actions.unopened
    var opens = ExpectedSuccesses()
    var (byUtility, byReadiness, byFriend) = (LogOddsEffect(), LogOddsEffect(), LogOddsEffect())
    var (likes, others) = (ExpectedSuccesses(), ExpectedSuccesses())
    var likesByUtility = LogOddsEffect()
    for look in looks where look.before == 0 {
      let readiness = Double(people[look.viewer].readiness)
      let p = logistic(intercepts.open + readiness + look.utility)
      let isOpened = look.led(to: .view)
      opens.add(isOpened, chance: p)
      byUtility.add(isOpened, chance: p, covariate: look.utility)
      byReadiness.add(isOpened, chance: p, covariate: readiness)
      byFriend.add(isOpened, chance: p, covariate: look.isFriend ? 1 : 0)
      let like = logistic(intercepts.like + readiness + look.utility)
      if isOpened {
        likes.add(look.led(to: .like), chance: like)
        likesByUtility.add(look.led(to: .like), chance: like, covariate: look.utility)
      } else {
        others.add(look.led(to: .like), chance: unopened * like)
      }
    }
    let size = "\(opens.trials.grouped) first looks"
    let opened = "\(likes.trials.grouped) opened posts"
    return [
      opens.shareFinding("first looks that open", size: size),
      byUtility.finding("opening: log odds a unit of utility", size: size, expect: 1),
      byReadiness.finding("opening: log odds a unit of readiness", size: size, expect: 1),
      byFriend.finding(
        "opening: log odds of a friend's post", size: size, expect: run.parameters.utility.friend),
      likes.shareFinding("opened posts that are liked", size: opened),
      likesByUtility.finding("liking: log odds a unit of utility", size: opened, expect: 1),
      others.shareFinding(
        "unopened posts that are liked", size: "\(others.trials.grouped) first looks"),
    ]
  }
}

/// What the viewers of one post an author think of it, in a one-way analysis of variance.
private struct AuthorRatings {
  private var posts: [Int?]
  private var ratings: [Summary]

  init(authors: Int) {
    posts = Array(repeating: nil, count: authors)
    ratings = Array(repeating: Summary(), count: authors)
  }

  /// Of an author the first post that is looked at counts.
  mutating func add(_ rating: Double, to post: Int, by author: Int) {
    if posts[author] == nil { posts[author] = post }
    if posts[author] == post { ratings[author].add(rating) }
  }

  /// The intraclass correlation: between − within ÷ *k* over the same + within, *k* the mean number of viewers
  /// that counts, (Σ kᵢ − Σ kᵢ² ÷ Σ kᵢ) ÷ (*n* − 1).
  func finding(_ result: String, expect target: Double) -> Finding {
    let groups = ratings.filter { $0.count > 1 }
    let n = Double(groups.count)
    let total = groups.reduce(0) { $0 + Double($1.count) }
    let grand = groups.reduce(0) { $0 + $1.mean * Double($1.count) } / total
    let between =
      groups.reduce(0) { $0 + Double($1.count) * ($1.mean - grand) * ($1.mean - grand) } / (n - 1)
    let within =
      groups.reduce(0) { $0 + ($1.variance ?? 0) * Double($1.count - 1) } / (total - n)
    let squares = groups.reduce(0) { $0 + Double($1.count * $1.count) }
    let k = (total - squares / total) / (n - 1)
    return Finding(
      result, size: "\(groups.count.grouped) authors", expect: target,
      observed: (between - within) / (between + (k - 1) * within),
      standardError: target * (1 - target) * (2 / n).squareRoot() * (1 + 2 / (k * target)))
  }
}
