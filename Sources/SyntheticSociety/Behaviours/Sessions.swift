/// When sessions start, and when members might post.
///
/// A non-homogeneous Poisson process with the intensity r · w(weekday) · c(hour + φ) of the member's
/// rate r and phase φ. Arrivals are found by time rescaling (`DailyCurve`).
public struct Sessions: Behaviour {
  public struct Parameters: ParameterSection {
    public var shape = 0.0
    public var mean = 0.0
    public var silentShare = 0.0
    public var silentFactor = 0.0
    public var phaseHours = 0.0

    /// Shares of a day's sessions that start in each hour, from midnight; 24, with sum 1.
    public var hours = kuairandHours
    /// Factors of the days of a week, from Monday; 7, with mean 1. Looks have the factors of KuaiRand's impressions,
    /// 0.95, 0.94, 0.95, 0.96, 1.01, 1.12 and 1.06, which are further apart than the sessions' factors: people look
    /// longer where more was posted.
    public var weekdays = [1.035, 0.99, 0.985, 0.98, 0.995, 1.035, 0.98]

    static let parameters = [
      SocietyParameter(
        "behaviour.sessions.shape", \.sessions.shape, 6, in: 0.1...100,
        "Shape of the gamma distribution of members' session rates.",
        source: "KuaiRand: the 90th percentile of sessions is 1.6 times the median",
        plausible: 3...12, .log, because: "half and twice the default"),
      SocietyParameter(
        "behaviour.sessions.mean", \.sessions.mean, 1.5, in: 0.001...100, unit: "a day",
        "Mean session rate of members who are not silent.", plausible: 0.7...4.8, .log,
        because: "an assumption below; KuaiRand's active users have 4.8 sessions a day"),
      SocietyParameter(
        "behaviour.sessions.silent-share", \.sessions.silentShare, 0.1, in: 0...1,
        "Share of members who hardly ever come.",
        plausible: 0...0.5, because: "an assumption: from none to every second member"),
      SocietyParameter(
        "behaviour.sessions.silent-factor", \.sessions.silentFactor, 0.1, in: 0...1,
        "Factor on the rate of silent members."),
      SocietyParameter(
        "behaviour.sessions.phase", \.sessions.phaseHours, 1.5, in: 0...12, unit: "hours",
        "Members' days are shifted by a uniform phase of up to this, either way."),
    ]

    /// Share of impressions by hour of the day: KuaiRand-27K, 322,278,385 feed impressions.
    public static let kuairandHours = [
      0.03297, 0.02005, 0.01282, 0.00903, 0.00812, 0.01146, 0.02133, 0.03093, 0.03582, 0.04017,
      0.04477, 0.04791, 0.05284, 0.05316, 0.04795, 0.04893, 0.05149, 0.05438, 0.05847, 0.06166,
      0.06614, 0.06863, 0.06783, 0.05313,
    ]
  }

  static let component = BehaviourComponent(
    "sessions", term: "non-homogeneous Poisson process",
    source: "KuaiRand: hours, weekdays and activity",
    neededBy: "KuaiRand: hours, weekdays and inequality of looks",
    equation: { _ in
      "Sessions start with the rate r x weekday x hour curve(t + phase); r is gamma."
    },
    without: "Everybody comes at the same rate at all hours.",
    off: [
      \.sessions.phaseHours: 0, \.sessions.silentShare: 0, \.sessions.shape: 100,
    ],
    besides: {
      $0.sessions.hours = Array(repeating: 1.0 / 24, count: 24)
      $0.sessions.weekdays = Array(repeating: 1, count: 7)
    })

  public struct Situation: Sendable {
    /// Seconds from the start of the run, a Monday's midnight.
    public let time: Double
    /// Seconds by which the member's day runs ahead.
    public let phase: Double
    /// Mean arrivals a second, above 0.
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

  /// The first arrival after the time.
  public func decide(_ situation: Situation) -> Double {
    curve.arrival(
      after: situation.time, phase: situation.phase, rate: situation.rate,
      exponential: situation.exponential)
  }
}
