/// Component 22: how satisfied people are with what they were shown lately.
///
/// An exponentially weighted average: s ← 0.9 s + 0.1 · (session utility − personal norm), from 0.
/// The session's utility is the mean over the items looked at; the norm is what the member would get
/// of a random ranker: 3 Σ θₖ sₖ with the category shares s, and what all else brings on average
/// there (``SolvedIntercepts/usualUtility``).
public struct Satisfaction: Behaviour {
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
