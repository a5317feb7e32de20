internal import PortableMath

/// People whom a notification brings back.
///
/// A self-exciting process: each like, comment or vote received adds the gain g to the rate of
/// sessions, with the half-life H. The sessions that one notification brings are a Poisson process,
/// g H ÷ ln 2 of them on average; they are found by time rescaling from exponential draws.
///
/// Source: Hawkes & Oakes, *Journal of Applied Probability* 11, 1974 (cluster representation).
public struct Notifications: Behaviour {
  public struct Parameters: ParameterSection {
    public var gain = 0.0
    public var halfLifeHours = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.notifications.gain", \.notifications.gain, 0, in: 0...10, unit: "an hour",
        "Added to the session rate by a like, comment or vote received.",
        source: "self-exciting process", plausible: 0...gainOfFullApp, .onOff,
        because: "off by default, and on as in a full app"),
      SocietyParameter(
        "behaviour.notifications.half-life", \.notifications.halfLifeHours, 2, in: 0.01...1000,
        unit: "hours", "Half-life of the gain of a notification."),
    ]

    /// The gain in a full app (``AppKind``).
    static let gainOfFullApp = 0.05
  }

  static let component = BehaviourComponent(
    "notifications", term: "self-exciting process",
    source: "Hawkes & Oakes, J. Applied Probability 11, 1974",
    neededBy: "no figure; the source system notifies of likes (off unless app: full)",
    equation: {
      """
      Each like, comment or vote received adds g to the session rate, \
      half-life \($0.notifications.halfLifeHours) h.
      """
    },
    without: "Notifications bring nobody.",
    off: [\.notifications.gain: 0])

  private let total: Double
  private let halfLife: Double

  public init(_ parameters: SocietyParameters) {
    halfLife = parameters.notifications.halfLifeHours * 3600
    total = parameters.notifications.gain * parameters.notifications.halfLifeHours / Portable.log(2)
  }

  /// Seconds after the notification at which the integral of its intensity has come to a sum of
  /// standard exponential draws, or `nil` when it never does.
  public func decide(_ exponentials: Double) -> Double? {
    guard exponentials < total else { return nil }
    return -halfLife * Portable.log(1 - exponentials / total) / Portable.log(2)
  }
}
