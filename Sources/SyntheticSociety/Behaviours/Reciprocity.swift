/// Follows that are returned.
///
/// A follow is returned with the probability q that gives the reciprocity r wanted: if *A* follows
/// lead to *qA* returned ones, r = 2q ÷ (1 + q). The return comes after an exponential time.
public struct Reciprocity: Behaviour {
  public struct Situation: Sendable {
    public let uniform: Double
    /// A standard exponential draw.
    public let exponential: Double

    public init(uniform: Double, exponential: Double) {
      self.uniform = uniform
      self.exponential = exponential
    }
  }

  private let probability: Double
  private let mean: Double

  public init(_ parameters: SocietyParameters) {
    probability = Self.returning(reciprocity: parameters.graph.reciprocity)
    mean = parameters.following.followBackHours * 3600
  }

  /// The probability that a follow is returned.
  static func returning(reciprocity: Double) -> Double {
    reciprocity / (2 - reciprocity)
  }

  /// Seconds after which the followed member follows back, or `nil` for never.
  public func decide(_ follow: Situation) -> Double? {
    follow.uniform < probability ? mean * follow.exponential : nil
  }
}
