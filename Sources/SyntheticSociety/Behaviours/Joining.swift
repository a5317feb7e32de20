/// When new members join: a Poisson process, its rate in proportion to the initial members.
public struct Joining: Behaviour {
  public struct Parameters: ParameterSection {
    public var share = 0.0
    public var ageDays = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.joining.share", \.joining.share, 0.01, in: 0...1,
        unit: "of the initial members a day", "New members, a Poisson process."),
      SocietyParameter(
        "behaviour.joining.age", \.joining.ageDays, 365, in: 0...3650, unit: "days",
        "Initial members joined uniformly over this time before the start."),
    ]
  }

  static let component = BehaviourComponent(
    "joining", term: "Poisson arrivals",
    neededBy: "Fader & Hardie 2007: newcomers who stay; contests and feeds with new creators",
    equation: { _ in "New members join at a constant rate." },
    without: "Nobody joins.",
    off: [\.joining.share: 0])

  private let rate: Double

  public init(_ parameters: SocietyParameters) {
    rate = parameters.joining.share * parameters.world.members / 86_400
  }

  /// Seconds until the next member joins, from a standard exponential draw; infinite for never.
  public func decide(_ exponential: Double) -> Double {
    rate > 0 ? exponential / rate : .infinity
  }
}
