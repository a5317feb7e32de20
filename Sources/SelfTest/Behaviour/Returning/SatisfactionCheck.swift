internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import Synchronization
internal import SyntheticSociety

/// B21: satisfaction.
///
/// After *n* sessions of surprise 1 satisfaction is 1 − 0.9ⁿ: 0.100, 0.522 and 0.958 after 1, 7 and 30. In a
/// world each session begins with the satisfaction that one of the member's sessions ended with, or with 0:
/// every number that the rule receives is one that it has returned before, as a `Float`. Surprise is the mean utility
/// of the posts looked at in one of the sessions, to 10⁻⁷, less the norm where there is one: the usual, and the worth
/// of the member's interests in an average post, with the categories' popularity. Where posts do not differ in the
/// properties that viewers differ in, surprise does not depend on the past: the slope of satisfaction on the
/// satisfaction before is 0.9, with the standard error 0.1 √Σ (surprise · satisfaction)² ÷ Σ satisfaction², both less
/// their means, which allows for sessions of different lengths (White, 1980).
///
/// Wrong rules that it catches: an average over all sessions, satisfaction that is lost or belongs to another
/// member, surprise that has the satisfaction in it or grows with the number of looks, a norm without the usual or of
/// categories that are equally popular.
struct SatisfactionCheck: SelfCheck {
  let id = "B21"
  let suites = [SelfTestSuite.behaviour]
  let source = "exponentially weighted average"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] { rule + live(setting) }

  private var rule: [Finding] {
    let weight = SocietyParameters().satisfaction.weight
    let rule = Satisfaction(SocietyParameters())
    return [1, 7, 30].map { sessions in
      let left = (0..<sessions).reduce(1.0) { left, _ in left * (1 - weight) }
      return Finding(
        "satisfaction after \(sessions) × surprise 1", size: "1 member", expect: 1 - left,
        computed: (0..<sessions).reduce(0.0) { satisfaction, _ in
          rule.decide(Satisfaction.Situation(satisfaction: satisfaction, surprise: 1))
        })
    }
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let days = setting.sample(of: 14, atLeast: 5)
    var parameters = SocietyParameters.quiet(members: 1000, days: Double(days.count))
    parameters.utility.match = 0
    parameters.utility.friend = 0
    parameters.utility.taste = 0
    parameters.utility.seen = 0
    // So many posts that new ones do not change what is usual.
    parameters.posting.share = 1
    parameters.posting.historyDays = 365
    parameters.switchOffInitialTies()
    let (steps, surprises) = Self.sessions(parameters, SolvedIntercepts(), setting)
    parameters.utility.match = SocietyParameters().utility.match
    var usual = SolvedIntercepts()
    usual.usualUtility = 0.3
    let (others, otherSurprises) = Self.sessions(parameters, usual, setting)
    let size = "\(steps.count.grouped) sessions"
    return [
      Finding(
        never: "sessions that begin with a new satisfaction", size: size, times: Self.unknown(steps)
      ),
      Finding(
        never: "sessions of no mean utility", size: size,
        times: surprises.unknown(steps.map(\.surprise))
      ),
      Finding(
        never: "sessions of no mean utility above the norm",
        size: "\(others.count.grouped) sessions",
        times: otherSurprises.unknown(others.map(\.surprise))
      ),
      Self.slope(steps.filter { $0.before != 0 }, 1 - parameters.satisfaction.weight),
    ]
  }

  /// The inputs of the rule in a world, and the observed surprises.
  private static func sessions(
    _ parameters: SocietyParameters, _ intercepts: SolvedIntercepts, _ setting: SelfTestSetting
  ) -> (steps: [SatisfactionRecorder.Step], surprises: WorthSink) {
    var run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(42))
    let recorder = SatisfactionRecorder()
    let rule = Satisfaction(parameters)
    run.adjustBehaviours = {
      $0.satisfaction = RecordedSatisfaction(rule: rule, recorder: recorder)
    }
    let surprises = WorthSink(parameters, usual: intercepts.usualUtility)
    run.observed(by: [surprises])
    return (recorder.steps, surprises)
  }

  private static func unknown(_ steps: [SatisfactionRecorder.Step]) -> Int {
    var known: Set<Float> = [0]
    var unknown = 0
    for step in steps {
      if !known.contains(Float(step.before)) { unknown += 1 }
      known.insert(Float(step.after))
    }
    return unknown
  }

  private static func slope(_ steps: [SatisfactionRecorder.Step], _ target: Double) -> Finding {
    let (before, surprise) = (Summary(steps.map(\.before)), Summary(steps.map(\.surprise)))
    // Those who see little are surprised more, and have had other satisfaction.
    let errors = steps.reduce(0) { sum, step in
      let product = (step.before - before.mean) * (step.surprise - surprise.mean)
      return sum + product * product
    }
    let squares = (before.variance ?? 0) * Double(steps.count - 1)
    let products = steps.reduce(0) { $0 + ($1.before - before.mean) * $1.after }
    return Finding(
      "slope of satisfaction on that before", size: "\(steps.count.grouped) sessions",
      expect: target, observed: products / squares,
      standardError: (1 - target) * errors.squareRoot() / squares)
  }
}

/// The inputs and results of the rule of satisfaction.
private final class SatisfactionRecorder: Sendable {
  struct Step {
    let before: Double
    let surprise: Double
    let after: Double
  }

  private let list = Mutex<[Step]>([])

  var steps: [Step] { list.withLock { $0 } }

  func record(_ step: Step) { list.withLock { $0.append(step) } }
}

private struct RecordedSatisfaction: Behaviour {
  let rule: Satisfaction
  let recorder: SatisfactionRecorder

  func decide(_ session: Satisfaction.Situation) -> Double {
    let after = rule.decide(session)
    recorder.record(
      SatisfactionRecorder.Step(
        before: session.satisfaction, surprise: session.surprise, after: after))
    return after
  }
}

/// Works out the mean utility above the norm of the looks in each session: a request, in worlds without refreshes.
private final class WorthSink: ObservationSink {
  private let offset: Double
  private let norms: ViewerNorms
  private var normOfMember: [Double] = []
  private var sessions: [UInt32: (worth: Double, looks: Int)] = [:]

  init(_ parameters: SocietyParameters, usual: Double) {
    offset = parameters.utility.offset
    norms = ViewerNorms(parameters, usual: usual)
  }

  func observe(_ member: MemberObservation) { normOfMember.append(norms.norm(of: member)) }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.examined[index] {
      sessions[page.request, default: (0, 0)].worth +=
        logit(page.relevance[index]) - offset - normOfMember[page.viewer.index]
      sessions[page.request, default: (0, 0)].looks += 1
    }
  }

  /// How many numbers are no session's mean utility, nor within rounding of one.
  func unknown(_ numbers: [Double]) -> Int {
    let means = sessions.values.map { $0.worth / Double($0.looks) }.sorted()
    var next = 0
    return numbers.sorted().count { number in
      while next < means.count && means[next] < number - 1e-7 { next += 1 }
      return next == means.count || means[next] > number + 1e-7
    }
  }
}

/// The worth of a usual item to members: the worth of their interests in an average post, and the usual utility beyond.
struct ViewerNorms {
  private let weight: Double
  private let shares: [Double]
  private let usual: Double

  init(_ parameters: SocietyParameters, usual: Double) {
    weight = parameters.utility.match
    shares = zipfShares(
      count: Int(parameters.categories.count), exponent: parameters.categories.zipf)
    self.usual = usual
  }

  func norm(of member: MemberObservation) -> Double {
    weight * zip(member.taste, shares).reduce(0) { $0 + Double($1.0) * $1.1 } + usual
  }
}
