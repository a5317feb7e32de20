/// Component 6: how far people scroll.
///
/// The first passage of a drifting walk: patience starts at a; each item changes it by
/// −c + g · engaged + σZ, and the viewer leaves when it is not above 0.
///
/// Source: Huberman, Pirolli, Pitkow & Lukose, *Science* 280, 1998 (law of surfing).
public struct Scrolling: Behaviour {
  public struct Situation: Sendable {
    public let patience: Double
    /// Whether the viewer did anything with the item.
    public let isEngaged: Bool
    /// A standard normal deviate of the viewer's refresh and the position.
    public let deviate: Double

    public init(patience: Double, isEngaged: Bool, deviate: Double) {
      self.patience = patience
      self.isEngaged = isEngaged
      self.deviate = deviate
    }
  }

  private let scrolling: SocietyParameters.Scrolling

  public init(_ parameters: SocietyParameters) { scrolling = parameters.scrolling }

  /// Patience after the item.
  public func decide(_ situation: Situation) -> Double {
    situation.patience
      + (-scrolling.cost + (situation.isEngaged ? scrolling.gain : 0)
        + scrolling.deviation * situation.deviate)
  }
}
