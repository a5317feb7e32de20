internal import PortableMath

/// How far people scroll.
///
/// The first passage of a drifting walk: patience starts at a; each item changes it by
/// −c + g · engaged + w · tanh(worth) + σZ, and the viewer leaves when it is not above 0. a is log-normal over members.
/// The worth of an item that is looked at is its utility above what is usual for the viewer (``Satisfaction``), so that a
/// dull or known item costs patience and a good one gives some; an item that is passed without a look has none.
///
/// Source: Huberman, Pirolli, Pitkow & Lukose, *Science* 280, 1998 (law of surfing).
public struct Scrolling: Behaviour {
  public struct Parameters: ParameterSection {
    public var start = 0.0
    public var memberDeviation = 0.0
    public var cost = 0.0
    public var gain = 0.0
    public var worth = 0.0
    public var deviation = 0.0
    public var limit = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.scrolling.start", \.scrolling.start, 10, in: 0.01...1000,
        "Patience at the start of a walk down a feed, the mean over members.",
        source: "Huberman et al., Science 280, 1998: the law of surfing"),
      SocietyParameter(
        "behaviour.scrolling.member-deviation", \.scrolling.memberDeviation, 0.8, in: 0...3,
        "Standard deviation over members of the log of the patience at the start.",
        source: "KuaiRand: log impressions of users, 0.96, less that of their sessions",
        plausible: 0.4...1.2, because: "half and one and a half times the default"),
      SocietyParameter(
        "behaviour.scrolling.cost", \.scrolling.cost, 0.5, in: 0...100, unit: "an item",
        "Patience that an item costs."),
      SocietyParameter(
        "behaviour.scrolling.gain", \.scrolling.gain, 1, in: 0...100, unit: "an engaged item",
        "Patience that an item gives back when the viewer acts on it.", plausible: 0...2,
        because: "an assumption: from liking that keeps nobody to twice the default"),
      SocietyParameter(
        "behaviour.scrolling.worth", \.scrolling.worth, 1, in: 0...100, unit: "an item",
        "Patience that an item gives by its worth, at most; as much is lost by a worthless one.",
        source:
          "chosen for the time that a chronological feed loses: Guess et al., Science 381, 2023",
        plausible: 0...2, because: "an assumption: none to twice the default"),
      SocietyParameter(
        "behaviour.scrolling.deviation", \.scrolling.deviation, 1.8, in: 0...100,
        "Standard deviation of an item's effect on patience."),
      SocietyParameter(
        "behaviour.scrolling.limit", \.scrolling.limit, 400, in: 1...10000, unit: "items",
        isInteger: true, "Largest scroll depth."),
    ]
  }

  static let component = BehaviourComponent(
    "scrolling", term: "law of surfing: first passage of a drifting walk",
    source: "Huberman et al., Science 280, 1998",
    neededBy: "KuaiRand: looks a session; Guess et al. 2023: time in a chronological feed",
    equation: {
      """
      Patience starts at \($0.scrolling.start) on average, changes by -\($0.scrolling.cost) \
      + \(factor: $0.scrolling.gain)engaged + \(factor: $0.scrolling.worth)tanh(worth) \
      + \($0.scrolling.deviation) Z an item, and ends at 0.
      """
    },
    without:
      "Everybody scrolls down as far as patience without chance or gain allows: start / cost items.",
    off: [
      \.scrolling.memberDeviation: 0, \.scrolling.gain: 0, \.scrolling.worth: 0,
      \.scrolling.deviation: 0,
    ])

  public struct Situation: Sendable {
    public let patience: Double
    /// Whether the viewer did anything with the item.
    public let isEngaged: Bool
    /// Utility of the item above the usual; 0 for one that was not looked at.
    public let worth: Double
    /// A standard normal deviate of the viewer's refresh and the position.
    public let deviate: Double

    public init(patience: Double, isEngaged: Bool, worth: Double, deviate: Double) {
      self.patience = patience
      self.isEngaged = isEngaged
      self.worth = worth
      self.deviate = deviate
    }
  }

  private let scrolling: Parameters

  public init(_ parameters: SocietyParameters) { scrolling = parameters.scrolling }

  /// Patience after the item.
  public func decide(_ situation: Situation) -> Double {
    situation.patience
      + (-scrolling.cost + (situation.isEngaged ? scrolling.gain : 0)
        + (scrolling.worth == 0 ? 0 : scrolling.worth * Portable.tanh(situation.worth))
        + scrolling.deviation * situation.deviate)
  }
}
