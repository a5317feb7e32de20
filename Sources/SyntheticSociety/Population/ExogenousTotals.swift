/// What comes into a world from outside, whatever its arm: control variates for its metrics.
public struct ExogenousTotals: Sendable, Hashable, Codable {
  /// Members who joined during the run.
  public var arrivals: Double
  /// Sessions a day that the initial members are inclined to: the sum of their rates.
  public var activity: Double

  public init(arrivals: Double = 0, activity: Double = 0) {
    self.arrivals = arrivals
    self.activity = activity
  }
}

extension SocietyParameters {
  /// The true means over worlds: arrivals are a Poisson process, and rates have the mean
  /// μ (1 − *s* + *s*·*f*) with a share *s* of silent members whose rates are *f* times as large.
  ///
  /// They hold for FeedLab's own components, and are `nil` where custom ones may replace them.
  public var exogenousMeans: ExogenousTotals? {
    guard custom.isEmpty else { return nil }
    let silent = sessions.silentShare
    return ExogenousTotals(
      arrivals: joining.share * world.members * world.days,
      activity: world.members * sessions.mean * (1 - silent + silent * sessions.silentFactor))
  }
}
