internal import PortableMath

/// Component 25: people whom a notification brings back.
///
/// A self-exciting process: each like, comment or vote received adds g (0.05 an hour in societies
/// where it is on) to the rate of sessions, with a half-life H (2 h). What one notification brings
/// is a Poisson process of its own, with g H ÷ ln 2 occasions in all; its occasions come by time
/// rescaling from exponential draws.
///
/// Source: Hawkes & Oakes, *Journal of Applied Probability* 11, 1974 (cluster representation).
public struct NotificationReturns: Behaviour {
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
