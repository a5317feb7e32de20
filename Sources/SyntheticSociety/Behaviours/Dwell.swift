internal import PortableMath
internal import Stochastics

/// Component 9: how long people look at an item, log-normal with a median that grows with its
/// utility: exp(ln median + 0.3 U + 0.8 Z) seconds. What is not looked at takes no time.
public struct Dwell: Behaviour {
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
