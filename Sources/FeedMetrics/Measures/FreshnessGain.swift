internal import PortableMath

/// What the age of a post leaves of its news: 2^(−age / 24 h).
///
/// Source: the graded freshness of Dong et al., WWW 2010, made continuous.
package enum FreshnessGain {
  /// Seconds in which half of it goes.
  package static let halfLife = 86_400.0

  /// - Parameter age: In seconds.
  /// - Returns: A value in `0...1`; 1 for what was not yet published.
  package static func gain(ofAge age: Double) -> Double {
    Portable.exp2(-max(0, age) / halfLife)
  }
}
