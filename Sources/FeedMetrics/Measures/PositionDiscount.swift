internal import PortableMath

/// The worth of a position in a slate: *w*(position) = 1 / log₂(1 + position), positions from 1.
///
/// The same weights discount gains and count exposure. A simulator that hands in the gain of an ideal
/// slate computes it here, so that a slate in ideal order has exactly that gain, to the last bit.
///
/// Source: Järvelin & Kekäläinen, *TOIS* 20(4), 2002; as exposure, Singh & Joachims, KDD 2018.
@frozen public enum PositionDiscount {
  /// How many positions of a slate its metrics read.
  public static let cutoff = 10

  /// The weight of a position.
  ///
  /// - Parameter position: From 1.
  public static func weight(at position: Int) -> Double {
    precondition(position >= 1, "positions count from 1, found \(position)")
    return 1 / Portable.log2(Double(1 + position))
  }

  /// The discounted cumulative gain of a slate's first positions: Σ *w*(position) · relevance.
  ///
  /// - Parameter relevance: Of the posts of a slate, in its order. Posts beyond `cutoff` add 0. For the ideal slate,
  ///   the relevance of the best posts in descending order.
  /// - Returns: 0 for an empty slate.
  public static func gain(of relevance: some Sequence<Double>) -> Double {
    zip(1...cutoff, relevance).reduce(0) { $0 + weight(at: $1.0) * $1.1 }
  }
}
