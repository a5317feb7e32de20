/// Component 2: new members, a Poisson process: 1 % of the initial members a day.
public struct Joining: Behaviour {
  private let rate: Double

  public init(_ parameters: SocietyParameters) {
    rate = parameters.joining.share * parameters.world.members / 86_400
  }

  /// Seconds until the next member joins, from a standard exponential draw; infinite for never.
  public func decide(_ exponential: Double) -> Double {
    rate > 0 ? exponential / rate : .infinity
  }
}
