/// How satisfied people are with their recent pages.
///
/// An exponentially weighted average, from 0, of session utility − personal norm. The session's
/// utility is the mean over the items examined; the norm is the member's mean utility under a random
/// ranker: the weight of the match × Σ θₖ sₖ with the category shares s, plus the mean of all else
/// (``SolvedIntercepts/usualUtility``).
public struct Satisfaction: Behaviour {
  public struct Parameters: ParameterSection {
    public var weight = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.satisfaction.weight", \.satisfaction.weight, 0.1, in: 0...1, unit: "a session",
        "Weight of the last session in satisfaction.")
    ]
  }

  static let component = BehaviourComponent(
    "satisfaction", term: "exponentially weighted average",
    neededBy: "Guess et al. 2023: sessions in a chronological feed",
    equation: {
      """
      s <- \(1 - $0.satisfaction.weight) s \(signed: $0.satisfaction.weight) (session utility \
      - personal norm).
      """
    },
    without: "Satisfaction stays 0.",
    off: [\.satisfaction.weight: 0])

  public struct Situation: Sendable {
    public let satisfaction: Double
    /// Utility above the norm.
    public let surprise: Double

    public init(satisfaction: Double, surprise: Double) {
      self.satisfaction = satisfaction
      self.surprise = surprise
    }
  }

  private let weight: Double

  public init(_ parameters: SocietyParameters) { weight = parameters.satisfaction.weight }

  /// Satisfaction after a session.
  public func decide(_ session: Situation) -> Double {
    (1 - weight) * session.satisfaction + weight * session.surprise
  }
}
