internal import PortableMath

/// What people do with an item that they examine.
///
/// Logits: σ(b + v + w U) with the member's readiness v, the action's intercept b and its weight w of the utility, 1 for
/// opening, is the probability of opening, and of liking, commenting or saving an opened item; for an unopened item it
/// is multiplied by a factor. The intercepts are solved so that the mean rates of first looks at everyone's posts in
/// random order equal the parameters (``SolvedIntercepts``). Herding acts on opening.
public struct Actions: Behaviour {
  public struct Parameters: ParameterSection {
    public var open = 0.0
    public var like = 0.0
    public var comment = 0.0
    public var save = 0.0
    public var vote = 0.0
    public var unopened = 0.0
    public var likeWorth = 0.0
    public var commentWorth = 0.0
    public var saveWorth = 0.0
    public var memberDeviation = 0.0
    public var activityCorrelation = 0.0
    public var undo = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.actions.open", \.actions.open, 0.18, in: 0...0.9, unit: "of examined items",
        "Mean rate of opening at a first look, if everyone's posts come in random order.",
        plausible: 0.08...0.38, .log,
        because: "0.18 in KuaiRand's random feed, 0.38 in its standard feed; half of the first"),
      SocietyParameter(
        "behaviour.actions.like", \.actions.like, 0.005, in: 0...0.9, unit: "of examined items",
        "Mean rate of liking at a first look, if everyone's posts come in random order.",
        source: "KuaiRand's random feed: 0.0047", plausible: 0.002...0.04, .log,
        because: "0.0047 and 0.019 in KuaiRand's random and standard feeds; half and twice"),
      SocietyParameter(
        "behaviour.actions.comment", \.actions.comment, 0.00035, in: 0...0.9,
        unit: "of examined items",
        "Mean rate of commenting at a first look, if everyone's posts come in random order.",
        source: "KuaiRand's random feed: 0.00035"),
      SocietyParameter(
        "behaviour.actions.save", \.actions.save, 0.0006, in: 0...0.9, unit: "of examined items",
        "Mean rate of saving at a first look, if everyone's posts come in random order.",
        source: "Stack Exchange: 0.0043 saves a view"),
      SocietyParameter(
        "behaviour.actions.vote", \.actions.vote, 0.05, in: 0...0.9, unit: "of examined entries",
        "Mean rate of voting at a first look, if everyone's posts come in random order."),
      SocietyParameter(
        "behaviour.actions.unopened", \.actions.unopened, 0.05, in: 0...1,
        "Factor on the probabilities of liking, commenting and saving an item that is not opened.",
        plausible: 0...0.2, because: "an assumption: from likes of opened items alone to half"),
      SocietyParameter(
        "behaviour.actions.like-worth", \.actions.likeWorth, 1, in: 0...5,
        "Weight of an item's utility in the log odds of liking it, next to those of opening it.",
        source: "an assumption; below 1 in KuaiRand, whose ranker lifts opens by 2.1 and likes by 4"
      ),
      SocietyParameter(
        "behaviour.actions.comment-worth", \.actions.commentWorth, 1, in: 0...5,
        "Weight of an item's utility in the log odds of commenting on it, next to those of opening it.",
        source: "an assumption; KuaiRand's ranker lifts comments by 7.3"),
      SocietyParameter(
        "behaviour.actions.save-worth", \.actions.saveWorth, 1, in: 0...5,
        "Weight of an item's utility in the log odds of saving it, next to those of opening it."),
      SocietyParameter(
        "behaviour.actions.member-deviation", \.actions.memberDeviation, 1.1, in: 0...10,
        "Standard deviation of members' readiness to act, in log odds.", plausible: 0.5...1.7,
        because: "click rates of KuaiRand's users: a coefficient of variation of 0.39 to 0.75"),
      SocietyParameter(
        "behaviour.actions.activity-correlation", \.actions.activityCorrelation, -0.6, in: -1...1,
        "Correlation of members' readiness to act with the log of their activity: the active act less often.",
        source: "KuaiRand: Spearman -0.52 of users' impressions and click rates",
        plausible: -0.8...0, because: "from none to a third more than the default"),
      SocietyParameter(
        "behaviour.actions.undo", \.actions.undo, 0.02, in: 0...1, unit: "of likes and saves",
        "Share of likes and saves that are taken back in the session."),
    ]
  }

  static let component = BehaviourComponent(
    "actions", term: "logits, conditional on opening", source: "KuaiRand funnel",
    neededBy: "KuaiRand, Stack Exchange: opens, likes, comments and saves; Upworthy",
    equation: {
      """
      P(open) and P(action | open) = logistic(b + v + w U), b solved for the rates in random order, \
      w 1 for opening, \($0.actions.likeWorth) for likes, \($0.actions.commentWorth) for comments and \
      \($0.actions.saveWorth) for saves; \
      P(action | not open) is \($0.actions.unopened) of that.
      """
    },
    without: "Nobody opens, likes, comments or saves.",
    off: [\.actions.open: 0, \.actions.like: 0, \.actions.comment: 0, \.actions.save: 0])

  public struct Situation: Sendable {
    /// The item's utility, with repeats and satiation.
    public let utility: Double
    /// The member's readiness to act, in log odds.
    public let readiness: Double
    /// What herding adds to it for opening.
    public let herding: Double
    /// exp(−b) of opening, liking, commenting and saving; infinite for actions that never happen.
    public let reluctance: SIMD4<Double>

    @inline(__always)
    public init(utility: Double, readiness: Double, herding: Double, reluctance: SIMD4<Double>) {
      self.utility = utility
      self.readiness = readiness
      self.herding = herding
      self.reluctance = reluctance
    }
  }

  /// How much the weights of the utility are below 1: 0 for opening.
  private let damping: SIMD4<Double>
  private let isDamped: Bool

  public init(_ parameters: SocietyParameters) {
    let actions = parameters.actions
    damping = SIMD4(0, 1 - actions.likeWorth, 1 - actions.commentWorth, 1 - actions.saveWorth)
    isDamped = damping != SIMD4()
  }

  /// The probability of opening, and of liking, commenting and saving an opened item. One
  /// exponential serves for all, unless the utility weighs differently.
  public func decide(_ item: Situation) -> SIMD4<Double> {
    var against = item.reluctance * Portable.exp(-(item.utility + item.readiness))
    if isDamped {
      let excess = damping * item.utility
      against *= SIMD4(1, Portable.exp(excess.y), Portable.exp(excess.z), Portable.exp(excess.w))
    }
    if item.herding != 0 { against.x *= Portable.exp(-item.herding) }
    return SIMD4(repeating: 1) / (SIMD4(repeating: 1) + against)
  }
}
