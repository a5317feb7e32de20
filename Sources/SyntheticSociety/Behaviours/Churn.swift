internal import PortableMath
internal import Stochastics

/// Who leaves for good after a session.
///
/// A shifted beta-geometric life: a member's own probability p is Beta(α, β), and its logit is
/// lowered by satisfaction, by log(1 + friends) and, for those who post, by tanh(attention) − tanh 1:
/// creators leave without attention. Members who are there at the start have stayed for so many sessions as
/// they had at their rate since they joined, so that their p is Beta(α, β + n): many of those who
/// would leave soon have left. With the default α and β, the scale 1 and without shifts, 0.850, 0.488 and
/// 0.225 of the members are left after 1, 7 and 30 sessions. With the shifts of the default community, whose newcomers
/// are rather disappointed and have no friends yet, the scale 0.88 gives nearly the first two.
///
/// Source: Fader & Hardie, *Journal of Interactive Marketing* 21, 2007.
public struct Churn: Behaviour {
  public struct Parameters: ParameterSection {
    public var scale = 0.0
    public var alpha = 0.0
    public var beta = 0.0
    public var satisfaction = 0.0
    public var friends = 0.0
    public var attention = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.churn.scale", \.churn.scale, 0.88, in: 0...1,
        "Factor on the probability of leaving for good after a session: 0 for nobody, 1 for the beta distribution.",
        source:
          "chosen so that as many newcomers stay as in Fader & Hardie, J. Interactive Marketing 21, 2007",
        plausible: 0...1, because: "from nobody who leaves to the beta distribution"),
      SocietyParameter(
        "behaviour.churn.alpha", \.churn.alpha, 0.67, in: 0.05...100,
        "First shape of the beta distribution of members' probabilities of leaving."),
      SocietyParameter(
        "behaviour.churn.beta", \.churn.beta, 3.8, in: 0.05...100,
        "Second shape of the same distribution."),
      SocietyParameter(
        "behaviour.churn.satisfaction", \.churn.satisfaction, 1, in: 0...10,
        "Taken from the log odds of leaving, times satisfaction."),
      SocietyParameter(
        "behaviour.churn.friends", \.churn.friends, 0.3, in: 0...10,
        "Taken from the log odds of leaving, times log(1 + friends)."),
      SocietyParameter(
        "behaviour.churn.attention", \.churn.attention, 0.5, in: 0...10,
        "Taken from the log odds of leaving of those who post, times tanh(likes received / usual) - tanh(1)."
      ),
    ]
  }

  public struct Situation: Sendable {
    /// Uniform numbers of the member: two for each of two gamma variates, whose part p is.
    public let character: SIMD4<Double>
    /// Sessions after which the member had stayed before the run began.
    public let stayed: Double
    /// Uniform, of the member; only for members who stayed before the run began.
    public let staying: Double
    public let satisfaction: Double
    public let friends: Int
    /// Likes received lately ÷ what is usual for those who post; `nil` for a member who does not
    /// post.
    public let attention: Double?
    /// Uniform, of the member and the session.
    public let uniform: Double

    public init(
      character: SIMD4<Double>, stayed: Double = 0, staying: Double = 0.5, satisfaction: Double,
      friends: Int, attention: Double?, uniform: Double
    ) {
      self.character = character
      self.stayed = stayed
      self.staying = staying
      self.satisfaction = satisfaction
      self.friends = friends
      self.attention = attention
      self.uniform = uniform
    }
  }

  private let churn: Parameters
  private let leaver: GammaTable
  private let stayer: GammaTable

  public init(_ parameters: SocietyParameters) {
    churn = parameters.churn
    leaver = GammaTable(shape: churn.alpha)
    stayer = GammaTable(shape: churn.beta)
  }

  /// Whether the member leaves for good.
  public func decide(_ session: Situation) -> Bool {
    guard churn.scale > 0 else { return false }
    let character = session.character
    // The logit of a beta variate is the difference of the logs of two gamma variates.
    var logit = leaver.logVariate(character.x, character.y) - logStayer(of: session)
    logit -= churn.satisfaction * session.satisfaction
    logit -= churn.friends * Portable.log(Double(1 + session.friends))
    if let attention = session.attention {
      logit -= churn.attention * (Portable.tanh(attention) - Portable.tanh(1))
    }
    return session.uniform < churn.scale * Portable.logistic(logit)
  }

  /// The logarithm of a gamma variate of shape β + n: the sum of one of shape β and one of shape n, by the
  /// approximation of Wilson and Hilferty (Proceedings of the National Academy of Sciences 17, 1931), whose
  /// cube is 0 at the least.
  private func logStayer(of session: Situation) -> Double {
    let base = stayer.logVariate(session.character.z, session.character.w)
    guard session.stayed > 0 else { return base }
    let spread = 1 / (9 * session.stayed)
    let root = max(0, 1 - spread + Quantile.normal(session.staying) * spread.squareRoot())
    return Portable.log(Portable.exp(base) + session.stayed * root * root * root)
  }
}
