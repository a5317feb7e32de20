internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

extension SocietyParameters {
  /// A community of sessions at the home feed, posts, and what viewers do with them, in which no event changes people:
  /// members do not join, leave, make or end ties, become satiated, drift, follow the herd or post more; posts are
  /// worth the same at any age, and dull ones are scrolled past as far; and calls do not fail. Home has everyone's
  /// posts, again and again. A check switches on the behaviour that it tests.
  static func quiet(members: Int, days: Double) -> SocietyParameters {
    var parameters = society(members: members, days: days)
    parameters.switchOff(
      "joining", "satiation", "drift", "herding", "following", "unfollowing", "entering",
      "refreshing", "returning", "devices", "notifications", "freshness")
    parameters.scrolling.worth = 0
    parameters.pool = FeedPool()
    parameters.posting.feedback = 0
    parameters.openOnly(.home)
    return parameters
  }

  /// Switches components of behaviour off.
  mutating func switchOff(_ names: String...) {
    for name in names {
      guard let component = BehaviourComponent.named(name) else {
        preconditionFailure("\(name) is not a component")
      }
      component.switchOff(in: &self)
    }
  }

  /// Takes the initial ties away, which cost most of a short run.
  mutating func switchOffInitialTies() {
    graph.follows = 0
    graph.friends = 0
  }

  /// Everybody comes equally often.
  mutating func comeEquallyOften(perDay mean: Double) {
    sessions.shape = 100
    sessions.silentShare = 0
    sessions.mean = mean
  }
}

extension SolvedIntercepts {
  /// Probabilities of actions at utility and readiness 0; no pilot is needed.
  static func chances(
    open: Double = 0, like: Double = 0, comment: Double = 0, vote: Double = 0
  ) -> SolvedIntercepts {
    var intercepts = SolvedIntercepts()
    intercepts.open = logit(open)
    intercepts.like = logit(like)
    intercepts.comment = logit(comment)
    intercepts.vote = logit(vote)
    return intercepts
  }
}

/// The log odds of a probability: −∞ for 0, ∞ for 1.
func logit(_ p: Double) -> Double {
  if p == 0 { return -.infinity }
  return p == 1 ? .infinity : Portable.log(p / (1 - p))
}

extension WorldRun {
  /// A run whose home, of the usual candidates, and contest feeds are in random order.
  init(
    inRandomOrder parameters: SocietyParameters, _ intercepts: SolvedIntercepts, seed: UInt64,
    world: UInt32 = 0
  ) {
    self.init(
      parameters: parameters, arm: .random(pool: parameters.pool), seed: seed, world: world)
    self.intercepts = intercepts
  }

  /// The traits of the run's initial members.
  var initialPeople: [MemberTraits] {
    let source = traits
    return (0..<Int(parameters.world.members)).map { source.member(.initial($0)) }
  }

  /// The traits of the first who join.
  func newcomers(_ count: Int) -> [MemberTraits] {
    let source = traits
    return (0..<UInt32(count)).map { source.member(.joined($0)) }
  }

  private var traits: TraitSource {
    TraitSource(parameters, SocietyStreams(seed: seed, world: world), Behaviours(parameters))
  }
}

/// A behaviour that always decides the same.
struct Constant<Situation, Decision: Sendable>: Behaviour {
  let decision: Decision

  func decide(_ situation: Situation) -> Decision { decision }
}

/// The probability at log odds.
func logistic(_ logOdds: Double) -> Double { Portable.logistic(logOdds) }

/// The natural logarithm, the same on every processor.
func naturalLog(_ x: Double) -> Double { Portable.log(x) }

/// e to a power, the same on every processor.
func naturalExp(_ x: Double) -> Double { Portable.exp(x) }
