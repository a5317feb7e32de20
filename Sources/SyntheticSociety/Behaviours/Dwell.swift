internal import PortableMath
package import Stochastics

/// Component 9: how long people look at an item, log-normal with a median that grows with its
/// utility: exp(ln median + 0.3 U + 0.8 Z) seconds. What is not looked at takes no time.
package struct Dwell: Sendable {
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
  private let stream: KeyedStream

  package init(_ parameters: SocietyParameters.Dwell, _ stream: KeyedStream) {
    logViewed = Portable.log(parameters.viewedMedian)
    logOpened = Portable.log(parameters.openedMedian)
    utility = parameters.utility
    deviation = parameters.deviation
    self.stream = stream
  }

  /// Uniforms for voting, dwelling, and taking back a like and a save.
  @inline(__always)
  func draws(_ viewer: UInt32, _ post: PostTraits, repeats: Int) -> SIMD4<Double> {
    stream.uniforms(
      viewer, post.authorKey, post.occasion << 8 | UInt32(truncatingIfNeeded: min(repeats, 255)))
  }

  @inline(__always)
  package func seconds(opened: Bool, utility itemUtility: Double, uniform: Double) -> Double {
    Portable.exp(
      (opened ? logOpened : logViewed) + utility * itemUtility
        + deviation * Quantile.normal(uniform))
  }
}
