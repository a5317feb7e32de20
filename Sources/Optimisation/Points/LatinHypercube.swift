public import Stochastics

/// A number of points of the unit cube, of any dimensions, whose coordinates are spread evenly one by
/// one: with *n* points, each of the *n* slices of equal width along each dimension holds one point, in
/// the middle of the slice.
///
/// Unlike a sequence of Sobol it must be drawn for its number of points, and leaves pairs of
/// coordinates to chance. Source: McKay, Beckman & Conover, *Technometrics* 21(2), 1979.
public struct LatinHypercube: Sendable, Hashable {
  public let points: [[Double]]

  /// - Parameters:
  ///   - count: How many points, not below 0.
  ///   - dimensions: At least 1.
  ///   - stream: Its draws are only for this design.
  /// - Complexity: O(`count` × `dimensions`).
  public init(count: Int, dimensions: Int, stream: KeyedStream) {
    precondition(count >= 0 && dimensions >= 1, "\(count) points of \(dimensions) dimensions")
    let slices = (0..<dimensions).map { stream.shuffledIndices(count: count, UInt32($0)) }
    points = (0..<count).map { point in
      slices.map { (Double($0[point]) + 0.5) / Double(count) }
    }
  }
}
