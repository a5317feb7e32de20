internal import PortableMath
internal import Stochastics

/// How long people look at an item: log-normal, with a median that grows with its utility. An item
/// that is not examined takes no time.
public struct Dwell: Behaviour {
  public struct Parameters: ParameterSection {
    public var viewedMedian = 0.0
    public var openedMedian = 0.0
    public var utility = 0.0
    public var deviation = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.dwell.viewed", \.dwell.viewedMedian, 2.5, in: 0.01...3600, unit: "s",
        "Median time on an examined item."),
      SocietyParameter(
        "behaviour.dwell.opened", \.dwell.openedMedian, 9.5, in: 0.01...3600, unit: "s",
        "Median time on an opened item of utility 0: with the utilities of what is opened, 12 s on an opened item."
      ),
      SocietyParameter(
        "behaviour.dwell.utility", \.dwell.utility, 0.3, in: -5...5,
        "Effect of an item's utility on the log of the time."),
      SocietyParameter(
        "behaviour.dwell.deviation", \.dwell.deviation, 0.8, in: 0...5,
        "Standard deviation of the log of the time."),
    ]
  }

  static let component = BehaviourComponent(
    "dwell", term: "log-normal dwell times",
    neededBy: "KuaiRand: gaps between looks",
    equation: {
      """
      exp(ln median \(signed: $0.dwell.utility) U + \($0.dwell.deviation) Z) seconds, \
      median \($0.dwell.viewedMedian) s viewed and \($0.dwell.openedMedian) s opened.
      """
    },
    without: "Each item takes its median time.",
    off: [\.dwell.utility: 0, \.dwell.deviation: 0])

  public struct Situation: Sendable {
    public let isOpened: Bool
    /// With repeats and satiation.
    public let utility: Double
    /// Uniform, of the viewer, the post and the number of looks before.
    public let uniform: Double

    public init(isOpened: Bool, utility: Double, uniform: Double) {
      self.isOpened = isOpened
      self.utility = utility
      self.uniform = uniform
    }
  }

  /// When, as a part of the time spent on an item, its actions happen.
  enum Moment {
    static let open = 0.2
    static let vote = 0.5
    static let like = 0.6
    static let save = 0.8
    static let comment = 0.95
  }

  /// Seconds until a like or save is taken back, at most; at least one.
  static let longestRegret = 30.0

  private let logViewed: Double
  private let logOpened: Double
  private let utility: Double
  private let deviation: Double

  public init(_ parameters: SocietyParameters) {
    logViewed = Portable.log(parameters.dwell.viewedMedian)
    logOpened = Portable.log(parameters.dwell.openedMedian)
    utility = parameters.dwell.utility
    deviation = parameters.dwell.deviation
  }

  /// Seconds.
  public func decide(_ item: Situation) -> Double {
    Portable.exp(
      (item.isOpened ? logOpened : logViewed) + utility * item.utility
        + deviation * Quantile.normal(item.uniform))
  }
}
