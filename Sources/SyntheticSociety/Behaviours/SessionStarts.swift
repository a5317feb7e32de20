/// Component 1: when sessions start, and posts are made.
///
/// A non-homogeneous Poisson process with the intensity r · w(weekday) · c(hour + φ) of the member's
/// rate r and phase φ. Occasions come by time rescaling.
public struct SessionStarts: Behaviour {
  public struct Situation: Sendable {
    /// Seconds from the start of the run, a Monday's midnight.
    public let time: Double
    /// Seconds by which the member's day runs ahead.
    public let phase: Double
    /// Mean occasions a second, above 0.
    public let rate: Double
    /// A standard exponential draw.
    public let exponential: Double

    public init(time: Double, phase: Double, rate: Double, exponential: Double) {
      self.time = time
      self.phase = phase
      self.rate = rate
      self.exponential = exponential
    }
  }

  private let curve: DailyCurve

  public init(_ parameters: SocietyParameters) {
    curve = DailyCurve(hours: parameters.sessions.hours, weekdays: parameters.sessions.weekdays)
  }

  /// The occasion after the time.
  public func decide(_ situation: Situation) -> Double {
    curve.occasion(
      after: situation.time, phase: situation.phase, rate: situation.rate,
      exponential: situation.exponential)
  }
}
